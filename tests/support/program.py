"""The real program as a process with its own home directory, on loopback only."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


COMMAND = (sys.executable, "-P", "-m", "manillen_tui")
PATIENCE_S = 60.0


def home_env(home: Path) -> dict[str, str]:
    """The environment of a person who has never run the program before."""
    home.mkdir(parents=True, exist_ok=True)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "PYTHON"))}
    return {**kept, "HOME": str(home), "MANILLEN_INTERFACES": "127.0.0.1", "USER": "wim"}


def run(*arguments: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `manillen` to its end without a terminal."""
    return subprocess.run(
        [*COMMAND, *arguments],
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding=env.get("PYTHONIOENCODING", "utf-8"),
        timeout=PATIENCE_S,
        check=False,
    )


class HostProcess:
    """A running `manillen host --headless` and its ready line."""

    def __init__(self, process: subprocess.Popen[bytes], ready: dict[str, Any]) -> None:
        self.process = process
        self.ready = ready

    @property
    def port(self) -> int:
        port = self.ready["port"]
        assert isinstance(port, int)
        return port


@contextmanager
def hosting(*options: str, env: dict[str, str]) -> Iterator[HostProcess]:
    """Open a table; its host is killed at the end if it is still running."""
    process = subprocess.Popen(
        [*COMMAND, "host", "--headless", *options],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        ready = json.loads(process.stdout.readline())
        assert "trouble" not in ready, ready
        yield HostProcess(process, ready)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


class ByHand:
    """A table that a person opened in a terminal, and what they have read so far."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stdout is not None
        self.told = ""
        while not self.told.endswith("Press Ctrl+C to stop hosting.\n"):
            line = process.stdout.readline()
            assert line, f"it ended after: {self.told}"
            self.told += line

    @property
    def port(self) -> int:
        (where,) = re.findall(r"^They can also join by address: .*:(\d+)$", self.told, re.MULTILINE)
        return int(where)

    def end(self, number: signal.Signals = signal.SIGINT) -> str:
        """End it by this signal; returns the rest of its output."""
        self.process.send_signal(number)
        told, _ = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0
        return told


def that_ignores(signals: Iterable[signal.Signals], *command: str) -> list[str]:
    """This command with signals ignored, as by `nohup` or in a shell's background."""
    names = " ".join(number.name.removeprefix("SIG") for number in signals)
    return ["sh", "-c", f'trap "" {names}; exec "$@"', "sh", *command] if names else [*command]


@contextmanager
def by_hand(
    *options: str, env: dict[str, str], ignoring: Iterable[signal.Signals] = ()
) -> Iterator[ByHand]:
    """Open a table as a person does in a terminal; killed at the end if it is still running."""
    process = subprocess.Popen(
        that_ignores(ignoring, *COMMAND, "host", *options),
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield ByHand(process)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def children(pid: int) -> list[int]:
    """The running processes that any thread of this one has started."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


def ends(pid: int) -> bool:
    """Wait for a process that is not our child. If it does not end, kill it and return False."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        if select.select([descriptor], [], [], PATIENCE_S)[0]:
            return True
        os.kill(pid, signal.SIGKILL)
        return False
    finally:
        os.close(descriptor)


def free_port() -> int:
    """A free port outside the range that tables choose on their own."""
    with socket.create_server(("", 0)) as server:
        port: int = server.getsockname()[1]
        return port
