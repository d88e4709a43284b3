"""How much a hand can be expected to capture with a given trump, before any card is played.

The figures are card points, fitted to deals that the policy played against itself under the rules
of all base profiles, each deal once with every trump.
"""

from collections.abc import Sequence
from math import fsum
from typing import Final, NamedTuple

from manillen_tui.engine.cards import SUITS, Card, Suit
from manillen_tui.engine.rules import Rules


class _Figures(NamedTuple):
    """What each feature of a hand adds to `base`. Card values are by rank, from the highest."""

    base: float  # above par, for a hand with none of these features
    length: float  # for each trump above a quarter of the hand
    trumps: tuple[float, ...]
    plain: tuple[float, ...]  # cards of the other suits
    void: float  # in another suit: its first lead can be trumped
    no_trump: float  # the `base` at no trump
    at_no_trump: tuple[float, ...]


_WITH_PARTNER: Final = _Figures(-7.0, 3.0, (5.3, 3.4, 1.3), (4.7, 0.8), 2.5, -8.2, (6.1, 2.0, 0.4))
_ALONE: Final = _Figures(-13.6, 3.5, (5.2, 3.7, 1.9), (5.4, 3.1), 2.6, -14.5, (5.7, 4.0, 1.0))


def excess(rules: Rules, hand: Sequence[Card], trump: Suit | None) -> float:
    """The card points above par (negative: below) that this hand's side can expect to capture."""
    figures = _WITH_PARTNER if rules.partners else _ALONE

    def sum_of(values: Sequence[float], *suits: Suit) -> float:
        worth = dict(zip(rules.cards.order, values, strict=False))
        # `fsum` is exact, so that the order of the cards cannot break a tie between two suits.
        return fsum(worth.get(card.rank, 0.0) for card in hand if card.suit in suits)

    if trump is None:
        return figures.no_trump + sum_of(figures.at_no_trump, *SUITS)
    held = {suit: sum(card.suit is suit for card in hand) for suit in SUITS}
    others = [suit for suit in SUITS if suit is not trump]
    return (
        figures.base
        + figures.length * (held[trump] - len(hand) / 4)
        + sum_of(figures.trumps, trump)
        + sum_of(figures.plain, *others)
        + figures.void * sum(not held[suit] for suit in others)
    )
