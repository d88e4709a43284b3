"""What a card does in the trick on the table, and which card to follow with."""

from collections.abc import Iterable
from typing import Final

from manillen_tui.engine.cards import Card
from manillen_tui.engine.trick import trick_winner
from manillen_tui.players.knowledge import Knowledge


# In card points. Matches of the policy against itself chose these; none of them is sharp.
_TO_COME: Final = 1.5  # what each player still to come adds to a trick
_TRUMP: Final = 2.0  # what any trump is good for later ...
_TRUMP_WORTH: Final = 1.4  # ... and more for each point it is worth
_MASTER: Final = 1.0  # the same of a card of another suit that nobody can beat
_MASTER_WORTH: Final = 0.6
_SECOND: Final = 1.0  # one card alone is above it


def lowest(known: Knowledge, cards: Iterable[Card]) -> Card:
    return min(cards, key=lambda card: (known.pack.strength(card), card))


def highest(known: Knowledge, cards: Iterable[Card]) -> Card:
    return max(cards, key=lambda card: (known.pack.strength(card), -card))


def follow(known: Knowledge, legal: Iterable[Card]) -> Card:
    """The card with the best prospects; of equal ones the lowest.

    What this weighs: points are added to a trick that stays ours and kept out of theirs, a trick is
    won by the cheapest card that is likely to hold, tens and trumps are not spent without need.
    Partner's knock is heeded as long as the best card of the suit is not thrown away.
    """
    legal = list(legal)
    if known.knocked:
        best = highest(known, legal)
        if best.suit is known.trick[0].suit and known.takes(best):
            return best

    def prospects(card: Card) -> tuple[float, int, int]:
        # Rounded, as the same sum in another order may differ in its last digit.
        gain = _trick_gain(known, card) - _keeping(known, card)
        return round(gain, 6), -known.pack.strength(card), -card

    return max(legal, key=prospects)


def chance_ours(known: Knowledge, card: Card) -> float:
    """The chance that this side takes the trick with `card` played to it now."""
    trick = (*known.trick, card)
    place = trick_winner(known.rules, known.trump, trick)
    winner = known.rules.next_seat(known.seat, place + 1 - len(trick))
    ours = 1.0 if known.is_ours(winner) else 0.0
    for seat in known.to_follow:
        beats = known.chance_beats(seat, trick[0].suit, trick[place])
        ours = ours + (1 - ours) * beats if known.is_ours(seat) else ours * (1 - beats)
    return ours


def _trick_gain(known: Knowledge, card: Card) -> float:
    """The points of this trick that `card` can be expected to win, lost ones counted off."""
    worth = known.pack.worth
    on_table = sum(worth[played] for played in (*known.trick, card))
    stake = on_table + _TO_COME * len(known.to_follow)
    return stake * (2 * chance_ours(known, card) - 1)


def _keeping(known: Knowledge, card: Card) -> float:
    """What `card` may still be good for if it is not played now."""
    worth = known.pack.worth[card]
    if card.suit is known.trump:
        return _TRUMP + _TRUMP_WORTH * worth
    above = known.higher_out(card)
    if above == 0:
        return _MASTER + _MASTER_WORTH * worth
    return _SECOND if above == 1 else 0.0
