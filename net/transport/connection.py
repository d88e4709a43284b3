"""A guest's connection to a table, and the question what table an address leads to."""

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

from net import clock
from net.address import Address
from net.limits import Limits
from net.protocol.messages import (
    PROTOCOL,
    Ack,
    Bye,
    Command,
    Commit,
    Hello,
    Info,
    Join,
    Key,
    Nack,
    Notice,
    Part,
    Pending,
    Probe,
    Proof,
    Prove,
    Resume,
    Reveal,
    Room,
    Sealed,
    Seated,
    State,
    Welcome,
)
from net.protocol.messages import Refused as RefusedMessage
from net.protocol.session import FromHostToOwner, GuestSession, Stage
from net.security.certificate import fingerprint_of, guest_context
from net.security.spoken_code import BadElement, Prover
from net.transport.link import Link


log = logging.getLogger(__name__)

#: What a host sends unasked.
Push = State | Room | Notice | Key | Commit | Sealed | Reveal


class _Said(Exception):
    """A code and its arguments; words are made elsewhere."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


class Unreachable(_Said):
    """Nobody to play with, or not any more.

    Codes, with the address: ``refused``, ``timeout``, ``no-route``, ``unknown-host`` (with the name
    alone), ``not-a-table``, ``hung-up`` (before a word), ``other-certificate`` (not the table that
    was there before); those of a host's `Bye` (``version``, ``busy``, ``badcode`` and ``wait`` with
    `wait_ms`, ``closing`` ...); ``relay``, as he says or as this side sees; and ``gone`` and the
    other ends of `Session.ended`.
    """


class Refused(_Said):
    """The host gives no seat."""


class Nacked(_Said):
    """The host refuses a command."""


async def probe(address: Address, limits: Limits) -> tuple[Info, float]:
    """What table is there, and the round trip to it in seconds; else `Unreachable`."""
    try:
        async with asyncio.timeout(limits.probe_s):
            line = await _Line.open(address, Probe(PROTOCOL), limits)
            try:
                asked = clock.now()
                info = await line.first
                round_trip_s = clock.now() - asked
            finally:
                await line.close()
    except TimeoutError:
        raise _nobody("timeout", address) from None
    if not isinstance(info, Info):
        raise _nobody("not-a-table", address)
    if info.pv != PROTOCOL:
        update = "guest" if info.pv > PROTOCOL else "host"
        raise Unreachable("version", {"update": update, "pv": info.pv})
    return info, round_trip_s


class _Line:
    """A link from a guest's end, and the answers that are awaited on it."""

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
        # What nobody has taken yet, in order: of views and rooms the newest, all of the rest.
        self.pushes: dict[object, Push] = {}
        self.news = asyncio.Event()
        self._revisions: dict[type, int] = {}

    @classmethod
    async def open(cls, address: Address, first: Probe | Hello, limits: Limits) -> "_Line":
        """Connect, without waiting for an answer. Raises `Unreachable`."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(*address, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            raise _nameless(address) from None
        problem = _nameless(address)
        for family, kind, proto, _, where in found:
            line = cls(address, first, limits)
            try:
                await _connect(line.link, limits, family, kind, proto, where)
            except OSError as error:
                problem = _nobody(_code_of(error), address)
            else:
                return line
        raise problem

    def end(self) -> Unreachable:
        """The end of the session as an exception."""
        ended = self.session.ended or Bye("gone")
        if self.session.stage is Stage.NEW and ended.code in _BEFORE_A_WORD:
            return _nobody(_BEFORE_A_WORD[ended.code], self.address)
        return Unreachable(ended.code, ended.args)

    @property
    def fingerprint(self) -> bytes:
        return fingerprint_of(self.link.certificate)

    async def prove(self, prove: Prove) -> Proof:
        """One round of the proof."""
        if self.session.ended is not None:
            raise self.end()
        self.proof = asyncio.get_running_loop().create_future()
        self.session.prove(prove, clock.now())
        self.link.pump()
        return await self.proof

    async def join(self, join: Join | Resume) -> Seated:
        if self.session.ended is None:
            self.session.join(join, clock.now())
            self.link.pump()
        return await self.joined

    async def close(self, code: str = "left") -> None:
        self.session.end(code, clock.now())
        self.link.pump()
        await asyncio.wait([self.link.closed])

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
            case RefusedMessage(code=code, args=args):
                _fail(self.joined, Refused(code, args))
            case Ack(id=number):
                _answer(self.answers.get(number), message)
            case Nack(id=number, code=code, args=args):
                _fail(self.answers.get(number), Nacked(code, args))
            case State() | Room():
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


class Connection:
    """One connection to a table.

    After `open`, `prove` the spoken code where ``welcome.code`` says so and `join`; or `resume`.
    Iterate over it for what the host pushes: the newest waiting `State` and `Room`, of rising
    revisions, everything else in order, and at last one `Bye`, by the host or with the code of this
    side's own end. `fingerprint` is the SHA-256 of the certificate that the host has shown.
    """

    def __init__(self, line: _Line, welcome: Welcome) -> None:
        self.address = line.address
        self.welcome = welcome
        self.fingerprint = line.fingerprint
        self._line = line
        self._last_id = 0
        self._over = False

    @classmethod
    async def open(
        cls,
        addresses: Sequence[Address],
        app: str,
        language: str,
        limits: Limits,
        fingerprint: bytes | None = None,
    ) -> "Connection":
        """The first of these addresses that answers as a table; else `Unreachable`.

        With a `fingerprint` no other table will do, and nothing is told to another one. Of several
        problems the one is raised that a host himself told, else the first.
        """
        problems: list[Unreachable] = []
        hello = Hello(PROTOCOL, app[:64], language[:64])
        for address in addresses:
            try:
                return await cls._open(address, hello, limits, fingerprint)
            except Unreachable as problem:
                log.info("%s: %s", address, problem.code)
                problems.append(problem)
        problems.append(Unreachable("unknown-host"))
        raise min(problems, key=lambda problem: problem.code in _UNANSWERED)

    @classmethod
    async def _open(
        cls, address: Address, hello: Hello, limits: Limits, fingerprint: bytes | None
    ) -> "Connection":
        try:
            async with asyncio.timeout(limits.connect_s):
                line = await _Line.open(address, hello, limits)
                try:
                    if fingerprint is not None and line.fingerprint != fingerprint:
                        raise _nobody("other-certificate", address)
                    welcome = await line.first
                except BaseException:
                    await line.close()
                    raise
        except TimeoutError:
            raise _nobody("timeout", address) from None
        if not isinstance(welcome, Welcome):
            raise AssertionError("a session lets nothing else through")
        return cls(line, welcome)

    async def prove(self, code: str) -> None:
        """Prove the spoken code, however it was typed. It is one guess, right or wrong.

        Raises `Unreachable`: ``badcode``, ``wait``, or ``relay`` when whoever answers is not, or
        does not see, the host that has this code.
        """
        prover = await asyncio.to_thread(Prover, code)
        theirs = await self._line.prove(Prove(prover.element))
        try:
            await asyncio.to_thread(prover.meet, theirs.message)
        except BadElement:
            await self._line.close("badframe")
            raise self._line.end() from None
        mine = self.fingerprint
        proof = await self._line.prove(Prove(prover.confirm(mine), mine))
        if not prover.confirmed(proof.message, proof.seen) or proof.seen != mine:
            await self._line.close("relay")
            raise Unreachable("relay", {"address": str(self.address)})

    async def join(
        self,
        name: str,
        seat: int | None = None,
        rights: str | None = None,
        *,
        watch: bool = False,
        claim: bool = False,
    ) -> Seated:
        """Sit down; `Refused` says why not, `Unreachable` that the connection ended.

        A `claim` may take until somebody decides about it: see `pending`.
        """
        return await self._seat(Join(name[:200], seat, rights, watch, claim))

    async def resume(self, token: str, revision: int = 0, rights: str | None = None) -> Seated:
        """Come back to the seat of this token; raises as `join` does."""
        return await self._seat(Resume(token, revision, rights))

    async def _seat(self, join: Join | Resume) -> Seated:
        seated = await self._line.join(join)
        self._last_id = seated.last_id
        return seated

    @property
    def pending(self) -> bool:
        """Whether a claim waits for the holder of the host's rights."""
        return self._line.session.stage is Stage.PENDING and self._line.session.ended is None

    async def until_pending(self) -> None:
        """Wait until it does; `Unreachable` when the connection ended."""
        await asyncio.shield(self._line.pending)

    def add(self, part: Part) -> None:
        """Send what is added to the shuffle of a deal; there is no answer."""
        self._line.link.send(part)

    async def request(
        self, make_command: Callable[[int], Command], number: int | None = None
    ) -> Ack:
        """Send ``make_command(id)`` and wait for the host's answer.

        Ids go on after those that the seat has used; a `number` is that of a command sent before on
        a connection that was lost: it is done once. Raises `Nacked` with the host's reason, or
        `Unreachable` when the connection ended before it.
        """
        if self._line.session.ended is not None:
            raise self._line.end()
        if number is None:
            number = self._last_id + 1
        self._last_id = max(self._last_id, number)
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._line.answers[number] = answer
        try:
            self._line.link.send(make_command(number))
            return await answer
        finally:
            del self._line.answers[number]

    def __aiter__(self) -> AsyncIterator[Push | Bye]:
        return self

    async def __anext__(self) -> Push | Bye:
        line = self._line
        while not line.pushes:
            if self._over:
                raise StopAsyncIteration
            if line.session.ended is not None:
                self._over = True
                return line.session.ended
            line.news.clear()
            await line.news.wait()
        return line.pushes.pop(next(iter(line.pushes)))

    async def close(self) -> None:
        """Close the connection; no task is left."""
        await self._line.close()


#: Problems of an address where no host said anything.
_UNANSWERED: Final = frozenset(
    {"refused", "timeout", "no-route", "unknown-host", "not-a-table", "hung-up"}
)
#: What these ends of a session are where no host has said anything yet.
_BEFORE_A_WORD: Final = {"badframe": "not-a-table", "gone": "hung-up"}
_NO_ROUTE: Final = frozenset(
    {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL, errno.EINVAL}
)


async def _connect(
    link: Link[FromHostToOwner], limits: Limits, family: int, kind: int, proto: int, where: Any
) -> None:
    # By hand: of several addresses behind one name, asyncio's own way hides why each failed.
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
        # The socket is the transport's, which closes it: at once, or, where asyncio had not begun
        # with it when this was given up, as soon as it gets to the link.
        link.session.end("left", clock.now())
        raise


def _nobody(code: str, address: Address) -> Unreachable:
    return Unreachable(code, {"address": str(address)})


def _nameless(address: Address) -> Unreachable:
    return Unreachable("unknown-host", {"address": address.host})


def _code_of(error: OSError) -> str:
    match error:
        case TimeoutError():
            return "timeout"
        case ssl.SSLError():
            return "not-a-table"
        case ConnectionResetError() | BrokenPipeError() | ConnectionAbortedError():
            return "hung-up"  # before the two had agreed on keys
    return "no-route" if error.errno in _NO_ROUTE else "refused"


def _answer(waiting: "asyncio.Future[Any] | None", value: object) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(value)


def _fail(waiting: "asyncio.Future[Any] | None", error: Exception) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_exception(error)
        waiting.exception()  # nobody may be waiting: that is no fault
