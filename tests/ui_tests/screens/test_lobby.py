"""The lobby, and leaving a table."""

import msgspec
import pytest
from textual.widgets import Static

from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.table import TableScreen
from net.protocol.host_messages import RoomState
from support.fake_client import (
    COMPUTER,
    LOBBY,
    PLAYING,
    VIEW,
    FakeClient,
    FakeRunning,
    FakeWorld,
    person,
)
from support.screens import TABLE, clipped, notice_of, running, text_of, until


ALONE = msgspec.structs.replace(PLAYING, chairs=(person("Maria"), COMPUTER, COMPUTER, COMPUTER))


# At home ------------------------------------------------------------------------------------------


#: Somebody else has the host's rights.
GUEST = msgspec.structs.replace(PLAYING, holder=1)


# In the lobby -------------------------------------------------------------------------------------


async def test_one_key_each_for_a_chair_a_computer_player_and_being_ready() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client), "4", "enter", "up", "enter") as (_app, pilot):
        assert client.requests == [("sit", 3), ("sit", 2)]
        client.requests.clear()
        await pilot.press("4", "c", "3", "c")
        assert client.requests == [("computer", 3), ("empty", 2)]
        client.requests.clear()
        await pilot.press("r")
        client.push(
            room=msgspec.structs.replace(
                LOBBY, chairs=(person("Maria", ready=False), *LOBBY.chairs[1:])
            )
        )
        await pilot.pause()
        await pilot.press("r")
        assert client.requests == [("ready", False), ("ready", True)]


@pytest.mark.parametrize(("key", "wish"), [("s", "start"), ("c", "empty")])
async def test_a_key_held_down_asks_the_host_once(key: str, wish: str) -> None:
    client = FakeClient(LOBBY)
    client.law = Trouble("no-rights")
    async with running(FakeWorld(client), "3") as (app, pilot):
        for _repeat in range(30):
            await pilot.press(key)
        assert [what for what, _argument in client.requests] == [wish]
        assert notice_of(app) == "Only the host can do that."


async def test_the_lobby_names_everybody_the_start_is_waiting_for() -> None:
    chairs = (person("Maria"), person("Wim", ready=False), LOBBY.chairs[2], LOBBY.chairs[2])
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client)) as (app, pilot):
        assert notice_of(app).startswith("1 empty chair")
        client.push(room=msgspec.structs.replace(LOBBY, chairs=chairs))
        await until(pilot, lambda: notice_of(app) == "Waiting for Wim to be ready (r).")
        client.refusal = Trouble("not-ready", {"seats": [1]})
        await pilot.press("s")
        await until(pilot, lambda: "not everybody is ready" in notice_of(app).lower())
        chairs = (chairs[0], person("Wim"), *chairs[2:])
        client.push(room=msgspec.structs.replace(LOBBY, chairs=chairs))
        await until(pilot, lambda: notice_of(app) == "Everybody is ready: press s to start.")


async def test_the_table_opens_when_the_match_starts() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client)) as (app, pilot):
        assert isinstance(app.screen, LobbyScreen)
        client.push(room=PLAYING, view=VIEW)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await until(
            pilot, lambda: "YOUR TURN" in text_of(app)
        )  # so that the test does not end while it is being built


# Leaving ------------------------------------------------------------------------------------------


async def test_leaving_asks_for_confirmation_with_no_selected() -> None:
    client = FakeClient(GUEST, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        assert isinstance(app.screen, TableScreen)  # at once, as the match was running
        for key in ("q", "f10", "ctrl+q", "ctrl+c"):
            await pilot.press(key)
            assert "A computer player takes over your cards" in text_of(app)
            await pilot.press(key, "enter")  # the key that asked is not an answer
            assert isinstance(app.screen, TableScreen)
        assert client.requests == []


async def test_a_guest_who_leaves_is_at_home_again() -> None:
    client = FakeClient(GUEST, VIEW)
    async with running(FakeWorld(client), "q", "y") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
    assert client.requests == [("leave", None)]


@pytest.mark.parametrize(("key", "wish"), [("r", "leave"), ("c", "close")])
async def test_the_host_leaves_the_table_running_or_closes_it(key: str, wish: str) -> None:
    world = FakeWorld(FakeClient(PLAYING, VIEW), left_running=FakeRunning())
    async with running(world, "b", "q", at=None) as (app, pilot):
        assert "Leave it running" in text_of(app)
        assert "Close the table for everybody" in text_of(app)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert "Back to your table" in text_of(app)
    assert world.client.requests == [(wish, None)]


async def test_a_host_that_does_not_answer_does_not_keep_anybody_from_leaving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("manillen_tui.ui.app.LEAVE_S", 0.05)
    client = FakeClient(GUEST, VIEW)
    monkeypatch.setattr(client, "leave", FakeClient.changed.__get__(client))
    async with running(FakeWorld(client), "q", "y") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_a_lost_table_is_reported_and_one_key_goes_back_to_it() -> None:
    world = FakeWorld(FakeClient(PLAYING, VIEW))
    async with running(world, "q") as (app, pilot):  # even from within a dialog
        world.client.lose("gone")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        lost = "The connection to the table was lost. Join again to continue."
        await until(pilot, lambda: notice_of(app) == lost)
        world.client = FakeClient(PLAYING, VIEW)
        await pilot.press("x", "down")
        assert notice_of(app) == lost
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
    assert world.joined == [Destination(addresses=[TABLE])] * 2


async def test_a_key_held_at_a_table_that_is_lost_opens_nothing_at_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("manillen_tui.ui.app.HELD_S", 600.0)  # however slow this machine is
    world = FakeWorld(FakeClient(PLAYING, VIEW))
    async with running(world, "enter") as (app, pilot):
        world.client.lose("flood")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        for _repeat in range(5):
            await pilot.press("enter")
        assert isinstance(app.screen, HomeScreen)
        assert "sent too much at once" in notice_of(app)
    assert len(world.joined) == 1


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (PLAYING, "a computer player takes over your cards"),
        (LOBBY, "If you leave it running, your chair becomes free"),
        (ALONE, "If you leave it running, it waits for somebody"),
    ],
    ids=["playing", "lobby", "alone"],
)
async def test_what_happens_to_a_table_left_running_is_stated_correctly(
    room: RoomState, said: str
) -> None:
    world = FakeWorld(FakeClient(room, VIEW), left_running=FakeRunning())
    async with running(world, "b", "q", at=None) as (app, _pilot):
        explanation = app.screen.query_one(".explanation", Static).visual
        assert said in str(explanation)
        assert clipped(app) == []


async def test_a_closed_table_is_reported_and_not_offered_again() -> None:
    world = FakeWorld(FakeClient(PLAYING, VIEW))
    async with running(world) as (app, pilot):
        world.client.lose("closing")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until(pilot, lambda: notice_of(app) == "The host closed the table.")
        assert "Back to" not in text_of(app)


async def test_a_host_that_nobody_can_find_is_told_to_give_the_address() -> None:
    unfound = FakeRunning(problem="no-multicast")
    world = FakeWorld(FakeClient(LOBBY), left_running=unfound)
    async with running(world, "b", at=None) as (app, _pilot):
        assert "can't be searched: the others type 192.168.1.20:7842" in text_of(app)
        assert "in their list" not in text_of(app)
        assert clipped(app) == []
