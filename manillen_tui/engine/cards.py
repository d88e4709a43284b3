"""Packs, suits, ranks, and sets of cards as bit masks.

A `Card` is a number from 0 to 51 and means the same card in every pack; a *mask* is an int whose
bit `card` is set for every card in the set. The order of the ranks and the worth of a card belong
to the `Pack`. The text form of every value is the wire's: ``♣ ♦ ♥ ♠`` and ``10 A K Q J 9 ... 2``.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self


RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Suit(StrEnum):
    """A suit; its value is the sign used on the wire."""

    CLUBS = "♣"
    DIAMONDS = "♦"
    HEARTS = "♥"
    SPADES = "♠"

    @property
    def number(self) -> int:
        """0 to 3, the index of this suit in the tables of a `Pack`."""
        return _SUIT_NUMBER[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``"♦"`` or ``"D"``; raises `ValueError` for anything else.

        >>> Suit.parse("d") is Suit.DIAMONDS
        True
        """
        sign = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}.get(text.upper(), text)
        return cls(sign)


SUITS: Final = tuple(Suit)
_SUIT_NUMBER: Final = {suit: i for i, suit in enumerate(SUITS)}


class Card(int):
    """One card, the same in every pack. Card 0 is falsy: test with ``is None``, never ``not``."""

    __slots__ = ()

    @property
    def suit(self) -> Suit:
        return SUITS[self // 13]

    @property
    def rank(self) -> str:
        """One of `RANKS`."""
        return RANKS[self % 13]

    @classmethod
    def of(cls, rank: str, suit: Suit) -> "Card":
        return CARDS[suit.number * 13 + RANKS.index(rank)]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Parse ``"10♦"``, ``"10D"`` or ``"TD"``; raises `ValueError` for anything else.

        >>> str(Card.parse("TD"))
        '10♦'
        """
        rank = text[:-1].upper().replace("T", "10")
        if rank not in RANKS:
            raise ValueError(f"not a card: {text!r}")
        return cls.of(rank, Suit.parse(text[-1:]))

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


CARDS: Final = tuple(Card(i) for i in range(52))


class Pack:
    """The cards of a game with their order and worth, as precomputed tables.

    `order` lists the ranks of every suit from high to low; the first five are worth 5 4 3 2 1. The
    cards in `without` are left out. A Spanish pack (`spanish`) has oros for ♦, copas for ♥, espadas
    for ♠ and bastos for ♣, rey for K, caballo for Q and sota for J.
    """

    def __init__(self, order: str, *, without: str = "", spanish: bool = False) -> None:
        self.order: Final = tuple(order.split())
        self.spanish: Final = spanish
        missing = {Card.parse(text) for text in without.split()}
        every = (Card.of(rank, suit) for suit in SUITS for rank in self.order)
        self.cards: Final = tuple(card for card in every if card not in missing)
        #: the one-card mask of each of these cards
        self.bits: Final = tuple(1 << card for card in self.cards)
        self.mask: Final = mask_of(self.cards)
        #: the mask of each suit, by `Suit.number`
        self.suit_masks: Final = tuple(mask_of(c for c in self.cards if c.suit is s) for s in SUITS)
        above = [0] * 52
        points = [0] * 52
        for suit in SUITS:
            higher = 0
            for place, rank in enumerate(self.order):
                card = Card.of(rank, suit)
                if card in missing:
                    continue
                above[card] = higher
                higher |= 1 << card
                points[card] = max(0, 5 - place)
        #: for each card, the mask of the cards of its suit that outrank it
        self.above: Final = tuple(above)
        #: what each card is worth to the side that captures it
        self.worth: Final = tuple(points)

    @property
    def total(self) -> int:
        """Points in the whole pack: 60 in every form of the game."""
        return sum(self.worth[card] for card in self.cards)

    def strength(self, card: Card) -> int:
        """The rank as a number: 0 for the lowest of the pack."""
        return len(self.order) - 1 - self.order.index(card.rank)


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> Iterator[Card]:
    """The cards of a mask, by number."""
    while mask:
        low = mask & -mask
        yield CARDS[low.bit_length() - 1]
        mask ^= low


FRENCH_32: Final = Pack("10 A K Q J 9 8 7")

#: Every pack the game is played with, by name.
PACKS: Final[Mapping[str, Pack]] = MappingProxyType(
    {
        "french-32": FRENCH_32,
        "french-30": Pack("10 A K Q J 9 8 7", without="7♣ 7♠"),
        "french-40": Pack("7 A K Q J 6 5 4 3 2"),
        "french-44": Pack("9 A K Q J 7 6 5 4 3 2"),
        "spanish-40": Pack("7 A K Q J 6 5 4 3 2", spanish=True),
        "spanish-48": Pack("9 A K Q J 8 7 6 5 4 3 2", spanish=True),
    }
)
