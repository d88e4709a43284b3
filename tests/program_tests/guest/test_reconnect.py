"""A guest whose connection breaks reconnects automatically, to the same seat and cards."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from itertools import islice
from typing import Any

import pytest

from manillen_tui.engine.commands import NameTrump, Play
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Client, Standing
from manillen_tui.guest.reconnect import Pauses
from manillen_tui.players.policy import choose
from manillen_tui.trouble import Trouble
from manillen_tui.wire import command_to_body
from net import clock
from net.address import Address
from net.limits import Limits
from net.protocol.guest_messages import Do
from support.cable import cable
from support.house import House, Lookout, house, until


#: Longer than any test waits for an answer.
PATIENT = Limits(connect_s=600.0)


async def lost(client: Client) -> str:
    """Why the client is reconnecting."""
    await until(client, lambda: client.state is Standing.RECONNECTING)
    assert client.lost is not None
    return client.lost.code


async def back(client: Client) -> None:
    await until(client, lambda: client.state is Standing.CONNECTED)


async def gone(client: Client) -> str:
    while client.gone is None:
        await client.changed()
    return client.gone.code


async def their_turn(client: Client) -> View:
    """Wait until this person has to play a card."""

    def mine() -> bool:
        view = client.view
        return view is not None and view.phase is Phase.PLAY and client.seat in view.to_act

    await until(client, mine)
    assert client.view is not None
    return client.view


async def noors_turn(held: House) -> View:
    """A match begins, Wim leads, and it is Noor's turn."""
    await held.begin()
    wim, noor = held.people
    await wim.command(choose(await their_turn(wim)))
    return await their_turn(noor)


def commands_of(held: House, seat: int) -> list[Any]:
    """The host's records of this seat's commands, in order."""
    return [record["command"] for record in held.notebook.records if record.get("seat") == seat]


# A drop -------------------------------------------------------------------------------------------


async def test_after_a_drop_a_guest_is_back_with_their_cards_and_the_trick() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        before = await noors_turn(held)
        line.cut()
        assert await lost(noor) == "gone"
        assert noor.view == before  # the table stays as it was
        await back(noor)
        assert (noor.seat, noor.name, noor.lost) == (1, "Noor", None)
        assert noor.view == before
        await noor.command(Play(before.legal[0]))
        assert commands_of(held, 1) == [command_to_body(Play(before.legal[0]))]


async def test_the_others_see_the_guest_away_and_back() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        await noors_turn(held)
        wim = held.people[0]
        line.take_out()
        await until(wim, lambda: wim.room.chairs[1].away)
        assert wim.room.chairs[1].name == "Noor"
        line.put_back()
        await until(wim, lambda: not wim.room.chairs[1].away)
        await back(noor)


async def test_a_command_whose_answer_was_lost_was_done_once_and_is_answered_once() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        view = await noors_turn(held)
        line.down.clear()
        playing = asyncio.create_task(noor.command(Play(view.legal[0])))
        await held.obeyed(Do)
        assert not playing.done()
        line.cut()
        line.put_back()
        await playing  # done, and answered
        assert commands_of(held, 1) == [command_to_body(Play(view.legal[0]))]
        assert noor.view is not None and view.legal[0] not in (noor.view.hand or ())


async def test_a_command_that_never_arrived_is_done_after_reconnecting() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        view = await noors_turn(held)
        line.up.clear()
        playing = asyncio.create_task(noor.command(Play(view.legal[0])))
        await asyncio.sleep(0)
        line.cut()
        assert await lost(noor) == "gone"
        assert commands_of(held, 1) == []
        line.put_back()
        await playing
        assert commands_of(held, 1) == [command_to_body(Play(view.legal[0]))]


async def test_a_lost_refusal_is_told_after_reconnecting() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        await noors_turn(held)
        line.down.clear()
        naming = asyncio.create_task(noor.command(NameTrump(None)))
        await held.obeyed(Do)
        line.cut()
        line.put_back()
        with pytest.raises(Trouble, match="not-now"):
            await naming
        assert commands_of(held, 1) == []


async def test_commands_given_together_are_sent_one_by_one_in_order() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        line.up.clear()
        talking = [asyncio.create_task(noor.say(f"line {n}")) for n in range(4)]
        await asyncio.sleep(0)
        line.cut()
        line.put_back()
        await asyncio.gather(*talking)
        wim = held.people[0]
        await until(wim, lambda: len(wim.room.chat) == 4)
        assert [said.text for said in wim.room.chat] == [f"line {n}" for n in range(4)]


async def test_requests_made_while_away_are_done_after_reconnecting() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        view = await noors_turn(held)
        line.take_out()
        await lost(noor)
        playing = asyncio.create_task(noor.command(Play(view.legal[0])))
        assert not (await asyncio.wait([playing], timeout=0.1))[0]
        line.put_back()
        await playing
        assert commands_of(held, 1) == [command_to_body(Play(view.legal[0]))]


async def test_a_move_for_a_turn_that_passed_while_away_is_refused() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        view = await noors_turn(held)
        line.take_out()
        await lost(noor)
        playing = asyncio.create_task(noor.command(Play(view.legal[0])))
        wim = held.people[0]
        await until(wim, lambda: wim.room.chairs[1].away)
        await wim.put_computer(1)
        await until(wim, lambda: wim.view is not None and wim.view.turn > view.turn)
        line.put_back()
        with pytest.raises(Trouble, match="stale"):
            await playing
        assert len(commands_of(held, 1)) >= 1  # by the computer player alone
        assert noor.view is not None and noor.view.turn > view.turn


async def test_a_guest_may_stop_reconnecting_and_come_back_later() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        line.take_out()
        await lost(noor)
        await noor.leave()
        assert noor.state is Standing.GONE


async def test_waiting_for_a_host_that_never_answers_can_be_cancelled() -> None:
    async with house("Wim", limits=PATIENT) as held, cable(held.address) as line:
        line.down.clear()
        joining = asyncio.create_task(held.guest("Noor", at=line.address))
        await line.used.wait()
        joining.cancel()
        await asyncio.wait([joining])
        assert joining.cancelled()


async def test_leaving_at_the_moment_of_reconnecting_closes_the_connection() -> None:
    ending, end = asyncio.Event(), asyncio.Event()

    async def search(_table: str) -> AsyncGenerator[Sequence[Address], None]:
        try:
            await asyncio.Event().wait()
            yield []
        finally:  # saying goodbye to the network takes a while
            ending.set()
            await end.wait()

    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address, search=search)
        wim = held.people[0]
        line.cut()
        await ending.wait()
        await until(wim, lambda: not wim.room.chairs[1].away)
        await noor.close()
        end.set()
        await until(wim, lambda: wim.room.chairs[1].away)


async def test_a_spectator_reconnects_to_watch_again() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        els = await held.guest("Els", at=line.address, watch=True)
        assert els.watches
        await held.begin()
        await until(els, lambda: els.view is not None)
        line.cut()
        await lost(els)
        await back(els)
        assert els.watches and els.view is not None and els.view.hand is None
        assert els.room.watchers == ("Els",)


async def test_after_sleep_reconnecting_does_not_wait_for_a_heartbeat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with (
        house("Wim", limits=Limits(ping_s=600.0, dead_s=300.0)) as held,
        cable(held.address) as line,
    ):
        noor = await held.guest("Noor", at=line.address)
        view = await noors_turn(held)
        line.down.clear()  # networks drop connections silent for so long
        awake = clock.now
        # The clock went on, but the event loop's did not.
        monkeypatch.setattr(clock, "now", lambda: awake() + 600)
        assert await lost(noor) == "slept"
        line.down.set()
        await back(noor)
        assert noor.view == view


# The host's end -----------------------------------------------------------------------------------


async def test_a_killed_host_is_found_again_on_another_port() -> None:
    async with house("Wim") as held:
        lookout = Lookout()
        noor = await held.guest("Noor", search=lookout)
        view = await noors_turn(held)
        await held.kill()
        assert await lost(noor) == "gone"
        await held.go_on(elsewhere=True)
        lookout.sees(held.address)
        await back(noor)
        assert lookout.asked == ["house"]
        assert noor.address == held.address
        assert noor.view == view
        await noor.command(Play(view.legal[0]))
        assert commands_of(held, 1) == [command_to_body(Play(view.legal[0]))]


async def test_a_silent_address_does_not_delay_one_where_the_table_is_seen() -> None:
    async with house("Wim", limits=PATIENT) as held, cable(held.address) as line:
        lookout = Lookout()
        noor = await held.guest("Noor", at=line.address, search=lookout)
        line.down.clear()
        line.used.clear()
        line.cut()
        await line.used.wait()  # tried again, but silent from now on
        lookout.sees(held.address)
        await back(noor)
        assert noor.address == held.address


@pytest.mark.parametrize("kept", [False, True], ids=["before it was kept", "after it was kept"])
async def test_a_command_in_flight_when_the_host_was_killed_is_done_once(kept: bool) -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        view = await noors_turn(held)
        (line.down if kept else line.up).clear()
        playing = asyncio.create_task(noor.command(Play(view.legal[0])))
        if kept:
            wim = held.people[0]
            await until(wim, lambda: wim.view is not None and wim.view.turn > view.turn)
        await held.kill()
        line.cut()
        line.put_back()
        assert len(commands_of(held, 1)) == int(kept)
        await held.go_on()
        await playing
        assert commands_of(held, 1) == [command_to_body(Play(view.legal[0]))]


async def test_a_guest_of_a_stopped_host_is_told_what_they_wait_for() -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor")
        await held.server.stop("closing")
        assert await lost(noor) == "closing"
        await held.go_on()
        await back(noor)
        assert noor.seat == 1


async def test_a_table_that_was_closed_is_not_looked_for() -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor")
        await held.server.stop("closed")
        assert await gone(noor) == "closed"
        with pytest.raises(Trouble, match="closed"):
            await noor.ready(True)


async def test_a_removed_guest_does_not_reconnect() -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor")
        await held.people[0].remove(1)
        assert await gone(noor) == "removed"


async def test_another_host_at_the_tables_address_is_told_nothing() -> None:
    async with house() as other, house("Wim") as held, cable(held.address) as line:
        lookout = Lookout()
        noor = await held.guest("Noor", at=line.address, search=lookout)
        line.take_out()
        await lost(noor)
        line.to = other.address
        line.put_back()
        await until(noor, lambda: noor.lost is not None and noor.lost.code == "other-certificate")
        assert other.room.info().people == 0
        lookout.sees(held.address)
        await back(noor)
        assert noor.address == held.address


# When to try again --------------------------------------------------------------------------------


def test_the_back_off_grows_to_five_seconds() -> None:
    pauses = Pauses().begin(60.0, at_once=False)
    assert list(islice(pauses, 8)) == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0, 5.0]


def test_a_machine_that_has_slept_reconnects_at_once() -> None:
    pauses = Pauses().begin(600.0, at_once=True)
    assert list(islice(pauses, 3)) == [0.0, 0.5, 1.0]


def test_a_connection_that_keeps_breaking_is_retried_ever_more_slowly() -> None:
    pauses = Pauses()
    assert [next(pauses.begin(1.0, at_once=True)) for _ in range(7)] == [
        0.0, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0,
    ]  # fmt: skip
    assert next(pauses.begin(60.0, at_once=False)) == 0.5
