"""A real table on the loopback interface, and people at it who play by the plain policy."""

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
from support.secrecy import WatchedTable


RIGHTS = "a-secret-token"
NAMES = ("Wim", "Noor", "Els", "Bea")


Moment = Callable[[View], bool]


def the_end(view: View) -> bool:
    return view.phase is Phase.OVER


class Sensible:
    """A computer player that thinks in place."""

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
        """Computer players on the chairs that are empty, everybody ready, and off."""
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
        """Everybody plays until this moment; what each sees then."""
        return list(await asyncio.gather(*(play(client, until) for client in self.people)))


async def play(client: Client, until: Moment = the_end) -> View:
    """Move for one seat, as the plain policy would, until its person sees this moment."""
    answered = None
    while client.gone is None:
        view = client.view
        if view is not None:
            if until(view):
                return view
            # The answer to a command may come before the view that it leads to.
            moment = (view.deal, view.phase, view.turn)
            if client.seat in view.to_act and moment != answered:
                answered = moment
                await client.command(choose(view))
        await client.changed()
    raise client.gone


async def sees(client: Client, moment: Moment) -> View:
    """Wait, without a move, until a person is shown this moment."""
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
    """A table with these people seated (None: one on every chair), and no match begun.

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
        async with asyncio.timeout(within_s):  # a test that hangs ends
            for number, name in enumerate(NAMES[: rules.players] if people is None else people):
                await at.sit_down(name, rights=None if number else RIGHTS)
            yield at
    finally:
        for client in at.people:
            await client.close()
        await server.stop()
    assert asyncio.all_tasks() <= before
