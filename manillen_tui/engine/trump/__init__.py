"""How a deal comes by its trump, and what may be called on it: small machines, one interface.

`begin` gives the machine of the rules, or the trump at once where nobody has a say. A machine is a
value: it tells whom it waits for and what may be said, and takes one command after the other until
a `Trump` comes out, or nothing when nobody wanted it.
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
    """How the choice begins; `last_card` is the last one dealt, the dealer's own.

    Where nobody chooses, the dealer counts as the one who named, for their side.
    """
    match rules.trump_choice:
        case TrumpChoice.TURNED:
            return Trump(dealer, last_card.suit), (CardTurned(dealer, last_card),)
        case TrumpChoice.NEVER:
            return Trump(dealer, None), ()
        case choice:
            return _MACHINES[choice](rules, dealer), ()
