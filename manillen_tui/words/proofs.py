"""Whether a deal is proved to this guest."""

from typing import Final

from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.guest.replay import Part
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
    """Whether a deal is proved, or why not; "" when there is nothing to say."""
    if verdict is None or verdict.doubt is Doubt.VOID:
        return ""
    return f"{proof_mark(verdict)} {_proof(verdict)}"


def _proof(verdict: Verdict) -> str:
    match verdict.doubt:
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
        case Doubt.NOT_SEEN:
            return _("Not proved: your program missed part of the deal.")
        case Doubt.DIFFERS:
            return _differs(verdict.part)
        case None:
            return _("The deal is proved.")


def _differs(part: Part | None) -> str:
    match part:
        case Part.RULES:
            return _("Not proved: the rules are not those of this match.")
        case Part.SEAT:
            return _("Not proved: a seat is not where it should be.")
        case Part.DEALER:
            return _("Not proved: another seat should deal.")
        case Part.CUT:
            return _("Not proved: the cut is not as shown.")
        case Part.HAND:
            return _("Not proved: your hand is not as shuffled.")
        case Part.TRUMP:
            return _("Not proved: trump was not made as shown.")
        case Part.PLAY:
            return _("Not proved: a card could not be played as shown.")
        case Part.TRICK:
            return _("Not proved: a trick is not as played.")
        case Part.POINTS:
            return _("Not proved: the points are not as played.")
        case Part.FACTOR:
            return _("Not proved: the factor is not as the rules say.")
        case Part.SCORE:
            return _("Not proved: the score is not as played.")
        case Part.TOTALS:
            return _("Not proved: the totals do not add up.")
        case Part.GAMES:
            return _("Not proved: the games won are not as played.")
        case Part.WINNER:
            return _("Not proved: the winner is not as played.")
        case Part.HANDS:
            return _("Not proved: the hands laid open are not as shuffled.")
        case Part.OWN:
            return _("Not proved: you never made a move shown as yours.")
        case Part.TURN | None:
            return _("Not proved: the deal did not go as shown.")
