"""A host and its guests over real TCP: whole matches, and what happens at the table."""

import asyncio
import socket
from typing import Any

import pytest

from net.protocol.guest_messages import Leave
from net.room.game import Move
from net.transport.connection import probe
from net.transport.link import Link
from net.transport.unreachable import Nacked, SeatRefused
from support.journals import FailingJournal, SlowJournal, disk_full
from support.serving import SWIFT, serving
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


async def test_a_move_is_saved_before_anybody_is_told() -> None:
    journal = SlowJournal()
    async with serving(journal=journal) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await jan.sees(said=0)
        journal.disk.clear()
        saying = asyncio.create_task(ann.say(1))
        seeing = asyncio.create_task(jan.sees(said=1))
        # Probes are still answered: the table waits for the disk, the rest of the host does not.
        await probe(table.address, SWIFT)
        assert not saying.done()
        assert not seeing.done()
        journal.disk.set()
        await saying
        await seeing
        assert journal.numbers() == [1]


@pytest.mark.parametrize("fault", [disk_full(), ZeroDivisionError()])
async def test_a_table_that_cannot_be_saved_goes_on_and_says_so(
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
    assert caplog.text.count("the table is not being saved") == 1


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


async def test_small_frames_are_sent_without_delay() -> None:
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
        with pytest.raises(SeatRefused, match="full"):
            await table.guest("E")


async def test_duplicate_names_get_suffixes() -> None:
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


async def test_a_newcomer_takes_a_computer_players_chair_in_a_match() -> None:
    async with serving() as table:
        (ann,) = await table.table_of("Ann")
        jan = await table.guest("Jan", seat=1)
        await jan.sees(said=0)
        await ann.say(1)
        await jan.say(2)
        await ann.sees(said=4)


async def test_the_host_moves_for_people_when_the_games_patience_runs_out() -> None:
    game = ToyGame()
    game.patience = 0.05
    async with serving(game) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await jan.sees_state("over")
        assert ann.bye is None
        assert table.journal.numbers() == list(range(1, 9))


async def test_the_host_does_not_move_for_a_person_who_takes_their_time() -> None:
    async with serving() as table:
        ann, _ = await table.table_of("Ann", "Jan")
        await ann.say(1)
        with pytest.raises(Nacked, match="not-your-turn"):
            await ann.say(2)
        assert table.game.said == 1


async def test_a_failed_computer_move_is_retried_but_not_at_once(
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
    assert "a command failed" in caplog.text


async def test_a_fault_in_one_seats_view_affects_nobody_else(
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
