"""The guest's link to a host, with the answers awaited on it."""

import asyncio
import socket
from typing import Any, Final

from net import clock
from net.address import Address
from net.limits import Limits
from net.protocol.guest_messages import Hello, Join, Probe, Prove, Resume
from net.protocol.guest_session import FromHostToOwner, GuestSession
from net.protocol.host_messages import (
    Ack,
    Bye,
    Commit,
    Info,
    Key,
    Nack,
    Notice,
    Pending,
    Proof,
    Refused,
    Reveal,
    RoomState,
    Sealed,
    Seated,
    State,
    Welcome,
)
from net.protocol.session import Stage
from net.security.certificate import fingerprint_of
from net.transport.link import Link
from net.transport.tls import guest_context
from net.transport.unreachable import Nacked, SeatRefused, Unreachable, code_of, nameless, nobody


#: What a host sends unasked.
Push = State | RoomState | Notice | Key | Commit | Sealed | Reveal


#: What a session's end means if the host had not said anything yet.
_BEFORE_A_WORD: Final = {"badframe": "not-a-table", "gone": "hung-up"}


class GuestLine:
    """A link with a future for each answer that is awaited, and a queue of what was pushed."""

    def __init__(self, address: Address, first: Probe | Hello, limits: Limits) -> None:
        self.address = address
        self.session = GuestSession(first, limits, clock.now())
        self.link: Link[FromHostToOwner] = Link(self.session, self._take, self._end)
        loop = asyncio.get_running_loop()
        self.first: asyncio.Future[Info | Welcome] = loop.create_future()
        self.proof: asyncio.Future[Proof] = loop.create_future()
        self.pending: asyncio.Future[None] = loop.create_future()
        self.joined: asyncio.Future[Seated] = loop.create_future()
        self.answers: dict[int, asyncio.Future[Ack]] = {}
        # Not consumed yet, in order: only the newest view and room state, but all of the rest.
        self.pushes: dict[object, Push] = {}
        self.news = asyncio.Event()
        self._revisions: dict[type, int] = {}

    @classmethod
    async def open(cls, address: Address, first: Probe | Hello, limits: Limits) -> "GuestLine":
        """Connect, without waiting for an answer. Raises `Unreachable`."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(*address, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            raise nameless(address) from None
        problem = nameless(address)
        for family, kind, proto, _, where in found:
            line = cls(address, first, limits)
            try:
                await _connect(line.link, limits, family, kind, proto, where)
            except OSError as error:
                problem = nobody(code_of(error), address)
            else:
                return line
        raise problem

    def end(self) -> Unreachable:
        """Why the session ended, as an exception."""
        ended = self.session.ended or Bye("gone")
        if self.session.stage is Stage.NEW and ended.code in _BEFORE_A_WORD:
            return nobody(_BEFORE_A_WORD[ended.code], self.address)
        return Unreachable(ended.code, ended.args)

    @property
    def fingerprint(self) -> bytes:
        return fingerprint_of(self.link.certificate)

    async def prove(self, prove: Prove) -> Proof:
        """One round of the proof."""
        if self.session.ended is not None:
            raise self.end()
        self.proof = asyncio.get_running_loop().create_future()
        self.link.send(prove)
        return await self.proof

    async def join(self, join: Join | Resume) -> Seated:
        self.link.send(join)
        return await self.joined

    async def close(self, code: str = "left") -> None:
        """Say goodbye and wait until the host has heard it; given up, it is cut at once."""
        self.link.end(code)
        try:
            await asyncio.wait([self.link.closed])
        finally:
            self.link.abort()

    def _take(self, message: FromHostToOwner) -> None:
        match message:
            case Info() | Welcome():
                _answer(self.first, message)
            case Proof():
                _answer(self.proof, message)
            case Pending():
                _answer(self.pending, None)
            case Seated():
                _answer(self.joined, message)
            case Refused(code=code, args=args):
                _fail(self.joined, SeatRefused(code, args))
            case Ack(id=number):
                _answer(self.answers.get(number), message)
            case Nack(id=number, code=code, args=args):
                _fail(self.answers.get(number), Nacked(code, args))
            case State() | RoomState():
                kind = type(message)
                if message.revision > self._revisions.get(kind, -1):
                    self._revisions[kind] = message.revision
                    self.pushes.pop(kind, None)
                    self.pushes[kind] = message
                    self.news.set()
            case Notice() | Key() | Commit() | Sealed() | Reveal():
                self.pushes[object()] = message
                self.news.set()

    def _end(self) -> None:
        awaited: list[asyncio.Future[Any]] = [self.first, self.proof, self.pending, self.joined]
        for waiting in [*awaited, *self.answers.values()]:
            _fail(waiting, self.end())
        self.news.set()


async def _connect(
    link: Link[FromHostToOwner], limits: Limits, family: int, kind: int, proto: int, where: Any
) -> None:
    # For a name with several addresses, asyncio's own way hides why each of them failed.
    loop = asyncio.get_running_loop()
    connecting = socket.socket(family, kind, proto)
    try:
        connecting.setblocking(False)
        await loop.sock_connect(connecting, where)
    except BaseException:
        connecting.close()
        raise
    try:
        await loop.create_connection(
            lambda: link,
            sock=connecting,
            ssl=guest_context(),
            server_hostname="",  # a table has no name to check
            ssl_handshake_timeout=limits.connect_s,
            ssl_shutdown_timeout=limits.goodbye_s,
        )
    except BaseException:
        # The transport owns the socket and closes it: at once or, if asyncio had not started on it
        # when this was cancelled, as soon as the link is connected to it.
        link.end("left")
        raise


def _answer(waiting: "asyncio.Future[Any] | None", value: object) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(value)


def _fail(waiting: "asyncio.Future[Any] | None", error: Exception) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_exception(error)
        waiting.exception()  # marks it as retrieved: it is fine if nobody is waiting
