"""What all tests share."""

import gc
import signal

import pytest
from hypothesis import settings


# How long an example takes depends more on what else the machine is doing than on the code.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """What thousands of tests are made of stays: to look through it for garbage takes time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test of the full size takes as long as it takes."""
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker(pytest.mark.timeout(0))


@pytest.fixture(scope="session", autouse=True)
def signals_are_heard() -> None:
    """Under `nohup` or in a shell's background, signals are ignored, and children inherit that.

    A signal handled here, even by doing nothing, has its usual effect on new processes.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            interrupts = signal.default_int_handler if name == "SIGINT" else lambda *_: None
            signal.signal(number, interrupts)
