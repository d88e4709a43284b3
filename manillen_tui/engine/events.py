"""What everybody at the table sees happen. No event names a card that is not on view."""

from enum import StrEnum

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import CallKind, Signal
from manillen_tui.engine.scoring import DealScore


class Manner(StrEnum):
    """How a card was played."""

    LEAD = "lead"
    FOLLOW = "follow"
    RUFF = "ruff"
    DISCARD = "discard"


class CutForDeal(Struct, frozen=True, array_like=True, tag="first-cut"):
    """These seats cut cards to find the first dealer; those who tie cut again.

    The cards are put back before the pack is shuffled.
    """

    cards: tuple[tuple[int, Card], ...]


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


class CardTurned(Struct, frozen=True, array_like=True, tag="turned"):
    """The dealer's last card lies open: its suit is trump."""

    seat: int
    card: Card


class PickedUp(Struct, frozen=True, array_like=True, tag="picked-up"):
    """The dealer looked at their cards: no trump is not named blind."""

    seat: int


class HandedOver(Struct, frozen=True, array_like=True, tag="handed-over"):
    """The dealer handed the choice of trump to their partner, who now looks at their cards."""

    seat: int
    to: int


class Passed(Struct, frozen=True, array_like=True, tag="passed"):
    """In a choice round, in an auction, or when asked for a call."""

    seat: int


class BidMade(Struct, frozen=True, array_like=True, tag="bid"):
    seat: int
    points: int
    suit: Suit


class AllPassed(Struct, frozen=True, array_like=True, tag="all-passed"):
    """Nobody bid: no card is played and nobody scores."""


class TrumpNamed(Struct, frozen=True, array_like=True, tag="trump"):
    seat: int
    suit: Suit | None
    blind: bool = False


class CallMade(Struct, frozen=True, array_like=True, tag="call"):
    seat: int
    kind: CallKind


class Asked(Struct, frozen=True, array_like=True, tag="asked"):
    """The leader asked about a suit or a card; `answer` is how many of these partner holds."""

    seat: int
    suit: Suit | None
    card: Card | None
    answer: int


class Signalled(Struct, frozen=True, array_like=True, tag="signal"):
    """A signal, given with the card that is led next."""

    seat: int
    signal: Signal


class CardPlayed(Struct, frozen=True, array_like=True, tag="card"):
    seat: int
    card: Card
    manner: Manner


class TrickTaken(Struct, frozen=True, array_like=True, tag="trick"):
    """`number` counts from 1; `points` are card points, including any bonus."""

    number: int
    seat: int
    points: int


class CardOpened(Struct, frozen=True, array_like=True, tag="opened"):
    """A closed card of a stack was turned up for both players."""

    seat: int
    card: Card


class DealScored(Struct, frozen=True, array_like=True, tag="scored"):
    score: DealScore


class GameWon(Struct, frozen=True, array_like=True, tag="game"):
    """A side won a game of the match; scores restart. `games`: won so far, by side."""

    side: int
    games: tuple[int, ...]


class SeatsMoved(Struct, frozen=True, array_like=True, tag="moved"):
    """Before this deal everybody moved this many seats on, clockwise."""

    places: int


class MatchWon(Struct, frozen=True, array_like=True, tag="won"):
    side: int


Event = (
    CutForDeal
    | DealBegan
    | PackCut
    | LookedEarly
    | CardTurned
    | PickedUp
    | HandedOver
    | Passed
    | BidMade
    | AllPassed
    | TrumpNamed
    | CallMade
    | Asked
    | Signalled
    | CardPlayed
    | TrickTaken
    | CardOpened
    | DealScored
    | GameWon
    | SeatsMoved
    | MatchWon
)
