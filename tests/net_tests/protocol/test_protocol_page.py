"""docs/protocol.md says of messages, limits and codes what the program does."""

import ast
import re
from collections import defaultdict
from types import UnionType
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from msgspec import inspect

from net.address import DEFAULT_PORT
from net.discovery import announcement
from net.limits import Limits
from net.protocol import guest_messages, host_messages
from net.protocol.codec import decode_from_client, decode_from_host, encode
from net.protocol.framing import HEADER_BYTES, to_frame
from net.protocol.guest_messages import FromClient
from net.protocol.host_messages import FromHost
from net.protocol.messages import MAGIC, PROTOCOL, Message
from net.room import chairs, management, play
from net.transport import port
from support.places import ROOT
from support.protocol_page import (
    PAGE,
    WORDS,
    coded,
    examples,
    headings,
    message_section,
    part,
    section,
    table,
    values,
)
from support.sent_codes import UNTOLD, sent_codes


LIMITS = Limits()
FROM_CLIENT, FROM_HOST = "Messages from a client", "Messages from the host"
EITHER_SIDE = ("ping", "pong")


def kinds_of(union: UnionType) -> dict[str, type[msgspec.Struct]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


GUESTS, HOSTS = kinds_of(FromClient), kinds_of(FromHost)
MESSAGES = {**GUESTS, **HOSTS}
#: What messages are made of beside plain values.
PARTS = {
    name.lower(): kind
    for name, kind in vars(host_messages).items()
    if isinstance(kind, type)
    and issubclass(kind, msgspec.Struct)
    and kind.__module__ == host_messages.__name__
    and kind not in HOSTS.values()
}


def told_type(kind: inspect.Type) -> str:
    """A type in the page's words."""
    match kind:
        case inspect.UnionType(types=types):
            return " or ".join(told_type(one) for one in types)
        case inspect.NoneType():
            return "nil"
        case inspect.BoolType():
            return "bool"
        case inspect.IntType(ge=0, le=15):
            return "seat"
        case inspect.IntType(ge=0, le=2147483647):
            return "count"
        case inspect.StrType(max_length=int(longest)):
            return f"text {longest}"
        case inspect.LiteralType():
            return "word"
        case inspect.BytesType(min_length=least, max_length=int(most)) if least == most:
            return f"bytes {most}"
        case inspect.BytesType(max_length=int(most)):
            return f"bytes 0–{most}"
        case inspect.DictType():
            return "map"
        case inspect.VarTupleType(item_type=item):
            return f"list of {told_type(item)}"
        case inspect.StructType(cls=struct):
            return struct.__name__.lower()
    raise AssertionError(f"the page has no word for {kind}")


def fields_of(kind: type[msgspec.Struct]) -> dict[str, str]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return {
        field.encode_name + ("" if field.required else "?"): told_type(field.type)
        for field in described.fields
    }


def told_fields(rows: list[dict[str, str]]) -> dict[str, str]:
    return {coded(row["field"])[0]: row["type"] for row in rows}


# What every message is ----------------------------------------------------------------------------


def test_the_page_has_every_message_and_no_other() -> None:
    told = [heading.strip("`") for heading in headings(section(FROM_CLIENT), 3)]
    assert told == list(GUESTS)
    told = [heading.strip("`") for heading in headings(section(FROM_HOST), 3)]
    assert told == [name for name in HOSTS if name not in EITHER_SIDE]


@pytest.mark.parametrize("name", MESSAGES)
def test_the_page_has_every_field_of_a_message_with_its_type(name: str) -> None:
    text = message_section(name)
    fields = fields_of(MESSAGES[name])
    assert (told_fields(table(text, "field")) if "| field |" in text else {}) == fields


@pytest.mark.parametrize("name", PARTS)
def test_the_page_has_every_field_of_a_part_of_a_message(name: str) -> None:
    assert told_fields(part(name)) == fields_of(PARTS[name])


def test_every_type_is_explained() -> None:
    explained = " ".join(row["type"] for row in table(section("How to read this page"), "type"))
    for kind in (*MESSAGES.values(), *PARTS.values()):
        for told in fields_of(kind).values():
            for word in told.removesuffix(" or nil").removeprefix("list of ").split()[:1]:
                assert word in explained or word in PARTS, told


# Examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", values("guest"), ids=lambda example: str(example.get("t")))
def test_what_a_guest_sends_on_the_page_is_taken_by_a_host(example: dict[str, Any]) -> None:
    message = decode_from_client(msgpack.packb(example), LIMITS)
    assert type(message) is GUESTS[example["t"]]
    taken = msgspec.to_builtins(message, builtin_types=(bytes,))
    assert {name: taken[name] for name in example} == example
    for name, value in taken.items():
        assert name in example or not value, f"{name} was left out and is {value}"


@pytest.mark.parametrize("example", values("host"), ids=lambda example: str(example.get("t")))
def test_what_a_host_sends_on_the_page_is_what_a_host_sends(example: dict[str, Any]) -> None:
    payload = msgpack.packb(example)
    message = decode_from_host(payload, LIMITS)
    assert type(message) is HOSTS[example["t"]]
    assert msgpack.unpackb(encode(message)[HEADER_BYTES:]) == example


@pytest.mark.parametrize(
    ("side", "kinds"), [("guest", GUESTS), ("host", HOSTS)], ids=["guest", "host"]
)
def test_every_field_is_in_an_example_with_something_in_it(
    side: str, kinds: dict[str, type[msgspec.Struct]]
) -> None:
    shown = defaultdict(list)
    for example in values(side):
        for name, value in example.items():
            shown[example["t"], name].append(value)
    for name, kind in kinds.items():
        assert shown[name, "t"], f"no example of {name}"
        for field in msgspec.structs.fields(kind):
            there = shown[name, field.encode_name]
            assert any(field.required or value != default(field) for value in there), field


def default(field: msgspec.structs.FieldInfo) -> object:
    """What a field is when it is left out, as it is sent."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return [] if field.default == () else field.default


@pytest.mark.parametrize("name", MESSAGES)
def test_every_message_is_shown_where_it_is_explained(name: str) -> None:
    text = message_section(name)
    side = ["guest"] * (name in GUESTS) + ["host"] * (name in HOSTS)
    shown = {(example.kind, example.value["t"]) for example in examples(text, "guest", "host")}
    elsewhere = "An example is in [the conversation]" in " ".join(text.split())
    assert elsewhere or shown == {(kind, name) for kind in side}


# Codes --------------------------------------------------------------------------------------------


def told_codes(message: str) -> dict[str, str]:
    return {
        coded(row["code"])[0]: row["arguments"] for row in table(message_section(message), "code")
    }


@pytest.mark.parametrize("message", ["refused", "nack", "notice", "bye"])
def test_the_page_has_every_code_that_a_host_sends_and_no_other(message: str) -> None:
    codes = {sent.code for sent in sent_codes() if sent.kind == message}
    if message == "bye":
        assert codes > UNTOLD
        codes -= UNTOLD
    assert set(told_codes(message)) == codes


@pytest.mark.parametrize("message", ["refused", "nack", "notice", "bye"])
def test_every_code_has_an_example_with_its_arguments(message: str) -> None:
    shown = defaultdict(set)
    for example in values("host", message_section(message)):
        shown[example["code"]].add(frozenset(example["args"]))
    told = told_codes(message)
    assert set(shown) == set(told)
    for sent in sent_codes():
        if sent.kind == message and sent.args is not None and sent.code not in UNTOLD:
            assert sent.args in shown[sent.code], sent
    for code, arguments in told.items():
        named = coded(arguments)
        required = {name for name in named if not name.endswith("?")}
        every = {name.rstrip("?") for name in named}
        assert every in shown[code], code
        assert all(required <= args <= every for args in shown[code]), code


def test_the_page_has_all_that_can_be_managed() -> None:
    source = ast.parse((ROOT / "net/room/management.py").read_text(encoding="utf-8"))
    patterns = {
        node.value.value
        for node in ast.walk(source)
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant)
    }
    whats = patterns | set(management._HOLDERS)
    rows = {coded(row["`what`"])[0]: row for row in table(message_section("manage"), "`what`")}
    assert set(rows) == whats
    holders = {what for what, row in rows.items() if row["by"] == "the holder"}
    assert holders == set(management._HOLDERS)
    shown = {example["what"]: example for example in values("guest", message_section("manage"))}
    assert set(shown) == whats
    for what, row in rows.items():
        assert set(coded(row["needs"])) <= set(shown[what]), what


def test_the_page_has_every_state_of_a_room_and_every_holder_of_a_chair() -> None:
    state = next(
        row for row in table(message_section("info"), "field") if "`state`" in row["field"]
    )
    assert coded(state["meaning"]) == [play.LOBBY, play.PLAYING, play.OVER]
    holder = part("chair")[0]
    assert coded(holder["meaning"]) == [chairs.EMPTY, chairs.PERSON, chairs.COMPUTER, chairs.SHUT]


# The connection -----------------------------------------------------------------------------------


def test_the_page_opens_with_the_three_that_matter() -> None:
    beginning = PAGE.split("\n## ", 1)[0]
    assert re.findall(r"^- \*\*(\w+)\*\*", beginning, re.MULTILINE) == ["hand", "play", "scores"]


def test_the_contents_lead_to_every_section_in_order() -> None:
    linked = re.findall(r"^\d+\. \[([^]]+)\]\(#([^)]+)\)", section("Contents"), re.MULTILINE)
    assert [title for title, _ in linked] == headings(PAGE, 2)[1:]
    anchors = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for level in (2, 3)
        for heading in headings(PAGE, level)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors


def test_the_frames_written_out_are_those_that_are_sent() -> None:
    rows = table(section("Frames"), "bytes of its frame")
    assert len(rows) == 2
    for row in rows:
        (message,) = msgspec.json.decode(f"[{row['message'].strip('`')}]")
        frame = bytes.fromhex(row["bytes of its frame"].strip("`"))
        assert frame == to_frame(msgpack.packb(message))
        decode_from_client(frame[HEADER_BYTES:], LIMITS)


def test_the_numbers_on_the_page_are_the_limits() -> None:
    limits = LIMITS
    for told in (
        f"describes version {PROTOCOL}.",
        f"`{MAGIC.decode()}`",
        f"`{announcement.SERVICE}`",
        f"The usual port is {DEFAULT_PORT}, or the next free one of {port.TRIES}",
        f"no seat yet | {limits.unknown_frame_bytes // 1024} KiB |",
        f"that was `seated` | {limits.client_frame_bytes // 1024} KiB |",
        f"a frame from a host | {limits.host_frame_bytes // 1024} KiB |",
        f"| {limits.depth} levels |",
        f"| {limits.items} items |",
        f"| {limits.keys} keys |",
        f"| {limits.frames - 1:,} within {limits.frames_window_s:.0f} s; the next",
        f"| {limits.nacks - 1} within {limits.nacks_window_s:.0f} s; the next",
        f"| {limits.pending_commands}; then the host",
        f"| {limits.outbox_bytes // 1024} KiB for {limits.slow_reader_s:.0f} s;",
        f"| {limits.chat_burst} at once, and {limits.chat_burst} more every"
        f" {limits.chat_window_s:.0f} s",
        f"connections of a table | {limits.connections}",
        f"| {limits.unknown_connections}, and {limits.unknown_of_one} from one address",
        f"spectators | {limits.watchers} ",
        f"`seated` or `pending` | {limits.join_s:.0f} s",
        f"to its last | {limits.frame_s:.0f} s",
        f"seated or pending | {limits.ping_s:.0f} s",
        f"such a client | {limits.dead_s:.0f} s",
        f"what was sealed | {limits.share_s:.0f} s each",
        f"for the client to close | {limits.goodbye_s:.0f} s",
        f"before or after a match | {limits.lobby_away_s:.0f} s",
        f"nobody seated ends | {limits.deserted_s:.0f} s",
        f"nobody has been seated for {limits.deserted_s / 60:.0f} minutes",
        f"from `welcome` on, every {limits.ping_s:.0f} s",
        f"has sent nothing for {limits.dead_s:.0f} s is gone",
        f"by at most {limits.id_jump:,}.",
        f"{'Two' if limits.free_guesses == 2 else '?'} wrong guesses of an address are free.",
        f"{limits.guess_s:.0f} s, twice as long each time, up to {limits.guess_most_s:.0f} s",
        f"or {limits.guess_forget_s:.0f} s without a wrong one",
        f"cuts it to {limits.name_cells} columns",
        f"cuts it to {limits.chat_cells} columns",
        f"the last {limits.chat_lines} lines",
        f"at most {limits.claims}, one for each seat",
        "with `seal`, whose digest is the SHA-256",
        f"within {limits.share_s:.0f} s; otherwise keep it",
    ):
        assert told in WORDS, told


def test_the_page_has_every_key_of_an_announcement() -> None:
    rows = table(section("Finding a table"), "key")
    assert [coded(row["key"])[0] for row in rows] == [
        field.name for field in msgspec.structs.fields(announcement.TxtRecord)
    ]


def test_every_message_there_is_belongs_to_one_side() -> None:
    for module in (guest_messages, host_messages):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Message) and kind is not Message:
                assert kind in MESSAGES.values()
