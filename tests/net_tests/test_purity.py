"""What the import contracts cannot see: what a fresh interpreter actually loads."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["net.protocol.session", "net.room.room"])
def test_the_protocol_core_loads_no_loop_and_no_socket(module: str) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert module in loaded
    assert not {"asyncio", "socket", "ssl", "zeroconf", "textual"} & set(loaded)
