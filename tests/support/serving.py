"""A table of the toy game on the loopback interface, for as long as a test needs it."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

from net.address import Address
from net.limits import Limits
from net.protocol.codec import decode_from_host, encode
from net.protocol.framing import FrameReader
from net.protocol.guest_messages import Do, FromClient, Hello, Join, Manage, Ready
from net.protocol.host_messages import (
    Bye,
    Commit,
    FromHost,
    Key,
    Notice,
    Reveal,
    RoomState,
    Sealed,
    Seated,
    State,
)
from net.protocol.messages import MAGIC, PROTOCOL
from net.room.room import Room as Table
from net.security.certificate import Identity, new_identity
from net.transport.connection import Connection
from net.transport.server import Server
from net.transport.tls import guest_context
from support.journals import MemoryJournal
from support.toy_game import ToyGame


Letter = Notice | Key | Commit | Sealed | Reveal

RIGHTS = "a-secret-token"
CODE = "tango kilo"
#: No delays unless a test asks for them, and deadlines far away.
SWIFT = Limits(computer_move_s=0.0, move_again_s=0.01, goodbye_s=1.0, absence_s=0.0)
#: Creating one takes a moment, so tests share it.
IDENTITY = new_identity()


class Guest:
    """Somebody at the table: what they last saw, what they were sent, and what they ask for."""

    def __init__(self, connection: Connection, seated: Seated) -> None:
        self.connection = connection
        self.seat = seated.seat
        self.name = seated.name
        self.token = seated.token
        self.letters: list[Letter] = []
        self.room: RoomState | None = None
        self.view: dict[str, Any] | None = None
        self.bye: Bye | None = None

    async def look(self) -> None:
        """Take the host's next push."""
        match await anext(self.connection):
            case RoomState() as room:
                self.room = room
            case State(view=view):
                self.view = view
            case Bye() as bye:
                self.bye = bye
            case letter:
                self.letters.append(letter)

    async def gets(self, letter: Letter) -> None:
        while letter not in self.letters:
            assert self.bye is None, self.bye
            await self.look()

    async def sees(self, said: int) -> None:
        """Look until this many numbers were said."""
        while self.view is None or self.view["said"] < said:
            assert self.bye is None, self.bye
            await self.look()

    async def sees_state(self, state: str) -> None:
        while self.room is None or self.room.state != state:
            assert self.bye is None, self.bye
            await self.look()

    async def sees_holder(self, seat: int, holder: str) -> None:
        while self.room is None or self.room.chairs[seat].holder != holder:
            assert self.bye is None, self.bye
            await self.look()

    async def sees_away(self, seat: int) -> None:
        """Look until the person on this seat is away, and a computer player moves for them."""
        while self.room is None or not self.room.chairs[seat].played:
            assert self.bye is None, self.bye
            await self.look()

    async def sees_bye(self) -> Bye:
        while self.bye is None:
            await self.look()
        return self.bye

    async def say(self, number: int, turn: int | None = None) -> None:
        """Say a number, for the current turn unless another is given."""
        at = number - 1 if turn is None else turn
        await self.connection.request(lambda id_: Do(id_, at, {"say": number}))

    async def ready(self) -> None:
        await self.connection.request(lambda id_: Ready(id_, True))

    async def manage(self, what: str, seat: int | None = None) -> None:
        await self.connection.request(lambda id_: Manage(id_, what, seat))


class RawPeer:
    """A connection that sends exactly what it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self._frames = FrameReader(2**20)

    def send(self, *messages: FromClient | bytes) -> None:
        self.writer.write(b"".join(m if isinstance(m, bytes) else encode(m) for m in messages))

    def stop_reading(self) -> None:
        cast("asyncio.Transport", self.writer.transport).pause_reading()

    def read_on(self) -> None:
        cast("asyncio.Transport", self.writer.transport).resume_reading()

    def hang_up_half_way(self) -> None:
        """Close the sending side, but go on reading."""
        self.writer.get_extra_info("socket").shutdown(socket.SHUT_WR)

    async def receive(self) -> FromHost | None:
        """The next message; None at the end."""
        while (payload := self._frames.next_frame()) is None:
            data = await self.reader.read(64 * 1024)
            if not data:
                return None
            self._frames.feed(data)
        return decode_from_host(payload, SWIFT)

    async def receive_a(self, kind: type[Any]) -> Any:
        """The next message of this kind; others before it are skipped."""
        while not isinstance(message := await self.receive(), kind):
            assert message is not None, f"the connection ended before a {kind.__name__}"
        return message

    async def sit_down(self, name: str = "Raw", seat: int | None = None) -> int:
        self.send(MAGIC, Hello(PROTOCOL, "raw", "en"), Join(name, seat))
        seated = await self.receive_a(Seated)
        assert isinstance(seated, Seated)
        assert seated.seat is not None
        return seated.seat

    async def ends_with(self) -> str:
        """The code of the goodbye, after which nothing may come."""
        bye: Bye = await self.receive_a(Bye)
        self.writer.close()
        assert await self.receive() is None
        return bye.code


class Serving:
    """A server, and the people that a test lets in; all are gone at its end."""

    def __init__(self, server: Server, game: ToyGame, journal: MemoryJournal, port: int) -> None:
        self.server = server
        self.journal = journal
        self.room = server.room
        self.game = game
        self.address = Address("127.0.0.1", port)
        self._connections: list[Connection] = []
        self._raw: list[RawPeer] = []

    async def connect(self, fingerprint: bytes | None = None) -> Connection:
        """Connect, up to the host's welcome."""
        connection = await Connection.open(
            [self.address], "test", "en", self.server.limits, fingerprint
        )
        self._connections.append(connection)
        return connection

    async def guest(
        self, name: str = "Jan", seat: int | None = None, rights: str | None = None
    ) -> Guest:
        connection = await self.connect()
        if connection.welcome.code:
            await connection.prove(self.room.spoken or "")
        return Guest(connection, await connection.join(name, seat, rights))

    async def resume(self, token: str) -> Guest:
        connection = await self.connect()
        return Guest(connection, await connection.resume(token))

    async def table_of(self, *names: str) -> list[Guest]:
        """Seat these people in order, computer players on the other chairs, and start a match."""
        guests = [await self.guest(name) for name in names]
        for seat in range(len(guests), self.game.seats):
            await guests[0].manage("computer", seat)
        for guest in guests[1:]:
            await guest.ready()
        await guests[0].manage("start")
        return guests

    async def raw(self) -> RawPeer:
        streams = await asyncio.open_connection(
            *self.address, ssl=guest_context(), server_hostname="", ssl_shutdown_timeout=1.0
        )
        peer = RawPeer(*streams)
        self._raw.append(peer)
        return peer

    async def hang_up(self, peer: RawPeer) -> None:
        """Close a raw peer after its data has been sent, and forget it."""
        self._raw.remove(peer)
        with suppress(OSError):
            await peer.writer.drain()
            peer.writer.close()
            await peer.writer.wait_closed()

    async def close(self) -> None:
        for connection in self._connections:
            await connection.close()
        for peer in self._raw:
            peer.writer.transport.abort()
        await self.server.stop()


@asynccontextmanager
async def serving(
    game: ToyGame | None = None,
    limits: Limits = SWIFT,
    *,
    code: str | None = None,
    identity: Identity = IDENTITY,
    journal: MemoryJournal | None = None,
    for_s: float = 30.0,
    **options: Any,
) -> AsyncIterator[Serving]:
    """A table on a free port, open unless a `code` is given; at the end no task may be left."""
    game = game or ToyGame()
    journal = journal or MemoryJournal()
    before = asyncio.all_tasks()
    table = Table(
        game, table="id", name="Tafel", host="Ann", rights=RIGHTS, limits=limits, spoken=code
    )
    server = Server(table, identity=identity, journal=journal, **options)
    running = Serving(server, game, journal, await server.listen("127.0.0.1"))
    try:
        async with asyncio.timeout(for_s):  # a hanging test fails
            yield running
    finally:
        await running.close()
    assert asyncio.all_tasks() <= before
