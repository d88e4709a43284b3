"""One connection as both ends see it, without sockets: bytes and `now` in, bytes and messages out.

Nothing here raises on bad input: it ends the session, and later input is discarded.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import Enum, auto
from math import inf
from typing import Any, Final, Generic, TypeVar

from net.limits import Limits
from net.protocol.framing import BadFrame, FrameReader
from net.protocol.guest_messages import FromClient
from net.protocol.host_messages import Bye, FromHost
from net.protocol.messages import Ping
from net.protocol.outbox import Outbox


Received = TypeVar("Received")

#: How many bytes the transport is given at once.
CHUNK_BYTES: Final = 16 * 1024
#: The length of a certificate's digest, in the second round of the proof.
DIGEST_BYTES: Final = 32


class Stage(Enum):
    """How far a connection has got. Messages out of this order are bad frames."""

    NEW = auto()  # waiting for the client's first message
    KNOWN = auto()  # each side knows the other's version
    MEETING = auto()  # the guest's element was sent
    MET = auto()  # the host's was, too
    CONFIRMING = auto()  # the guest has said which certificate they saw
    PROVEN = auto()  # each knows that the other has the spoken code
    JOINING = auto()  # a seat was requested
    PENDING = auto()  # a seat is claimed; the holder of the rights has to decide
    SEATED = auto()  # or watching


BEFORE_A_SEAT: Final = frozenset(Stage) - {Stage.PENDING, Stage.SEATED}


class Session(ABC, Generic[Received]):
    """What both ends share: frames, heartbeat and the end.

    `ended` says why it ended: the host's `Bye`, or this side's own code: ``gone`` (the peer closed
    the connection), ``silent`` (no frame in time), ``slept`` (this machine was asleep),
    ``badframe``, ``late`` (a step or frame took too long), ``slow`` (the peer reads too slowly).
    """

    lingers = False  # after the end, wait for the peer to close first

    def __init__(
        self, limits: Limits, frame_limit: int, now: float, *, longest: int | None = None
    ) -> None:
        """`frame_limit` is for incoming frames, `longest` for outgoing ones, both in bytes."""
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
        """Take bytes from the peer; returns the messages that the owner has to act on."""
        received: list[Received] = []
        if self.ended is None:
            self._reader.feed(data)
            try:
                self._read(received, now)
            except BadFrame:
                self.end("badframe", now)
        return received

    def receive_eof(self, now: float) -> None:
        """The peer will send no more, or the connection broke."""
        self.end("gone", now)

    def send(self, message: FromClient | FromHost, now: float) -> None:
        if self.ended is None:
            self._outbox.push(message, now)

    def end(self, code: str, now: float, args: Mapping[str, Any] | None = None) -> None:
        if self.ended is None:
            self.ended = Bye(code, dict(args or {}))
            self._ping_at = self._frame_by = inf

    def data_to_send(self, now: float) -> bytes:
        """The next bytes for the peer; to be called when the transport can take them."""
        return self._outbox.take(CHUNK_BYTES, now)

    @property
    def flushed(self) -> bool:
        return self._outbox.size == 0

    def deadline(self) -> float:
        """When `tick` has to be called if nothing happens before."""
        if self.ended is not None:
            return inf
        dead_by = inf if self._ping_at == inf else self._heard + self.limits.dead_s
        return min(self._ping_at, self._frame_by, dead_by, self._slow_by())

    def tick(self, now: float) -> None:
        """Check which deadlines have passed."""
        if self.ended is not None:
            return
        if now - self.deadline() > self.limits.late_tick_s:
            self._slept(now)
            if self.ended is not None:
                return
        if now >= self._slow_by():
            # A peer that does not read would not read a goodbye either.
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
        """Take a frame; returns the message if the owner has to act on it. Raises `BadFrame`."""

    @abstractmethod
    def _slept(self, now: float) -> None:
        """This machine was asleep for a while, so missed deadlines say nothing about the peer."""

    def _start_heartbeat(self, now: float) -> None:
        self._heard = now
        self._ping_at = now + self.limits.ping_s

    def _slow_by(self) -> float:
        since = self._outbox.over_since
        return inf if since is None else since + self.limits.slow_reader_s
