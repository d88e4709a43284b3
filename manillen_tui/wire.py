"""The game's bodies on the wire, both ways: commands to the host, views to the guests.

Cards and suits travel in their text form. Anything that is not exactly a command or a view is a
`ValueError`.
"""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from manillen_tui.engine.cards import Card
from manillen_tui.engine.check import Unplayable, check
from manillen_tui.engine.commands import Command, Refusal
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.sense import check_view


Body = Mapping[str, Any]
T = TypeVar("T")

# A union is a type form, which `type[T]` cannot say.
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
    """Also refuses rules that cannot be played: whoever reads them counts on packs and sides."""
    rules = from_body(body, Rules)
    if clashes := check(rules):
        raise Unplayable(clashes)
    return rules


def view_to_body(view: View) -> dict[str, Any]:
    return to_body(view)


def view_from_body(body: Body) -> View:
    """Also refuses a view that no table with these rules can give: a screen relies on it."""
    view = from_body(body, View)
    check_view(view)
    return view


def to_body(value: object) -> dict[str, Any]:
    """Any record of the game as a body: strings, numbers, bytes, lists and maps."""
    body: dict[str, Any] = msgspec.to_builtins(value, enc_hook=_encode, builtin_types=(bytes,))
    return body


def from_body(body: Body, kind: type[T]) -> T:
    """The other way; `ValueError` for anything that is not exactly this kind."""
    return msgspec.convert(body, kind, dec_hook=_decode, builtin_types=(bytes,))


def to_json(value: object) -> bytes:
    """Any record of the game as text, for a file; bytes in base64."""
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=_encode), indent=1)


def from_json(text: bytes, kind: type[T]) -> T:
    """The other way; `ValueError` for anything that is not exactly this kind."""
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
