"""Every message survives the wire, and nothing else is accepted as one."""

import struct
import time
import tracemalloc
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits import Limits
from net.protocol import guest_messages, host_messages, messages
from net.protocol.codec import decode_from_client, decode_from_host, encode, peek_version
from net.protocol.framing import BadFrame


LIMITS = Limits()
BODY = {"act": "play", "card": "10♦", "list": [1, -2, None, True, b"\x00"], "deeper": {"a": [1]}}

FROM_CLIENT: list[guest_messages.FromClient] = [
    guest_messages.Probe(1),
    guest_messages.Hello(1, "manillen 0.1", "nl"),
    guest_messages.Join("Wieske", None),
    guest_messages.Join("Wieske", 3, "token"),
    guest_messages.Do(7, 3, BODY),
    guest_messages.Ready(1, True),
    guest_messages.Sit(2, 0),
    guest_messages.Say(6, "good evening"),
    guest_messages.Leave(3),
    guest_messages.Manage(4, "computer", 2),
    guest_messages.Manage(5, "start"),
    messages.Ping(),
    messages.Pong(),
]
FROM_HOST: list[host_messages.FromHost] = [
    host_messages.Info(1, "id", "name", "host", "lobby", 4, 1, {"rules": "x"}),
    host_messages.Welcome(1, "app", "id", "name"),
    host_messages.Seated(0, "Jan 2"),
    host_messages.Refused("full"),
    host_messages.Ack(1),
    host_messages.Nack(1, "must-follow", {"suit": "♥"}),
    host_messages.State(12, BODY),
    host_messages.RoomState(
        3, "table", "playing", (host_messages.Chair("person", "Jan", True),), 0, (1,), 2000, {}
    ),
    host_messages.RoomState(
        4, "table", "lobby", (), None, (), None, {}, (host_messages.Said(7, "Els", "good evening"),)
    ),
    host_messages.Bye("closing", {}),
    messages.Ping(),
    messages.Pong(),
]


def payload_of(message: guest_messages.FromClient | host_messages.FromHost) -> bytes:
    return encode(message)[4:]


@pytest.mark.parametrize("message", FROM_CLIENT, ids=lambda message: type(message).__name__)
def test_a_client_message_survives_the_wire(message: guest_messages.FromClient) -> None:
    assert decode_from_client(payload_of(message), LIMITS) == message


@pytest.mark.parametrize("message", FROM_HOST, ids=lambda message: type(message).__name__)
def test_a_host_message_survives_the_wire(message: host_messages.FromHost) -> None:
    assert decode_from_host(payload_of(message), LIMITS) == message


def test_neither_side_accepts_the_other_sides_messages() -> None:
    with pytest.raises(BadFrame):
        decode_from_client(payload_of(host_messages.Seated(0, "Jan")), LIMITS)
    with pytest.raises(BadFrame):
        decode_from_host(payload_of(guest_messages.Leave(1)), LIMITS)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def do(**changes: Any) -> bytes:
    """A play as a client might forge it."""
    packed: bytes = msgpack.packb({"t": "do", "id": 1, "turn": 0, "body": {}} | changes)
    return packed


HEAD = b"\x84\xa1t\xa2do\xa2id\x01\xa4turn\x00\xa4body"  # a play, up to its body

BOMBS = {
    "empty": b"",
    "an http request": b"GET / HTTP/1.1\r\n\r\n",
    "a reserved byte": b"\xc1",
    "not a map": msgpack.packb([1, 2, 3]),
    "no kind": msgpack.packb({"id": 1}),
    "unknown kind": msgpack.packb({"t": "cheat"}),
    "unknown field": do(seat=2),
    "missing field": msgpack.packb({"t": "do", "id": 1}),
    "negative id": do(id=-1),
    "id too large": do(id=2**31),
    "id as a float": do(id=1.0),
    "id as a flag": do(id=True),
    "a float inside": do(body={"x": 0.5}),
    "not a number": do(body={"x": float("nan")}),
    "depth 5 in a body": do(body={"x": nested(5)}),
    "depth 900": HEAD + b"\x91" * 900 + b"\x01",
    "depth 5000": HEAD + b"\x91" * 5000 + b"\x01",
    "60000 nils": HEAD + b"\xdc\xea\x60" + b"\xc0" * 60000,
    "600 nils": HEAD + b"\xdc\x02\x58" + b"\xc0" * 600,
    "a list of 4 billion": HEAD + b"\xdd\xff\xff\xff\xff",
    "a map of 4 billion": HEAD + b"\xdf\xff\xff\xff\xff",
    "a string of 4 billion": HEAD + b"\xdb\xff\xff\xff\xff",
    "lists in lists that never come": HEAD + b"\xdc\x02\x00" * 5000,
    "maps in maps that never come": HEAD + b"\xde\x00\x40\xa1a" * 3000,
    "a timestamp": HEAD + msgpack.packb({"x": msgpack.Timestamp(1)}),
    "an extension": HEAD + msgpack.packb({"x": msgpack.ExtType(5, b"data")}),
    "an empty extension": HEAD + b"\x81\xa1x\xc7\x00\x05",
    "keys of bytes": HEAD + b"\x81\xc4\x01x\x01",
    "keys of numbers": HEAD + b"\x81\x01\x01",
    "keys of lists": HEAD + b"\x81\x91\x01\x01",
    "a key twice": b"\x85\xa1t\xa2do\xa2id\x01\xa2id\x02\xa4turn\x00\xa4body\x80",
    "a key twice in a body": HEAD + b"\x82\xa1x\x01\xa1x\x02",
    "bad utf-8": HEAD + b"\x81\xa1x\xa2\xff\xfe",
    "a lone surrogate": HEAD + b"\x81\xa1x\xa3\xed\xa0\x80",
    "trailing bytes": do() + b"\x00",
    "cut short": do()[:-1],
    "a long name": msgpack.packb({"t": "join", "name": "x" * 10_000, "seat": None, "rights": None}),
    "a seat out of range": msgpack.packb({"t": "sit", "id": 1, "seat": 16}),
}


@pytest.mark.parametrize("payload", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_a_bad_frame_at_once(payload: bytes) -> None:
    began = time.process_time()
    with pytest.raises(BadFrame):
        decode_from_client(payload, LIMITS)
    assert time.process_time() - began < 0.02


def test_no_bomb_takes_memory() -> None:
    tracemalloc.start()
    try:
        for payload in BOMBS.values():
            with pytest.raises(BadFrame):
                decode_from_client(payload, LIMITS)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * 2**20


def test_a_body_as_deep_as_a_game_needs_is_accepted() -> None:
    body = {"x": nested(4)}
    assert decode_from_client(do(body=body), LIMITS) == guest_messages.Do(1, 0, body)


@given(st.binary(max_size=200))
def test_junk_is_never_more_than_a_bad_frame(junk: bytes) -> None:
    for decode in (decode_from_client, decode_from_host):
        try:
            message = decode(junk, LIMITS)
        except BadFrame:
            continue
        assert decode(payload_of(message), LIMITS) == message


@given(st.sampled_from(FROM_CLIENT), st.data())
def test_a_damaged_message_is_a_message_or_a_bad_frame(
    message: guest_messages.FromClient, data: st.DataObject
) -> None:
    damaged = bytearray(payload_of(message))
    place = data.draw(st.integers(0, len(damaged) - 1))
    damaged[place] = data.draw(st.integers(0, 255))
    try:
        taken = decode_from_client(bytes(damaged), LIMITS)
    except BadFrame:
        return
    assert decode_from_client(payload_of(taken), LIMITS) == taken


def test_a_local_name_that_is_not_utf8_can_still_be_sent() -> None:
    sent = payload_of(guest_messages.Join("jan\udcff", None))
    assert decode_from_client(sent, LIMITS) == guest_messages.Join("jan?", None)


def test_the_version_can_be_read_from_a_later_protocols_first_message() -> None:
    later = msgpack.packb({"t": "hello", "pv": 2, "app": "manillen 9", "features": ["x"]})
    assert peek_version(later, LIMITS) == 2
    assert peek_version(msgpack.packb({"pv": "2"}), LIMITS) is None
    assert peek_version(msgpack.packb([2]), LIMITS) is None
    assert peek_version(struct.pack(">d", 2.0), LIMITS) is None


@pytest.mark.parametrize(
    "text", ["\x1b]0;title\x07", "two\nlines", "\u202ereversed", "zero\u200bwidth", "\x9b31m"]
)
def test_text_from_a_host_that_could_control_a_terminal_is_refused(text: str) -> None:
    chair = host_messages.Chair("person", text, False)
    room = host_messages.RoomState(1, "Kroon", "lobby", (chair,), 0, (), None, {})
    info = host_messages.Info(1, "id", "Kroon", "Ann", text, 4, 0, {})
    for message in (
        host_messages.Bye(text),
        host_messages.Refused("full", {"why": text}),
        host_messages.Nack(1, "no", {text: 1}),
        host_messages.State(1, {"deep": [{"er": text}]}),
        room,
        info,
    ):
        with pytest.raises(BadFrame):
            decode_from_host(payload_of(message), LIMITS)
    join = guest_messages.Join(text, None)
    assert decode_from_client(payload_of(join), LIMITS) == join


def test_a_letter_that_only_a_newer_host_knows_is_accepted() -> None:
    said = host_messages.Said(1, "Els", "a letter of tomorrow: \u0378")
    room = host_messages.RoomState(1, "Kroon", "lobby", (), None, (), None, {}, (said,))
    assert decode_from_host(payload_of(room), LIMITS) == room
