"""Which trump to name: what each choice can be expected to bring is counted from the hand.

The figures are match points for the namer's side. They were fitted to deals that the policy played
out against itself, once for each choice.
"""

from collections.abc import Sequence

from manillen_tui.engine.cards import SUITS, Card, Suit
from manillen_tui.engine.rules import Rules


def valued_trump(rules: Rules, hand: Sequence[Card]) -> tuple[float, Suit | None]:
    """The trump to name with this hand, with what it can be expected to bring."""
    value, suit = max((_at_suit(rules, hand, suit), suit) for suit in SUITS)
    at_no_trump = _at_no_trump(rules, hand)
    return (at_no_trump, None) if rules.no_trump and at_no_trump > value else (value, suit)


def _at_suit(rules: Rules, hand: Sequence[Card], trump: Suit) -> float:
    ten, ace, king, queen = rules.cards.order[:4]
    trumps = [card.rank for card in hand if card.suit is trump]
    value = -17 + 3.5 * len(trumps) + 3 * max(0, len(trumps) - 4)
    value += sum({ten: 6.5, ace: 4, king: 1.5, queen: 1}.get(rank, 0) for rank in trumps)
    for suit in SUITS:
        ranks = [card.rank for card in hand if card.suit is suit]
        if suit is trump:
            continue
        if not ranks:
            value += 4  # the first lead of it can be ruffed
        elif ten in ranks:
            value += 6
        elif ace in ranks:
            value += 1.5
    return value


def _at_no_trump(rules: Rules, hand: Sequence[Card]) -> float:
    ten, ace, king = rules.cards.order[:3]
    return -21.5 + sum({ten: 14.5, ace: 5.5, king: 1}.get(card.rank, 0) for card in hand)
