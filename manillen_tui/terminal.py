"""Can the interface be drawn here? Asked before Textual is imported."""

import os
import sys

from manillen_tui.client import Trouble


def check_terminal() -> None:
    """Raise `Trouble` where the interface could not be seen or used."""
    # Textual reads standard input and draws on standard error.
    if not (sys.stdin and sys.stdin.isatty() and sys.__stderr__ and sys.__stderr__.isatty()):
        raise Trouble("no-terminal")
    if os.environ.get("TERM") == "dumb":
        raise Trouble("dumb-terminal")


def shows_suits() -> bool:
    """Whether this terminal's encoding has the four suit signs."""
    try:
        "♣♦♥♠".encode(getattr(sys.__stderr__, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
