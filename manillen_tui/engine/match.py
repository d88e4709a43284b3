"""A whole match as a value: commands in, new matches and events out.

A match is determined by its rules, the shuffle bytes of each deal, and the accepted commands in
order: the same input gives the same match on any machine. `start` begins it, `shuffle` takes the
bytes of a deal whenever the phase is `Phase.SHUFFLE`, `apply` does everything else.
"""

from math import prod

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine import turns
from manillen_tui.engine.check import Unplayable, check
from manillen_tui.engine.commands import Command, Look, Next, Reason, Refusal
from manillen_tui.engine.deal import Deal
from manillen_tui.engine.events import (
    CutForDeal,
    DealBegan,
    DealScored,
    Event,
    GameWon,
    MatchWon,
    SeatsMoved,
)
from manillen_tui.engine.records import DealRecord, Phase
from manillen_tui.engine.rules import FirstDealer, Rules, Tie
from manillen_tui.engine.scoring import match_winner, score_deal, stakes
from manillen_tui.engine.shuffle import best_cuts, cut_position, first_cuts, lot, shuffled


class Match(Struct, frozen=True):
    """Where a match stands, secrets included. What a seat may know of it: `view_of`."""

    rules: Rules
    totals: tuple[int, ...]  # match points of this game, by side
    turn: int = 0  # rises after every turn, and with every deal
    dealer: int | None = None  # of this deal or the next; None before the first is drawn
    deal: Deal | None = None  # None between deals
    ties: int = 0  # tied deals that count towards the factor of the next decisive one
    sheet: tuple[DealRecord, ...] = ()  # finished deals
    seen: tuple[int, ...] = ()  # seats that have seen the sheet of this deal
    game: int = 1  # its number
    games: tuple[int, ...] = ()  # won, by side; () means none
    game_winner: int | None = None  # the side, until the next game begins
    winner: int | None = None  # the side that won the match
    moved: bool = False  # everybody has changed seats since the last deal
    before: tuple[int, ...] = ()  # the last deal's hands, as dealt, by seat; empty if void
    first_event: int = 0  # the number of events[0], counted through the match
    events: tuple[Event, ...] = ()  # of this deal

    @property
    def phase(self) -> Phase:
        if self.winner is not None:
            return Phase.OVER
        return Phase.SHUFFLE if self.deal is None else self.deal.phase

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats whose turn it is; while the sheet is open, those that have not seen it."""
        match self.phase:
            case Phase.SHUFFLE | Phase.OVER:
                return ()
            case Phase.SCORE:
                return tuple(seat for seat in range(self.rules.players) if seat not in self.seen)
        assert self.deal is not None
        return self.deal.to_act

    @property
    def factor(self) -> int:
        """What multiplies this deal, as far as known: a sweep may still be added."""
        if self.phase in (Phase.SCORE, Phase.OVER):
            score = self.sheet[-1].score
            return 1 if score is None else score.factor
        trump = None if self.deal is None else self.deal.trump
        calls = () if self.deal is None else self.deal.calls
        return prod(
            stakes(
                self.rules,
                no_trump=trump is not None and trump.suit is None,
                doubled=self.ties,
                calls=len(calls),
                blind=trump is not None and trump.blind,
            )
        )

    @property
    def may_chat(self) -> bool:
        """Whether people may chat now. Between deals they always may."""
        return self.rules.free_chat or self.deal is None or not self.deal.cards_are_out


Step = tuple[Match, tuple[Event, ...]]


def start(rules: Rules) -> Match:
    """A match waiting for its first shuffle. Raises `Unplayable` if fields clash."""
    clashes = check(rules)
    if clashes:
        raise Unplayable(clashes)
    return Match(rules, totals=(0,) * rules.sides, games=(0,) * rules.sides)


def shuffle(match: Match, entropy: bytes) -> Step:
    """Begin the next deal from its 32 secret bytes. Only the host does this; it is no command.

    The bytes of the first deal also draw the dealer; with an automatic cut they also cut. Raises
    `ValueError` if no shuffle is due.
    """
    if match.phase is not Phase.SHUFFLE:
        raise ValueError("no shuffle is due")
    rules = match.rules
    events: tuple[Event, ...] = (SeatsMoved(rules.step),) if match.moved else ()
    dealer = match.dealer
    if dealer is None:
        dealer, events = _first_dealer(rules, entropy)
    number = len(match.sheet) + 1
    deal = Deal(rules, number, dealer, shuffled(rules.cards.cards, entropy))
    by_lot = match.dealer is None and rules.first_dealer is FirstDealer.LOT
    events += (DealBegan(number, dealer, rules.cutter(dealer), by_lot),)
    if rules.cut_automatic:
        position = cut_position(len(deal.pack), entropy)
        deal, cut_events = turns.cut(deal, position, automatic=True)
        events += cut_events
    match = replace(
        match,
        turn=match.turn + 1,
        dealer=dealer,
        deal=deal,
        seen=(),
        moved=False,
        first_event=match.first_event + len(match.events),
        events=events,
    )
    return match, events


def _first_dealer(rules: Rules, entropy: bytes) -> tuple[int, tuple[Event, ...]]:
    if rules.first_dealer is FirstDealer.LOT:
        return lot(rules.players, entropy), ()
    highest = rules.first_dealer is FirstDealer.HIGHEST_CUT
    rounds = first_cuts(rules.cards, rules.players, entropy, highest=highest)
    (dealer,) = best_cuts(rules.cards, rounds[-1], highest=highest)
    return dealer, tuple(map(CutForDeal, rounds))


def apply(match: Match, seat: int, command: Command) -> Step | Refusal:
    """The match after a seat's command, with the resulting events; or why it is refused.

    `Look` and `Next` belong to no turn and leave `Match.turn` unchanged.
    """
    if isinstance(command, Next):
        return _next(match, seat)
    if match.deal is None:
        return Refusal(Reason.NOT_NOW)
    step = turns.apply(match.deal, seat, command)
    if isinstance(step, Refusal):
        return step
    deal, events = step
    turn = match.turn if isinstance(command, Look) else match.turn + 1
    match = replace(match, deal=deal, turn=turn)
    if deal.phase is Phase.SCORE:
        match, more = _score(match, deal)
        events += more
    return replace(match, events=match.events + events), events


def _next(match: Match, seat: int) -> Step | Refusal:
    if match.phase is not Phase.SCORE:
        return Refusal(Reason.NOT_NOW)
    if seat not in match.to_act:
        return Refusal(Reason.NOT_YOUR_TURN)
    match = replace(match, seen=(*match.seen, seat))
    if match.to_act:
        return match, ()
    assert match.dealer is not None and match.deal is not None
    rules, score = match.rules, match.sheet[-1].score
    again = score is not None and score.tie and rules.tie is Tie.SAME_DEALER
    dealer = match.dealer if again else rules.next_seat(match.dealer)
    before = () if match.deal.void else match.deal.dealt
    match = replace(match, deal=None, dealer=dealer, before=before)
    return match if match.game_winner is None else _next_game(match, dealer), ()


def _next_game(match: Match, dealer: int) -> Match:
    """Restart scores. If everybody moves one seat on, games won and the next dealer move along."""
    rules, games, before = match.rules, match.games, match.before
    if rules.rotate_seats:
        before = before[-rules.step :] + before[: -rules.step]
        games = tuple(games[(side - rules.step) % rules.sides] for side in range(rules.sides))
        dealer = rules.next_seat(dealer)
    return replace(
        match,
        totals=(0,) * rules.sides,
        ties=0,
        dealer=dealer,
        game=match.game + 1,
        games=games,
        game_winner=None,
        moved=rules.rotate_seats,
        before=before,
    )


def _score(match: Match, deal: Deal) -> Step:
    """Enter a finished deal on the score sheet."""
    rules, trump = match.rules, deal.trump
    if trump is None:
        void = DealRecord(deal.number, deal.dealer, None, None, None, match.totals, match.game)
        return replace(match, sheet=(*match.sheet, void)), ()
    points, tricks = deal.by_side()
    turned = deal.turned
    score = score_deal(
        rules,
        points,
        tricks,
        no_trump=trump.suit is None,
        doubled=match.ties,
        calls=[call.kind for call in deal.calls],
        blind=trump.blind,
        bid=None if trump.bid is None else (rules.side(trump.namer), trump.bid),
        turned=None if turned is None else (rules.side(deal.dealer), rules.cards.worth[turned]),
    )
    totals = tuple(map(sum, zip(match.totals, score.scores, strict=True)))
    record = DealRecord(
        deal.number, deal.dealer, trump.namer, trump.suit, score, totals, match.game
    )
    match = replace(
        match,
        totals=totals,
        ties=_ties(rules, match.ties) if score.tie else 0,
        sheet=(*match.sheet, record),
    )
    match, won = _end_game(match)
    return match, (DealScored(score), *won)


def _end_game(match: Match) -> Step:
    """End the game, and perhaps the match with it, if this deal decided it."""
    rules = match.rules
    played = sum(record.game == match.game and record.score is not None for record in match.sheet)
    side = match_winner(rules, match.totals, played)
    if side is None:
        return match, ()
    before = match.games or (0,) * rules.sides
    games = tuple(won + (other == side) for other, won in enumerate(before))
    winner = _best_of(rules.best_of, games)
    match = replace(match, games=games, game_winner=side, winner=winner)
    events: tuple[Event, ...] = (GameWon(side, games),) if rules.best_of > 1 else ()
    return match, events if winner is None else (*events, MatchWon(winner))


def _best_of(number: int, games: tuple[int, ...]) -> int | None:
    """The side that won more than half of the games, or more than any other when all are played."""
    most = max(games)
    decided = most > number // 2 or (sum(games) >= number and games.count(most) == 1)
    return games.index(most) if decided else None


def _ties(rules: Rules, before: int) -> int:
    """How many ties count towards the next decisive deal, after one more."""
    if rules.tie is not Tie.DOUBLES_NEXT:
        return 0
    return before + 1 if rules.ties_accumulate else 1
