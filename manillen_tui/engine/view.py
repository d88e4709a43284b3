"""What one seat may see: built from what is public plus its own hand, never by removing secrets."""

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import Command, Next
from manillen_tui.engine.dealing import opened
from manillen_tui.engine.events import Event
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.talk import may_chat
from manillen_tui.engine.trick import legal_in, trick_rules
from manillen_tui.engine.trump import Called, StandingBid


# Who reads a view must not come by a match: at run time this module knows none.
if TYPE_CHECKING:
    from manillen_tui.engine.deal import Deal
    from manillen_tui.engine.match import Match


class Phase(StrEnum):
    """Where a match stands."""

    SHUFFLE = "shuffle"  # waits for the host's bytes
    CUT = "cut"
    TRUMP = "trump"
    CALL = "call"  # who goes along with the trump that was named, or against
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


class StackView(Struct, frozen=True, array_like=True):
    """A stack as everybody sees it."""

    open: Card | None
    closed: bool  # a closed card lies below


class DealRecord(Struct, frozen=True, array_like=True):
    """One line of the score sheet. A void deal has no `score`."""

    number: int
    dealer: int
    namer: int | None
    trump: Suit | None  # None with a namer: no trump
    score: DealScore | None
    totals: tuple[int, ...]  # of the game, after this deal
    game: int = 1  # of the match


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
    counts: tuple[int, ...]  # cards in hand, by seat
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
    totals: tuple[int, ...]  # of this game, by side
    doubled: bool  # a tied deal waits for a decisive one
    sheet: tuple[DealRecord, ...]  # the finished deals of this match
    seen: tuple[int, ...]  # the seats that have seen the sheet
    winner: int | None  # the side that won the match
    #: as dealt, by seat, once they may be shown; to a watcher those of the deal before
    hands: tuple[tuple[Card, ...], ...] | None
    first_event: int  # the number of events[0], counted through the match
    events: tuple[Event, ...]  # all of this deal
    #: all that this seat may say now, ready to be sent: all but cuts and bids (their ranges tell),
    #: looking early (`may_look`), and playing one of `legal` without a signal
    choices: tuple[Command, ...] = ()
    bid_range: tuple[int, int] | None = None  # for the seat that may bid, with any suit
    bid: StandingBid | None = None  # the highest so far, or the one that is played
    blind: bool = False  # no trump was named before looking
    turned: Card | None = None  # the dealer's, that made trump; he holds it until he plays it
    calls: tuple[Called, ...] = ()  # each doubles the deal
    stacks: tuple[tuple[StackView, ...], ...] = ()  # by seat; open cards are in nobody's `hand`
    game: int = 1  # of the match
    games: tuple[int, ...] = ()  # won, by side
    may_chat: bool = True  # people may say now what they like

    @property
    def playable(self) -> tuple[Card, ...]:
        """What this seat can play from, hand and open stack cards together; unsorted."""
        own = self.stacks[self.seat] if self.stacks and self.seat is not None else ()
        return (*(self.hand or ()), *(stack.open for stack in own if stack.open is not None))


def view_of(match: "Match", seat: int | None) -> View:
    """What the player at `seat`, or with `None` a watcher, may know.

    `ValueError` between deals: a host shuffles at once, so there is nothing to see.
    """
    deal = match.deal
    if deal is None:
        raise ValueError("the next deal is not shuffled yet")
    rules, phase, to_act = match.rules, match.phase, match.to_act
    ended = phase in (Phase.SCORE, Phase.OVER)
    mine = seat in to_act
    choosing, trump = deal.choosing, deal.trump
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
        counts=tuple(hand.bit_count() for hand in _in_hand(deal)) or (0,) * rules.players,
        legal=_legal(deal, seat) if mine and phase is Phase.PLAY else (),
        may_look=seat is not None and seat == deal.waiting,
        cut_range=deal.cut_range if mine and phase is Phase.CUT else None,
        namer=None if trump is None else trump.namer,
        trump=None if trump is None else trump.suit,
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
        hands=_hands(match, seat),
        first_event=match.first_event,
        events=match.events,
        choices=_choices(deal, phase) if mine else (),
        bid_range=choosing.bid_range(rules) if mine and choosing is not None else None,
        bid=deal.bid,
        blind=trump is not None and trump.blind,
        turned=deal.turned,
        calls=deal.calls,
        stacks=tuple(
            tuple(StackView(stack.open, stack.closed is not None) for stack in own)
            for own in deal.stacks
        ),
        game=match.game,
        games=match.games,
        may_chat=may_chat(match),
    )


def _choices(deal: "Deal", phase: Phase) -> tuple[Command, ...]:
    return (Next(),) if phase is Phase.SCORE else deal.choices


def _in_hand(deal: "Deal") -> tuple[int, ...]:
    """The cards of each seat that do not lie open on a stack."""
    if not deal.stacks:
        return deal.hands
    return tuple(hand & ~opened(own) for hand, own in zip(deal.hands, deal.stacks, strict=True))


def _hand(deal: "Deal", seat: int | None) -> tuple[Card, ...] | None:
    if seat is None or not deal.hands or seat in deal.covered:
        return None
    return _sorted(deal.rules, _in_hand(deal)[seat])


def _legal(deal: "Deal", seat: int | None) -> tuple[Card, ...]:
    assert seat is not None and deal.trump is not None
    play = trick_rules(deal.rules, deal.trump.suit)
    trick = [played.card for played in deal.trick]
    return _sorted(deal.rules, legal_in(play, trick, deal.hands[seat]))


def _hands(match: "Match", seat: int | None) -> tuple[tuple[Card, ...], ...] | None:
    rules, deal = match.rules, match.deal
    if seat is None:
        dealt = match.before if rules.watch_open else ()
    elif deal is None or deal.void or match.phase not in (Phase.SCORE, Phase.OVER):
        dealt = ()
    else:
        dealt = deal.dealt if rules.open_hands else ()
    return tuple(_sorted(rules, hand) for hand in dealt) or None


def _sorted(rules: Rules, hand: int) -> tuple[Card, ...]:
    return tuple(card for card in rules.cards.cards if hand >> card & 1)
