"""Choosing trump, and the calls on it: small state machines with one interface.

`begin` returns the rules' machine or, if nobody has a choice, the trump at once. A machine is a
value: it tells whose turn it is and what they may say, and takes one command after another until it
results in a `Trump`, or in None if everybody passed.
"""

from collections.abc import Callable, Mapping
from typing import Final

from manillen_tui.engine.cards import Card
from manillen_tui.engine.events import CardTurned, Event
from manillen_tui.engine.rules import Rules, TrumpChoice
from manillen_tui.engine.trump.auction import Auction
from manillen_tui.engine.trump.calls import Called, Calling
from manillen_tui.engine.trump.choosing import Choosing, StandingBid, Trump
from manillen_tui.engine.trump.dealer import DealerNames
from manillen_tui.engine.trump.round import ChoiceRound


__all__ = ["Called", "Calling", "Choosing", "StandingBid", "Trump", "begin"]

_MACHINES: Final[Mapping[TrumpChoice, Callable[[Rules, int], Choosing]]] = {
    TrumpChoice.DEALER: DealerNames.begin,
    TrumpChoice.CHOICE_ROUND: ChoiceRound.begin,
    TrumpChoice.AUCTION: Auction.begin,
}


def begin(rules: Rules, dealer: int, last_card: Card) -> tuple[Choosing | Trump, tuple[Event, ...]]:
    """Begin choosing trump; `last_card` is the last one dealt, the dealer's own.

    If nobody chooses, the dealer counts as the namer.
    """
    match rules.trump_choice:
        case TrumpChoice.TURNED:
            return Trump(dealer, last_card.suit), (CardTurned(dealer, last_card),)
        case TrumpChoice.NEVER:
            return Trump(dealer, None), ()
        case choice:
            return _MACHINES[choice](rules, dealer), ()
