"""The queue of frames waiting to be sent to one peer."""

import logging
from collections import deque
from typing import NamedTuple

from net.protocol.codec import encode
from net.protocol.framing import HEADER_BYTES
from net.protocol.guest_messages import FromClient
from net.protocol.host_messages import FromHost, RoomState, State


log = logging.getLogger(__name__)


class _Waiting(NamedTuple):
    kind: type
    frame: bytes


class Outbox:
    """Encoded frames in order. A new view or room state replaces an older one still waiting.

    More than `limit` bytes is too much. A frame longer than `longest` is dropped and logged, since
    the peer would close the connection over it.
    """

    def __init__(self, limit: int, longest: int | None = None) -> None:
        self._limit = limit
        self._longest = longest
        self._waiting: deque[_Waiting] = deque()
        self.size = 0  # bytes
        self.over_since: float | None = None  # when `size` rose over the limit

    def push(self, message: FromClient | FromHost, now: float) -> None:
        frame = encode(message)
        if self._longest is not None and len(frame) - HEADER_BYTES > self._longest:
            log.error("dropped a %s of %d bytes: too long", type(message).__name__, len(frame))
            return
        if isinstance(message, State | RoomState):
            self._drop(type(message))
        self._waiting.append(_Waiting(type(message), frame))
        self._grow(len(frame), now)

    def take(self, at_most: int, now: float) -> bytes:
        """The next frames, together at most `at_most` bytes, but at least one if there is any."""
        taken: list[bytes] = []
        size = 0
        while self._waiting and (not taken or size + len(self._waiting[0].frame) <= at_most):
            frame = self._waiting.popleft().frame
            taken.append(frame)
            size += len(frame)
        self._grow(-size, now)
        return b"".join(taken)

    def clear(self, now: float) -> None:
        self._waiting.clear()
        self._grow(-self.size, now)

    def restart(self, now: float) -> None:
        """Count the time over the limit from now on."""
        if self.over_since is not None:
            self.over_since = now

    def _drop(self, kind: type) -> None:
        for waiting in self._waiting:
            if waiting.kind is kind:
                self._waiting.remove(waiting)
                self.size -= len(waiting.frame)
                return  # there is never more than one

    def _grow(self, size: int, now: float) -> None:
        self.size += size
        if self.size <= self._limit:
            self.over_since = None
        elif self.over_since is None:
            self.over_since = now
