"""What to say about trump: name it, bid, pass, hand it over, go along or against."""

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


# In match points for the side that speaks. Matches of the policy against itself chose these.
_PASS: Final = -3.5  # what is expected when somebody else names trump
_HAND_OVER: Final = -3.0  # what is expected of partner's choice beside a poor hand

# In card points.
_BID: Final = -4.0  # expected beyond a bid that is made
_OVER_PARTNER: Final = 2.0  # the same where the bid to beat is partner's
_ALONG: Final = 8.0  # expected above par before the deal is doubled against a trump named ...
_ALONG_UNNAMED: Final = 5.0  # ... and against one that nobody chose
_AGAINST: Final = 9.0  # and before it is doubled again


def name_trump(view: View) -> Command:
    """The bid, or of all that may be said the one that promises most."""
    if PickUp() in view.choices:
        return PickUp()  # no trump named blind is worth twice as much to the others as well
    bid = _bid(view)
    return bid or max(view.choices, key=lambda command: _worth(view, command))


def _worth(view: View, command: Command) -> float:
    """The match points that a command promises to the side of this seat."""
    rules = view.rules
    match command:
        case NameTrump(suit=suit):
            return excess(rules, view.playable, suit) * (1 if suit else rules.no_trump_factor)
        case Pass() if view.seat == view.dealer and rules.trump_choice is TrumpChoice.CHOICE_ROUND:
            return _worth(view, NameTrump(None))  # that is what it means
        case Pass():
            return _PASS
        case HandOver():
            return _HAND_OVER
    return float("-inf")


def _bid(view: View) -> Bid | None:
    """The lowest bid there is, if it is likely to be made."""
    if view.bid_range is None:
        return None
    low, _ = view.bid_range
    best, suit = max((excess(view.rules, view.playable, suit), suit) for suit in SUITS)
    beats_partner = view.bid is not None and view.bid.seat == view.rules.partner(view.seat or 0)
    margin = _OVER_PARTNER if beats_partner else _BID
    return Bid(low, suit) if view.rules.par + best >= low + margin else None


def call_or_pass(view: View) -> Command:
    """Double only with a strong hand."""
    call = next(command for command in view.choices if isinstance(command, Call))
    unnamed = view.rules.trump_choice in (TrumpChoice.TURNED, TrumpChoice.NEVER)
    along = _ALONG_UNNAMED if unnamed else _ALONG
    least = _AGAINST if call.kind is CallKind.AGAINST else along
    return call if excess(view.rules, view.playable, view.trump) >= least else Pass()
