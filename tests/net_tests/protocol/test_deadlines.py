"""The deadlines of a session, floods and slow readers, with a clock that the tests move."""

from collections.abc import Callable

import msgpack
import pytest

from net.limits import Limits
from net.protocol import host_messages, messages
from net.protocol.codec import encode
from net.protocol.framing import to_frame
from net.protocol.messages import MAGIC
from support.both_ends import HELLO, BothEnds, ended, kinds


# Deadlines ----------------------------------------------------------------------------------------


def say_nothing(ends: BothEnds) -> None: ...


def say_hello(ends: BothEnds) -> None:
    ends.forge(MAGIC, HELLO)


def begin_a_frame(ends: BothEnds) -> None:
    ends.forge(MAGIC, b"\0")


@pytest.mark.parametrize("start", [say_nothing, say_hello, begin_a_frame])
def test_a_guest_who_does_not_sit_down_in_ten_seconds_is_closed(
    start: Callable[[BothEnds], None],
) -> None:
    ends = BothEnds()
    start(ends)
    ends.wait(9.9)
    assert ends.host.ended is None
    ends.wait(0.2)
    assert ended(ends.host) == "late"


def test_a_byte_a_second_does_not_put_off_the_deadline_of_a_stranger() -> None:
    ends = BothEnds()
    for byte in MAGIC + b"\0\0":
        ends.forge(bytes([byte]))
        ends.wait(1.0)
    assert ended(ends.host) == "late"


def test_a_byte_a_second_does_not_put_off_the_deadline_of_a_frame() -> None:
    ends = BothEnds()
    ends.seat()
    whole = to_frame(b"x" * 100)
    seconds = 0
    while ends.host.ended is None:
        ends.forge(whole[seconds : seconds + 1])
        ends.wait(1.0)
        seconds += 1
    assert ended(ends.host) == "late"
    assert seconds == 10


def test_each_frame_has_its_own_ten_seconds() -> None:
    ends = BothEnds()
    ends.seat()
    for _ in range(4):
        ping = to_frame(msgpack.packb({"t": "ping"}))
        ends.forge(ping[:5])
        ends.wait(8.0)
        ends.forge(ping[5:])
    assert ends.host.ended is None


def test_a_silent_peer_is_pinged_every_five_seconds_and_dropped_after_fifteen() -> None:
    ends = BothEnds()
    ends.seat()
    ends.wait(14.9)
    assert kinds(ends.host.data_to_send(ends.now)) == ["ping", "ping"]
    assert ends.host.ended is None
    ends.wait(0.1)
    assert ended(ends.host) == "silent"


def test_a_peer_that_answers_pings_stays_forever() -> None:
    ends = BothEnds()
    ends.seat()
    for _ in range(100):
        ends.wait(5.0)
        ends.exchange()
    assert ends.host.ended is None


def test_a_guest_notices_a_silent_host() -> None:
    ends = BothEnds()
    ends.seat()
    guest, start = ends.guest, ends.now
    while guest.ended is None:
        ends.now = guest.deadline()
        guest.tick(ends.now)
    assert ended(guest) == "silent"
    assert ends.now - start == pytest.approx(15.0)


def test_a_host_that_slept_gives_everybody_fifteen_fresh_seconds() -> None:
    ends = BothEnds()
    ends.seat()
    ends.now += 600
    ends.host.tick(ends.now)
    assert ends.host.ended is None
    ends.wait(14.9)
    assert ends.host.ended is None
    ends.wait(0.2)
    assert ended(ends.host) == "silent"


def test_a_host_that_slept_gives_a_stranger_time_to_sit_down() -> None:
    ends = BothEnds()
    ends.now += 600
    ends.host.tick(ends.now)
    assert ends.host.ended is None
    ends.wait(10.0)
    assert ended(ends.host) == "late"


def test_a_guest_that_slept_long_says_so_at_once() -> None:
    ends = BothEnds()
    ends.seat()
    ends.guest.tick(ends.now + 600)
    assert ended(ends.guest) == "slept"


def test_a_guest_that_slept_briefly_pings_the_host() -> None:
    ends = BothEnds()
    ends.seat()
    ends.guest.tick(ends.now + 12)
    assert ends.guest.ended is None
    assert kinds(ends.guest.data_to_send(ends.now + 12)) == ["ping"]


def test_an_ended_session_has_no_deadline() -> None:
    ends = BothEnds()
    ends.seat()
    ends.host.end("closing", ends.now)
    assert ends.host.deadline() == float("inf")


# Floods and slow readers --------------------------------------------------------------------------


def test_twenty_refused_commands_in_ten_seconds_are_a_flood() -> None:
    ends = BothEnds()
    ends.seat()
    for number in range(19):
        ends.host.send(host_messages.Nack(number, "not-held"), ends.now)
        ends.now += 0.5
    assert ends.host.ended is None
    ends.host.send(host_messages.Nack(19, "not-held"), ends.now)
    assert ended(ends.host) == "flood"


def test_twenty_refused_commands_in_a_minute_are_not_a_flood() -> None:
    ends = BothEnds()
    ends.seat()
    for number in range(40):
        ends.host.send(host_messages.Nack(number, "not-held"), ends.now)
        ends.now += 1.0
    assert ends.host.ended is None


def test_a_slow_reader_is_dropped_after_five_seconds_over_the_limit() -> None:
    ends = BothEnds(limits=Limits(outbox_bytes=1000))
    ends.seat()
    ends.host.send(host_messages.State(1, {"x": "y" * 2000}), ends.now)
    for _ in range(4):  # it sends, but does not read
        ends.wait(1.0)
        ends.forge(messages.Ping())
    assert ends.host.ended is None
    ends.wait(1.0)
    assert ended(ends.host) == "slow"
    assert ends.host.aborted
    assert ends.host.data_to_send(ends.now) == b""


def test_a_slow_reader_who_catches_up_in_time_stays() -> None:
    ends = BothEnds(limits=Limits(outbox_bytes=1000))
    ends.seat()
    for revision in range(10):
        ends.host.send(host_messages.State(revision, {"x": "y" * 2000}), ends.now)
        ends.wait(4.0)
        ends.exchange()
    assert ends.host.ended is None


def test_a_newer_view_replaces_a_waiting_one() -> None:
    ends = BothEnds()
    ends.seat()
    for revision in range(1, 5):
        ends.host.send(host_messages.Ack(revision), ends.now)
        ends.host.send(host_messages.State(revision, {}), ends.now)
    ends.exchange()
    answers = [host_messages.Ack(number) for number in range(1, 5)]
    assert ends.told[2:] == [*answers, host_messages.State(4, {})]


def test_a_client_that_sends_without_pause_is_closed() -> None:
    ends = BothEnds(limits=Limits(frames=100, frames_window_s=10.0))
    ends.seat()
    burst = encode(messages.Ping()) * 100_000
    assert ends.host.receive(burst, ends.now) == []
    assert ended(ends.host) == "flood"
    answers = b"".join(iter(lambda: ends.host.data_to_send(ends.now), b""))
    assert answers.count(b"pong") < 100  # the rest of the burst was not even read
