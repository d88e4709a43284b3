"""What a card is worth in the current trick, and which card to play to it."""

from collections.abc import Iterable
from typing import Final

from manillen_tui.engine.cards import Card
from manillen_tui.engine.trick import trick_winner
from manillen_tui.players.knowledge import Knowledge


# In card points. Tuned in matches of the policy against itself; none of them is critical.
_TO_COME: Final = 1.5  # what each player still to play is expected to add to a trick
_TRUMP: Final = 2.0  # the value of keeping any trump for later ...
_TRUMP_WORTH: Final = 1.4  # ... plus this for each point it is worth
_MASTER: Final = 1.0  # the same for the highest card left of a plain suit
_MASTER_WORTH: Final = 0.6
_SECOND: Final = 1.0  # for a card that only one other beats


def lowest(known: Knowledge, cards: Iterable[Card]) -> Card:
    return min(cards, key=lambda card: (known.pack.strength(card), card))


def highest(known: Knowledge, cards: Iterable[Card]) -> Card:
    return max(cards, key=lambda card: (known.pack.strength(card), -card))


def follow(known: Knowledge, legal: Iterable[Card]) -> Card:
    """The card with the best prospects; among equal ones the lowest.

    As a result, points go on tricks that stay ours and not on theirs, tricks are won with the
    cheapest card likely to hold, and tens and trumps are not wasted. Partner's knock is answered
    with the best card of the suit, if that is winning the trick.
    """
    legal = list(legal)
    if known.knocked:
        best = highest(known, legal)
        if best.suit is known.trick[0].suit and known.takes(best):
            return best

    def prospects(card: Card) -> tuple[float, int, int]:
        # Rounded, as summing in another order may change the last digit.
        gain = _trick_gain(known, card) - _keeping(known, card)
        return round(gain, 6), -known.pack.strength(card), -card

    return max(legal, key=prospects)


def chance_ours(known: Knowledge, card: Card) -> float:
    """The chance that this side takes the trick if `card` is played now."""
    trick = (*known.trick, card)
    place = trick_winner(known.rules, known.trump, trick)
    winner = known.rules.next_seat(known.seat, place + 1 - len(trick))
    ours = 1.0 if known.is_ours(winner) else 0.0
    for seat in known.to_follow:
        beats = known.chance_beats(seat, trick[0].suit, trick[place])
        ours = ours + (1 - ours) * beats if known.is_ours(seat) else ours * (1 - beats)
    return ours


def _trick_gain(known: Knowledge, card: Card) -> float:
    """The expected points this trick brings with `card`; negative if it is likely lost."""
    worth = known.pack.worth
    on_table = sum(worth[played] for played in (*known.trick, card))
    stake = on_table + _TO_COME * len(known.to_follow)
    return stake * (2 * chance_ours(known, card) - 1)


def _keeping(known: Knowledge, card: Card) -> float:
    """What keeping `card` for later is worth."""
    worth = known.pack.worth[card]
    if card.suit is known.trump:
        return _TRUMP + _TRUMP_WORTH * worth
    above = known.higher_out(card)
    if above == 0:
        return _MASTER + _MASTER_WORTH * worth
    return _SECOND if above == 1 else 0.0
