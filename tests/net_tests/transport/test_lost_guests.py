"""Guests who are cut off and come back over real connections, and the others meanwhile."""

import asyncio
import logging
from collections.abc import Callable

import msgpack
import pytest
from msgspec.structs import replace

from net import clock
from net.ids import ConnectionId
from net.protocol import host_messages
from net.protocol.guest_messages import Do, Hello, Join, Leave, Ready, Resume
from net.protocol.host_messages import Ack, Bye, Notice, RoomState, Seated, State
from net.protocol.messages import MAGIC, PROTOCOL, Ping, Pong
from net.room.game import Body, Move
from net.room.room import Room as Table
from net.transport.connection import Connection
from net.transport.server import Server
from net.transport.unreachable import SeatRefused
from support.journals import SlowJournal
from support.serving import IDENTITY, RIGHTS, SWIFT, Guest, RawPeer, Serving, serving
from support.toy_game import ToyGame


HELLO = Hello(PROTOCOL, "raw", "en")
#: Nobody moves for somebody who is away.
PATIENT = replace(SWIFT, absence_s=3600.0)


async def until(guest: Guest, sees: Callable[[RoomState], bool]) -> RoomState:
    """Look until the room state satisfies this."""
    while guest.room is None or not sees(guest.room):
        assert guest.bye is None, guest.bye
        await guest.look()
    return guest.room


async def raw_guest(table: Serving, name: str = "Raw") -> tuple[RawPeer, Seated]:
    peer = await table.raw()
    peer.send(MAGIC, HELLO)
    peer.send(Join(name, None))
    return peer, await peer.receive_a(Seated)


async def raw_resume(table: Serving, token: str) -> tuple[RawPeer, Seated]:
    peer = await table.raw()
    peer.send(MAGIC, HELLO, Resume(token, 0))
    return peer, await peer.receive_a(Seated)


async def test_a_guest_killed_on_their_turn_is_waited_for_then_moved_for() -> None:
    limits = replace(SWIFT, absence_s=0.2)
    async with serving(limits=limits) as table:
        ann, bob = await table.table_of("Ann", "Bob")
        await ann.say(1)
        began = clock.now()
        bob.connection._line.link.abort()
        room = await until(ann, lambda room: room.chairs[1].away)
        assert room.waiting_for == (1,)
        assert room.patience_ms is not None
        assert room.patience_ms <= 200
        await ann.sees(said=4)  # their move, and those of the computer players after them
        assert clock.now() - began >= 0.2
        await until(ann, lambda room: room.chairs[1].played)


async def test_a_guest_killed_before_the_answer_has_played_exactly_once() -> None:
    journal = SlowJournal()
    async with serving(limits=PATIENT, journal=journal) as table:
        ann = await table.guest("Ann")
        raw, seated = await raw_guest(table)
        assert seated.token is not None
        await ann.manage("computer", 2)
        await ann.manage("computer", 3)
        raw.send(Ready(1, True))
        await raw.receive_a(Ack)
        await ann.manage("start")
        await ann.say(1)
        while (await raw.receive_a(State)).view["said"] < 1:
            pass
        journal.stop()
        move = Do(2, 1, {"say": 2})
        raw.send(move)
        await journal.asked.wait()  # it is applied, but not yet saved
        raw.writer.transport.abort()
        journal.disk.set()
        back, again = await raw_resume(table, seated.token)
        assert again.last_id == 2
        back.send(move, move)
        for _ in range(2):
            assert await back.receive_a(Ack) == Ack(2)
        await ann.sees(said=4)
        assert journal.numbers() == [1, 2, 3, 4]


async def test_a_guest_coming_back_sees_the_table_at_once() -> None:
    async with serving(limits=PATIENT) as table:
        ann, bob = await table.table_of("Ann", "Bob")
        await ann.say(1)
        assert bob.token is not None
        bob.connection._line.link.abort()
        await until(ann, lambda room: room.chairs[1].away)
        back = await table.resume(bob.token)
        assert (back.seat, back.name) == (1, "Bob")
        await back.sees(said=1)
        await back.say(2)
        await ann.sees(said=4)


async def test_a_dead_connection_is_displaced_and_told_nothing_more() -> None:
    async with serving(limits=PATIENT) as table:
        ann, bob = await table.table_of("Ann", "Bob")
        ghost, seated = await raw_guest(table, "Cas")
        assert seated.token is not None
        back, _ = await raw_resume(table, seated.token)
        await ann.say(1)
        await bob.say(2)
        assert await ghost.ends_with() == "displaced"
        back.send(Do(1, 2, {"say": 3}))
        assert await back.receive_a(Ack) == Ack(1)
        await ann.sees(said=4)


async def test_commands_of_a_displaced_connection_are_not_obeyed() -> None:
    journal = SlowJournal()
    async with serving(limits=PATIENT, journal=journal) as table:
        ann = await table.guest("Ann")
        ghost, seated = await raw_guest(table)
        assert seated.token is not None
        journal.stop()
        talking = asyncio.create_task(ann.ready())  # the table is busy with this
        back = await table.raw()
        back.send(MAGIC, HELLO, Resume(seated.token, 0))
        await back.receive()  # the host's welcome
        await asyncio.sleep(0.05)
        ghost.send(Leave(1))
        await asyncio.sleep(0.05)
        journal.disk.set()
        await talking
        await back.receive_a(Seated)
        assert await ghost.ends_with() == "displaced"
        assert (await table.guest("Bob")).seat == 2


async def test_if_the_reply_to_a_resume_is_lost_the_old_token_works_again() -> None:
    async with serving(limits=PATIENT) as table:
        await table.guest("Ann")
        raw, seated = await raw_guest(table)
        assert seated.token is not None
        raw.writer.transport.abort()
        for _ in range(3):
            cut, again = await raw_resume(table, seated.token)
            cut.send(Ping())  # it may have been sent before the reply was
            await cut.receive_a(Pong)
            assert again.seat == 1
            cut.writer.transport.abort()


async def test_the_old_token_is_a_wrong_guess_once_the_new_one_was_used() -> None:
    async with serving(limits=PATIENT) as table:
        wim = await table.guest("Wim", rights=RIGHTS)
        raw, seated = await raw_guest(table)
        assert seated.token is not None
        raw.writer.transport.abort()
        back, _ = await raw_resume(table, seated.token)
        back.send(Ready(1, True))
        await back.receive_a(Ack)
        thief = await table.raw()
        thief.send(MAGIC, HELLO, Resume(seated.token, 0))
        assert await thief.receive_a(host_messages.Refused) == host_messages.Refused("unknown")
        await wim.gets(Notice("badtoken", {"address": "127.0.0.1", "count": 1}))
        back.send(Ready(2, True))
        assert await back.receive_a(Ack) == Ack(2)  # the seat is untouched


async def test_the_answer_to_the_hosts_ping_shows_that_the_new_token_arrived() -> None:
    limits = replace(PATIENT, ping_s=0.05, dead_s=5.0)
    async with serving(limits=limits) as table:
        await table.guest("Ann")
        raw, seated = await raw_guest(table)
        assert seated.token is not None
        raw.writer.transport.abort()
        back, _ = await raw_resume(table, seated.token)
        await back.receive_a(Ping)
        back.send(Pong(), Ping())
        await back.receive_a(Pong)
        with pytest.raises(SeatRefused, match="unknown"):
            await table.resume(seated.token)


async def test_no_log_holds_a_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(limits=PATIENT) as table:
        ann = await table.guest("Ann")
        assert ann.token is not None
        ann.connection._line.link.abort()
        back = await table.resume(ann.token)
        with pytest.raises(SeatRefused, match="unknown"):
            await table.resume("no-token-at-all")
        assert back.token is not None
    assert "badtoken" in caplog.text
    for token in (ann.token, back.token, "no-token-at-all"):
        assert token not in caplog.text


# The host's process -------------------------------------------------------------------------------


async def test_another_host_continues_from_what_was_saved() -> None:
    async with serving(limits=PATIENT) as table:
        ann, bob = await table.table_of("Ann", "Bob")
        await ann.say(1)
        await bob.sees(said=1)
        assert bob.token is not None
        journal = table.journal
    assert journal.room is not None
    game = ToyGame()
    game.restore(journal.records)
    room: Body = msgpack.unpackb(journal.room)
    again = Table.load(game, room, now=clock.now(), limits=PATIENT)
    server = Server(again, identity=IDENTITY, journal=journal)
    address = table.address._replace(port=await server.listen("127.0.0.1"))
    try:
        connection = await Connection.open([address], "test", "en", PATIENT)
        back = Guest(connection, await connection.resume(bob.token))
        assert (back.seat, back.name) == (1, "Bob")
        shown = await until(back, lambda room: True)
        assert [chair.away for chair in shown.chairs] == [True, False, False, False]
        await back.sees(said=1)
        await back.say(2)
        await back.sees(said=4)
        assert journal.numbers() == [1, 2, 3, 4]
        await connection.close()
    finally:
        await server.stop()


async def test_a_token_is_saved_before_its_guest_gets_it() -> None:
    journal = SlowJournal()
    async with serving(limits=PATIENT, journal=journal) as table:
        journal.stop()
        raw = await table.raw()
        raw.send(MAGIC, HELLO, Join("Raw", None))
        await raw.receive()  # the host's welcome
        answer = asyncio.create_task(raw.receive())
        await asyncio.wait([answer], timeout=0.1)
        assert not answer.done()
        journal.disk.set()
        seated = await answer
        assert isinstance(seated, Seated)
        assert journal.room is not None
        again = Table.load(ToyGame(), msgpack.unpackb(journal.room), now=0.0, limits=PATIENT)
        assert isinstance(
            again.resume(ConnectionId(1), Resume(seated.token or "", 0), 0.0).answer, Seated
        )


# Nobody else is harmed ----------------------------------------------------------------------------


async def test_a_fault_while_letting_somebody_in_affects_nobody_else(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as table:
        (ann,) = await table.table_of("Ann")

        def broken(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(table.room, "join", broken)
        raw = await table.raw()
        raw.send(MAGIC, HELLO, Join("Raw", None))
        assert await raw.ends_with() == "busy"
        await ann.say(1)
        await ann.sees(said=4)
    assert "a join or resume failed" in caplog.text


async def test_the_host_keeps_moving_after_a_fault_of_its_own(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as table:
        (ann,) = await table.table_of("Ann")
        faults = iter([ZeroDivisionError(), ZeroDivisionError()])
        absent = table.room.absent

        def broken(now: float) -> tuple[int, ...]:
            for fault in faults:
                raise fault
            return absent(now)

        monkeypatch.setattr(table.room, "absent", broken)
        await ann.say(1)
        await ann.sees(said=4)
    assert "the host could not see who is to move" in caplog.text


async def test_the_others_finish_while_one_comes_and_goes() -> None:
    game = ToyGame(last=60)
    async with serving(game) as table:
        ann, bob, cas, dot = await table.table_of("Ann", "Bob", "Cas", "Dot")
        coming_and_going = asyncio.create_task(come_and_go(table, dot))
        people = [ann, bob, cas]
        while game.said < game.last:
            seat = game.said % 4
            if seat < 3:
                await people[seat].sees(said=game.said)
                await people[seat].say(game.said + 1)
            else:
                await ann.sees(said=game.said + 1)
        assert await coming_and_going >= 3
        for guest in people:
            await guest.sees_state("over")
        assert table.journal.numbers() == list(range(1, 61))


async def come_and_go(table: Serving, guest: Guest) -> int:
    """Come and go until the match is over; returns how many times."""
    times = 0
    while table.room.state == "playing":
        guest.connection._line.link.abort()
        guest = await table.resume(guest.token or "")
        times += 1
    return times


async def test_a_computer_players_move_for_somebody_who_is_back_is_dropped() -> None:
    thinking, enough = asyncio.Event(), asyncio.Event()

    class Thinker(ToyGame):
        async def move_for(self, seat: int) -> Move:
            move = await super().move_for(seat)
            thinking.set()
            await enough.wait()
            return move

    async with serving(Thinker()) as table:
        ann, bob = await table.table_of("Ann", "Bob")
        await ann.say(1)
        bob.connection._line.link.abort()
        await thinking.wait()
        back = await table.resume(bob.token or "")
        await back.sees(said=1)
        enough.set()
        await asyncio.sleep(0.05)
        assert table.game.said == 1
        await back.say(2)
        await ann.sees(said=4)


async def test_a_half_open_connection_is_found_dead_and_its_seat_kept() -> None:
    limits = replace(PATIENT, ping_s=0.05, dead_s=0.3)
    async with serving(limits=limits) as table:
        ann = await table.guest("Ann")
        raw, seated = await raw_guest(table)
        room = await until(ann, lambda room: room.chairs[1].away)
        assert (room.chairs[1].name, room.chairs[1].holder) == ("Raw", "person")
        assert await raw.ends_with() == "silent"
        again = await table.resume(seated.token or "")
        assert again.seat == 1


async def test_bad_frames_end_a_connection_and_leave_its_seat_to_come_back_to() -> None:
    async with serving(limits=PATIENT) as table:
        ann = await table.guest("Ann")
        raw, seated = await raw_guest(table)
        raw.send(b"\xff" * 64)
        assert await raw.ends_with() == "badframe"
        await until(ann, lambda room: room.chairs[1].away)
        assert (await table.resume(seated.token or "")).seat == 1


async def test_a_displaced_guest_is_told_before_the_end() -> None:
    async with serving(limits=PATIENT) as table:
        ann = await table.guest("Ann")
        back = await table.resume(ann.token or "")
        assert await ann.sees_bye() == Bye("displaced")
        await back.ready()
