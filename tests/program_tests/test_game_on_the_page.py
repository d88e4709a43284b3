"""docs/protocol.md says of the game's bodies what the program does: commands, views, refusals."""

import json
from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from msgspec import inspect

from manillen_tui.engine import FIELDS, PRESETS, Phase, Rules, View
from manillen_tui.engine.cards import PACKS, SUITS, Card
from manillen_tui.engine.commands import (
    CallKind,
    Command,
    Play,
    Signal,
)
from manillen_tui.engine.events import Event, Manner
from manillen_tui.engine.fields import Field, Kind
from manillen_tui.host.table import SHEET_DEALS, SHEET_S
from manillen_tui.wire import (
    command_from_body,
    command_to_body,
    from_body,
    rules_from_body,
    rules_to_body,
    to_body,
    view_from_body,
    view_to_body,
)
from support.protocol_page import WORDS, coded, section, table, values


def by_tag(union: UnionType) -> dict[str, type[msgspec.Struct]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


def names_of(kind: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def on_wire(value: Any) -> Any:
    """As it comes out at the other end."""
    return msgpack.unpackb(msgpack.packb(to_body(value)))


def shown(cell: str) -> Any:
    """The value in a cell of a table."""
    return json.loads(cell.strip("`"))


# Commands -----------------------------------------------------------------------------------------

COMMANDS = by_tag(Command)


def test_the_page_has_every_command_with_its_fields_and_no_other() -> None:
    told = {coded(row["act"])[0]: coded(row["fields"]) for row in table(section("Commands"), "act")}
    assert told == {
        act: [
            field.encode_name + ("" if field.required else "?")
            for field in msgspec.structs.fields(kind)
        ]
        for act, kind in COMMANDS.items()
    }


@pytest.mark.parametrize("example", values("command"), ids=str)
def test_a_command_on_the_page_is_one(example: dict[str, Any]) -> None:
    command = command_from_body(example)
    assert type(command) is COMMANDS[example["act"]]
    assert command_to_body(command) == example


def test_every_field_of_every_command_and_all_that_it_may_be_is_shown() -> None:
    every = values("command")
    for act, kind in COMMANDS.items():
        named = {name for example in every if example["act"] == act for name in example}
        assert named == {"act", *names_of(kind)}, act
    assert {example["kind"] for example in every if "kind" in example} == set(CallKind)
    (play,) = [row for row in table(section("Commands"), "act") if row["act"] == "`play`"]
    assert coded(play["what it does"]) == list(Signal)


def test_the_bodies_in_messages_are_commands() -> None:
    bodies = [example["body"] for example in values("guest") if example["t"] == "do"]
    assert bodies
    for body in bodies:
        assert command_to_body(command_from_body(body)) == body


# The view -----------------------------------------------------------------------------------------

FULL_VIEWS = [
    *values("view"),
    *(example["view"] for example in values("host") if example["t"] == "state"),
]
ARRAYS = {
    "play": "PlayedCard",
    "trick": "Trick",
    "standing bid": "StandingBid",
    "called": "Called",
    "stack": "StackView",
    "record": "DealRecord",
    "score": "DealScore",
}


@pytest.mark.parametrize("example", FULL_VIEWS, ids=lambda view: str(view["phase"]))
def test_a_view_on_the_page_is_one(example: dict[str, Any]) -> None:
    view = view_from_body(example)
    assert msgpack.unpackb(msgpack.packb(view_to_body(view))) == example


def test_the_page_has_every_field_of_a_view_with_an_example_that_says_something() -> None:
    rows = table(section("The view"), "for example")
    assert [coded(row["field"])[0] for row in rows] == names_of(View)
    for row, field in zip(rows, msgspec.structs.fields(View), strict=True):
        assert ("nil" in row["is"].split()) == (type(None) in get_args(field.type)), field.name
        example = shown(row["for example"])
        assert not (example is None or example is False or example == []), field.name
        assert on_wire(from_body(example, field.type)) == example


def arrays_in(kind: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    """The structs in a type that travel as arrays, events apart."""
    match kind:
        case inspect.StructType(cls=cls, fields=fields, array_like=array_like):
            if cls not in get_args(Event):
                if array_like:
                    yield cls
                for field in fields:
                    yield from arrays_in(field.type)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            for one in types:
                yield from arrays_in(one)
        case inspect.VarTupleType(item_type=item):
            yield from arrays_in(item)


def test_the_page_has_the_order_of_every_array() -> None:
    kinds = {kind.__name__: kind for kind in arrays_in(inspect.type_info(View))}
    rows = {row["array"]: row for row in table(section("The view"), "array")}
    assert {ARRAYS[name] for name in rows} == set(kinds)
    for name, row in rows.items():
        kind = kinds[ARRAYS[name]]
        assert coded(row["has"]) == names_of(kind)
        example = shown(row["for example"])
        assert on_wire(from_body(example, kind)) == example


def test_the_page_has_every_field_of_a_score() -> None:
    rows = table(section("The score of a deal"), "field")
    score = next(
        kind for kind in arrays_in(inspect.type_info(View)) if kind.__name__ == "DealScore"
    )
    assert [coded(row["field"])[0] for row in rows] == names_of(score)


def test_the_page_has_every_phase() -> None:
    (row,) = [row for row in table(section("The view"), "field") if row["field"] == "`phase`"]
    assert coded(row["meaning"]) == list(Phase)


def test_the_page_tells_what_the_host_adds_to_the_game() -> None:
    assert f"the last {SHEET_DEALS} of them" in WORDS
    assert f"after {SHEET_S:.0f} s the host goes on" in WORDS


# Events -------------------------------------------------------------------------------------------

EVENTS = by_tag(Event)


def test_the_page_has_every_event_with_its_fields_in_order_and_no_other() -> None:
    rows = table(section("Events"), "event")
    assert {coded(row["event"])[0]: coded(row["then"]) for row in rows} == {
        tag: names_of(kind) for tag, kind in EVENTS.items()
    }


@pytest.mark.parametrize("example", values("event"), ids=str)
def test_an_event_on_the_page_is_one(example: list[Any]) -> None:
    event = from_body(example, EVENTS[example[0]])  # type: ignore[arg-type]
    assert on_wire(event) == example


def test_every_event_has_an_example() -> None:
    assert {example[0] for example in values("event")} == set(EVENTS)
    (row,) = [row for row in table(section("Events"), "event") if row["event"] == "`card`"]
    assert coded(row["meaning"]) == list(Manner)


# Rules and cards ----------------------------------------------------------------------------------


def may_be(field: Field) -> str:
    match field.kind:
        case Kind.FLAG:
            return "bool"
        case Kind.NUMBER:
            return f"{field.low}–{field.high}"
        case Kind.PACKETS:
            return "list of 1–16"
    return ", ".join(f"`{json.dumps(value)}`" for value in field.values)


def test_the_page_has_every_field_of_the_rules() -> None:
    name, base, *rows = table(section("The rules of a table"), "default")
    assert (name["field"], name["default"]) == ("`name`", "")
    assert (base["field"], shown(base["default"])) == ("`base`", Rules(name="").base)
    assert [coded(row["field"])[0] for row in rows] == [field.name for field in FIELDS]
    for row, field in zip(rows, FIELDS, strict=True):
        default = list(field.default) if field.kind is Kind.PACKETS else field.default
        assert shown(row["default"]) == default, field.name
        assert row["may be"] == may_be(field), field.name
        assert row["meaning"], field.name


@pytest.mark.parametrize("example", values("rules"), ids=lambda rules: str(rules["name"]))
def test_rules_on_the_page_are_those_of_a_table(example: dict[str, Any]) -> None:
    rules = rules_from_body(example)
    assert rules == PRESETS[example["name"]]
    assert on_wire(rules) == msgpack.unpackb(msgpack.packb(rules_to_body(rules))) == example


def test_the_page_has_every_pack() -> None:
    rows = {coded(row["pack"])[0]: row for row in table(section("Cards"), "pack")}
    assert set(rows) == set(PACKS)
    for name, row in rows.items():
        pack = PACKS[name]
        ranks = row["ranks of every suit, from high to low"].split()
        without = row["without"].split()
        cards = [rank + suit for suit in SUITS for rank in ranks if rank + suit not in without]
        assert cards == [str(card) for card in pack.cards]


def test_a_card_is_spelled_as_the_page_says() -> None:
    text = " ".join(section("Cards").split())
    for spelling in coded(text.partition("A rank is")[0]):
        assert str(Card.parse(spelling)) == spelling
        assert command_from_body({"act": "play", "card": spelling}) == Play(Card.parse(spelling))
    wrong = coded(text.partition("Nothing else is taken for a card:")[2].partition(" are bad")[0])
    assert len(wrong) == 3
    for spelling in (*wrong, "10♦\ufe0f", "10♦ "):
        with pytest.raises(ValueError, match="card"):
            command_from_body({"act": "play", "card": spelling})
