"""Where the unseen cards can be: each is in one hand, or closed on a stack."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from manillen_tui.engine.cards import Card, Pack, Suit, cards_in


class Places:
    """For each seat, the cards it may and must hold. One more place, after the seats, stands for
    the closed cards of all stacks, which nobody knows.

    Sets of cards are masks. Add all facts first; `settle` then draws the conclusions.
    """

    def __init__(
        self, pack: Pack, seats: int, out: int, counts: Sequence[int], closed: int
    ) -> None:
        """`out` are the unseen cards, `counts` how many cards each seat holds."""
        self._pack: Final = pack
        self._seats: Final = seats
        self._sizes: Final = (*counts, closed)
        self._may: Final = [out] * (seats + 1)
        self._must: Final = [0] * (seats + 1)
        self._exact: Final[dict[tuple[int, Suit], int]] = {}
        self._more: Final[set[tuple[int, Suit]]] = set()
        if not closed:
            self._may[seats] = 0

    @property
    def may(self) -> tuple[int, ...]:
        """By seat."""
        return tuple(self._may[: self._seats])

    @property
    def must(self) -> tuple[int, ...]:
        """By seat."""
        return tuple(self._must[: self._seats])

    def own(self, seat: int, hand: int) -> None:
        """This seat holds exactly these cards, which are not among the unseen ones."""
        self._may[seat] = self._must[seat] = hand

    def exclude(self, seat: int, cards: int) -> None:
        self._may[seat] &= ~cards

    def require(self, seat: int, cards: int) -> None:
        self._must[seat] |= cards
        self._may[seat] |= cards  # it may have been closed when an earlier play excluded it

    def count(self, seat: int, suit: Suit, number: int) -> None:
        """The seat holds exactly this many cards of a suit at this point of the deal."""
        self._exact[seat, suit] = number
        self._more.discard((seat, suit))

    def more(self, seat: int, suit: Suit) -> None:
        """The seat holds at least one card of a suit at this point of the deal."""
        if (seat, suit) not in self._exact:
            self._more.add((seat, suit))

    def played(self, seat: int, suit: Suit) -> None:
        """The seat has just played a card of a suit."""
        self._more.discard((seat, suit))
        if (seat, suit) in self._exact:
            self._exact[seat, suit] -= 1

    def settle(self) -> None:
        """Repeat until nothing changes: conclude from each place, suit of a place, and card."""
        places = range(self._seats + 1)
        before: list[int] = []
        while before != [*self._may, *self._must]:
            before = [*self._may, *self._must]
            for place in places:
                for other in places:
                    if other != place:
                        self._may[other] &= ~self._must[place]
                self._fit(place, -1, self._sizes[place])
            for (seat, suit), number in self._exact.items():
                self._fit(seat, self._pack.suit_masks[suit.number], number)
            for seat, suit in self._more:
                only = self._may[seat] & self._pack.suit_masks[suit.number]
                if only & only - 1 == 0:
                    self._must[seat] |= only
            once = twice = 0
            for may in self._may:
                twice |= once & may
                once |= may
            for place in places:
                self._must[place] |= self._may[place] & ~twice

    def _fit(self, place: int, among: int, number: int) -> None:
        """Given that a place holds `number` of the cards `among`: conclude if that is all it may,
        or just what it must.
        """
        may, must = self._may[place] & among, self._must[place] & among
        if must.bit_count() == number:
            self._may[place] &= ~(may ^ must)
        elif may.bit_count() == number:
            self._must[place] |= may

    def chance_none(self, seat: int, cards: int) -> float:
        """The chance that a seat holds none of these cards."""
        cards &= self._may[seat]
        if cards & self._must[seat]:
            return 0.0
        for holder, suit in self._more:
            of_suit = self._may[seat] & self._pack.suit_masks[suit.number]
            if holder == seat and not of_suit & ~cards:
                return 0.0
        missing = self._missing[seat]
        chance = 1.0
        for card in cards_in(cards):
            chance *= missing[card]
        return chance

    @cached_property
    def _missing(self) -> tuple[dict[Card, float], ...]:
        """For each place and each card whose holder is unknown: the chance that it is elsewhere.

        Chances are in proportion to how many cards of each place are unknown.
        """
        missing: tuple[dict[Card, float], ...] = tuple({} for _ in self._may)
        unknown = [may & ~must for may, must in zip(self._may, self._must, strict=True)]
        free = [size - must.bit_count() for size, must in zip(self._sizes, self._must, strict=True)]
        anywhere = 0
        for cards in unknown:
            anywhere |= cards
        for card in cards_in(anywhere):
            places = [place for place, cards in enumerate(unknown) if cards >> card & 1]
            total = sum(free[place] for place in places)
            for place in places:
                missing[place][card] = 1 - free[place] / total if total else 1.0
        for (seat, suit), number in self._exact.items():
            of_suit = self._pack.suit_masks[suit.number]
            open_, known = unknown[seat] & of_suit, (self._must[seat] & of_suit).bit_count()
            for card in cards_in(open_):
                missing[seat][card] = 1 - (number - known) / open_.bit_count()
        return missing
