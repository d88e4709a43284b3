"""Whether the shuffle of a deal is proved to this guest."""

from typing import Final

from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.words.catalogue import _


#: Beside a deal on the sheet.
PROVED: Final = "✓"
NOT_PROVED: Final = "?"


def proof_mark(verdict: Verdict | None) -> str:
    """One cell for a deal on the sheet; a void one proves nothing, and nothing hangs on it."""
    if verdict is None or verdict.doubt is Doubt.VOID:
        return " "
    return PROVED if verdict.proved else NOT_PROVED


def proof_line(verdict: Verdict | None) -> str:
    """Whether the shuffle of a deal is proved, and why not; "" where there is nothing to say."""
    if verdict is None or verdict.doubt is Doubt.VOID:
        return ""
    if verdict.doubt is None:
        return f"{PROVED} " + _("The shuffle is proved.")
    return f"{NOT_PROVED} " + _("Not proved: {why}").format(why=_doubt(verdict.doubt))


def _doubt(doubt: Doubt) -> str:
    match doubt:
        case Doubt.CLOSED:
            return _("hands stay hidden at this table.")
        case Doubt.ABSENT:
            return _("your program was not there to check it.")
        case Doubt.NOT_SHOWN:
            return _("the host did not show the shuffle.")
        case Doubt.COMMITTED_TWICE:
            return _("the host shuffled more than once.")
        case Doubt.OTHER_SECRET:
            return _("the host changed its part of the shuffle.")
        case Doubt.LEFT_OUT:
            return _("your part of the shuffle was not used.")
        case Doubt.BEGUN_AGAIN:
            return _("the shuffle was started again.")
        case Doubt.MISSING:
            return _("somebody's part of the shuffle was missing.")
        case Doubt.OTHER_SHARE:
            return _("the host changed what was added.")
        case Doubt.OTHER_CARDS:
            return _("the cards are not those of the shuffle.")
        case Doubt.VOID:
            return _("hands stay hidden in a void deal.")
