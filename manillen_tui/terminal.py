"""Can the interface be drawn here? Asked before Textual is imported."""

import os
import sys
from typing import TextIO

from manillen_tui.client import Trouble


def check_terminal() -> None:
    """Raise `Trouble` where the interface could not be seen or used."""
    # Textual reads standard input and draws on standard error.
    if not (sys.stdin and sys.stdin.isatty() and sys.__stderr__ and sys.__stderr__.isatty()):
        raise Trouble("no-terminal")
    if os.environ.get("TERM") == "dumb":
        raise Trouble("dumb-terminal")
    if not shows(sys.__stderr__, "╭─╮│♣♦♥♠"):
        raise Trouble("narrow-encoding", {"encoding": sys.__stderr__.encoding})


def shows(stream: TextIO | None, text: str) -> bool:
    """Whether the encoding of this stream has every character of the text."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
