"""Every test here gets a home of its own, and its programs can be interrupted."""

import signal
from pathlib import Path

import pytest

from support.program import home_env


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return home_env(tmp_path / "home")


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """What a shell runs in the background ignores Ctrl+C, and so would all that is started here."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
