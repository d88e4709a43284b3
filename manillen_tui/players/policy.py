"""One sensible way to play: a command for a view, and always the same for the same view."""

from collections.abc import Iterable
from typing import Final

from manillen_tui.engine.cards import Card, cards_in
from manillen_tui.engine.commands import Bid, Command, Cut, NameTrump, Next, Pass, PickUp, Play
from manillen_tui.engine.trick import trick_winner
from manillen_tui.engine.view import Phase, View
from manillen_tui.players.knowledge import Knowledge
from manillen_tui.players.naming import valued_trump


# In card points. Matches of the policy against itself chose these; none of them is sharp.
_TO_COME: Final = 1.5  # what each player still to come adds to a trick
_TRUMP: Final = 2.0  # what any trump is good for later ...
_TRUMP_WORTH: Final = 1.4  # ... and more for each point it is worth
_MASTER: Final = 1.0  # the same of a card of another suit that nobody can beat
_MASTER_WORTH: Final = 0.6
_SECOND: Final = 1.0  # one card alone is above it

_SAFE: Final = 0.4  # a master is led with at least this chance that the trick is ours
_LONG: Final = 4  # trumps that draw the others' even without the highest


def choose(view: View) -> Command:
    """What the seat of this view does now. `ValueError` if it is not to act."""
    if view.seat in view.to_act:
        if view.phase is Phase.PLAY:
            return Play(_card(view))
        if view.phase is Phase.TRUMP:
            return _trump(view)
        if view.phase is Phase.CALL:
            return Pass()
        if view.phase is Phase.CUT and view.cut_range is not None:
            return Cut(sum(view.cut_range) // 2)
        if view.phase is Phase.SCORE:
            return Next()
    raise ValueError(f"seat {view.seat} has nothing to do in phase {view.phase}")


def _trump(view: View) -> Command:
    """Name a trump that is likely to win, as late as the rules allow with a weak hand."""
    if PickUp() in view.choices:
        return PickUp()
    value, suit = valued_trump(view.rules, view.playable)
    if view.bid_range is not None and suit is not None:
        low, high = view.bid_range
        can_make = view.rules.par + int(value)
        return Bid(low, suit) if low <= min(can_make, high) else Pass()
    return Pass() if value <= 0 and Pass() in view.choices else NameTrump(suit)


def _card(view: View) -> Card:
    if len(view.legal) == 1:
        return view.legal[0]
    known = Knowledge(view)
    return _follow(known, view.legal) if known.trick else _lead(known)


# Leading ------------------------------------------------------------------------------------------


def _lead(known: Knowledge) -> Card:
    """Draw the opponents' trumps, cash what holds unless it is ruffed, then try a long suit."""
    hand = list(cards_in(known.hand))
    trumps = [card for card in hand if card.suit is known.trump]
    if len(trumps) > 1 and known.opponents_may_hold_trumps:
        masters = [card for card in trumps if known.is_master(card)]
        if masters or len(trumps) >= _LONG:
            return _lowest(known, masters or trumps)
    plain = [card for card in hand if card.suit is not known.trump]
    sure = [card for card in plain if known.is_master(card) and _chance_ours(known, card) >= _SAFE]
    if sure:
        return _highest(known, sure)
    worthless = [card for card in plain if not known.pack.worth[card]]
    if worthless:
        longest = max(worthless, key=lambda card: (known.held(card.suit), -card)).suit
        return _lowest(known, [card for card in worthless if card.suit is longest])
    return _lowest(known, hand)


def _lowest(known: Knowledge, cards: Iterable[Card]) -> Card:
    return min(cards, key=lambda card: (known.pack.strength(card), card))


def _highest(known: Knowledge, cards: Iterable[Card]) -> Card:
    return max(cards, key=lambda card: (known.pack.strength(card), -card))


# Following ----------------------------------------------------------------------------------------


def _follow(known: Knowledge, legal: Iterable[Card]) -> Card:
    """The card with the best prospects; of equal ones the lowest.

    What this weighs: points are added to a trick that stays ours and kept out of theirs, a trick is
    won by the cheapest card that is likely to hold, tens and trumps are not spent without need.
    """

    def prospects(card: Card) -> tuple[float, int, int]:
        # Rounded, as the same sum in another order may differ in its last digit.
        gain = _trick_gain(known, card) - _keeping(known, card)
        return round(gain, 6), -known.pack.strength(card), -card

    return max(legal, key=prospects)


def _trick_gain(known: Knowledge, card: Card) -> float:
    """The points of this trick that `card` can be expected to win, lost ones counted off."""
    worth = known.pack.worth
    on_table = sum(worth[played] for played in (*known.trick, card))
    stake = on_table + _TO_COME * len(known.to_follow)
    return stake * (2 * _chance_ours(known, card) - 1)


def _chance_ours(known: Knowledge, card: Card) -> float:
    """The chance that this side takes the trick with `card` played to it now."""
    trick = (*known.trick, card)
    place = trick_winner(known.rules, known.trump, trick)
    winner = known.rules.next_seat(known.seat, place + 1 - len(trick))
    ours = 1.0 if known.is_ours(winner) else 0.0
    for seat in known.to_follow:
        beats = known.chance_beats(seat, trick[0].suit, trick[place])
        ours = ours + (1 - ours) * beats if known.is_ours(seat) else ours * (1 - beats)
    return ours


def _keeping(known: Knowledge, card: Card) -> float:
    """What `card` may still be good for if it is not played now."""
    worth = known.pack.worth[card]
    if card.suit is known.trump:
        return _TRUMP + _TRUMP_WORTH * worth
    above = known.higher_out(card)
    if above == 0:
        return _MASTER + _MASTER_WORTH * worth
    return _SECOND if above == 1 else 0.0
