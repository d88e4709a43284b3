"""What everybody at the table sees happen. No event names a card that is not open on the table."""

from enum import StrEnum

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.scoring import DealScore


class Manner(StrEnum):
    """How a card was played, in a player's words."""

    LEAD = "lead"
    FOLLOW = "follow"
    RUFF = "ruff"
    DISCARD = "discard"


class DealBegan(Struct, frozen=True, array_like=True, tag="deal"):
    """The cards are shuffled; `number` counts from 1. `by_lot`: the first dealer was just drawn."""

    number: int
    dealer: int
    cutter: int
    by_lot: bool


class PackCut(Struct, frozen=True, array_like=True, tag="cut"):
    """The pack was cut, and the cards dealt."""

    seat: int
    position: int
    automatic: bool


class LookedEarly(Struct, frozen=True, array_like=True, tag="looked"):
    """The dealer's partner looked: the deal is void."""

    seat: int


class TrumpNamed(Struct, frozen=True, array_like=True, tag="trump"):
    seat: int
    suit: Suit | None


class CardPlayed(Struct, frozen=True, array_like=True, tag="card"):
    seat: int
    card: Card
    manner: Manner


class TrickTaken(Struct, frozen=True, array_like=True, tag="trick"):
    """`number` counts from 1; `points` are card points, with what the last trick adds."""

    number: int
    seat: int
    points: int


class DealScored(Struct, frozen=True, array_like=True, tag="scored"):
    score: DealScore


class MatchWon(Struct, frozen=True, array_like=True, tag="won"):
    side: int


Event = (
    DealBegan | PackCut | LookedEarly | TrumpNamed | CardPlayed | TrickTaken | DealScored | MatchWon
)
