"""Everything that one seat may know of a match, as a value without a reference to the match."""

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import Command
from manillen_tui.engine.events import Event
from manillen_tui.engine.records import DealRecord, Phase, PlayedCard, Trick
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trump import Called, StandingBid


class StackView(Struct, frozen=True, array_like=True):
    """A stack as everybody sees it."""

    open: Card | None
    closed: bool  # a closed card lies below


class View(Struct, frozen=True):
    """Everything one seat (or, if `seat` is None, a spectator) may know of the match."""

    seat: int | None
    rules: Rules
    phase: Phase
    turn: int  # to be sent with the next command: one for an earlier turn is stale
    deal: int  # its number, from 1
    dealer: int
    to_act: tuple[int, ...]  # the seats whose turn it is
    hand: tuple[Card, ...] | None  # sorted by suit and rank; None: not dealt, or face down
    counts: tuple[int, ...]  # cards in hand, by seat
    legal: tuple[Card, ...]  # the cards this seat may play now
    may_look: bool  # which would void the deal
    cut_range: tuple[int, int] | None  # for the seat that is to cut
    namer: int | None
    trump: Suit | None  # None with a namer: no trump
    trick: tuple[PlayedCard, ...]
    winning: int | None  # the seat that is winning the trick
    last_trick: Trick | None
    tricks: tuple[int, ...]  # taken, by seat
    points: tuple[int, ...] | None  # captured, by side; None while the rules hide them
    totals: tuple[int, ...]  # of this game, by side
    factor: int  # what multiplies this deal, as far as known: a sweep may still be added
    sheet: tuple[DealRecord, ...]  # the finished deals of this match
    seen: tuple[int, ...]  # the seats that have seen the sheet
    winner: int | None  # the side that won the match
    #: as dealt, by seat, once they may be shown; for a spectator those of the previous deal
    hands: tuple[tuple[Card, ...], ...] | None
    first_event: int  # the number of events[0], counted through the match
    events: tuple[Event, ...]  # all of this deal
    #: all commands open to this seat, except cuts and bids (see their ranges), looking early
    #: (`may_look`), and playing one of `legal` without a signal
    choices: tuple[Command, ...] = ()
    bid_range: tuple[int, int] | None = None  # for the seat that may bid, with any suit
    bid: StandingBid | None = None  # the highest so far, or the one being played
    blind: bool = False  # no trump was named before looking
    turned: Card | None = None  # the dealer's card that made trump; theirs until it is played
    calls: tuple[Called, ...] = ()  # each doubles the deal
    stacks: tuple[tuple[StackView, ...], ...] = ()  # by seat; open cards are in nobody's `hand`
    game: int = 1  # of the match
    games: tuple[int, ...] = ()  # won, by side
    may_chat: bool = True  # whether people may chat now

    @property
    def playable(self) -> tuple[Card, ...]:
        """The cards this seat holds, in hand and open on its stacks; unsorted."""
        own = self.stacks[self.seat] if self.stacks and self.seat is not None else ()
        return (*(self.hand or ()), *(stack.open for stack in own if stack.open is not None))
