"""What joining, resuming and one command cost over the real network, and what trouble adds.

    python tests/benchmarks/bench_net.py [ROUNDS]

Hosts and troublemakers are separate processes on loopback, with real encryption and the real
journal. Figures to be compared are measured in one run, in turns, and also printed as ratios.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final


sys.path.insert(0, str(Path(__file__).parents[1]))

from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from manillen_tui.engine.commands import Command
from manillen_tui.guest.client import Client
from manillen_tui.host.opening import new_table
from manillen_tui.players.crew import ComputerPlayers
from net.address import Address
from net.limits import Limits
from net.protocol.guest_messages import Leave
from net.transport.connection import Connection
from net.transport.server import Server
from support.lasting import Player
from support.nuisance import SEAT, Fourth, moves_blindly
from support.program import home_env


NAMES: Final = ("Wim", "Noor", "Els", "Bea")
DEALS: Final = 4  # per table in a round
JOINS: Final = 10  # per round
GOAL_MS: Final = 50
TESTS: Final = Path(__file__).parents[1]


class Timed(Player):
    """A player who records how long each command took to be answered, in seconds."""

    seconds: list[float]

    async def _do(self, command: Command) -> None:
        before = time.perf_counter()
        await super()._do(command)
        self.seconds.append(time.perf_counter() - before)


# The host, as a process of its own ----------------------------------------------------------------


async def serve(kept: bool) -> None:
    """Serve a table with or without its journal, until standard input closes."""
    rules = replace(PRESETS["west-flanders"], cut_automatic=True, target=999)
    guarded = os.environ.get("GUARDED") == "1"
    opening = new_table(
        rules,
        ComputerPlayers(),
        name="Kroon",
        player="Wim",
        computers=0,
        seed=None,
        guarded=guarded,
        limits=Limits(),
    )
    journal = opening.store if kept else None
    if kept:
        await opening.store.keep(None, opening.room.dump())
    server = Server(opening.room, journal=journal, identity=opening.identity, pace_s=0.0)
    port = await server.listen("127.0.0.1")
    print(port, opening.rights, opening.room.spoken, sep="\t", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop()
    await opening.store.close(closed=True)


class Host:
    def __init__(self, ready: Sequence[str]) -> None:
        port, self.rights, self.code = ready
        self.address = Address("127.0.0.1", int(port))


@asynccontextmanager
async def hosting(home: Path, *, kept: bool = True, guarded: bool = False) -> AsyncIterator[Host]:
    env = {**home_env(home), "GUARDED": "1" if guarded else ""}
    async with running(__file__, "serve", "kept" if kept else "", env=env) as (_, line):
        yield Host(line.split("\t"))


@asynccontextmanager
async def running(
    *command: str, env: dict[str, str]
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """Run a program and yield its first line; at the end it exits, as its input closes."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command),
        env=env,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode().strip()
        assert line, f"{command} has not begun"
        yield process, line
    finally:
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 5)
        except TimeoutError:
            process.kill()
            await process.wait()


@asynccontextmanager
async def trouble(what: str, host: Host, home: Path) -> AsyncIterator[None]:
    env = {**home_env(home), "PYTHONPATH": str(TESTS)}
    async with running("-m", "support.nuisance", what, str(host.address), env=env) as (process, _):
        yield
        assert process.returncode is None, f"the {what} has ended by itself"


# What is measured ---------------------------------------------------------------------------------


async def sit_down(host: Host, names: Sequence[str]) -> list[Client]:
    return [
        await Client.join([host.address], name, rights=None if place else host.rights)
        for place, name in enumerate(names)
    ]


async def play(clients: list[Client], blind: Fourth | None = None) -> list[float]:
    """Play some deals of a match; returns how long each command of the first three took.

    A `blind` fourth moves by what the others see.
    """
    players = [Timed(client, client.name) for client in clients]
    for player in players:
        player.seconds = []
    host, *others = players
    await host.until(lambda: all(chair.holder == "person" for chair in host.client.room.chairs))
    for other in others:
        await other.client.ready(True)
    await host.until(lambda: all(chair.ready for chair in host.client.room.chairs[1:]))
    moving = asyncio.create_task(moves_blindly(blind, players)) if blind else None
    await host.client.start()
    for player in players:

        def done(client: Client = player.client) -> bool:
            return client.view is not None and len(client.view.sheet) >= DEALS

        await player.until(done)
    if moving is not None:
        assert not moving.done(), moving
        moving.cancel()
    for player in players:
        await player.stop()
    return [second for player in players[:SEAT] for second in player.seconds]


async def undisturbed(home: Path, *, kept: bool = True) -> list[float]:
    async with hosting(home, kept=kept) as host:
        return await play(await sit_down(host, NAMES))


async def with_a_crowd(home: Path) -> list[float]:
    async with hosting(home) as host:
        clients = await sit_down(host, NAMES)
        async with trouble("crowd", host, home):
            return await play(clients)


async def with_a_flood(home: Path) -> list[float]:
    async with hosting(home) as host:
        clients = await sit_down(host, NAMES[:SEAT])
        async with trouble("flood", host, home):
            return await play(clients)


async def with_a_slow_reader(home: Path) -> list[float]:
    async with hosting(home) as host:
        clients = await sit_down(host, NAMES[:SEAT])
        fourth = Fourth(host.address)
        await fourth.sit_down()
        fourth.stop_reading()
        try:
            return await play(clients, fourth)
        finally:
            await fourth.hang_up()


async def joins(home: Path) -> tuple[list[float], list[float]]:
    """The time from connecting to a seat by code, and to the same seat after the cut."""
    joined, resumed = [], []
    limits = Limits()
    async with hosting(home, guarded=True) as host:
        for number in range(JOINS):
            before = time.perf_counter()
            connection = await Connection.open([host.address], "bench", "en", limits)
            await connection.prove(host.code)
            seated = await connection.join(f"Guest {number}")
            joined.append(time.perf_counter() - before)
            connection._line.link.abort()
            before = time.perf_counter()
            back = await Connection.open(
                [host.address], "bench", "en", limits, connection.fingerprint
            )
            await back.resume(seated.token or "")
            resumed.append(time.perf_counter() - before)
            await back.request(lambda number: Leave(number))
            await back.close()
            await connection.close()
    return joined, resumed


# What is told -------------------------------------------------------------------------------------


def points(seconds: Sequence[float]) -> tuple[float, float, float]:
    """p50, p95 and p99 in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100)
    return cuts[49] * 1000, cuts[94] * 1000, cuts[98] * 1000


def tell(what: str, seconds: Sequence[float]) -> None:
    p50, p95, p99 = points(seconds)
    print(f"{what:38} p50 {p50:6.1f}  p95 {p95:6.1f}  p99 {p99:6.1f} ms  ({len(seconds)} times)")


def compare(what: str, ours: Sequence[float], other: Sequence[float]) -> None:
    ratios = (mine / its for mine, its in zip(points(ours), points(other), strict=True))
    print(f"{what:38}" + "".join(f"{ratio:11.2f} " for ratio in ratios))


async def main(rounds: int) -> None:
    seconds: dict[str, list[float]] = defaultdict(list)
    runs: dict[str, Callable[[Path], Awaitable[list[float]]]] = {
        "no journal": partial(undisturbed, kept=False),
        "do to ack": undisturbed,
        "slow reader": with_a_slow_reader,
        "crowd": with_a_crowd,
        "flood": with_a_flood,
    }
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(rounds):
            joined, resumed = await joins(Path(folder, f"{turn}"))
            seconds["join"] += joined
            seconds["resume"] += resumed
            for what, run in runs.items():
                seconds[what] += await run(Path(folder, f"{turn} {what}"))
    tell("join with the code", seconds["join"])
    tell("resume after a drop", seconds["resume"])
    tell("do to ack", seconds["do to ack"])
    tell("do to ack without a journal", seconds["no journal"])
    compare("  with / without", seconds["do to ack"], seconds["no journal"])
    print(f"of the other three, beside {'do to ack'!r} above; the goal is a p99 of {GOAL_MS} ms:")
    for what in ("slow reader", "crowd", "flood"):
        tell(f"do to ack, {what}", seconds[what])
        compare("  with / without", seconds[what], seconds["do to ack"])


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        asyncio.run(serve(kept=bool(sys.argv[2])))
    else:
        asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 3))
