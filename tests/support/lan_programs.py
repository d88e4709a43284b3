"""The programs that run on the machines of a test network."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from manillen_tui.host.ready_line import ReadyLine
from net.discovery.listing import Row, Status
from support.lan import Machine, Program
from support.lan_guest import Happening, Order, Result
from support.lan_watcher import Seen


LONG_S = 20.0


class Watcher:
    """Somebody watching the list of tables."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.seen: list[Seen] = []

    async def until(self, holds: Callable[[tuple[Row, ...]], bool]) -> list[Seen]:
        """Watch until this holds for the rows; returns everything seen on the way."""
        begin = max(0, len(self.seen) - 1)
        async with asyncio.timeout(LONG_S):
            while not (self.seen and holds(self.seen[-1].rows)):
                self.seen.append(await self._program.says(Seen))
        return self.seen[begin:]

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.seen[-1].rows


class Guest:
    """Somebody who plays at a table."""

    def __init__(self, program: Program) -> None:
        self.program = program

    async def until(self, what: str) -> Happening:
        """Wait until this has happened to them."""
        while True:
            said = await self._next()
            assert isinstance(said, Happening), f"the match is over, and the guest was never {what}"
            if said.what == what:
                return said

    async def go_on(self) -> None:
        """Let a guest who stopped move on."""
        await self.program.tell("go on")

    async def result(self) -> Result:
        """The end of the match."""
        while True:
            said = await self._next()
            if isinstance(said, Result):
                return said

    async def _next(self) -> Happening | Result:
        said: Happening | Result = msgspec.json.decode(
            await self.program.line(), type=Happening | Result
        )
        return said


@asynccontextmanager
async def host(machine: Machine, *options: str) -> AsyncIterator[tuple[Program, ReadyLine]]:
    """A table on this machine, hosted by the real program."""
    command = ("-m", "manillen_tui", "host", "--headless", "--player", "Wim", "--pace", "0")
    async with machine.run(*command, *options) as program:
        yield program, await program.says(ReadyLine)


@asynccontextmanager
async def watcher(machine: Machine, *options: str) -> AsyncIterator[Watcher]:
    async with machine.run("-m", "support.lan_watcher", *options) as program:
        yield Watcher(program)


@asynccontextmanager
async def guest(machine: Machine, order: Order) -> AsyncIterator[Guest]:
    """Finds the table, sits down and plays a match."""
    async with machine.run("-m", "support.lan_guest") as program:
        await program.tell(order)
        yield Guest(program)


@asynccontextmanager
async def responder(machine: Machine, *, shares: bool) -> AsyncIterator[None]:
    """Another program on the port of multicast DNS there."""
    hold = (
        "import socket, sys\n"
        "s = socket.socket(type=socket.SOCK_DGRAM)\n"
        f"s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, {int(shares)})\n"
        f"s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, {int(shares)})\n"
        "s.bind(('', 5353))\n"
        "print(5353, flush=True)\n"
        "sys.stdin.read()\n"
    )
    async with machine.run("-c", hold) as program:
        assert await program.says(int) == 5353
        yield


def order_for(
    table: ReadyLine, name: str, *, stops: int | None = None, holder: bool = False
) -> Order:
    """`holder`: whether this guest has the host's rights."""
    rights = table.rights if holder else None
    return Order(table.table, name, code=table.code, rights=rights, stops=stops)


def alive(rows: tuple[Row, ...]) -> bool:
    return bool(rows) and all(row.status is Status.ALIVE for row in rows)


def gone(rows: tuple[Row, ...]) -> bool:
    return not rows


__all__ = [
    "Guest",
    "Order",
    "Result",
    "alive",
    "gone",
    "guest",
    "host",
    "order_for",
    "responder",
    "watcher",
]
