"""The clock of every deadline: it never jumps back, and it goes on while the machine sleeps."""

import time
from math import inf


# On Linux and macOS `time.monotonic` stands still while a laptop is closed.
_CLOCK = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def now() -> float:
    """Seconds since some moment in the past."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


class TableTime:
    """The time by which a table counts down, in seconds: it stands still during a pause."""

    def __init__(self) -> None:
        self._behind = 0.0
        self._stopped_at: float | None = None

    def at(self, now: float) -> float:
        """The table's time when the clock says `now`."""
        return (now if self._stopped_at is None else self._stopped_at) - self._behind

    def clock(self, at: float) -> float:
        """What the clock will say at this time of the table; never, during a pause."""
        return at + self._behind if self._stopped_at is None else inf

    def stop(self, now: float) -> None:
        if self._stopped_at is None:
            self._stopped_at = now

    def go_on(self, now: float) -> None:
        if self._stopped_at is not None:
            self._behind += now - self._stopped_at
            self._stopped_at = None
