"""A real table on the loopback interface, with people who play by the computer players' policy."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from manillen_tui.engine import Rules
from manillen_tui.engine.commands import Command
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Client
from manillen_tui.history import Secrets
from manillen_tui.host.table import SeededSecrets
from manillen_tui.players.policy import choose
from net.address import Address
from net.limits import Limits
from net.room.room import Room
from net.transport.server import Server
from support.matches import moment
from support.secrecy import WatchedTable


RIGHTS = "a-secret-token"
NAMES = ("Wim", "Noor", "Els", "Bea")


Moment = Callable[[View], bool]


def the_end(view: View) -> bool:
    return view.phase is Phase.OVER


class Sensible:
    """A computer player without a worker process."""

    async def move(self, view: View) -> Command:
        return choose(view)


class Playing:
    """`people` sit in order of their seats, the first with the host's rights."""

    def __init__(self, table: WatchedTable, server: Server, address: Address) -> None:
        self.table = table
        self.server = server
        self.address = address
        self.people: list[Client] = []

    async def sit_down(self, name: str, *, rights: str | None = None) -> Client:
        client = await Client.join([self.address], name, rights=rights)
        self.people.append(client)
        return client

    async def begin(self) -> None:
        """Put computer players on the empty chairs, make everybody ready, and start."""
        host, *others = self.people
        while sum(chair.holder == "person" for chair in host.room.chairs) < len(self.people):
            await host.changed()
        for seat, chair in enumerate(host.room.chairs):
            if chair.holder == "empty":
                await host.put_computer(seat)
        for other in others:
            await other.ready(True)
        await host.start()

    async def play(self, until: Moment = the_end) -> list[View]:
        """Let everybody play until this moment; returns what each of them then sees."""
        return list(await asyncio.gather(*(play(client, until) for client in self.people)))


async def play(client: Client, until: Moment = the_end) -> View:
    """Move for one seat by the plain policy, until its person sees this moment."""
    answered = None
    while client.gone is None:
        view = client.view
        if view is not None:
            if until(view):
                return view
            if client.seat in view.to_act and moment(view) != answered:
                answered = moment(view)
                await client.command(choose(view))
        await client.changed()
    raise client.gone


async def sees(client: Client, moment: Moment) -> View:
    """Wait, without moving, until a person sees this moment."""
    while client.view is None or not moment(client.view):
        await client.changed()
    return client.view


@asynccontextmanager
async def playing(
    rules: Rules,
    people: Sequence[str] | None = None,
    *,
    secrets: Secrets | None = None,
    limits: Limits | None = None,
    within_s: float = 60.0,
) -> AsyncIterator[Playing]:
    """A table with these people seated (None: one on every chair), before the first match.

    Unless `secrets` are given, the deals are always the same.
    """
    before = asyncio.all_tasks()
    table = WatchedTable(rules, secrets or SeededSecrets(5), Sensible())
    limits = limits or Limits()
    room = Room(table, table="id", name="Tafel", host="Wim", rights=RIGHTS, limits=limits)
    server = Server(room, pace_s=0.0)
    address = Address("127.0.0.1", await server.listen("127.0.0.1"))
    at = Playing(table, server, address)
    try:
        async with asyncio.timeout(within_s):  # a hanging test fails
            for number, name in enumerate(NAMES[: rules.players] if people is None else people):
                await at.sit_down(name, rights=None if number else RIGHTS)
            yield at
    finally:
        for client in at.people:
            await client.close()
        await server.stop()
    assert asyncio.all_tasks() <= before
