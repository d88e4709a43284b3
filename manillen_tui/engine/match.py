"""A whole match as a value: commands in, new matches and events out.

A match is its rules, the shuffle bytes of each deal, and the commands that were accepted, in their
order: the same ones give the same match on any machine. `start` begins, `shuffle` takes the bytes
of a deal whenever the phase is `Phase.SHUFFLE`, `apply` does everything else.
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine import deal as deals
from manillen_tui.engine.commands import Command, Look, Next, Reason, Refusal
from manillen_tui.engine.deal import Deal
from manillen_tui.engine.events import DealBegan, DealScored, Event, MatchWon
from manillen_tui.engine.rules import FirstDealer, Rules, Tie
from manillen_tui.engine.scoring import match_winner, score_deal
from manillen_tui.engine.shuffle import cut_position, lot, shuffled
from manillen_tui.engine.trump import CHOICES
from manillen_tui.engine.view import DealRecord, Phase


class Match(Struct, frozen=True):
    """Where a match stands, secrets included: what a seat may know of it is `view_of`."""

    rules: Rules
    totals: tuple[int, ...]  # match points, by side
    turn: int = 0  # rises with every turn that is over, and with every deal
    dealer: int | None = None  # of this deal or the next; unknown before the lot
    deal: Deal | None = None  # none between deals
    ties: int = 0  # that wait for a decisive deal, as far as they count
    sheet: tuple[DealRecord, ...] = ()  # finished deals
    seen: tuple[int, ...] = ()  # seats that have seen the sheet of this deal
    winner: int | None = None  # side
    first_event: int = 0  # the number of events[0], counted through the match
    events: tuple[Event, ...] = ()  # of this deal

    @property
    def phase(self) -> Phase:
        if self.winner is not None:
            return Phase.OVER
        return Phase.SHUFFLE if self.deal is None else self.deal.phase

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that we wait for; while the sheet is open, those that have not seen it."""
        match self.phase:
            case Phase.SHUFFLE | Phase.OVER:
                return ()
            case Phase.SCORE:
                return tuple(seat for seat in range(self.rules.players) if seat not in self.seen)
        assert self.deal is not None
        return self.deal.to_act


Step = tuple[Match, tuple[Event, ...]]

# What a match cannot be played with in any other way.
_ONLY: Final[dict[str, Any]] = {
    "first_dealer": FirstDealer.LOT,
    "dealer_may_pass": False,
    "blind_no_trump": False,
    "partner_choice": False,
    "calls": False,
    "turn_up_bonus": False,
    "deals": 0,
    "best_of": 1,
    "rotate_seats": False,
}


def start(rules: Rules) -> Match:
    """A match that waits for its first shuffle. `ValueError` names what cannot be played."""
    if rules.trump_choice not in CHOICES:
        raise ValueError(f"trump cannot be chosen by {rules.trump_choice}")
    for field, only in _ONLY.items():
        if getattr(rules, field) != only:
            raise ValueError(f"{field} can only be {only!r}")
    if rules.players * rules.hand_size != len(rules.cards.cards):
        raise ValueError("the packets do not deal out the pack")
    return Match(rules, totals=(0,) * rules.sides)


def shuffle(match: Match, entropy: bytes) -> Step:
    """Begin the next deal with its 32 secret bytes: the host's own step, and nobody's command.

    The first time they also draw the dealer; where the rules cut automatically they cut as well.
    `ValueError` when no shuffle is due.
    """
    if match.phase is not Phase.SHUFFLE:
        raise ValueError("no shuffle is due")
    rules = match.rules
    dealer = lot(rules.players, entropy) if match.dealer is None else match.dealer
    number = len(match.sheet) + 1
    deal = Deal(rules, number, dealer, shuffled(rules.cards.cards, entropy))
    began = DealBegan(number, dealer, rules.cutter(dealer), by_lot=match.dealer is None)
    events: tuple[Event, ...] = (began,)
    if rules.cut_automatic:
        position = cut_position(len(deal.pack), entropy)
        deal, cut_events = deals.cut(deal, position, automatic=True)
        events += cut_events
    match = replace(
        match,
        turn=match.turn + 1,
        dealer=dealer,
        deal=deal,
        seen=(),
        first_event=match.first_event + len(match.events),
        events=events,
    )
    return match, events


def apply(match: Match, seat: int, command: Command) -> Step | Refusal:
    """The match after the command of a seat, with the events it leads to; or why it is refused.

    `Look` and `Next` belong to no turn and leave `Match.turn` as it is.
    """
    if isinstance(command, Next):
        return _next(match, seat)
    if match.deal is None:
        return Refusal(Reason.NOT_NOW)
    step = deals.apply(match.deal, seat, command)
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
    assert match.dealer is not None
    rules, score = match.rules, match.sheet[-1].score
    again = score is not None and score.tie and rules.tie is Tie.SAME_DEALER
    dealer = match.dealer if again else rules.next_seat(match.dealer)
    return replace(match, deal=None, dealer=dealer), ()


def _score(match: Match, deal: Deal) -> Step:
    """Enter a finished deal on the sheet."""
    rules, trump = match.rules, deal.trump
    if trump is None:
        void = DealRecord(deal.number, deal.dealer, None, None, None, match.totals)
        return replace(match, sheet=(*match.sheet, void)), ()
    points, tricks = deal.by_side()
    score = score_deal(rules, points, tricks, no_trump=trump.suit is None, doubled=match.ties)
    totals = tuple(map(sum, zip(match.totals, score.scores, strict=True)))
    record = DealRecord(deal.number, deal.dealer, trump.namer, trump.suit, score, totals)
    winner = match_winner(rules, totals)
    match = replace(
        match,
        totals=totals,
        ties=_ties(rules, match.ties) if score.tie else 0,
        sheet=(*match.sheet, record),
        winner=winner,
    )
    scored = DealScored(score)
    return match, (scored,) if winner is None else (scored, MatchWon(winner))


def _ties(rules: Rules, before: int) -> int:
    """How many ties wait for a decisive deal after one more."""
    if rules.tie is not Tie.DOUBLES_NEXT:
        return 0
    return before + 1 if rules.ties_accumulate else 1
