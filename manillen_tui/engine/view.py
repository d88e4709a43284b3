"""What one seat may see: built from what is public plus its own hand, never by removing secrets."""

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.events import Event
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.trick import legal_in, trick_rules


# Who reads a view must not come by a match: at run time this module knows none.
if TYPE_CHECKING:
    from manillen_tui.engine.deal import Deal
    from manillen_tui.engine.match import Match


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


def view_of(match: "Match", seat: int | None) -> View:
    """What the player at `seat`, or with `None` a watcher, may know.

    `ValueError` between deals: a host shuffles at once, so there is nothing to see.
    """
    deal = match.deal
    if deal is None:
        raise ValueError("the next deal is not shuffled yet")
    rules, phase = match.rules, match.phase
    ended = phase in (Phase.SCORE, Phase.OVER)
    to_act = match.to_act
    points, _ = deal.by_side()
    return View(
        seat=seat,
        rules=rules,
        phase=phase,
        turn=match.turn,
        deal=deal.number,
        dealer=deal.dealer,
        to_act=to_act,
        hand=_hand(deal, seat),
        counts=tuple(hand.bit_count() for hand in deal.hands) or (0,) * rules.players,
        legal=_legal(deal, seat) if seat in to_act and phase is Phase.PLAY else (),
        may_look=seat is not None and seat == deal.waiting,
        cut_range=deal.cut_range if seat in to_act and phase is Phase.CUT else None,
        namer=None if deal.trump is None else deal.trump.namer,
        trump=None if deal.trump is None else deal.trump.suit,
        trick=deal.trick,
        winning=deal.winning,
        last_trick=deal.tricks[-1] if deal.tricks else None,
        tricks=deal.tricks_of(),
        points=points if rules.running_points or ended else None,
        totals=match.totals,
        doubled=match.ties > 0,
        sheet=match.sheet,
        seen=match.seen,
        winner=match.winner,
        hands=_hands(deal) if ended and rules.open_hands and not deal.void else None,
        first_event=match.first_event,
        events=match.events,
    )


def _hand(deal: "Deal", seat: int | None) -> tuple[Card, ...] | None:
    if seat is None or not deal.hands or seat == deal.waiting:
        return None
    return _sorted(deal.rules, deal.hands[seat])


def _legal(deal: "Deal", seat: int | None) -> tuple[Card, ...]:
    assert seat is not None and deal.trump is not None
    play = trick_rules(deal.rules, deal.trump.suit)
    trick = [played.card for played in deal.trick]
    return _sorted(deal.rules, legal_in(play, trick, deal.hands[seat]))


def _hands(deal: "Deal") -> tuple[tuple[Card, ...], ...]:
    return tuple(_sorted(deal.rules, hand) for hand in deal.dealt)


def _sorted(rules: Rules, hand: int) -> tuple[Card, ...]:
    return tuple(card for card in rules.cards.cards if hand >> card & 1)
