"""The clock for every deadline: it never jumps back, and it runs on while the machine sleeps."""

import time
from math import ceil, inf


# On Linux and macOS `time.monotonic` stops while the machine is suspended.
_CLOCK = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def now() -> float:
    """Seconds since an arbitrary moment in the past."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


def whole(time: float) -> int:
    """Round a time up to whole units, so that nobody who waits that long is too early.

    Rounding errors of floats do not add a unit.
    """
    return ceil(round(time, 6))


class TableTime:
    """A table's own time in seconds, used for its countdowns: it stops during a pause."""

    def __init__(self) -> None:
        self._behind = 0.0
        self._stopped_at: float | None = None

    def at(self, now: float) -> float:
        """The table's time when the clock reads `now`."""
        return (now if self._stopped_at is None else self._stopped_at) - self._behind

    def clock(self, at: float) -> float:
        """What the clock will read at this table time; infinite during a pause."""
        return at + self._behind if self._stopped_at is None else inf

    def stop(self, now: float) -> None:
        if self._stopped_at is None:
            self._stopped_at = now

    def go_on(self, now: float) -> None:
        if self._stopped_at is not None:
            self._behind += now - self._stopped_at
            self._stopped_at = None
