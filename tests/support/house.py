"""A table whose host can be killed, and continued from what it saved, in this process."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules
from manillen_tui.guest.client import Client
from manillen_tui.history import Secrets
from manillen_tui.host.table import SeededSecrets, Table
from net import clock
from net.address import Address
from net.ids import ConnectionId
from net.limits import Limits
from net.protocol.guest_messages import Command, Part, Seal
from net.protocol.host_messages import Commit, Sealed
from net.room.game import Body
from net.room.outcome import Outcome
from net.room.room import Room
from net.security.certificate import new_identity
from net.security.spoken_code import new_code
from net.transport.server import Server
from support.playing import RIGHTS, Sensible


CODE = "amber banjo"
RULES = replace(PRESETS["west-flanders"], cut_automatic=True)


class Notebook:
    """A journal in memory, to which nothing can be written while it is `shut`."""

    def __init__(self) -> None:
        self.records: list[Body] = []
        self.room: Body | None = None
        self.shut = False

    async def keep(self, record: Body | None, room: Body) -> None:
        if self.shut:
            raise OSError("the notebook is shut")
        if record is not None:
            self.records.append(record)
        self.room = room


class WatchedRoom(Room):
    """A room that records every command in `obeyed`, once it was obeyed or refused.

    `at_step` is called for each step of a shuffle before anybody is told of it (``commit``,
    ``seal``, ``sealed``, ``share``, ``shuffle``), with the seat that took it, if any.
    """

    obeyed: "asyncio.Queue[Command]"
    at_step: Callable[[str, int | None], None] | None = None

    def obey(self, who: ConnectionId, command: Command, now: float) -> Outcome:
        outcome = super().obey(who, command, now)
        self.obeyed.put_nowait(command)
        return outcome

    def commit(self, now: float) -> Commit | None:
        commit = super().commit(now)
        if commit is not None:
            self._step("commit")
        return commit

    def show_seals(self, now: float) -> Sealed | None:
        sealed = super().show_seals(now)
        if sealed is not None:
            self._step("sealed")
        return sealed

    def add(self, who: ConnectionId, part: Part) -> None:
        super().add(who, part)
        self._step("seal" if isinstance(part, Seal) else "share", self.seated().get(who))

    def shuffle(self, now: float) -> Outcome:
        outcome = super().shuffle(now)
        self._step("shuffle")
        return outcome

    def _step(self, step: str, seat: int | None = None) -> None:
        if self.at_step is not None:
            self.at_step(step, seat)


class House:
    """`spoken` None: an open table. Everybody at the table is in `people`."""

    def __init__(self, rules: Rules, spoken: str | None, limits: Limits, secrets: Secrets) -> None:
        self.rules = rules
        self.secrets = secrets
        self.spoken = spoken
        self.limits = limits
        self.notebook = Notebook()
        self.identity = new_identity()
        self.table = "house"  # its id
        self.address = Address("127.0.0.1", 0)
        self.people: list[Client] = []
        self.room: WatchedRoom
        self.server: Server

    async def open(self) -> None:
        table = Table(self.rules, self.secrets, Sensible())
        self.room = WatchedRoom(
            table,
            table=self.table,
            name="Tafel",
            host="Wim",
            rights=RIGHTS,
            spoken=self.spoken,
            new_code=new_code,
            limits=self.limits,
        )
        await self._serve(0)

    def strike(self) -> None:
        """From now on the host saves nothing, and guests hear nothing from it."""
        self.notebook.shut = True
        for peer in list(self.server.door.peers.values()):
            peer.link.abort()

    async def kill(self) -> None:
        """The host is gone without saying goodbye."""
        self.strike()
        await self.server.stop()

    def drop(self, seat: int) -> None:
        """The connection of this seat is lost."""
        who = next(who for who, at in self.room.seated().items() if at == seat)
        self.server.door.peers[who].link.abort()

    async def go_on(self, *, elsewhere: bool = False) -> None:
        """Continue the table from what was saved, on the same port unless `elsewhere`."""
        assert self.notebook.room is not None
        self.notebook.shut = False
        table = Table.restore(self.rules, self.notebook.records, self.secrets, Sensible())
        room = WatchedRoom.load(table, self.notebook.room, now=clock.now(), limits=self.limits)
        assert isinstance(room, WatchedRoom)
        self.room = room
        await self._serve(0 if elsewhere else self.address.port)

    async def _serve(self, port: int) -> None:
        self.room.obeyed = asyncio.Queue()
        self.server = Server(self.room, journal=self.notebook, identity=self.identity, pace_s=0.0)
        self.address = Address("127.0.0.1", await self.server.listen("127.0.0.1", port))

    async def obeyed(self, kind: type[Command]) -> None:
        """Wait until a command of this kind was obeyed or refused."""
        while not isinstance(await self.room.obeyed.get(), kind):
            pass

    async def guest(self, name: str, *, at: Address | None = None, **how: Any) -> Client:
        """Join as somebody who knows the code, unless `how` says otherwise."""
        how = {"code": self.spoken, "limits": self.limits, **how}
        client = await Client.join([at or self.address], name, **how)
        self.people.append(client)
        return client

    async def begin(self) -> None:
        """Put computer players on the free chairs, make everybody ready, and start."""
        host, *others = [client for client in self.people if not client.watches]
        await until(host, lambda: len(people_of(host)) == len(others) + 1)
        for seat, chair in enumerate(host.room.chairs):
            if chair.holder == "empty":
                await host.put_computer(seat)
        for other in others:
            await other.ready(True)
        await host.start()


def people_of(client: Client) -> list[str]:
    """The people on chairs, as this person sees them."""
    return [chair.name for chair in client.room.chairs if chair.holder == "person"]


async def until(client: Client, condition: Callable[[], bool]) -> None:
    """Wait until a person sees something; fails if their connection ends for good."""
    while not condition():
        if client.gone is not None:
            raise client.gone
        await client.changed()


class Lookout:
    """A search that finds the table wherever the test says."""

    def __init__(self) -> None:
        self._seen: asyncio.Queue[Sequence[Address]] = asyncio.Queue()
        self.asked: list[str] = []

    def sees(self, address: Address) -> None:
        self._seen.put_nowait([address])

    async def __call__(self, table: str) -> AsyncGenerator[Sequence[Address], None]:
        self.asked.append(table)
        while True:
            yield await self._seen.get()


@asynccontextmanager
async def house(
    *names: str,
    rules: Rules = RULES,
    spoken: str | None = CODE,
    limits: Limits | None = None,
    secrets: Secrets | None = None,
    within_s: float = 30.0,
) -> AsyncIterator[House]:
    """A table with these people seated, the first with the host's rights; cleaned up at the end."""
    before = asyncio.all_tasks()
    held = House(rules, spoken, limits or Limits(), secrets or SeededSecrets(5))
    await held.open()
    try:
        async with asyncio.timeout(within_s):
            for number, name in enumerate(names):
                await held.guest(name, rights=None if number else RIGHTS)
            yield held
    finally:
        for client in held.people:
            await client.close()
        await held.server.stop()
    assert asyncio.all_tasks() <= before
