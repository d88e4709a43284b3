"""From the home screen to a table and back."""

import asyncio
import signal
from dataclasses import replace
from functools import partial

import msgspec
import pytest
from textual.widgets import Input, Static
from textual.worker import WorkerFailed

from manillen_tui.config import load_settings
from manillen_tui.engine.rules import WEST_FLANDERS
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.host import HostScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.services import HostOptions
from manillen_tui.ui.widgets.tables import TableList
from net.address import Address
from net.messages import Room
from support.fake_client import (
    COMPUTER,
    LOBBY,
    LOCAL,
    PLAYING,
    VIEW,
    FakeBrowser,
    FakeClient,
    FakeRow,
    FakeRunning,
    FakeWorld,
    person,
)
from support.screens import TABLE, clipped, notice_of, running, text_of, until


ALONE = msgspec.structs.replace(PLAYING, chairs=(person("Maria"), COMPUTER, COMPUTER, COMPUTER))
KITCHEN = FakeRow("a", "Kitchen table", "Wim", people=2)
CLUB = FakeRow("b", "Clubhouse", "Bea", addresses=(Address("10.0.0.7", 7843),))


# At home ------------------------------------------------------------------------------------------


#: The rights of the host are somebody else's.
GUEST = msgspec.structs.replace(PLAYING, holder=1)


async def test_a_changed_name_is_kept_and_sat_down_with() -> None:
    world = FakeWorld(left_running=FakeRunning())
    async with running(world, "n", at=None) as (app, pilot):
        app.screen.query_one(Input).value = "  Mia "
        await pilot.press("enter")
        await until(pilot, lambda: app.settings.name == "Mia")
        assert load_settings()[0].name == "Mia"
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.joined == [([LOCAL], "Mia", "token")]


async def test_an_empty_name_is_no_name() -> None:
    async with running(FakeWorld(), "n", at=None) as (app, pilot):
        app.screen.query_one(Input).value = "   "
        await pilot.press("enter")
        await until(pilot, lambda: app.screen.query_one(Input).value == "Maria")
        assert app.settings.player == "Maria"


async def test_trouble_with_the_settings_is_told_at_once() -> None:
    world = FakeWorld()
    async with running(world, at=None, trouble=Trouble("settings-broken", {"path": "/x"})) as (
        app,
        _pilot,
    ):
        assert notice_of(app) == "Your settings in /x cannot be read; the usual ones are used."


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
async def test_a_signal_ends_the_game_and_gives_the_terminal_back(name: str) -> None:
    number = signal.Signals[name]
    async with running(FakeWorld(FakeClient(PLAYING, VIEW))) as (app, pilot):
        signal.raise_signal(number)
        await until(pilot, lambda: not app.is_running)
        assert app.return_code == 128 + number


async def test_q_leaves_the_game_from_home() -> None:
    async with running(FakeWorld(), "q", at=None) as (app, pilot):
        await until(pilot, lambda: not app.is_running)
        assert app.return_code == 0


async def test_a_fault_in_the_program_is_one_line_and_the_rest_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def broken(*_arguments: object) -> None:
        raise RuntimeError("a bug")

    world = FakeWorld()
    monkeypatch.setattr(world, "_running", broken)
    with pytest.raises(WorkerFailed, match="a bug"):
        async with running(world, at=None) as (app, pilot):
            await until(pilot, lambda: not app.is_running)
    assert app.return_code == 1
    assert "RuntimeError: a bug" in caplog.text
    said = capsys.readouterr().err
    assert "the interface failed" in said
    assert "Traceback" not in said


# Hosting ------------------------------------------------------------------------------------------


async def test_enter_opens_a_table_with_what_most_people_want() -> None:
    world = FakeWorld()
    async with running(world, "h", "enter", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert "or type 192.168.1.20:7842" in text_of(app)
    assert world.hosted == [HostOptions("Maria's table", WEST_FLANDERS, 3, "Maria")]
    assert world.joined == [([LOCAL], "Maria", "token")]


async def test_every_line_of_the_form_can_be_changed_by_arrows() -> None:
    world = FakeWorld()
    keys = ["down", "right", "down", "left", "left", "down", "right", *["up"] * 4]
    async with running(world, "h", *keys, at=None) as (app, pilot):
        table = app.screen.query_one("#table", Input)
        assert table.has_focus
        table.value = "The Swan"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    rules = msgspec.structs.replace(WEST_FLANDERS, target=151, cut_automatic=True)
    assert world.hosted == [HostOptions("The Swan", rules, 1, "Maria")]


async def test_a_table_that_cannot_be_opened_leaves_the_form_as_it_was() -> None:
    world = FakeWorld(refusal=Trouble("port-taken"))
    async with running(world, "h", "enter", at=None) as (app, pilot):
        await until(pilot, lambda: "No port is free" in notice_of(app))
        assert isinstance(app.screen, HostScreen)


async def test_enter_pressed_three_times_opens_one_table() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world, "h", "enter", "enter", "enter", at=None) as (app, pilot):
        assert notice_of(app) == "Opening the table…"
        world.answering.set()
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert (len(world.hosted), len(world.joined), world.given_up) == (1, 1, 0)


async def test_escape_gives_up_the_table_that_is_being_opened() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world, "h", "enter", "escape", at=None) as (app, pilot):
        await until(pilot, lambda: world.given_up == 1)
        assert isinstance(app.screen, HomeScreen)
        world.answering.set()
        await pilot.press("h", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert (len(world.hosted), len(world.joined)) == (2, 1)


async def test_quitting_gives_up_the_table_that_is_being_opened() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world, "h", "enter", "ctrl+q", at=None) as (app, pilot):
        await until(pilot, lambda: not app.is_running)
    assert world.given_up == 1
    assert world.joined == []


# Joining ------------------------------------------------------------------------------------------


async def test_the_list_is_live_and_the_mark_stays_on_its_table() -> None:
    world = FakeWorld(browser=FakeBrowser([KITCHEN]))
    async with running(world, "j", at=None) as (app, pilot):
        tables = app.screen.query_one(TableList)
        world.browser.push(CLUB, KITCHEN)
        await until(pilot, lambda: len(tables.rows) == 2)
        assert tables.at == "a"
        assert "► Kitchen table" in text_of(app)
        assert "2 found" in text_of(app)
        world.browser.push(CLUB)
        await until(pilot, lambda: tables.at == "b")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert world.browser.stopped.is_set()
    assert world.joined == [(CLUB.addresses, "Maria", None)]


@pytest.mark.parametrize(
    ("status", "said"), [("silent", "no answer"), ("other-version", "outdated")]
)
async def test_a_table_that_cannot_be_played_at_says_so_in_the_list(status: str, said: str) -> None:
    world = FakeWorld(browser=FakeBrowser([replace(CLUB, status=status)]))
    async with running(world, "j", at=None) as (app, _pilot):
        (line,) = [line for line in text_of(app).splitlines() if CLUB.name in line]
        assert said in line


async def test_rows_may_change_at_every_moment_while_somebody_sits_down() -> None:
    world = FakeWorld(browser=FakeBrowser([KITCHEN]))

    async def change() -> None:
        while not world.browser.stopped.is_set():
            world.browser.push(CLUB, KITCHEN)
            await asyncio.sleep(0)

    async with running(world, "j", at=None) as (app, pilot):
        changing = asyncio.create_task(change())
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await asyncio.wait_for(changing, 5)
        assert app.is_running


@pytest.mark.parametrize("state", ["lobby", "playing"])
async def test_the_home_screen_does_not_flash_between_two_others(state: str) -> None:
    world = FakeWorld(FakeClient(LOBBY), browser=FakeBrowser([KITCHEN]))
    async with running(world, "j", at=None) as (app, pilot):
        shown: list[object] = []
        app.screen_change_signal.subscribe(app, lambda screen: shown.append(type(screen)))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        if state == "playing":
            await pilot.press("question_mark")
            world.client.push(room=PLAYING, view=VIEW)
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert shown
        assert HomeScreen not in shown
        assert len(app.screen_stack) == 3


async def test_an_empty_list_explains_itself_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("manillen_tui.ui.screens.join.EXPLAIN_S", 0.0)
    async with running(FakeWorld(), "j", at=None) as (app, pilot):
        await until(pilot, lambda: notice_of(app).startswith("Nothing here?"))


async def test_a_network_that_cannot_be_searched_is_named_and_an_address_works() -> None:
    world = FakeWorld(browser=FakeBrowser(problem="no-multicast"))
    async with running(world, "j", at=None) as (app, pilot):
        assert notice_of(app) == "This network cannot be searched. Join by address instead."
        await pilot.press("a", *"10.0.0.7", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.joined == [([Address("10.0.0.7", 7842)], "Maria", None)]


async def test_what_is_no_address_is_said_and_the_field_keeps_it() -> None:
    async with running(FakeWorld(), "j", "a", *"a:b", "enter", at=None) as (app, _pilot):
        assert notice_of(app).startswith("That is no address.")
        assert app.screen.query_one(Input).value == "a:b"


async def test_a_table_that_cannot_be_joined_says_why() -> None:
    world = FakeWorld(browser=FakeBrowser([KITCHEN]))
    async with running(world, "j", at=None) as (app, pilot):
        for trouble, said in (
            (Trouble("refused", {"address": "10.0.0.7:7842"}), "Nobody hosts at 10.0.0.7:7842."),
            (Trouble("full"), "People sit on every chair of that table."),
            (Trouble("version"), "You and the table have different versions"),
            (Trouble("version", {"update": "guest"}), "That table is of a newer manillen"),
            (Trouble("version", {"update": "host"}), "That table is of an older manillen"),
        ):
            world.refusal = trouble
            await pilot.press("enter")
            await until(pilot, partial(lambda said: notice_of(app).startswith(said), said))
            assert isinstance(app.screen, JoinScreen)


async def test_a_table_that_does_not_answer_is_waited_for_aloud_and_can_be_given_up() -> None:
    world = FakeWorld(browser=FakeBrowser([KITCHEN]), left_running=FakeRunning())
    world.answering.clear()
    async with running(world, "b", "b", "b", at=None) as (app, pilot):
        await until(pilot, lambda: len(world.joined) == 1)
        assert notice_of(app).startswith("Sitting down, in 20 s at most…")
        await pilot.press("j", "enter", "enter")
        await until(pilot, lambda: len(world.joined) == 2)
        assert notice_of(app).startswith("Sitting down, in 20 s at most…")
        await pilot.press("escape")
        await until(pilot, lambda: world.given_up == 2)
        assert isinstance(app.screen, HomeScreen)
        await until(pilot, lambda: notice_of(app) == "")
        world.refusal = Trouble("timeout", {"address": "127.0.0.1:7842"})
        world.answering.set()
        await pilot.press("b")
        await until(pilot, lambda: notice_of(app).startswith("The table on this machine does not"))


async def test_a_table_named_on_the_command_line_is_waited_for_aloud_at_once() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world) as (app, _pilot):
        assert isinstance(app.screen, HomeScreen)
        assert notice_of(app).startswith("Sitting down, in 20 s at most…")


async def test_escape_leaves_the_address_field_then_the_list() -> None:
    world = FakeWorld()
    async with running(world, "j", "a", "escape", at=None) as (app, pilot):
        assert app.screen.query_one(TableList).has_focus
        await pilot.press("b")
        assert isinstance(app.screen, HomeScreen)
        await until(pilot, world.browser.stopped.is_set)


# In the lobby -------------------------------------------------------------------------------------


async def test_one_key_each_for_a_chair_a_computer_player_and_being_ready() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client), "4", "enter", "up", "enter") as (_app, pilot):
        assert client.wishes == [("sit", 3), ("sit", 2)]
        client.wishes.clear()
        await pilot.press("4", "c", "3", "c")
        assert client.wishes == [("put_computer", 3), ("remove_computer", 2)]
        client.wishes.clear()
        await pilot.press("r")
        client.push(
            room=msgspec.structs.replace(
                LOBBY, chairs=(person("Maria", ready=False), *LOBBY.chairs[1:])
            )
        )
        await pilot.pause()
        await pilot.press("r")
        assert client.wishes == [("ready", False), ("ready", True)]


@pytest.mark.parametrize(("key", "wish"), [("s", "start"), ("c", "remove_computer")])
async def test_a_key_held_down_asks_the_host_once(key: str, wish: str) -> None:
    client = FakeClient(LOBBY)
    client.law = Trouble("no-rights")
    async with running(FakeWorld(client), "3") as (app, pilot):
        for _repeat in range(30):
            await pilot.press(key)
        assert [what for what, _argument in client.wishes] == [wish]
        assert notice_of(app) == "Only the host of the table can do that."


async def test_the_lobby_says_by_name_whom_the_start_waits_for() -> None:
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
        await until(pilot, lambda: notice_of(app) == "Everybody is here: press s to start.")


async def test_the_table_comes_up_when_the_match_starts() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client)) as (app, pilot):
        assert isinstance(app.screen, LobbyScreen)
        client.push(room=PLAYING, view=VIEW)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await until(pilot, lambda: "YOUR TURN" in text_of(app))  # not to end amid its making


# Leaving ------------------------------------------------------------------------------------------


async def test_leaving_is_asked_and_no_is_the_answer_marked() -> None:
    client = FakeClient(GUEST, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        assert isinstance(app.screen, TableScreen)  # at once: the match was running
        for key in ("q", "f10", "ctrl+q", "ctrl+c"):
            await pilot.press(key)
            assert "A computer player takes your chair" in text_of(app)
            await pilot.press(key, "enter")  # the key that asked does not answer
            assert isinstance(app.screen, TableScreen)
        assert client.wishes == []


async def test_a_guest_who_leaves_is_at_home_again() -> None:
    client = FakeClient(GUEST, VIEW)
    async with running(FakeWorld(client), "q", "y") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
    assert client.wishes == [("leave", None)]


@pytest.mark.parametrize(("key", "wish"), [("r", "leave"), ("c", "close_table")])
async def test_who_opened_the_table_leaves_it_running_or_closes_it(key: str, wish: str) -> None:
    world = FakeWorld(FakeClient(PLAYING, VIEW), left_running=FakeRunning())
    async with running(world, "b", "q", at=None) as (app, pilot):
        assert "Leave it running" in text_of(app)
        assert "Close the table for all" in text_of(app)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert "Back to your table" in text_of(app)
    assert world.client.wishes == [(wish, None)]


async def test_a_host_that_does_not_answer_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("manillen_tui.ui.app.LEAVE_S", 0.05)
    client = FakeClient(GUEST, VIEW)
    monkeypatch.setattr(client, "leave", FakeClient.changed.__get__(client))
    async with running(FakeWorld(client), "q", "y") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_a_lost_table_is_said_and_one_key_goes_back_to_it() -> None:
    world = FakeWorld(FakeClient(PLAYING, VIEW))
    async with running(world, "q") as (app, pilot):  # even from within a dialog
        world.client.lose("gone")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        lost = "The connection to the table is lost. Join again to go on."
        await until(pilot, lambda: notice_of(app) == lost)
        world.client = FakeClient(PLAYING, VIEW)
        await pilot.press("x", "down")
        assert notice_of(app) == lost
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
    assert world.joined == [([TABLE], "Maria", None)] * 2


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
        assert "ended this connection" in notice_of(app)
    assert len(world.joined) == 1


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (PLAYING, "plays on with a computer player on your chair"),
        (LOBBY, "Left running, your chair becomes free"),
        (ALONE, "Left running, it waits until somebody comes"),
    ],
    ids=["playing", "lobby", "alone"],
)
async def test_what_becomes_of_a_table_left_running_is_said_as_it_is(room: Room, said: str) -> None:
    world = FakeWorld(FakeClient(room, VIEW), left_running=FakeRunning())
    async with running(world, "b", "q", at=None) as (app, _pilot):
        explanation = app.screen.query_one(".explanation", Static).visual
        assert said in str(explanation)
        assert clipped(app) == []


async def test_a_closed_table_is_said_and_not_offered_again() -> None:
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
        assert "cannot be searched: the others type 192.168.1.20:7842" in text_of(app)
        assert "in their list" not in text_of(app)
        assert clipped(app) == []
