"""Four machines on one switch for every test here."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.lan import Machine, NoLan, lan


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[list[Machine]]:
    """Skips if network namespaces cannot be created; with MANILLEN_LAN=required, fails."""
    try:
        with lan(4, tmp_path) as machines:
            yield machines
    except NoLan as missing:
        if os.environ.get("MANILLEN_LAN") == "required":
            pytest.fail(f"no network of namespaces: {missing}")
        pytest.skip(f"no network of namespaces: {missing}")
