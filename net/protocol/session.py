"""One connection as both ends see it, without sockets: bytes and `now` in, bytes and messages out.

Nothing here raises on bad input: it ends the session, and what still comes in is discarded.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from enum import Enum, auto
from math import inf
from typing import Any, Final, Generic, TypeVar

from net.limits import Limits
from net.protocol.codec import decode_from_client, decode_from_host, peek_version
from net.protocol.framing import BadFrame, FrameReader
from net.protocol.messages import (
    MAGIC,
    PROTOCOL,
    TOO_MUCH,
    Ack,
    Bye,
    Command,
    Commit,
    Do,
    FromClient,
    FromHost,
    Hello,
    Info,
    Join,
    Key,
    Leave,
    Manage,
    Nack,
    Notice,
    Part,
    Pause,
    Pending,
    Ping,
    Pong,
    Probe,
    Proof,
    Prove,
    Ready,
    Refused,
    Resume,
    Reveal,
    Room,
    Say,
    Seal,
    Sealed,
    Seated,
    Share,
    Sit,
    State,
    Welcome,
)
from net.protocol.outbox import Outbox


Received = TypeVar("Received")

#: How many bytes are handed to the transport at once.
CHUNK_BYTES: Final = 16 * 1024
#: Of a certificate, in the second round of the proof.
DIGEST_BYTES: Final = 32


class Stage(Enum):
    """How far the two have come. Messages out of this order are bad frames."""

    NEW = auto()  # the client has to say what it wants
    KNOWN = auto()  # both know each other's version
    MEETING = auto()  # the guest's half of the proof is with the host
    MET = auto()  # both have both halves
    CONFIRMING = auto()  # the guest has said what he saw
    PROVEN = auto()  # each knows that the other has the spoken code
    JOINING = auto()  # a seat was asked for
    PENDING = auto()  # it is somebody's, and whoever decides about it was asked
    SEATED = auto()  # or watching


_BEFORE_A_SEAT: Final = frozenset(Stage) - {Stage.PENDING, Stage.SEATED}


class Session(ABC, Generic[Received]):
    """What both sides share: frames, heartbeat and an end.

    `ended` says why: the host's last word, or a code of this side's own: ``gone`` (the peer
    closed), ``silent`` (no frame in time), ``slept`` (this machine did), ``badframe``, ``late``,
    ``slow``.
    """

    lingers = False  # after its end, wait for the peer to close first

    def __init__(
        self, limits: Limits, frame_limit: int, now: float, *, longest: int | None = None
    ) -> None:
        """`frame_limit` is for what comes in, `longest` for what goes out, both in bytes."""
        self.limits = limits
        self.stage = Stage.NEW
        self.ended: Bye | None = None
        self.aborted = False  # nothing more can be sent
        self._reader = FrameReader(frame_limit)
        self._outbox = Outbox(limits.outbox_bytes, longest)
        self._heard = now
        self._ping_at = inf
        self._frame_by = inf

    def receive(self, data: bytes, now: float) -> list[Received]:
        """Take bytes from the peer; gives the messages that the owner has to act on."""
        received: list[Received] = []
        if self.ended is None:
            self._reader.feed(data)
            try:
                self._read(received, now)
            except BadFrame:
                self.end("badframe", now)
        return received

    def receive_eof(self, now: float) -> None:
        """The peer sends no more, or the connection broke."""
        self.end("gone", now)

    def send(self, message: FromClient | FromHost, now: float) -> None:
        if self.ended is None:
            self._outbox.push(message, now)

    def end(self, code: str, now: float, args: Mapping[str, Any] | None = None) -> None:
        if self.ended is None:
            self.ended = Bye(code, dict(args or {}))
            self._ping_at = self._frame_by = inf

    def data_to_send(self, now: float) -> bytes:
        """The next bytes for the peer, to be called when the transport can take them."""
        return self._outbox.take(CHUNK_BYTES, now)

    @property
    def flushed(self) -> bool:
        return self._outbox.size == 0

    def deadline(self) -> float:
        """When `tick` has to be called, if nothing happens before."""
        if self.ended is not None:
            return inf
        dead_by = inf if self._ping_at == inf else self._heard + self.limits.dead_s
        return min(self._ping_at, self._frame_by, dead_by, self._slow_by())

    def tick(self, now: float) -> None:
        """See which deadlines have passed."""
        if self.ended is not None:
            return
        if now - self.deadline() > self.limits.late_tick_s:
            self._slept(now)
            if self.ended is not None:
                return
        if now >= self._slow_by():
            # Whoever does not read will not read a last word either.
            self._outbox.clear(now)
            self.aborted = True
            self.end("slow", now)
        elif now >= self._frame_by:
            self.end("late", now)
        elif self._ping_at != inf and now >= self._heard + self.limits.dead_s:
            self.end("silent", now)
        elif now >= self._ping_at:
            self._ping_at = now + self.limits.ping_s
            self.send(Ping(), now)

    def _read(self, received: list[Received], now: float) -> None:
        ended_a_frame = False
        while self.ended is None and (payload := self._reader.next_frame()) is not None:
            ended_a_frame = True
            self._heard = now
            message = self._accept(payload, now)
            if message is not None:
                received.append(message)
        if self.ended is None:
            if not self._reader.inside:
                self._frame_by = inf
            elif ended_a_frame or self._frame_by == inf:
                self._frame_by = now + self.limits.frame_s

    @abstractmethod
    def _accept(self, payload: bytes, now: float) -> Received | None:
        """Take a frame; gives the message if the owner has to act on it, or raises `BadFrame`."""

    @abstractmethod
    def _slept(self, now: float) -> None:
        """This machine did not run for a while: its deadlines say nothing of the peer."""

    def _start_heartbeat(self, now: float) -> None:
        self._heard = now
        self._ping_at = now + self.limits.ping_s

    def _slow_by(self) -> float:
        since = self._outbox.over_since
        return inf if since is None else since + self.limits.slow_reader_s


class _Rate:
    """Counts what happens, and tells when it has happened `count` times in `window_s` seconds."""

    def __init__(self, count: int, window_s: float) -> None:
        self._times: deque[float] = deque(maxlen=count)
        self._window_s = window_s

    def reached(self, now: float) -> bool:
        """Count once more."""
        self._times.append(now)
        full = len(self._times) == self._times.maxlen
        return full and now - self._times[0] <= self._window_s


FromClientToOwner = Probe | Prove | Join | Resume | Part | Command


class HostSession(Session[FromClientToOwner]):
    """The host's end. Its owner answers `Probe`, `Prove`, `Join`, `Resume` and every command."""

    lingers = True

    def __init__(self, welcome: Welcome, limits: Limits, now: float) -> None:
        super().__init__(limits, limits.unknown_frame_bytes, now, longest=limits.host_frame_bytes)
        self.arrived = False  # `Seated` has: the guest has sent what he can only send after it
        self._welcome = welcome
        self._magic = MAGIC  # as much of it as has not come yet
        self._join_by = now + limits.join_s
        self._frames = _Rate(limits.frames, limits.frames_window_s)
        self._nacks = _Rate(limits.nacks, limits.nacks_window_s)

    def receive(self, data: bytes, now: float) -> list[FromClientToOwner]:
        if self.ended is None and self._magic:
            start = data[: len(self._magic)]
            if not self._magic.startswith(start):
                self.end("badframe", now)
            self._magic = self._magic[len(start) :]
            data = data[len(start) :]
        return super().receive(data, now)

    def inform(self, info: Info, now: float) -> None:
        """Answer a `Probe`. It is the one answer that is a last word itself."""
        self.send(info, now)
        super().end("informed", now)

    def answer_proof(self, proof: Proof, now: float) -> None:
        """Answer a `Prove`, of whichever round."""
        self.send(proof, now)
        self.stage = Stage.MET if self.stage is Stage.MEETING else Stage.PROVEN

    def answer_join(self, answer: Seated | Refused | Pending, now: float) -> None:
        """Answer a `Join` or a `Resume`; one that is pending is answered again."""
        self.send(answer, now)
        match answer:
            case Refused():
                self.end("refused", now)
            case Pending():
                self.stage = Stage.PENDING
                self._start_heartbeat(now)
            case Seated():
                self.stage = Stage.SEATED
                self._reader.limit = self.limits.client_frame_bytes
                self._start_heartbeat(now)

    def send(self, message: FromClient | FromHost, now: float) -> None:
        super().send(message, now)
        counts = isinstance(message, Nack) and message.code != TOO_MUCH
        if counts and self._nacks.reached(now):
            self.end("flood", now)

    def end(self, code: str, now: float, args: Mapping[str, Any] | None = None) -> None:
        """Say goodbye: every close by the host has its `Bye`."""
        if self.ended is None:
            if not self.aborted:
                self.send(Bye(code, dict(args or {})), now)
            super().end(code, now, args)

    def deadline(self) -> float:
        waits = self.ended is None and self.stage in _BEFORE_A_SEAT
        return min(super().deadline(), self._join_by if waits else inf)

    def tick(self, now: float) -> None:
        super().tick(now)
        if self.ended is None and self.stage in _BEFORE_A_SEAT and now >= self._join_by:
            self.end("late", now)

    def _accept(self, payload: bytes, now: float) -> FromClientToOwner | None:
        if self._frames.reached(now):
            self.end("flood", now)
            return None
        try:
            message = decode_from_client(payload, self.limits)
        except BadFrame:
            version = peek_version(payload, self.limits)
            if self.stage is Stage.NEW and version not in (None, PROTOCOL):
                self._end_by_version(version or 0, now)
                return None
            raise
        match (self.stage, message):
            case (Stage.NEW, Probe()):
                return message
            case (Stage.NEW, Hello(pv=version)):
                if version != PROTOCOL:
                    self._end_by_version(version, now)
                else:
                    self.stage = Stage.KNOWN
                    self.send(self._welcome, now)
                return None
            case (Stage.KNOWN, Prove(seen=b"")) if self._welcome.code:
                self.stage = Stage.MEETING
                return message
            case (Stage.MET, Prove(seen=seen)) if len(seen) == DIGEST_BYTES:
                self.stage = Stage.CONFIRMING
                return message
            case (Stage.KNOWN, Join()) if not self._welcome.code:
                self.stage = Stage.JOINING
                return message
            case (Stage.PROVEN, Join()):
                self.stage = Stage.JOINING
                return message
            case (Stage.KNOWN, Resume()):
                self.stage = Stage.JOINING
                return message
            case (
                Stage.SEATED,
                Do() | Ready() | Sit() | Say() | Leave() | Pause() | Manage() | Seal() | Share(),
            ):
                self.arrived = True
                return message
            case (stage, Ping()) if stage is not Stage.NEW:
                self.send(Pong(), now)
                return None
            case (stage, Pong()) if stage is not Stage.NEW:
                self.arrived = stage is Stage.SEATED
                return None
            case _:
                raise BadFrame("not at this point")

    def _end_by_version(self, version: int, now: float) -> None:
        update = "guest" if version < PROTOCOL else "host"
        self.end("version", now, {"update": update, "pv": PROTOCOL})

    def _slept(self, now: float) -> None:
        # Nobody could be heard meanwhile: everybody starts afresh.
        self._heard = now
        self._join_by = now + self.limits.join_s
        if self._frame_by != inf:
            self._frame_by = now + self.limits.frame_s
        self._outbox.restart(now)


FromHostToOwner = (
    Info
    | Welcome
    | Proof
    | Pending
    | Seated
    | Refused
    | Ack
    | Nack
    | State
    | Room
    | Notice
    | Key
    | Commit
    | Sealed
    | Reveal
)


class GuestSession(Session[FromHostToOwner]):
    """A guest's end. Its owner gets the host's answers and what the host pushes."""

    def __init__(self, first: Probe | Hello, limits: Limits, now: float) -> None:
        super().__init__(limits, limits.host_frame_bytes, now)
        self._first = first
        self._begun = False
        self.send(first, now)

    def data_to_send(self, now: float) -> bytes:
        magic = b"" if self._begun else MAGIC
        self._begun = True
        return magic + super().data_to_send(now)

    def prove(self, prove: Prove, now: float) -> None:
        """Send either round of the proof."""
        self.stage = Stage.CONFIRMING if prove.seen else Stage.MEETING
        self.send(prove, now)

    def join(self, join: Join | Resume, now: float) -> None:
        self.stage = Stage.JOINING
        self.send(join, now)

    def _accept(self, payload: bytes, now: float) -> FromHostToOwner | None:
        message = decode_from_host(payload, self.limits)
        match (self.stage, message):
            case (_, Bye()):
                self.ended = message
                return None
            case (Stage.NEW, Info()) if isinstance(self._first, Probe):
                return message
            case (Stage.NEW, Welcome()) if isinstance(self._first, Hello):
                self.stage = Stage.KNOWN
                self._start_heartbeat(now)
                return message
            case (Stage.MEETING, Proof(seen=b"")):
                self.stage = Stage.MET
                return message
            case (Stage.CONFIRMING, Proof(seen=seen)) if len(seen) == DIGEST_BYTES:
                self.stage = Stage.PROVEN
                return message
            case (Stage.JOINING, Pending()):
                self.stage = Stage.PENDING
                return message
            case (Stage.JOINING | Stage.PENDING, Seated()):
                self.stage = Stage.SEATED
                return message
            case (Stage.JOINING | Stage.PENDING, Refused()):
                self.stage = Stage.KNOWN
                return message
            case (
                Stage.SEATED,
                Ack()
                | Nack()
                | State()
                | Room()
                | Notice()
                | Key()
                | Commit()
                | Sealed()
                | Reveal(),
            ):
                return message
            case (stage, Ping()) if stage is not Stage.NEW:
                self.send(Pong(), now)
                return None
            case (stage, Pong()) if stage is not Stage.NEW:
                return None
            case _:
                raise BadFrame("not at this point")

    def _slept(self, now: float) -> None:
        if now >= self._heard + self.limits.dead_s:
            self.aborted = True  # nobody is left at the other end to wait for
            self.end("slept", now)
