"""What one seat may see: built from what is public plus its own hand, never by removing secrets."""

from enum import StrEnum

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.events import Event
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.scoring import DealScore


class Phase(StrEnum):
    """Where a match stands."""

    SHUFFLE = "shuffle"  # waits for the host's bytes
    CUT = "cut"
    TRUMP = "trump"
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
    totals: tuple[int, ...]  # of the match, after this deal


class View(Struct, frozen=True):
    """Everything one seat (or, with `seat` None, a watcher) may know of the match."""

    seat: int | None
    rules: Rules
    phase: Phase
    turn: int  # name it in the next command: a command for a turn that is over is stale
    deal: int  # its number, from 1
    dealer: int
    to_act: tuple[int, ...]  # the seats we wait for
    hand: tuple[Card, ...] | None  # sorted by suit and order; None: not dealt, or face down
    counts: tuple[int, ...]  # cards held, by seat
    legal: tuple[Card, ...]  # the cards this seat may play now
    may_look: bool  # at the price of the deal
    cut_range: tuple[int, int] | None  # for the seat that is to cut
    namer: int | None
    trump: Suit | None  # None with a namer: no trump
    trick: tuple[PlayedCard, ...]
    winning: int | None  # the seat that would take the trick
    last_trick: Trick | None
    tricks: tuple[int, ...]  # taken, by seat
    points: tuple[int, ...] | None  # captured, by side, as far as the table shows them
    totals: tuple[int, ...]  # of the match, by side
    doubled: bool  # a tied deal waits for a decisive one
    sheet: tuple[DealRecord, ...]  # the finished deals of this match
    seen: tuple[int, ...]  # the seats that have seen the sheet
    winner: int | None  # the side that won the match
    hands: tuple[tuple[Card, ...], ...] | None  # as dealt, by seat, once they may be shown
    first_event: int  # the number of events[0], counted through the match
    events: tuple[Event, ...]  # all of this deal
