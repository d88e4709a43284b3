"""What all tests share."""

import gc
import signal

import pytest
from hypothesis import settings


# How long an example takes says more of what else the machine does than of the code.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """What thousands of tests are made of stays: to look through it for garbage takes time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def signals_are_heard() -> None:
    """What `nohup` or a shell's background runs ignores signals, and so would all started here.

    What is handled here, if only by doing nothing, a new program begins with as usual.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            interrupts = signal.default_int_handler if name == "SIGINT" else lambda *_: None
            signal.signal(number, interrupts)
