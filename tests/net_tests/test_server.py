"""A host and its guests over real TCP: whole matches, and how a table ends."""

import asyncio
import socket
from contextlib import closing, suppress
from typing import Any

import pytest
from msgspec.structs import replace

from net.connection import Connection, Nacked, Refused, Unreachable, probe
from net.game import Move
from net.limits import Limits
from net.link import Link
from net.messages import Info, Leave
from net.port import bind
from net.room import Room
from net.server import Server
from support.journals import FailingJournal, SlowJournal, disk_full
from support.serving import RIGHTS, SWIFT, Guest, serving
from support.toy_game import ToyGame


async def test_four_people_play_a_whole_match() -> None:
    async with serving() as table:
        guests = await table.table_of("Ann", "Jan", "Piet", "Joris")
        for number in range(1, 9):
            await guests[(number - 1) % 4].say(number)
        for guest in guests:
            await guest.sees(said=8)
            await guest.sees_state("over")
            assert guest.view is not None
            assert guest.view["seat"] == guest.seat
        assert table.journal.numbers() == list(range(1, 9))


async def test_one_person_plays_with_three_computer_players() -> None:
    async with serving() as table:
        (guest,) = await table.table_of("Ann")
        await guest.say(1)
        await guest.sees(said=4)
        await guest.say(5)
        await guest.sees_state("over")


async def test_a_rematch_begins_when_everybody_is_ready() -> None:
    async with serving(ToyGame(last=2)) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await ann.say(1)
        await jan.say(2)
        await ann.sees_state("over")
        await jan.ready()
        await ann.ready()
        await ann.sees_state("playing")
        await ann.say(1)


async def test_a_move_is_kept_before_anybody_hears_of_it() -> None:
    journal = SlowJournal()
    async with serving(journal=journal) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await jan.sees(said=0)
        journal.disk.clear()
        saying = asyncio.create_task(ann.say(1))
        seeing = asyncio.create_task(jan.sees(said=1))
        # A probe is answered meanwhile: the table waits for the disk, the host does not.
        await probe(table.address, SWIFT)
        assert not saying.done()
        assert not seeing.done()
        journal.disk.set()
        await saying
        await seeing
        assert journal.numbers() == [1]


@pytest.mark.parametrize("fault", [disk_full(), ZeroDivisionError()])
async def test_a_table_that_cannot_keep_its_records_goes_on_and_says_so(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    journal = FailingJournal()
    async with serving(journal=journal) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await jan.sees_state("playing")
        journal.fault = fault
        await ann.say(1)
        await jan.sees(said=1)
        while jan.room is None or jan.room.saved:
            await jan.look()
        await jan.say(2)
        journal.fault = None
        await ann.sees(said=4)
        while not jan.room.saved:
            await jan.look()
        assert journal.numbers() == [1, 2, 3, 4]
    assert caplog.text.count("the table is not being kept") == 1


async def test_refusals_carry_their_code_and_arguments() -> None:
    async with serving() as table:
        ann, jan = await table.table_of("Ann", "Jan")
        with pytest.raises(Nacked, match="miscounted") as wrong:
            await ann.say(5, turn=0)
        assert wrong.value.details == {"next": 1}
        with pytest.raises(Nacked, match="not-your-turn"):
            await jan.say(1)
        await ann.say(1)
        with pytest.raises(Nacked, match="stale"):
            await ann.say(1)


async def test_no_frame_waits_for_the_answer_to_another_in_the_system() -> None:
    async with serving() as table:
        ann, _ = await table.table_of("Ann", "Jan")
        ends: list[Link[Any]] = [ann.connection._line.link]
        ends += [peer.link for peer in table.server.door.peers.values()]
        assert len(ends) == 3
        for end in ends:
            assert end._transport is not None
            tcp = end._transport.get_extra_info("socket")
            assert tcp.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_a_fifth_person_is_refused() -> None:
    async with serving() as table:
        for name in "ABCD":
            await table.guest(name)
        with pytest.raises(Refused, match="full"):
            await table.guest("E")


async def test_equal_names_are_told_apart() -> None:
    async with serving() as table:
        assert [(await table.guest("Jan")).name for _ in range(2)] == ["Jan", "Jan 2"]


async def test_a_computer_player_takes_over_for_somebody_who_leaves() -> None:
    async with serving() as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await jan.connection.request(Leave)
        assert (await jan.sees_bye()).code == "left"
        await ann.sees_holder(1, "computer")
        await ann.say(1)
        await ann.sees(said=4)


async def test_somebody_new_takes_a_computer_players_chair_in_a_match() -> None:
    async with serving() as table:
        (ann,) = await table.table_of("Ann")
        jan = await table.guest("Jan", seat=1)
        await jan.sees(said=0)
        await ann.say(1)
        await jan.say(2)
        await ann.sees(said=4)


async def test_the_host_moves_for_people_when_the_games_patience_is_over() -> None:
    game = ToyGame()
    game.patience = 0.05
    async with serving(game) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await jan.sees_state("over")
        assert ann.bye is None
        assert table.journal.numbers() == list(range(1, 9))


async def test_the_host_does_not_move_for_a_person_who_takes_his_time() -> None:
    async with serving() as table:
        ann, _ = await table.table_of("Ann", "Jan")
        await ann.say(1)
        with pytest.raises(Nacked, match="not-your-turn"):
            await ann.say(2)
        assert table.game.said == 1


async def test_a_computer_player_that_fails_is_asked_again_but_not_at_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Confused(ToyGame):
        asked = 0

        async def move_for(self, seat: int) -> Move:
            self.asked += 1
            if self.asked == 1:
                raise RuntimeError("confused")
            if self.asked == 2:
                return Move(self.said, {"say": "what?"})
            return await super().move_for(seat)

    game = Confused(last=4)
    async with serving(game) as table:
        (ann,) = await table.table_of("Ann")
        await ann.say(1)
        await ann.sees(said=4)
        assert game.asked == 5
    assert "no move for seat 1" in caplog.text
    assert "was refused: miscounted" in caplog.text


async def test_a_computer_player_keeps_its_pace() -> None:
    async with serving(ToyGame(last=4), pace_s=0.05) as table:
        (ann,) = await table.table_of("Ann")
        loop = asyncio.get_running_loop()
        await ann.say(1)
        began = loop.time()
        await ann.sees(said=4)
        assert loop.time() - began >= 0.14


async def test_a_fault_of_the_game_is_a_refusal_and_the_table_stays(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Fragile(ToyGame):
        def apply(self, seat, turn, body):  # type: ignore[no-untyped-def]
            if body == {"say": 13}:
                raise ZeroDivisionError
            return super().apply(seat, turn, body)

    async with serving(Fragile()) as table:
        (ann,) = await table.table_of("Ann")
        with pytest.raises(Nacked, match="failed"):
            await ann.say(13)
        await ann.say(1)
        await ann.sees(said=4)
    assert "a command made the table fail" in caplog.text


async def test_a_fault_in_one_seats_view_is_nobody_elses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Blinding(ToyGame):
        def view(self, seat: int | None) -> dict[str, Any]:
            if seat == 0 and self.said == 1:
                raise ZeroDivisionError
            return super().view(seat)

    async with serving(Blinding()) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await ann.say(1)
        await jan.sees(said=1)
        await jan.say(2)
        await ann.sees(said=4)
    assert "no view for seat 0" in caplog.text


# How a table ends ---------------------------------------------------------------------------------


async def test_the_holder_of_the_rights_closes_the_table_for_all() -> None:
    async with serving() as table:
        ann = await table.guest("Ann", rights=RIGHTS)
        jan = await table.guest("Jan")
        with pytest.raises(Nacked, match="no-rights"):
            await jan.manage("close")
        await ann.manage("close")
        assert await table.server.ended() == "closed"
        await table.server.stop("closed")
        assert (await ann.sees_bye()).code == (await jan.sees_bye()).code == "closed"


async def test_a_deserted_table_ends() -> None:
    async with serving(limits=replace(SWIFT, deserted_s=0.05)) as table:
        assert await table.server.ended() == "deserted"


async def test_a_table_with_somebody_at_it_is_not_deserted() -> None:
    async with serving() as table:
        ann = await table.guest("Ann")
        table.server.limits = replace(SWIFT, deserted_s=0.1)
        ending = asyncio.create_task(table.server.ended())
        await asyncio.wait([ending], timeout=0.2)
        assert not ending.done()
        await ann.connection.close()
        assert await ending == "deserted"


async def test_stopping_says_goodbye_to_everybody_and_leaves_nothing() -> None:
    async with serving() as table:
        ann, jan = await table.table_of("Ann", "Jan")
        stranger = await table.raw()
        await table.server.stop("closing")
        assert (await ann.sees_bye()).code == (await jan.sees_bye()).code == "closing"
        assert await stranger.ends_with() == "closing"
        with pytest.raises(Unreachable, match="refused"):
            await table.guest("Late")


async def test_stopping_waits_for_nobody_who_does_not_read() -> None:
    limits = replace(SWIFT, goodbye_s=0.2)
    async with serving(limits=limits) as table:
        guests = await table.table_of("Ann")
        deaf = await table.raw()
        await deaf.sit_down()
        deaf.stop_reading()
        loop = asyncio.get_running_loop()
        began = loop.time()
        await table.server.stop()
        assert loop.time() - began < 1.0
        assert (await guests[0].sees_bye()).code == "closing"


async def test_whoever_is_told_outside_and_fails_at_it_keeps_nobody_waiting() -> None:
    def fail(_info: Info) -> None:
        raise BrokenPipeError

    async with serving(ToyGame(last=1), on_change=fail) as table:
        (guest,) = await table.table_of("Ann")
        await guest.say(1)
        await guest.sees_state("over")


async def test_strangers_are_told_of_changes() -> None:
    told: list[Info] = []
    async with serving(ToyGame(last=1), on_change=told.append) as table:
        (ann,) = await table.table_of("Ann")
        await ann.say(1)
        await ann.sees_state("over")
    assert [(info.state, info.people) for info in told] == [
        ("lobby", 1),
        ("playing", 1),
        ("over", 1),
    ]


# Ports --------------------------------------------------------------------------------------------


def test_a_taken_port_gives_the_next_free_one() -> None:
    with closing(bind("127.0.0.1", 0)) as first:
        taken = first.getsockname()[1]
        with closing(bind("127.0.0.1", taken)) as second:
            assert taken < second.getsockname()[1] <= taken + 20


async def test_a_table_listens_on_every_address_of_the_machine() -> None:
    server = Server(Room(ToyGame(), table="id", name="x", host="y", limits=SWIFT))
    port = await server.listen()
    try:
        with closing(socket.create_connection(("127.0.0.1", port))):
            pass
    finally:
        await server.stop()


def test_an_address_that_is_not_ours_cannot_be_had() -> None:
    with pytest.raises(OSError, match=r"."):
        bind("192.0.2.1", 0)


async def test_two_tables_wanting_one_port_both_get_one() -> None:
    async with serving() as table:
        other = Server(Room(ToyGame(), table="other", name="x", host="y", limits=SWIFT))
        port = await other.listen("127.0.0.1", table.address.port)
        try:
            assert port != table.address.port
            info, _ = await probe(table.address._replace(port=port), SWIFT)
            assert info.table == "other"
        finally:
            await other.stop()


# Reaching a table ---------------------------------------------------------------------------------


async def test_a_probe_tells_what_is_there_and_how_far() -> None:
    async with serving() as table:
        await table.guest("Ann", rights=RIGHTS)
        info, round_trip_s = await probe(table.address, SWIFT)
        assert info == table.room.info()
        assert info.people == 1
        assert 0 < round_trip_s < 2


async def test_a_port_where_nobody_listens_refuses() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as gone:
        port = gone.getsockname()[1]
    async with serving() as table:
        nobody = table.address._replace(port=port)
        with pytest.raises(Unreachable, match="refused") as probing:
            await probe(nobody, SWIFT)
        assert probing.value.details == {"address": str(nobody)}
        with pytest.raises(Unreachable, match="refused"):
            await Connection.open([nobody], "test", "en", SWIFT)
        connection = await Connection.open([nobody, table.address], "test", "en", SWIFT)
        assert connection.address == table.address
        await connection.close()


async def test_a_name_that_means_nothing_is_an_unknown_host() -> None:
    async with serving() as table:
        for host in ("no.such.host.invalid", "a..b", "x" * 70 + ".invalid"):
            with pytest.raises(Unreachable, match="unknown-host") as probing:
                await probe(table.address._replace(host=host), Limits(probe_s=10.0))
            assert probing.value.details == {"address": host}  # a port is no part of a name


async def test_a_port_where_somebody_is_silent_times_out() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        port = silent.getsockname()[1]
        async with serving() as table:
            with pytest.raises(Unreachable, match="timeout"):
                await probe(table.address._replace(port=port), Limits(probe_s=0.1))
            with pytest.raises(Unreachable, match="timeout"):
                await Connection.open(
                    [table.address._replace(port=port)], "test", "en", Limits(connect_s=0.1)
                )


async def test_another_service_is_not_a_table() -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.2\r\n")
        await writer.drain()
        writer.close()

    greeter = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = greeter.sockets[0].getsockname()[1]
    try:
        async with serving() as table:
            elsewhere = table.address._replace(port=port)
            with pytest.raises(Unreachable, match="not-a-table"):
                await probe(elsewhere, SWIFT)
            with pytest.raises(Unreachable, match="not-a-table"):
                await Connection.open([elsewhere], "test", "en", SWIFT)
    finally:
        greeter.close()
        await greeter.wait_closed()


async def test_a_guest_sees_only_the_newest_view_and_room() -> None:
    async with serving() as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await ann.say(1)
        await jan.say(2)  # his answer comes behind the views of what went before
        while jan.view is None:
            await jan.look()
        assert jan.view["said"] >= 1


async def test_requests_fail_when_the_host_is_gone() -> None:
    async with serving() as table:
        ann: Guest = await table.guest("Ann")
        await table.server.stop("closing")
        assert (await ann.sees_bye()).code == "closing"
        with pytest.raises(Unreachable, match="closing"):
            await ann.ready()
        with pytest.raises(StopAsyncIteration):
            await anext(ann.connection)


async def test_a_table_ends_in_time_though_its_game_will_not_stop_thinking() -> None:
    thinking, enough = asyncio.Event(), asyncio.Event()

    class Thinker(ToyGame):
        async def move_for(self, seat: int) -> Move:
            thinking.set()
            while not enough.is_set():
                with suppress(asyncio.CancelledError):
                    await enough.wait()
            return await super().move_for(seat)

    async with serving(Thinker()) as table:
        (ann,) = await table.table_of("Ann")
        await ann.say(1)
        await thinking.wait()
        async with asyncio.timeout(2 * SWIFT.goodbye_s):
            await table.server.stop("closing")
        assert (await ann.sees_bye()).code == "closing"
        enough.set()
