"""Hosts that crash and are continued, and the people who stay at their tables meanwhile."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from manillen_tui.guest.client import Client, Standing
from manillen_tui.host.table_file import SUFFIX
from net.address import Address
from support.program import PATIENCE_S, HostProcess


class Beacon:
    """Stands in for the network: tells everybody where a host is each time one starts."""

    def __init__(self) -> None:
        self._places: list[Address] = []
        self._news = asyncio.Condition()

    async def show(self, host: HostProcess) -> None:
        async with self._news:
            self._places.append(Address("127.0.0.1", host.port))
            self._news.notify_all()

    async def search(self, _table: str) -> AsyncGenerator[Sequence[Address], None]:
        """A `reconnect.Search`: yields the last address shown, and each one after it."""
        seen = 0
        while True:
            async with self._news:
                while len(self._places) == seen:
                    await self._news.wait()
                seen = len(self._places)
            yield [self._places[-1]]


async def until(client: Client, condition: Callable[[], bool]) -> None:
    """Wait until this holds, as this person sees it."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            assert client.gone is None, client.gone
            await client.changed()


async def both_see(clients: Iterable[Client], condition: Callable[[Client], bool]) -> None:
    """Wait until this holds for each of these people."""
    for client in clients:
        await until(client, partial(condition, client))


async def all_back(clients: Iterable[Client]) -> None:
    """Wait until everybody is connected and sees everybody there."""

    def here(client: Client) -> bool:
        people = [chair for chair in client.room.chairs if chair.holder == "person"]
        return client.state is Standing.CONNECTED and not any(chair.away for chair in people)

    await both_see(clients, here)


def table_files(env: dict[str, str]) -> list[Path]:
    """The files of all tables saved in a home."""
    return sorted(Path(env["HOME"]).rglob(f"*{SUFFIX}"))
