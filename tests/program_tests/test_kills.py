"""Hosts and guests are killed at any moment of play: nothing acknowledged is lost, nothing is done
twice, and everybody comes back with the same cards.
"""

import asyncio
import json
import signal
import sys
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from manillen_tui.guest.client import Client
from net.address import Address
from support.comeback import Beacon, table_files
from support.lasting import Asked, Ledger, Player, check_journal, honest
from support.places import TESTS
from support.program import HostProcess, home_env, hosting


TABLE = ("--pace", "0", "--automatic-cut", "--absence", "wait", "--name", "Kroon")
NAMES = ("Wim", "Noor", "Els", "Bea")

#: A kill comes after at most this many commands were done, and at most this many seconds later.
COMMANDS, MOMENT_S = 12, 0.05
#: The time limit from one kill to the next on a busy machine, in seconds.
ROUND_S = 180


async def table_of_four(host: HostProcess, beacon: Beacon) -> list[Player]:
    where, players = [Address("127.0.0.1", host.port)], []
    for name in NAMES:
        rights = host.ready["rights"] if name == NAMES[0] else None
        client = await Client.join(
            where, name, code=host.ready["code"], rights=rights, search=beacon.search
        )
        players.append(Player(client, name))
    for player in players[1:]:
        await player.client.ready(True)
    await players[0].client.start()
    return players


async def some_more(players: list[Player], more: int) -> None:
    """Wait until this many more commands are done."""
    wanted = more + sum(player.ledger.done for player in players)

    def reached() -> bool:
        return sum(player.ledger.done for player in players) >= wanted

    waits = [asyncio.create_task(player.until(reached)) for player in players]
    try:
        reached_by, _others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in reached_by:
            wait.result()
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.wait(waits)


async def kill_hosts(env: dict[str, str], count: int, target: int = 101) -> None:
    random, beacon = Random(count), Beacon()
    with ExitStack() as stack:
        host = stack.enter_context(hosting(*TABLE, "--target", str(target), env=env))
        table, players = host.ready["table"], await table_of_four(host, beacon)
        for _ in range(count):
            async with asyncio.timeout(ROUND_S):
                await some_more(players, random.randint(1, COMMANDS))
                await asyncio.sleep(random.uniform(0, MOMENT_S))
                host.process.kill()
                stack.close()
                going_on = hosting("--continue", table, "--pace", "0", env=env)
                host = await asyncio.to_thread(stack.enter_context, going_on)
                await beacon.show(host)
                for seat, player in enumerate(players):
                    await player.until(player.here)
                    assert (player.client.seat, player.client.name) == (seat, NAMES[seat])
        done = sum(player.ledger.done for player in players)
        assert all(map(honest, players))
        for player in players:
            await player.stop()
        host.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(host.process.wait, 10)
    (path,) = table_files(env)
    deals = check_journal(path, [player.ledger for player in players])
    print(f"{count} hosts killed: {done} commands done, each once, in {deals} deals")
    assert done >= count


async def test_no_command_is_lost_or_done_twice_by_killed_hosts(env: dict[str, str]) -> None:
    await kill_hosts(env, 6)


async def test_hosts_are_killed_between_matches_too(env: dict[str, str]) -> None:
    await kill_hosts(env, 6, target=1)


@pytest.mark.deep
async def test_no_command_is_lost_or_done_twice_by_many_killed_hosts(env: dict[str, str]) -> None:
    await kill_hosts(env, 200)


class Mortal:
    """A guest as a process, and what it reported until it was killed."""

    def __init__(self, name: str, home: Path, host: HostProcess, *, rights: bool) -> None:
        token = host.ready["rights"] if rights else ""
        self._told = f"127.0.0.1:{host.port}\n{name}\n{token}\n"
        self._env = {**home_env(home), "PYTHONPATH": str(TESTS)}
        self.name = name
        self.ledger = Ledger()
        self.seat: int | None = None
        self.lives = 0
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._here = asyncio.Event()
        self._news = asyncio.Condition()

    async def live(self) -> None:
        """Start it, and wait until it has its seat."""
        self._here.clear()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "support.mortal"),
            env=self._env,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(self._told.encode())
        self._reader = asyncio.create_task(self._read(self._process))
        here = asyncio.create_task(self._here.wait())
        await asyncio.wait([here, self._reader], return_when=asyncio.FIRST_COMPLETED)
        here.cancel()
        assert self._here.is_set(), f"{self.name} ended without being killed"
        self.lives += 1

    async def does(self, more: int) -> None:
        """Wait until this many more of its commands are done."""
        wanted = self.ledger.done + more
        async with self._news:
            await self._news.wait_for(lambda: self.ledger.done >= wanted)

    async def die(self) -> None:
        assert self._process is not None and self._reader is not None
        self._process.kill()
        await self._process.wait()
        await self._reader  # what it reported before

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            if not line.endswith(b"\n"):
                break  # killed while writing a line
            what, value = json.loads(line)
            async with self._news:
                self._take(what, value)
                self._news.notify_all()

    def _take(self, what: str, value: Any) -> None:
        match what:
            case "here":
                assert self.seat in (None, value[0]) and value[1] == self.name
                self.seat = value[0]
                self._here.set()
            case "ask":
                self.ledger.asked.append(Asked(value))
            case "answer":
                self.ledger.answer(value)
            case "dealt":
                self.ledger.hold((value[0], value[1]), value[2])


async def kill_guests(env: dict[str, str], home: Path, count: int) -> None:
    random = Random(count)
    async with AsyncExitStack() as stack:
        host = stack.enter_context(hosting(*TABLE, "--open", "--target", "999", env=env))
        guests = []
        for name in NAMES:
            guest = Mortal(name, home / name, host, rights=name == NAMES[0])
            guests.append(guest)
            stack.push_async_callback(guest.die)
            await guest.live()
        for _ in range(count):
            guest = random.choice(guests)
            async with asyncio.timeout(ROUND_S):
                await guest.does(random.randint(1, 3))
                await asyncio.sleep(random.uniform(0, MOMENT_S))
                await guest.die()
                await guest.live()
        done = sum(guest.ledger.done for guest in guests)
        lives = sum(guest.lives for guest in guests)
        host.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(host.process.wait, 10)
    (path,) = table_files(env)
    deals = check_journal(path, [guest.ledger for guest in guests])
    print(f"{lives - 4} guests killed: {done} commands done, each once, in {deals} deals")
    assert lives - 4 == count and done >= count


async def test_no_command_is_lost_or_done_twice_by_killed_guests(
    env: dict[str, str], tmp_path: Path
) -> None:
    await kill_guests(env, tmp_path, 6)


@pytest.mark.deep
async def test_no_command_is_lost_or_done_twice_by_many_killed_guests(
    env: dict[str, str], tmp_path: Path
) -> None:
    await kill_guests(env, tmp_path, 200)
