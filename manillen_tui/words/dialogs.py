"""The keys of answers, and the question before somebody leaves: what becomes of the table."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, _


YES_KEY: Final = Sentence("y")
NO_KEY: Final = Sentence("n")

# Before somebody leaves ---------------------------------------------------------------------------

LEAVE_QUESTION: Final = Sentence("Leave {table}?")
STAY: Final = Sentence("Stay")
LEAVE: Final = Sentence("Leave the table")
LEAVE_RUNNING_KEY: Final = Sentence("r")
LEAVE_RUNNING: Final = Sentence("Leave it running")
CLOSE_KEY: Final = Sentence("c")
CLOSE: Final = Sentence("Close the table for everybody")

HOST_UNREACHABLE: Final = Sentence(
    "The host can't be told now. Your seat is kept: you can return from the home screen."
)
SPECTATOR_LEAVES: Final = Sentence("You are a spectator: nobody's game changes.")
RIGHTS_LEAVE: Final = Sentence(
    "You hold the host's rights. Pass them on first (x), or nobody here has them."
)


def left_by_host(state: str, *, alone: bool) -> str:
    """What becomes of a table that runs on without the one who opened it."""
    if alone:
        return _(
            "This is your table. If you leave it running, it waits for somebody to come and closes"
            " after a while. You can return from the home screen."
        )
    if state == "playing":
        return _(
            "This is your table. If you leave it running, a computer player takes over your cards."
            " You can return from the home screen."
        )
    return _(
        "This is your table. If you leave it running, your chair becomes free."
        " You can return from the home screen."
    )


def left_by_guest(state: str, *, alone: bool) -> str:
    """What becomes of the chair of a guest who leaves."""
    if state != "playing":
        return _("Your chair becomes free.")
    if alone:
        return _("Nobody else is here: the match waits until somebody comes back.")
    return _("A computer player takes over your cards; you can come back later.")
