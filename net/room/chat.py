"""The chat at a table: its last lines, and a rate limit for each seat."""

from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from net.ids import SeatNumber
from net.limits import Limits
from net.names import clean_line
from net.protocol.host_messages import Said


class _Bucket(Struct):
    """A seat's token bucket: one token per line."""

    tokens: float
    at: float  # when `tokens` was right


class Chat:
    """Lines are numbered from 1. The rate limit is per seat, whoever sits on it."""

    def __init__(self, seats: int, limits: Limits, said: Sequence[Said] = ()) -> None:
        """`said` are the last lines of a saved table."""
        self._limits = limits
        self._lines = deque(said, maxlen=limits.chat_lines)
        self._count = max((line.number for line in said), default=0)
        self._buckets = [_Bucket(limits.chat_burst, 0.0) for _ in range(seats)]

    @property
    def lines(self) -> tuple[Said, ...]:
        """The last lines, the newest at the end."""
        return tuple(self._lines)

    def may_say(self, seat: SeatNumber, now: float) -> bool:
        """Whether this seat may say one more line now. Asking uses up a token."""
        bucket, burst = self._buckets[seat], self._limits.chat_burst
        refilled = (now - bucket.at) * burst / self._limits.chat_window_s
        bucket.tokens, bucket.at = min(burst, bucket.tokens + refilled), now
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True

    def say(self, name: str, text: str) -> bool:
        """Add a line, made safe to show. False if nothing is left of it."""
        line = clean_line(text, self._limits.chat_cells)
        if line:
            self._count += 1
            self._lines.append(Said(self._count, name, line))
        return bool(line)
