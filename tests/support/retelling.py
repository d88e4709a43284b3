"""Deals reconstructed from what everybody saw of them, using only the engine's values.

Cards are text and follow the naive player; scores follow the text of the rules.
"""

from collections.abc import Sequence

from manillen_tui.engine.events import AllPassed, CardPlayed, CardTurned, Event, LookedEarly
from manillen_tui.engine.records import DealRecord
from manillen_tui.engine.rules import Rules, Tie
from manillen_tui.engine.scoring import DealScore
from support import naive


def side_of(rules: Rules, seat: int) -> int:
    return seat % 2 if rules.partners else seat


def captured(
    rules: Rules, record: DealRecord, events: Sequence[Event]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Card points and tricks by side, from the cards seen played."""
    sides = 2 if rules.partners else rules.players
    points, tricks = [0] * sides, [0] * sides
    plays = [event for event in events if isinstance(event, CardPlayed)]
    assert sorted(str(play.card) for play in plays) == sorted(naive.pack(rules.pack))
    trump = None if record.trump is None else str(record.trump)
    leader = (record.dealer + rules.step) % rules.players
    for start in range(0, len(plays), rules.players):
        trick = plays[start : start + rules.players]
        assert trick[0].seat == leader
        texts = [str(play.card) for play in trick]
        leader = trick[naive.winner(trump, texts, naive.ORDERS[rules.pack])].seat
        side = side_of(rules, leader)
        tricks[side] += 1
        points[side] += rules.trick_points + sum(naive.worth(rules.pack, text) for text in texts)
    points[side_of(rules, leader)] += rules.last_trick_bonus
    return tuple(points), tuple(tricks)


def check_deal(rules: Rules, record: DealRecord, events: Sequence[Event], pending: int) -> int:
    """Derive a line of the sheet again, with `pending` ties before it; returns those after it."""
    score = record.score
    if score is None:
        assert any(isinstance(event, LookedEarly | AllPassed) for event in events)
        assert record.namer is None
        return pending
    points, tricks = captured(rules, record, events)
    assert (score.points, score.tricks) == (points, tricks)
    assert sum(points) == 60 + rules.last_trick_bonus + rules.trick_points * sum(tricks)
    assert score.scores == _scores(rules, record, score, pending, events)
    if not score.tie:
        return 0
    if rules.tie is not Tie.DOUBLES_NEXT:
        return 0
    return pending + 1 if rules.ties_accumulate else 1


def _scores(
    rules: Rules, record: DealRecord, score: DealScore, pending: int, events: Sequence[Event]
) -> tuple[int, ...]:
    sides = len(score.points)
    par = sum(score.points) // sides
    gained = [max(0, points - par) for points in score.points]
    assert score.tie == (max(score.points) <= par and score.bid is None)
    if score.bid is not None and score.bidder is not None:
        bidder, other = score.bidder, 1 - score.bidder
        if score.points[bidder] < score.bid:
            gained[other] = max(gained[other], score.bid - par)
            gained[bidder] = 0
    factor = score.call_factor
    assert factor in (1, 2, 4)
    if record.trump is None:
        assert score.no_trump_factor in (rules.no_trump_factor, 2 * rules.no_trump_factor, 1)
        factor *= score.no_trump_factor
    if rules.tie is Tie.DOUBLES_NEXT:
        factor *= rules.tie_factor**pending
    best = max(gained)
    if best and gained.count(best) == 1 and score.tricks[gained.index(best)] == sum(score.tricks):
        factor *= rules.sweep_factor
    if rules.fixed_close_win and best == 1 and gained.count(1) == 1:
        factor = 1
    if rules.cumulative:
        gained = [0 if score.tie else points for points in score.points]
    result = [points * factor for points in gained]
    if rules.zero_sum and best:
        result = [points or -max(result) for points in result]
    for event in events:
        if isinstance(event, CardTurned) and rules.turn_up_bonus:
            result[side_of(rules, record.dealer)] += naive.worth(rules.pack, str(event.card))
    return tuple(result)
