"""Every test here gets its own home directory."""

from pathlib import Path

import pytest

from support.program import home_env


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return home_env(tmp_path / "home")
