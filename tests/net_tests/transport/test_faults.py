"""What goes wrong on a real network, and what a hostile or broken program may try.

In every test the others at the table can play on.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import msgpack
import pytest
from msgspec.structs import replace

from net.address import Address
from net.limits import Limits
from net.protocol.codec import encode
from net.protocol.framing import to_frame
from net.protocol.guest_messages import Do, Hello, Ready
from net.protocol.host_messages import Ack, Bye, FromHost, Info, Nack, State, Welcome
from net.protocol.messages import MAGIC, PROTOCOL, Ping
from net.transport.connection import Connection, probe
from net.transport.tls import host_context
from net.transport.unreachable import Unreachable
from support.serving import IDENTITY, RIGHTS, SWIFT, Guest, RawPeer, Serving, serving
from support.toy_game import ToyGame


HELLO = Hello(PROTOCOL, "raw", "en")
Behaviour = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def match_with_a_stranger(
    game: ToyGame | None = None, limits: Limits = SWIFT
) -> AsyncIterator[tuple[Serving, Guest, RawPeer]]:
    """Ann is on seat 0, somebody who ignores the rules on seat 1; the match has begun."""
    async with serving(game, limits) as table:
        ann = await table.guest("Ann")
        stranger = await table.raw()
        assert await stranger.sit_down() == 1
        stranger.send(Ready(1, True))
        await ann.manage("computer", 2)
        await ann.manage("computer", 3)
        await stranger.receive_a(Ack)
        await ann.manage("start")
        yield table, ann, stranger


async def plays_on(ann: Guest) -> None:
    """Check that a computer player moves for the stranger and the match goes on."""
    await ann.sees_away(1)
    await ann.say(1)
    await ann.sees(said=4)


# Bad input ----------------------------------------------------------------------------------------


BAD = {
    "random bytes": bytes(range(1, 256)),
    "length 0": b"\0\0\0\0",
    "length 16 KiB and 1": (16 * 1024 + 1).to_bytes(4, "big"),
    "length 0xFFFFFFFF": b"\xff\xff\xff\xff",
    "a seat in a command": to_frame(
        msgpack.packb({"t": "do", "id": 2, "turn": 0, "body": {"say": 1}, "seat": 0})
    ),
    "an id far ahead": encode(Do(5000, 0, {"say": 1})),
    "a message of the host": encode(State(99, {})),
    "hello again": encode(HELLO),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
async def test_bad_input_from_a_seat_ends_that_connection_only(data: bytes) -> None:
    async with match_with_a_stranger() as (_, ann, stranger):
        stranger.send(data)
        assert await stranger.ends_with() == "badframe"
        await plays_on(ann)


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00", MAGIC + b"\0\0\x10\x01"]
)
async def test_a_stranger_not_speaking_the_protocol_is_closed(data: bytes) -> None:
    async with serving() as table:
        stranger = await table.raw()
        stranger.send(data)
        assert await stranger.ends_with() == "badframe"


async def test_an_older_guest_is_told_to_update() -> None:
    async with serving() as table:
        stranger = await table.raw()
        stranger.send(MAGIC, Hello(0, "raw", "en"))
        assert await stranger.receive() == Bye("version", {"update": "guest", "pv": PROTOCOL})
        assert await stranger.receive() is None


async def test_moves_out_of_turn_change_nothing_and_many_are_a_flood() -> None:
    async with match_with_a_stranger() as (table, ann, stranger):
        before = table.room.revision
        for number in range(2, 21):
            stranger.send(Do(number, 0, {"say": 1}))
            nack = await stranger.receive_a(Nack)
            assert nack == Nack(number, "not-your-turn")
        assert table.room.revision == before
        stranger.send(Do(21, 0, {"say": 1}))
        assert await stranger.ends_with() == "flood"
        await plays_on(ann)


async def test_a_command_sent_twice_is_done_once() -> None:
    async with match_with_a_stranger() as (table, ann, stranger):
        await ann.say(1)
        move = Do(2, 1, {"say": 2})
        stranger.send(move, move, move)
        for _ in range(3):
            assert await stranger.receive_a(Ack) == Ack(2)
        stranger.send(Do(1, 1, {"say": 2}))
        assert await stranger.receive_a(Nack) == Nack(1, "old")
        await ann.sees(said=4)
        assert table.journal.numbers() == [1, 2, 3, 4]


async def test_a_stale_move_brings_the_current_view() -> None:
    async with match_with_a_stranger() as (_, ann, stranger):
        await ann.say(1)
        while (await stranger.receive_a(State)).view["said"] < 1:
            pass
        stranger.send(Do(2, 0, {"say": 1}))
        assert (await stranger.receive_a(Nack)).code == "stale"
        state = await stranger.receive_a(State)
        assert state.view["said"] == 1


async def test_a_thousand_commands_at_once_are_all_answered_in_order() -> None:
    async with serving() as table:
        stranger = await table.raw()
        await stranger.sit_down()
        stranger.send(*[Ready(number, number % 2 == 0) for number in range(1, 1001)])
        for number in range(1, 1001):
            assert await stranger.receive_a(Ack) == Ack(number)


async def test_no_log_holds_the_rights(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving() as table:
        ann = await table.guest("Ann", rights=RIGHTS)
        await ann.connection.close()
    assert "connection from" in caplog.text
    assert RIGHTS not in caplog.text


# Slow, silent and vanished peers ------------------------------------------------------------------


async def test_frames_may_arrive_one_byte_at_a_time() -> None:
    async with match_with_a_stranger() as (_, ann, stranger):
        await ann.say(1)
        for byte in encode(Do(2, 1, {"say": 2})):
            stranger.send(bytes([byte]))
            await stranger.writer.drain()
        await ann.sees(said=4)


async def test_a_stranger_who_takes_too_long_to_sit_down_is_closed() -> None:
    async with serving(limits=replace(SWIFT, join_s=0.1)) as table:
        silent, polite = await table.raw(), await table.raw()
        polite.send(MAGIC, HELLO)
        assert await silent.ends_with() == "late"
        assert await polite.ends_with() == "late"


async def test_a_frame_that_does_not_end_ends_the_connection() -> None:
    async with match_with_a_stranger(limits=replace(SWIFT, frame_s=0.1)) as (_, ann, stranger):
        stranger.send(encode(Ping())[:-1])
        assert await stranger.ends_with() == "late"
        await plays_on(ann)


async def test_a_peer_that_vanished_is_noticed_by_the_heartbeat() -> None:
    limits = replace(SWIFT, ping_s=0.05, dead_s=0.3)
    async with match_with_a_stranger(limits=limits) as (_, ann, stranger):
        # The connection stays open, but pings are never answered.
        assert await stranger.ends_with() == "silent"
        await plays_on(ann)


async def test_a_guest_notices_a_host_that_vanished() -> None:
    async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode(Welcome(PROTOCOL, "raw", "id", "name")))
        await reader.read()

    limits = replace(SWIFT, ping_s=0.05, dead_s=0.2)
    async with host_that(welcome) as address:
        connection = await Connection.open([address], "test", "en", limits)
        assert await anext(connection) == Bye("silent")
        await connection.close()


async def test_a_computer_player_moves_for_a_killed_guest() -> None:
    async with match_with_a_stranger() as (_, ann, stranger):
        stranger.writer.transport.abort()
        await plays_on(ann)


async def test_a_guest_that_closes_its_sending_side_has_left() -> None:
    async with match_with_a_stranger() as (_, ann, stranger):
        stranger.hang_up_half_way()
        while await stranger.receive() is not None:
            pass
        await plays_on(ann)


async def test_nobody_has_to_wait_for_a_guest_who_does_not_read(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    limits = replace(SWIFT, outbox_bytes=50_000, slow_reader_s=0.1)
    game = ToyGame(last=200, padding=50_000)
    async with match_with_a_stranger(game, limits) as (table, ann, stranger):
        stranger.stop_reading()
        game.patience = 0.0  # the host moves for everybody
        jan = await table.guest("Jan", seat=2)
        await jan.sees_state("over")
        await ann.sees_state("over")
        while ann.room is None or not ann.room.chairs[1].away:
            await ann.look()
    assert "ended: slow" in caplog.text


async def test_a_late_reader_sees_the_newest_view_not_all_of_them() -> None:
    game = ToyGame(last=300, padding=50_000)
    async with match_with_a_stranger(game) as (table, ann, stranger):
        stranger.stop_reading()
        game.patience = 0.0
        await table.guest("Jan", seat=2)
        await ann.sees_state("over")
        stranger.read_on()
        views = [await stranger.receive_a(State)]
        while views[-1].view["said"] < 300:
            views.append(await stranger.receive_a(State))
        assert len(views) < 300


# Hosts that a guest may meet ----------------------------------------------------------------------


@asynccontextmanager
async def host_that(behave: Behaviour) -> AsyncIterator[Address]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await behave(reader, writer)
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=host_context(IDENTITY))
    try:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()
        await server.wait_closed()


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (encode(Bye("version", {"update": "guest", "pv": 2})), "version"),
        (encode(Ack(1)), "not-a-table"),
        (b"\0\0\0\0", "not-a-table"),
        (b"\x15\x03\x01\x00\x02\x02\x46", "not-a-table"),
        (b"", "hung-up"),
    ],
)
async def test_a_guest_tells_what_kind_of_host_it_met(answer: bytes, code: str) -> None:
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(answer)

    async with host_that(behave) as address:
        with pytest.raises(Unreachable) as opening:
            await Connection.open([address], "test", "en", SWIFT)
        with pytest.raises(Unreachable) as probing:
            await probe(address, SWIFT)
        assert (opening.value.code, probing.value.code) == (code, code)
        if code != "version":
            assert opening.value.details == probing.value.details == {"address": str(address)}


@pytest.mark.parametrize(("version", "update"), [(0, "host"), (2, "guest")])
async def test_a_probe_of_another_version_tells_who_must_update(version: int, update: str) -> None:
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(encode(Info(version, "id", "name", "host", "lobby", 4, 0, {})))

    async with host_that(behave) as address:
        with pytest.raises(Unreachable, match="version") as probing:
            await probe(address, SWIFT)
        assert probing.value.details == {"update": update, "pv": version}


async def test_a_guest_copes_with_a_host_that_breaks_the_protocol_later() -> None:
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        messages: list[FromHost] = [Welcome(PROTOCOL, "raw", "id", "name"), Ack(1)]
        writer.write(b"".join(encode(message) for message in messages))
        await reader.read()

    async with host_that(behave) as address:
        connection = await Connection.open([address], "test", "en", SWIFT)
        assert await anext(connection) == Bye("badframe")
        with pytest.raises(Unreachable, match="badframe"):
            await connection.join("Jan")
        await connection.close()


async def test_a_connection_that_is_cut_off_is_gone() -> None:
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode(Welcome(PROTOCOL, "raw", "id", "name")))
        await reader.read(100)
        writer.transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0"
        )
        writer.transport.abort()

    async with host_that(behave) as address:
        connection = await Connection.open([address], "test", "en", SWIFT)
        assert await anext(connection) == Bye("gone")
        await connection.close()
