"""The clock of every deadline: it never jumps back, and it goes on while the machine sleeps."""

import time


# On Linux and macOS `time.monotonic` stands still while a laptop is closed.
_CLOCK = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def now() -> float:
    """Seconds since some moment in the past."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)
