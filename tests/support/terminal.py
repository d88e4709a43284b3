"""The real program in a real terminal: keys in, and the screen that a player would see."""

import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType

import pexpect
import pyte

from support.program import COMMAND


class Terminal:
    """Runs a command in a pseudo-terminal of 80 by 23 cells, keeping track of its screen."""

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str],
        columns: int = 80,
        rows: int = 23,
        timeout_s: float = 30.0,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._timeout_s = timeout_s
        self.sent = b""  # everything the program wrote to the terminal
        self.process: pexpect.spawn[bytes] = pexpect.spawn(
            command[0],
            [*command[1:], *arguments],
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **env},
            dimensions=(rows, columns),
            timeout=timeout_s,
        )

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the window; the system notifies the program."""
        self._screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def press(self, *keys: str) -> None:
        """Send keys as a terminal would; each is a character or a name of `KEYS`."""
        for key in keys:
            self.process.send(KEYS.get(key, key))

    def see(self, what: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows this text (or satisfies this test); returns the screen."""
        shown = what if callable(what) else lambda text: what in text
        until = time.monotonic() + self._timeout_s
        while self.drawing or not shown(self.text):
            try:
                self._take(max(0.0, until - time.monotonic()))
            except pexpect.TIMEOUT:
                raise AssertionError(f"never seen: {what!r}\n{self.text}") from None
            except pexpect.EOF:
                if shown(self.text):
                    break
                raise AssertionError(f"ended before it was seen: {what!r}\n{self.text}") from None
        return self.text

    def read(self) -> None:
        """Take in what the program has drawn so far, without waiting for more."""
        with suppress(pexpect.TIMEOUT):
            self._take(0)

    def _take(self, timeout_s: float) -> None:
        """Feed the screen with what was written, or raise `pexpect.TIMEOUT`."""
        data = self.process.read_nonblocking(65536, timeout_s)
        asked = self.sent.count(ASKS_FOR_FRAMES)
        self.sent += data
        self._stream.feed(data)
        if self.sent.count(ASKS_FOR_FRAMES) > asked:
            self.process.send(KNOWS_FRAMES)

    @property
    def drawing(self) -> bool:
        """Whether an update of the screen has begun but not ended."""
        return self.sent.rfind(FRAME_BEGINS) > self.sent.rfind(FRAME_ENDS)

    def ended(self) -> int:
        """Wait for the program to end; returns its exit code."""
        while True:
            try:
                self._take(self._timeout_s)
            except pexpect.EOF:
                break
        self.process.wait()
        assert self.process.exitstatus is not None, f"ended by signal {self.process.signalstatus}"
        return self.process.exitstatus

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.isalive():
            self.process.kill(signal.SIGKILL)
        self.process.close()


# Synchronized output: a terminal that supports it is told where each update begins and ends.
ASKS_FOR_FRAMES = b"\x1b[?2026$p"
KNOWS_FRAMES = b"\x1b[?2026;2$y"
FRAME_BEGINS = b"\x1b[?2026h"
FRAME_ENDS = b"\x1b[?2026l"

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "backspace": "\x7f",
    "f10": "\x1b[21~",
}
