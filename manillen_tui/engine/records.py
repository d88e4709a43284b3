"""The public record of a match: phases, cards played, tricks, and the lines of the score sheet."""

from enum import StrEnum

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.scoring import DealScore


class Phase(StrEnum):
    """Where a match stands."""

    SHUFFLE = "shuffle"  # waiting for the host's bytes
    CUT = "cut"
    TRUMP = "trump"
    CALL = "call"  # asking who goes along, or against
    PLAY = "play"
    SCORE = "score"  # the sheet is open until everybody has seen it
    OVER = "over"


class PlayedCard(Struct, frozen=True, array_like=True):
    seat: int
    card: Card


class Trick(Struct, frozen=True, array_like=True):
    """A complete trick in playing order."""

    plays: tuple[PlayedCard, ...]
    winner: int  # seat
    points: int


class DealRecord(Struct, frozen=True, array_like=True):
    """One line of the score sheet. A void deal has no `score`."""

    number: int
    dealer: int
    namer: int | None
    trump: Suit | None  # None with a namer: no trump
    score: DealScore | None
    totals: tuple[int, ...]  # of the game, after this deal
    game: int = 1  # of the match
