"""Replaying a deal through the engine, to compare all that a guest was shown with what is true.

The rules, the match before the deal, the bytes of the shuffle and the commands that the events
tell of determine every view. So each view received is compared with the one that the engine gives.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine import match as matches
from manillen_tui.engine.commands import (
    AskCard,
    AskCount,
    Bid,
    Call,
    Command,
    Cut,
    HandOver,
    Look,
    NameBlind,
    NameTrump,
    Next,
    Pass,
    PickUp,
    Play,
    Refusal,
    Signal,
)
from manillen_tui.engine.events import (
    Asked,
    BidMade,
    CallMade,
    CardPlayed,
    CutForDeal,
    DealBegan,
    DealScored,
    Event,
    GameWon,
    HandedOver,
    LookedEarly,
    MatchWon,
    PackCut,
    Passed,
    PickedUp,
    SeatsMoved,
    Signalled,
    TrickTaken,
    TrumpNamed,
)
from manillen_tui.engine.match import Match
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import DealRecord, Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View


class Part(StrEnum):
    """What of a deal was shown differently than it is."""

    RULES = "rules"  # not those that were pinned
    SEAT = "seat"  # not the one this guest sealed from
    DEALER = "dealer"  # or the cutter, or how the first dealer was found
    CUT = "cut"
    HAND = "hand"  # what this guest held, or could do with it
    TRUMP = "trump"  # naming it, bids and calls
    PLAY = "play"  # a card played: not held, not allowed, or not by the one to play
    TRICK = "trick"  # who took it, and what it was worth
    POINTS = "points"
    FACTOR = "factor"
    SCORE = "score"  # the line of the sheet
    TOTALS = "totals"
    GAMES = "games"
    WINNER = "winner"
    HANDS = "hands"  # those laid open
    OWN = "own"  # a move shown as this guest's that it never sent
    TURN = "turn"  # whose turn it was, or how far the deal had come


class Showing(Struct, frozen=True):
    """A view as it was received. `fresh`: the first one on a connection, so that the host may have
    moved for this guest before it.
    """

    view: View
    fresh: bool = False


class Replayed(Struct, frozen=True):
    """What came out: the match at the end of the deal if it came that far, and what differs."""

    ended: Match | None = None
    differs: Part | None = None


def told_before(view: View, rules: Rules) -> Match:
    """The match before this deal as the host tells of it; before the first deal there is nothing
    to tell.
    """
    sides = rules.sides
    if view.deal == 1:
        return Match(rules, totals=(0,) * sides, games=(0,) * sides)
    sheet = tuple(record for record in view.sheet if record.number < view.deal)
    missing = view.deal - 1 - len(sheet)  # a long match is told from its latest deals
    blank = DealRecord(0, 0, None, None, None, (0,) * sides, 0)
    last = sheet[-1] if sheet else blank
    same_game = last.game == view.game
    ties = 0
    for record in reversed(sheet):
        if record.game != view.game or (record.score is not None and not record.score.tie):
            break
        ties += record.score is not None
    return Match(
        rules,
        totals=last.totals if same_game else (0,) * sides,
        dealer=view.dealer,
        ties=ties if rules.ties_accumulate else min(ties, 1),
        sheet=(blank,) * missing + sheet,
        game=view.game,
        games=_games_before(view, sides),
        moved=any(isinstance(event, SeatsMoved) for event in view.events),
        first_event=view.first_event,
    )


def replay(
    before: Match,
    entropy: bytes,
    shown: Sequence[Showing],
    sent: Collection[tuple[int, Command]],
    seat: int,
    *,
    as_told: bool = False,
) -> Replayed:
    """Replay one deal and compare all that was shown of it with what comes out.

    `sent` are this guest's own commands, each with the turn it was sent for; they sealed their
    share at `seat`. `as_told`: the match
    before is only known from these views, and so is the count of its turns.
    """
    told = max((showing.view.events for showing in shown), key=len)
    states, moves, differs = _run(before, entropy, told)
    if as_told:
        first = shown[0].view
        late = next((match for match in states if len(match.events) == len(first.events)), None)
        if late is not None:
            before = replace(before, turn=before.turn + first.turn - late.turn)
            states, moves, differs = _run(before, entropy, told)
    by_length = {len(match.events): match for match in states}
    ended = states[-1] if states[-1].phase in (Phase.SCORE, Phase.OVER) else None
    for event in states[0].events:
        if isinstance(event, SeatsMoved):
            seat = (seat + event.places) % before.rules.players
    for showing in shown:
        if showing.view.seat != seat:
            return Replayed(ended, Part.SEAT)
        state = by_length.get(len(showing.view.events))
        if state is None:
            return Replayed(ended, differs or Part.TURN)
        found = difference(state, showing.view)
        if found is not None:
            return Replayed(ended, found)
    return Replayed(ended, differs or _not_sent(moves, shown, sent))


def difference(match: Match, view: View) -> Part | None:
    """The first thing in a view that is not as in this match."""
    if view.seat is not None and not 0 <= view.seat < match.rules.players:
        return Part.SEAT
    other = _first_other(view.events, match.events)
    if other is not None:
        return other
    if len(view.sheet) < min(len(match.sheet), _TOLD):
        return Part.SCORE
    if match.phase is Phase.SCORE:
        match = replace(match, seen=view.seen)
    true = view_of(match, view.seat)
    true = replace(true, sheet=true.sheet[-len(view.sheet) :] if view.sheet else true.sheet)
    for name, part in _PARTS.items():
        if getattr(view, name) != getattr(true, name):
            return part
    return None


def after(ended: Match) -> Match:
    """The match once everybody has seen the sheet of its last deal."""
    match = replace(ended, seen=())
    for seat in match.to_act:
        step = matches.apply(match, seat, Next())
        assert not isinstance(step, Refusal)
        match, _ = step
    return match


def after_void(before: Match, view: View) -> Match:
    """The match after a void deal, whose cards nobody shows."""
    dealer = view.dealer if before.dealer is None else before.dealer
    number = len(before.sheet) + 1
    void = DealRecord(number, dealer, None, None, None, before.totals, before.game)
    return replace(
        before,
        dealer=before.rules.next_seat(dealer),
        sheet=(*before.sheet, void),
        turn=view.turn,
        first_event=view.first_event,
        events=view.events,
        moved=False,
        before=(),
    )


_Move = tuple[int, int, Command, int]  # events before it, seat, command, turn


def _run(
    before: Match, entropy: bytes, told: Sequence[Event]
) -> tuple[list[Match], list[_Move], Part | None]:
    """Every state of the deal as far as it can be replayed, the moves, and where it stops."""
    match, _ = matches.shuffle(before, entropy)
    states, moves = [match], list[_Move]()
    while len(match.events) < len(told):
        place = len(match.events)
        other = _first_other(told[:place], match.events)
        if other is not None:
            return states, moves, other
        asked = _command(told, place)
        if asked is None:
            return states, moves, _part(told[place])
        step = matches.apply(match, *asked)
        if isinstance(step, Refusal):
            return states, moves, _part(told[place])
        moves.append((place, *asked, match.turn))
        match, _ = step
        states.append(match)
    return states, moves, _first_other(told, match.events)


def _not_sent(
    moves: Sequence[_Move], shown: Sequence[Showing], sent: Collection[tuple[int, Command]]
) -> Part | None:
    looked = any(isinstance(command, Look) for _, command in sent)
    for place, seat, command, turn in moves:
        first = next((one for one in shown if len(one.view.events) > place), None)
        if first is None or first.fresh or first.view.seat != seat:
            continue
        if not (looked if isinstance(command, Look) else (turn, command) in sent):
            return Part.OWN
    return None


def _first_other(told: Sequence[Event], true: Sequence[Event]) -> Part | None:
    for one, other in zip(told, true, strict=False):
        if one != other:
            return _part(one)
    return _part(told[len(true)]) if len(told) > len(true) else None


def _games_before(view: View, sides: int) -> tuple[int, ...]:
    """The games won before this deal: the view may already count the one it ended."""
    games = view.games if len(view.games) == sides else (0,) * sides
    for event in view.events:
        if isinstance(event, GameWon) and len(event.games) == sides:
            games = tuple(won - (side == event.side) for side, won in enumerate(event.games))
    return games


def _part(event: Event) -> Part:
    match event:
        case SeatsMoved():
            return Part.SEAT
        case CutForDeal() | DealBegan():
            return Part.DEALER
        case PackCut():
            return Part.CUT
        case CardPlayed() | Signalled() | Asked():
            return Part.PLAY
        case TrickTaken():
            return Part.TRICK
        case DealScored():
            return Part.SCORE
        case GameWon():
            return Part.GAMES
        case MatchWon():
            return Part.WINNER
    return Part.TRUMP


# How many of the latest deals a host tells of at least.
_TOLD: Final = 256

#: What each field of a view belongs to, the gravest first.
_PARTS: Final = {
    "rules": Part.RULES,
    "dealer": Part.DEALER,
    "winner": Part.WINNER,
    "games": Part.GAMES,
    "game": Part.GAMES,
    "namer": Part.TRUMP,
    "trump": Part.TRUMP,
    "bid": Part.TRUMP,
    "blind": Part.TRUMP,
    "calls": Part.TRUMP,
    "trick": Part.PLAY,
    "winning": Part.TRICK,
    "last_trick": Part.TRICK,
    "tricks": Part.TRICK,
    "points": Part.POINTS,
    "factor": Part.FACTOR,
    "sheet": Part.SCORE,
    "totals": Part.TOTALS,
    "hand": Part.HAND,
    "counts": Part.HAND,
    "turned": Part.HAND,
    "stacks": Part.HAND,
    "hands": Part.HANDS,
    "phase": Part.TURN,
    "turn": Part.TURN,
    "deal": Part.TURN,
    "to_act": Part.TURN,
    "seen": Part.TURN,
    "first_event": Part.TURN,
    "legal": Part.HAND,
    "may_look": Part.HAND,
    "cut_range": Part.HAND,
    "choices": Part.HAND,
    "bid_range": Part.HAND,
    "may_chat": Part.RULES,
}


def _command(told: Sequence[Event], place: int) -> tuple[int, Command] | None:
    """Whose command leads to this event; None if none does."""
    match told[place]:
        case PackCut(seat=seat, position=position):
            return seat, Cut(position)
        case LookedEarly(seat=seat):
            return seat, Look()
        case PickedUp(seat=seat):
            return seat, PickUp()
        case HandedOver(seat=seat):
            return seat, HandOver()
        case Passed(seat=seat):
            return seat, Pass()
        case BidMade(seat=seat, points=points, suit=suit):
            return seat, Bid(points, suit)
        case TrumpNamed(seat=seat, suit=trump, blind=blind):
            return seat, NameBlind() if blind else NameTrump(trump)
        case CallMade(seat=seat, kind=kind):
            return seat, Call(kind)
        case Asked(seat=seat, suit=suit, card=card):
            if suit is not None:
                return seat, AskCount(suit)
            return None if card is None else (seat, AskCard(card))
        case Signalled(signal=signal):
            return _play(told[place + 1 : place + 2], signal)
        case CardPlayed():
            return _play(told[place : place + 1], None)
    return None


def _play(told: Sequence[Event], signal: Signal | None) -> tuple[int, Command] | None:
    for event in told:
        if isinstance(event, CardPlayed):
            return event.seat, Play(event.card, signal)
    return None
