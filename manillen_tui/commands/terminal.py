"""Whether the interface can be drawn here, and how large. Checked before importing Textual."""

import os
import sys
from contextlib import suppress
from typing import TextIO

from manillen_tui.trouble import Trouble


def check_terminal() -> None:
    """Raise `Trouble` if the interface could not be seen or used."""
    # Textual reads standard input, draws on standard error and measures standard output.
    stdin, stdout, stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__
    if not (stdin and stdin.isatty() and stdout and stdout.isatty() and stderr and stderr.isatty()):
        raise Trouble("no-terminal")
    if os.environ.get("TERM") == "dumb":
        raise Trouble("dumb-terminal")
    if not shows(stderr, "╭─╮│♣♦♥♠"):
        # It takes precedence over every other choice of an encoding, even PYTHONUTF8.
        by_hand = os.environ.get("PYTHONIOENCODING")
        code = "narrow-encoding-chosen" if by_hand else "narrow-encoding"
        raise Trouble(code, {"encoding": stderr.encoding})


def measure_terminal() -> None:
    """Make sure that the size comes from the terminal itself, if it knows it.

    LINES and COLUMNS would take precedence (`shutil.get_terminal_size`). A shell, `resize` or
    readline may have exported them, and they do not follow the window: a screen drawn taller than
    its window scrolls and leaves old lines behind.
    """
    with suppress(OSError):
        if all(os.get_terminal_size()):  # a serial line does not know its size: keep them then
            os.environ.pop("LINES", None)
            os.environ.pop("COLUMNS", None)


def shows(stream: TextIO | None, text: str) -> bool:
    """Whether the encoding of this stream has every character of the text."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
