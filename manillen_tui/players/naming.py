"""Decisions about trump: name it, bid, pass, hand it over, go along or against."""

from typing import Final

from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.commands import (
    Bid,
    Call,
    CallKind,
    Command,
    HandOver,
    NameTrump,
    Pass,
    PickUp,
)
from manillen_tui.engine.rules import TrumpChoice
from manillen_tui.engine.view import View
from manillen_tui.players.estimate import excess


# In match points for this side. Tuned in matches of the policy against itself.
_PASS: Final = -3.5  # expected if somebody else names trump
_HAND_OVER: Final = -3.0  # expected from partner's choice, with a poor hand here

# In card points.
_BID: Final = -4.0  # the margin over a bid that a hand must promise
_OVER_PARTNER: Final = 2.0  # the margin over partner's bid
_ALONG: Final = 8.0  # expected above par to go along, if trump was named ...
_ALONG_UNNAMED: Final = 5.0  # ... and if nobody chose it
_AGAINST: Final = 9.0  # expected above par to go against


def name_trump(view: View) -> Command:
    """A bid, or else the choice with the best expected score."""
    if PickUp() in view.choices:
        return PickUp()  # naming blind doubles the score of the opponents as well
    bid = _bid(view)
    return bid or max(view.choices, key=lambda command: _worth(view, command))


def _worth(view: View, command: Command) -> float:
    """The match points that this seat's side can expect from a command."""
    rules = view.rules
    match command:
        case NameTrump(suit=suit):
            return excess(rules, view.playable, suit) * (1 if suit else rules.no_trump_factor)
        case Pass() if view.seat == view.dealer and rules.trump_choice is TrumpChoice.CHOICE_ROUND:
            return _worth(view, NameTrump(None))  # the dealer's pass means no trump
        case Pass():
            return _PASS
        case HandOver():
            return _HAND_OVER
    return float("-inf")


def _bid(view: View) -> Bid | None:
    """The lowest possible bid, if this side is likely to make it."""
    if view.bid_range is None:
        return None
    low, _ = view.bid_range
    best, suit = max((excess(view.rules, view.playable, suit), suit) for suit in SUITS)
    beats_partner = view.bid is not None and view.bid.seat == view.rules.partner(view.seat or 0)
    margin = _OVER_PARTNER if beats_partner else _BID
    return Bid(low, suit) if view.rules.par + best >= low + margin else None


def call_or_pass(view: View) -> Command:
    """Go along or against, but only with a strong hand."""
    call = next(command for command in view.choices if isinstance(command, Call))
    unnamed = view.rules.trump_choice in (TrumpChoice.TURNED, TrumpChoice.NEVER)
    along = _ALONG_UNNAMED if unnamed else _ALONG
    least = _AGAINST if call.kind is CallKind.AGAINST else along
    return call if excess(view.rules, view.playable, view.trump) >= least else Pass()
