"""Encoding and decoding the game's message bodies: commands to the host, views to the guests.

Cards and suits are sent in their text form. Anything that is not exactly a command or a view is a
`ValueError`. So is a view that no table with its rules can send, since screens rely on its values:
that a seat has a name, that a side has a column, that a card is in the pack.
"""

from collections.abc import Iterator, Mapping, Sized
from typing import Any, TypeVar, cast

import msgspec

from manillen_tui.engine.cards import Card
from manillen_tui.engine.check import Unplayable, check
from manillen_tui.engine.commands import Command, Refusal
from manillen_tui.engine.events import CutForDeal, DealScored, Event
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import View


Body = Mapping[str, Any]
T = TypeVar("T")

# A union is a type form, which `type[T]` cannot express.
_ANY_COMMAND = cast("type[Command]", Command)


def command_to_body(command: Command) -> dict[str, Any]:
    return to_body(command)


def command_from_body(body: Body) -> Command:
    return from_body(body, _ANY_COMMAND)


def refusal_to_body(refusal: Refusal) -> dict[str, Any]:
    return to_body(refusal)


def refusal_from_body(body: Body) -> Refusal:
    return from_body(body, Refusal)


def rules_to_body(rules: Rules) -> dict[str, Any]:
    return to_body(rules)


def rules_from_body(body: Body) -> Rules:
    """Also refuses rules that cannot be played, since readers rely on packs and sides."""
    rules = from_body(body, Rules)
    if clashes := check(rules):
        raise Unplayable(clashes)
    return rules


def view_to_body(view: View) -> dict[str, Any]:
    return to_body(view)


def view_from_body(body: Body) -> View:
    """Also refuses a view that no table with its rules can send."""
    view = from_body(body, View)
    check_view(view)
    return view


def to_body(value: object) -> dict[str, Any]:
    """Any value of the game as a body: strings, numbers, bytes, lists and maps."""
    body: dict[str, Any] = msgspec.to_builtins(value, enc_hook=_encode, builtin_types=(bytes,))
    return body


def from_body(body: Body, kind: type[T]) -> T:
    """The reverse of `to_body`. Raises `ValueError` for anything not exactly of this kind."""
    return msgspec.convert(body, kind, dec_hook=_decode, builtin_types=(bytes,))


def to_json(value: object) -> bytes:
    """Any value of the game as JSON, for a file; bytes in base64."""
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=_encode), indent=1)


def from_json(text: bytes, kind: type[T]) -> T:
    """The reverse of `to_json`. Raises `ValueError` for anything not exactly of this kind."""
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=_decode)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


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


def check_view(view: View) -> None:
    """Raises `ValueError` if no table can send this view."""
    rules = view.rules
    if clashes := check(rules):
        raise Unplayable(clashes)
    pack = rules.cards.cards
    low, high = view.cut_range or (1, 1)
    least, most = view.bid_range or (0, rules.total)
    if not (
        all(0 <= seat < rules.players for seat in _seats(view))
        and all(0 <= side < rules.sides for side in _sides(view))
        and all(len(row) == rules.players for row in _by_seat(view))
        and all(len(row) == rules.sides for row in _by_side(view))
        and all(len(row) == rules.stacks for row in view.stacks)
        and set(_cards(view)) <= set(pack)
        and set(view.legal) <= set(view.playable)
        and 0 < low <= high < len(pack)
        and view.factor > 0
        and 0 <= least <= most <= rules.total
    ):
        raise ValueError("a view of no table")


def _seats(view: View) -> Iterator[int]:
    for one in (view.seat, view.namer, view.winning):
        if one is not None:
            yield one
    yield view.dealer
    yield from view.to_act
    yield from view.seen
    yield from (call.seat for call in view.calls)
    yield from (play.seat for play in view.trick)
    if view.bid is not None:
        yield view.bid.seat
    if view.last_trick is not None:
        yield view.last_trick.winner
        yield from (play.seat for play in view.last_trick.plays)
    for record in view.sheet:
        yield record.dealer
        if record.namer is not None:
            yield record.namer
    for event in view.events:
        yield from _seats_of(event)


def _seats_of(event: Event) -> Iterator[int]:
    if isinstance(event, CutForDeal):
        yield from (seat for seat, _card in event.cards)
    for name in ("seat", "dealer", "cutter", "to"):
        if hasattr(event, name):
            yield getattr(event, name)


def _scores(view: View) -> Iterator[DealScore]:
    yield from (record.score for record in view.sheet if record.score is not None)
    yield from (event.score for event in view.events if isinstance(event, DealScored))


def _sides(view: View) -> Iterator[int]:
    if view.winner is not None:
        yield view.winner
    for score in _scores(view):
        yield from (side for side in (score.winner, score.bidder) if side is not None)
    yield from (event.side for event in view.events if hasattr(event, "side"))


def _by_seat(view: View) -> Iterator[Sized]:
    yield from (view.counts, view.tricks)
    yield from (rows for rows in (view.hands, view.stacks) if rows)


def _by_side(view: View) -> Iterator[Sized]:
    yield view.totals
    yield from (rows for rows in (view.points, view.games) if rows)
    yield from (record.totals for record in view.sheet)
    yield from (event.games for event in view.events if hasattr(event, "games"))
    for score in _scores(view):
        yield from (score.points, score.tricks, score.excess, score.scores)
        if score.bonus:
            yield score.bonus


def _cards(view: View) -> Iterator[Card]:
    yield from view.playable
    yield from (play.card for play in view.trick)
    if view.last_trick is not None:
        yield from (play.card for play in view.last_trick.plays)
    for stacks in view.stacks:
        yield from (stack.open for stack in stacks if stack.open is not None)
    for hand in view.hands or ():
        yield from hand
    if view.turned is not None:
        yield view.turned
