"""The programs that run on the machines of a test network."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from manillen_tui.launch import Ready
from net.listing import Row, Status
from support.lan import Machine, Program
from support.lan_guest import Order, Result
from support.lan_watcher import Seen


LONG_S = 20.0


class Watcher:
    """Somebody who looks at the list of tables."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.seen: list[Seen] = []

    async def until(self, holds: Callable[[tuple[Row, ...]], bool]) -> list[Seen]:
        """Look until this is true of the rows; what was seen on the way, that included."""
        begin = max(0, len(self.seen) - 1)
        async with asyncio.timeout(LONG_S):
            while not (self.seen and holds(self.seen[-1].rows)):
                self.seen.append(await self._program.says(Seen))
        return self.seen[begin:]

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.seen[-1].rows


@asynccontextmanager
async def host(machine: Machine, *options: str) -> AsyncIterator[tuple[Program, Ready]]:
    """A table on this machine, by the real program."""
    command = ("-m", "manillen_tui", "host", "--headless", "--player", "Wim", "--pace", "0")
    async with machine.run(*command, *options) as program:
        yield program, await program.says(Ready)


@asynccontextmanager
async def watcher(machine: Machine, *options: str) -> AsyncIterator[Watcher]:
    async with machine.run("-m", "support.lan_watcher", *options) as program:
        yield Watcher(program)


@asynccontextmanager
async def guest(machine: Machine, order: Order) -> AsyncIterator[Program]:
    """Finds the table, sits down, plays a match and says a `Result`."""
    async with machine.run("-m", "support.lan_guest") as program:
        await program.tell(order)
        yield program


def alive(rows: tuple[Row, ...]) -> bool:
    return bool(rows) and all(row.status is Status.ALIVE for row in rows)


def gone(rows: tuple[Row, ...]) -> bool:
    return not rows


__all__ = ["Order", "Result", "alive", "gone", "guest", "host", "watcher"]
