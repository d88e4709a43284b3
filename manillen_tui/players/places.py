"""Where the unseen cards can be: each in one hand, or closed on a stack."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from manillen_tui.engine.cards import Card, Pack, Suit, cards_in


class Places:
    """For each seat the cards it may and must hold; the last place, beyond the seats, is the closed
    cards of all stacks, whose owners do not know them either.

    Sets of cards are masks. Facts are added first, all of them; `settle` then draws what follows
    from them together.
    """

    def __init__(
        self, pack: Pack, seats: int, out: int, counts: Sequence[int], closed: int
    ) -> None:
        """`out` are the unseen cards, `counts` how many cards each seat can play."""
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
        """This seat holds exactly these cards, which are not among those out."""
        self._may[seat] = self._must[seat] = hand

    def exclude(self, seat: int, cards: int) -> None:
        self._may[seat] &= ~cards

    def require(self, seat: int, cards: int) -> None:
        self._must[seat] |= cards
        self._may[seat] |= cards  # it may have been closed when a play excluded it

    def count(self, seat: int, suit: Suit, number: int) -> None:
        """The seat holds exactly so many of a suit at this point of the deal."""
        self._exact[seat, suit] = number
        self._more.discard((seat, suit))

    def more(self, seat: int, suit: Suit) -> None:
        """The seat holds at least one of a suit at this point of the deal."""
        if (seat, suit) not in self._exact:
            self._more.add((seat, suit))

    def played(self, seat: int, suit: Suit) -> None:
        """The seat has just played a card of a suit."""
        self._more.discard((seat, suit))
        if (seat, suit) in self._exact:
            self._exact[seat, suit] -= 1

    def settle(self) -> None:
        """Draw every conclusion from one place, one suit of a place, or one card, to the end."""
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
        """Of the cards `among` this place holds so many: perhaps all that it may, or must."""
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
        """For each seat and card of which it is open who has it: the chance that the seat has not.

        A place draws its cards in proportion to the number of those of it that are not known.
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
