"""The game's bodies on the wire, both ways: commands to the host, views to the guests.

Cards and suits travel in their text form. Anything that is not exactly a command or a view is a
`ValueError`.
"""

from collections.abc import Mapping, Sized
from typing import Any, TypeVar, cast

import msgspec

from manillen_tui.engine.cards import PACKS, Card
from manillen_tui.engine.commands import Command, Refusal
from manillen_tui.engine.events import DealScored, MatchWon
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View


Body = Mapping[str, Any]
T = TypeVar("T")

# The fields of events that name a seat.
_SEATS = ("seat", "dealer", "cutter")

# A union is a type form, which `type[T]` cannot say.
_ANY_COMMAND = cast("type[Command]", Command)


def command_to_body(command: Command) -> dict[str, Any]:
    return _to_body(command)


def command_from_body(body: Body) -> Command:
    return _from_body(body, _ANY_COMMAND)


def refusal_to_body(refusal: Refusal) -> dict[str, Any]:
    return _to_body(refusal)


def refusal_from_body(body: Body) -> Refusal:
    return _from_body(body, Refusal)


def rules_to_body(rules: Rules) -> dict[str, Any]:
    return _to_body(rules)


def rules_from_body(body: Body) -> Rules:
    """Also refuses rules with which there is nothing to deal."""
    rules = _from_body(body, Rules)
    _check_rules(rules)
    return rules


def view_to_body(view: View) -> dict[str, Any]:
    return _to_body(view)


def view_from_body(body: Body) -> View:
    """Also refuses a view that no table with these rules can give: a screen relies on it."""
    view = _from_body(body, View)
    _check(view)
    return view


def _check_rules(rules: Rules) -> None:
    if rules.pack not in PACKS or not 2 <= rules.players <= 4 or not rules.packets:
        raise ValueError("rules of no game")


def _check(view: View) -> None:
    rules = view.rules
    _check_rules(rules)
    seats: list[int | None] = [view.seat, view.dealer, view.namer, view.winning]
    seats += [*view.to_act, *view.seen, *(play.seat for play in view.trick)]
    if view.last_trick is not None:
        seats += [view.last_trick.winner, *(play.seat for play in view.last_trick.plays)]
    sides: list[int | None] = [view.winner]
    by_seat: list[Sized] = [view.counts, view.tricks, *([view.hands] if view.hands else [])]
    by_side: list[Sized] = [view.totals, *([view.points] if view.points else [])]
    scores = [event.score for event in view.events if isinstance(event, DealScored)]
    for record in view.sheet:
        seats += [record.dealer, record.namer]
        by_side.append(record.totals)
        scores += [record.score] if record.score is not None else []
    for score in scores:
        sides.append(score.winner)
        by_side += [score.points, score.tricks, score.excess, score.scores]
    for event in view.events:
        seats += [getattr(event, name) for name in _SEATS if hasattr(event, name)]
        sides += [event.side] if isinstance(event, MatchWon) else []
    low, high = view.cut_range or (1, 1)
    if not (
        all(seat is None or 0 <= seat < rules.players for seat in seats)
        and all(side is None or 0 <= side < rules.sides for side in sides)
        and all(len(row) == rules.players for row in by_seat)
        and all(len(row) == rules.sides for row in by_side)
        and 0 < low <= high < len(rules.cards.cards)
        and set(view.legal) <= set(view.hand or ())
    ):
        raise ValueError("a view of no table")


def _to_body(value: object) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.to_builtins(value, enc_hook=_encode)
    return body


def _from_body(body: Body, kind: type[T]) -> T:
    return msgspec.convert(body, kind, dec_hook=_decode, builtin_types=(bytes,))


def _encode(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    raise TypeError(f"no wire form for {type(value)}")


def _decode(kind: type, value: object) -> object:
    if kind is Card and isinstance(value, str):
        card = Card.parse(value)
        if str(card) == value:
            return card
    raise ValueError("not a card")
