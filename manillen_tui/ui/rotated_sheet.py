"""The score sheet as the people sit now: between games everybody may have moved on by a seat."""

from typing import TypeVar

from msgspec.structs import replace

from manillen_tui.engine.records import DealRecord
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import View


T = TypeVar("T")


def sheet_now(view: View) -> tuple[DealRecord, ...]:
    """Every line of the sheet with the seats and sides that its people have in this game."""
    return tuple(_now(record, view) for record in view.sheet)


def _now(record: DealRecord, view: View) -> DealRecord:
    rules, games = view.rules, view.game - record.game
    if not rules.rotate_seats or not games:
        return record
    places = rules.step * games
    score = record.score
    return replace(
        record,
        dealer=(record.dealer + places) % rules.players,
        namer=None if record.namer is None else (record.namer + places) % rules.players,
        score=None if score is None else _score(score, places, rules),
        totals=_turned(record.totals, places),
    )


def _score(score: DealScore, places: int, rules: Rules) -> DealScore:
    def side(before: int | None) -> int | None:
        return None if before is None else (before + places) % rules.sides

    return replace(
        score,
        points=_turned(score.points, places),
        tricks=_turned(score.tricks, places),
        excess=_turned(score.excess, places),
        scores=_turned(score.scores, places),
        bonus=_turned(score.bonus, places),
        winner=side(score.winner),
        bidder=side(score.bidder),
    )


def _turned(by_side: tuple[T, ...], places: int) -> tuple[T, ...]:
    """What stood at a side stands so many sides further on."""
    number = len(by_side)
    return tuple(by_side[(side - places) % number] for side in range(number))
