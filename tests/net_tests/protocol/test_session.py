"""The order of a session's messages, and how it ends."""

from itertools import pairwise

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits import Limits
from net.protocol import guest_messages, host_messages, messages
from net.protocol.codec import encode
from net.protocol.framing import to_frame
from net.protocol.guest_session import GuestSession
from net.protocol.host_session import HostSession
from net.protocol.messages import MAGIC, PROTOCOL
from net.protocol.session import Stage
from support.both_ends import CLOSED, HELLO, WELCOME, BothEnds, ended, kinds


INFO = host_messages.Info(PROTOCOL, "table-id", "table", "Jan", "lobby", 4, 0, {})


def test_hello_is_welcomed_and_a_seat_is_given() -> None:
    ends = BothEnds()
    ends.seat()
    assert ends.asked == [guest_messages.Join("Jan", None)]
    assert ends.told == [WELCOME, host_messages.Seated(0, "Jan")]
    assert ends.host.stage is ends.guest.stage is Stage.SEATED


def test_a_probe_is_answered_and_the_connection_ends() -> None:
    ends = BothEnds(guest_messages.Probe(PROTOCOL))
    ends.exchange()
    assert ends.asked == [guest_messages.Probe(PROTOCOL)]
    ends.host.send(INFO, ends.now)
    ends.exchange()
    assert ends.told == [INFO]
    assert ended(ends.host) == "informed"


def test_a_refused_guest_hears_why_and_then_goodbye() -> None:
    ends = BothEnds()
    ends.exchange()
    ends.guest.send(guest_messages.Join("Jan", None), ends.now)
    ends.exchange()
    ends.host.send(host_messages.Refused("full"), ends.now)
    ends.exchange()
    assert ends.told == [WELCOME, host_messages.Refused("full")]
    assert ended(ends.guest) == "refused"


def test_a_code_is_proved_in_two_rounds_before_asking_for_a_seat() -> None:
    ends = BothEnds(welcome=CLOSED)
    ends.prove()
    ends.guest.send(guest_messages.Join("Jan", None), ends.now)
    ends.exchange()
    ends.host.send(host_messages.Seated(0, "Jan"), ends.now)
    ends.exchange()
    assert ends.asked == [
        guest_messages.Prove(b"guest"),
        guest_messages.Prove(b"guest", b"g" * 32),
        guest_messages.Join("Jan", None),
    ]
    assert ends.told[1:3] == [host_messages.Proof(b"host"), host_messages.Proof(b"host", b"g" * 32)]
    assert ends.host.stage is ends.guest.stage is Stage.SEATED


@pytest.mark.parametrize("welcome", [WELCOME, CLOSED], ids=["open", "closed"])
def test_a_token_replaces_both_the_code_and_joining(welcome: host_messages.Welcome) -> None:
    ends = BothEnds(welcome=welcome)
    ends.exchange()
    ends.guest.send(guest_messages.Resume("token", 7), ends.now)
    ends.exchange()
    assert ends.asked == [guest_messages.Resume("token", 7)]
    ends.host.send(host_messages.Seated(2, "Jan", "next token", 5), ends.now)
    ends.exchange()
    assert ends.told[-1] == host_messages.Seated(2, "Jan", "next token", 5)
    assert ends.host.stage is ends.guest.stage is Stage.SEATED


def test_a_claim_waits_as_long_as_somebody_takes_to_decide() -> None:
    ends = BothEnds()
    ends.exchange()
    ends.guest.send(guest_messages.Join("Jan", 2, claim=True), ends.now)
    ends.exchange()
    ends.host.send(host_messages.Pending(2), ends.now)
    for _ in range(60):
        ends.wait(5.0)
        ends.exchange()
    assert {ends.host.stage, ends.guest.stage} == {Stage.PENDING}
    ends.host.send(host_messages.Seated(2, "Jan"), ends.now)
    ends.exchange()
    assert ends.told[1:] == [host_messages.Pending(2), host_messages.Seated(2, "Jan")]
    assert ends.host.stage is ends.guest.stage is Stage.SEATED


def test_a_declined_claim_ends() -> None:
    ends = BothEnds()
    ends.exchange()
    ends.guest.send(guest_messages.Join("Jan", 2, claim=True), ends.now)
    ends.exchange()
    ends.host.send(host_messages.Pending(2), ends.now)
    ends.host.send(host_messages.Refused("declined"), ends.now)
    ends.exchange()
    assert ends.told[1:] == [host_messages.Pending(2), host_messages.Refused("declined")]
    assert ended(ends.host) == ended(ends.guest) == "refused"


def test_a_claimant_who_falls_silent_is_dropped() -> None:
    ends = BothEnds()
    ends.exchange()
    ends.forge(guest_messages.Join("Jan", 2, claim=True))
    ends.host.send(host_messages.Pending(2), ends.now)
    ends.wait(15.0)
    assert ended(ends.host) == "silent"


@pytest.mark.parametrize(("version", "update"), [(0, "guest"), (2, "host")])
def test_another_version_is_told_who_must_update(version: int, update: str) -> None:
    ends = BothEnds(guest_messages.Hello(version, "test", "nl"))
    ends.exchange()
    assert ends.guest.ended == host_messages.Bye("version", {"update": update, "pv": PROTOCOL})
    assert ends.asked == []


def test_a_later_hello_with_unknown_fields_is_told_the_version_too() -> None:
    ends = BothEnds()
    later = to_frame(msgpack.packb({"t": "hello", "pv": 9, "wishes": []}))
    ends.forge(MAGIC, later)
    assert ended(ends.host) == "version"


OUT_OF_ORDER: dict[str, list[guest_messages.FromClient | bytes]] = {
    "no magic": [guest_messages.Probe(1)],
    "an http request": [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
    "a tls hello": [b"\x16\x03\x01\x02\x00\x01\x00"],
    "a ping before anything": [MAGIC, messages.Ping()],
    "join before hello": [MAGIC, guest_messages.Join("Jan", None)],
    "a play before hello": [MAGIC, guest_messages.Do(1, 0, {})],
    "a play before a seat": [MAGIC, HELLO, guest_messages.Do(1, 0, {})],
    "hello twice": [MAGIC, HELLO, HELLO],
    "probe after hello": [MAGIC, HELLO, guest_messages.Probe(1)],
    "join twice": [
        MAGIC,
        HELLO,
        guest_messages.Join("Jan", None),
        guest_messages.Join("Jan", None),
    ],
    "a play right behind join": [
        MAGIC,
        HELLO,
        guest_messages.Join("Jan", None),
        guest_messages.Leave(1),
    ],
    "a proof where there is no code": [MAGIC, HELLO, guest_messages.Prove(b"element")],
    "resume twice": [MAGIC, HELLO, *[guest_messages.Resume("token", 0)] * 2],
    "resume behind join": [
        MAGIC,
        HELLO,
        guest_messages.Join("Jan", None),
        guest_messages.Resume("token", 0),
    ],
    "a seal before a seat": [MAGIC, HELLO, guest_messages.Seal(1, b"x" * 32)],
    "a share before a seat": [MAGIC, HELLO, guest_messages.Share(1, b"x" * 16)],
    "length 0": [MAGIC, b"\0\0\0\0"],
    "length over 4 KiB from a stranger": [MAGIC, (4 * 1024 + 1).to_bytes(4, "big")],
    "length 0xFFFFFFFF": [MAGIC, b"\xff\xff\xff\xff"],
}


@pytest.mark.parametrize("sent", OUT_OF_ORDER.values(), ids=OUT_OF_ORDER.keys())
def test_any_message_out_of_order_ends_the_session(
    sent: list[guest_messages.FromClient | bytes],
) -> None:
    ends = BothEnds()
    ends.forge(*sent)
    assert ended(ends.host) == "badframe"
    assert kinds(ends.host.data_to_send(ends.now))[-1] == "bye"


_ELEMENT = guest_messages.Prove(b"element")
_MAC = guest_messages.Prove(b"mac", b"s" * 32)


BEFORE_PROVING: dict[str, list[guest_messages.FromClient]] = {
    "join": [guest_messages.Join("Jan", None)],
    "join with the rights": [guest_messages.Join("Jan", None, "rights")],
    "watch": [guest_messages.Join("Jan", None, watch=True)],
    "claim": [guest_messages.Join("Jan", 1, claim=True)],
    "a play": [guest_messages.Do(1, 0, {})],
    "the second round first": [_MAC],
    "an element twice": [_ELEMENT, _ELEMENT],
    "both rounds at once": [_ELEMENT, _MAC],
    "join behind an element": [_ELEMENT, guest_messages.Join("Jan", None)],
    "resume behind an element": [_ELEMENT, guest_messages.Resume("token", 0)],
    "hello again": [HELLO],
    "probe": [guest_messages.Probe(1)],
}


@pytest.mark.parametrize("sent", BEFORE_PROVING.values(), ids=BEFORE_PROVING.keys())
def test_nobody_gets_past_the_code_by_changing_the_order(
    sent: list[guest_messages.FromClient],
) -> None:
    ends = BothEnds(welcome=CLOSED)
    ends.forge(MAGIC, HELLO, *sent)
    assert ended(ends.host) == "badframe"
    assert kinds(ends.host.data_to_send(ends.now)) == ["welcome", "bye"]


@pytest.mark.parametrize(
    "sent",
    [
        guest_messages.Join("Jan", None),
        _ELEMENT,
        guest_messages.Prove(b"mac", b"s" * 31),
        _MAC,
        HELLO,
    ],
    ids=["join", "an element", "a short digest", "a mac twice", "hello"],
)
def test_nobody_can_join_between_the_two_rounds(sent: guest_messages.FromClient) -> None:
    ends = BothEnds(welcome=CLOSED)
    ends.forge(MAGIC, HELLO, _ELEMENT)
    ends.host.send(host_messages.Proof(b"element"), ends.now)
    ends.forge(*[sent] * (1 if sent is not _MAC else 2))
    assert ended(ends.host) == "badframe"


def test_a_guest_who_proves_too_slowly_is_late() -> None:
    ends = BothEnds(welcome=CLOSED)
    ends.forge(MAGIC, HELLO, _ELEMENT)
    ends.host.send(host_messages.Proof(b"element"), ends.now)
    for _ in range(2):
        ends.wait(4.9)
        ends.forge(messages.Ping())
    assert ends.host.ended is None
    ends.wait(0.2)
    assert ended(ends.host) == "late"


@pytest.mark.parametrize(
    "unasked",
    [
        host_messages.Proof(b"mac", b"s" * 32),
        host_messages.Pending(1),
        host_messages.Seated(0, "Jan"),
        host_messages.Key("tango kilo"),
        host_messages.Commit(1, b"d" * 32),
        host_messages.Sealed(1, ()),
        host_messages.State(1, {}),
    ],
)
def test_a_guest_accepts_nothing_from_a_host_that_has_not_proved_the_code(
    unasked: host_messages.FromHost,
) -> None:
    ends = BothEnds(welcome=CLOSED)
    ends.exchange()
    ends.guest.send(_ELEMENT, ends.now)
    ends.guest.receive(encode(unasked), ends.now)
    assert ended(ends.guest) == "badframe"
    assert ends.told == [CLOSED]


@pytest.mark.parametrize(
    "message",
    [HELLO, guest_messages.Probe(1), guest_messages.Join("x", None)],
    ids=["hello", "probe", "join"],
)
def test_a_seated_client_cannot_begin_again(message: guest_messages.FromClient) -> None:
    ends = BothEnds()
    ends.seat()
    ends.forge(message)
    assert ended(ends.host) == "badframe"


def test_a_seat_in_a_command_is_a_bad_frame() -> None:
    ends = BothEnds()
    ends.seat()
    ends.forge(
        to_frame(msgpack.packb({"t": "do", "id": 1, "turn": 0, "body": {}, "seat": 2})),
    )
    assert ends.asked == [guest_messages.Join("Jan", None)]
    assert ended(ends.host) == "badframe"


def test_frames_may_be_larger_once_seated() -> None:
    ends = BothEnds()
    ends.seat()
    play = guest_messages.Do(1, 0, {"long": "x" * (8 * 1024)})
    ends.forge(play)
    assert ends.asked[-1] == play
    ends.forge((16 * 1024 + 1).to_bytes(4, "big"))
    assert ended(ends.host) == "badframe"


def test_a_client_refuses_more_than_64_kib() -> None:
    guest = GuestSession(HELLO, Limits(), 0.0)
    guest.receive((64 * 1024 + 1).to_bytes(4, "big"), 0.0)
    assert ended(guest) == "badframe"


@given(st.binary(max_size=300), st.sampled_from(["stranger", "seated", "guest"]))
def test_junk_never_raises(junk: bytes, where: str) -> None:
    ends = BothEnds()
    if where != "stranger":
        ends.seat()
    session: HostSession | GuestSession = ends.guest if where == "guest" else ends.host
    session.receive(junk, ends.now)
    session.receive(junk, ends.now)
    session.tick(ends.now + 100)
    session.data_to_send(ends.now + 100)


@given(st.lists(st.integers(0, 200), max_size=12))
def test_a_session_is_the_same_however_its_bytes_are_split(cuts: list[int]) -> None:
    ends = BothEnds()
    stream = MAGIC + encode(HELLO) + encode(guest_messages.Join("Jan", 2, "token"))
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for start, end in pairwise(edges):
        ends.forge(stream[start:end])
    assert ends.asked == [guest_messages.Join("Jan", 2, "token")]
    assert ends.host.stage is Stage.JOINING


def test_what_comes_after_the_end_is_discarded() -> None:
    ends = BothEnds()
    ends.seat()
    ends.host.end("closing", ends.now)
    ends.forge(guest_messages.Do(1, 0, {}))
    assert ends.asked == [guest_messages.Join("Jan", None)]
    ends.host.send(host_messages.Ack(1), ends.now)
    assert kinds(ends.host.data_to_send(ends.now)) == ["bye"]


def test_a_client_that_closes_its_sending_side_is_gone() -> None:
    ends = BothEnds()
    ends.seat()
    ends.host.receive_eof(ends.now)
    assert ended(ends.host) == "gone"
    assert kinds(ends.host.data_to_send(ends.now)) == ["bye"]
