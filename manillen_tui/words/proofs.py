"""Whether the shuffle of a deal is proved to this guest."""

from typing import Final

from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.words.catalogue import _


#: The marks beside a deal on the score sheet.
PROVED: Final = "✓"
NOT_PROVED: Final = "?"


def proof_mark(verdict: Verdict | None) -> str:
    """One cell for a deal on the score sheet; blank for a void deal, in which nobody scores."""
    if verdict is None or verdict.doubt is Doubt.VOID:
        return " "
    return PROVED if verdict.proved else NOT_PROVED


def proof_line(verdict: Verdict | None) -> str:
    """Whether the shuffle of a deal is proved, or why not; "" when there is nothing to say."""
    if verdict is None or verdict.doubt is Doubt.VOID:
        return ""
    return f"{proof_mark(verdict)} {_proof(verdict.doubt)}"


def _proof(doubt: Doubt | None) -> str:
    match doubt:
        case Doubt.CLOSED:
            return _("Not proved: hands stay hidden at this table.")
        case Doubt.VOID:
            return _("Not proved: hands stay hidden in a void deal.")
        case Doubt.ABSENT:
            return _("Not proved: your program was not there to check.")
        case Doubt.NOT_SHOWN:
            return _("Not proved: the host did not show the shuffle.")
        case Doubt.COMMITTED_TWICE:
            return _("Not proved: the host shuffled more than once.")
        case Doubt.OTHER_SECRET:
            return _("Not proved: the host changed its part of the shuffle.")
        case Doubt.LEFT_OUT:
            return _("Not proved: your part of the shuffle was not used.")
        case Doubt.BEGUN_AGAIN:
            return _("Not proved: the shuffle was started again.")
        case Doubt.MISSING:
            return _("Not proved: a player's part of the shuffle is missing.")
        case Doubt.OTHER_SHARE:
            return _("Not proved: the host changed a player's part.")
        case Doubt.OTHER_CARDS:
            return _("Not proved: the cards do not match the shuffle.")
        case None:
            return _("The shuffle is proved.")
