"""The rules of a table, from options typed to open one, or from what a table reports."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from manillen_tui.config.house_rules import load_house
from manillen_tui.engine.check import check
from manillen_tui.engine.fields import FIELDS, Field, Kind
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.trouble import Trouble
from manillen_tui.wire import Body, rules_from_body


_FIELDS: Final = {field.name: field for field in FIELDS}
_FLAGS: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def find_rules(name: str) -> Rules:
    """A preset, or a rule set of the house. Raises `Trouble` if there is none of that name."""
    if name in PRESETS:
        return PRESETS[name]
    house = load_house()
    if name in house:
        return house[name]
    near = difflib.get_close_matches(name, [*PRESETS, *house], n=1)
    raise Trouble("no-such-rules", {"name": name, "near": near})


def changed(rules: Rules, settings: Iterable[str]) -> Rules:
    """`rules` with settings such as ``"target=51"``. Raises `Trouble` for an invalid one."""
    values = {}
    for setting in settings:
        name, _equals, text = setting.partition("=")
        field = _FIELDS.get(name.strip().replace("-", "_"))
        if field is None:
            near = difflib.get_close_matches(name, _FIELDS, n=1)
            raise Trouble("no-such-field", {"name": name, "near": near})
        values[field.name] = _read(field, text.strip())
    return replace(rules, **values)


def agreed(rules: Rules) -> Rules:
    """The same rules, if they can be played. Otherwise raises `Trouble` with the first clash."""
    for clash in check(rules):
        raise Trouble("rules-clash", {"clash": clash, "rules": rules, "to": typed(clash.to)})
    return rules


def read_rules(info: Body | None) -> Rules | None:
    """The rules that a table reports; None if this version cannot read them."""
    try:
        return None if info is None else rules_from_body(info)
    except ValueError:
        return None


def rules_from_json(text: str) -> Rules:
    """Rules handed over by another program. Raises `Trouble`."""
    try:
        return agreed(msgspec.json.decode(text, type=Rules))
    except (msgspec.MsgspecError, ValueError) as error:
        raise Trouble("rules-unreadable") from error


def rules_to_json(rules: Rules) -> str:
    return msgspec.json.encode(rules).decode()


def typed(value: object) -> str:
    """A value as it is typed after its field's name."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _read(field: Field, text: str) -> Any:
    """Parse a typed value of this field."""
    value: Any = None
    match field.kind:
        case Kind.FLAG:
            value = _FLAGS.get(text.lower())
        case Kind.NUMBER:
            value = int(text) if text.isascii() and text.isdigit() else None
        case Kind.PACKETS:
            sizes = text.split("-")
            if all(size.isascii() and size.isdigit() for size in sizes):
                value = tuple(int(size) for size in sizes)
        case Kind.CHOICE:
            value = next((value for value in field.values if typed(value) == text), None)
    if value is None or not field.allows(value):
        raise Trouble(
            "no-such-value", {"field": field.name, "value": text, "known": _known_values(field)}
        )
    return value


def _known_values(field: Field) -> Sequence[str]:
    if field.kind is Kind.NUMBER:
        return (f"{field.low} … {field.high}",)
    return tuple(typed(value) for value in field.values)
