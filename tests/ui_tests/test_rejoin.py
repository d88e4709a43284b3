"""The home screen, going back to tables, and opening one."""

import signal

import msgspec
import pytest
from textual.widgets import Input
from textual.worker import WorkerFailed

from manillen_tui.config.settings import load_settings
from manillen_tui.engine.rules import WEST_FLANDERS
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import own_table
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.host import HostScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.services import NewTable
from support.fake_client import (
    PLAYING,
    VIEW,
    FakeClient,
    FakeRunning,
    FakeWorld,
)
from support.screens import notice_of, running, text_of, until


# At home ------------------------------------------------------------------------------------------


async def test_a_changed_name_is_saved_and_used_to_sit_down() -> None:
    world = FakeWorld(left_running=FakeRunning())
    async with running(world, "n", at=None) as (app, pilot):
        app.screen.query_one(Input).value = "  Mia "
        await pilot.press("enter")
        await until(pilot, lambda: app.settings.name == "Mia")
        assert load_settings()[0].name == "Mia"
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.joined == [own_table(FakeRunning())]
    assert world.names == ["Mia"]


async def test_an_empty_name_is_not_accepted() -> None:
    async with running(FakeWorld(), "n", at=None) as (app, pilot):
        app.screen.query_one(Input).value = "   "
        await pilot.press("enter")
        await until(pilot, lambda: app.screen.query_one(Input).value == "Maria")
        assert app.settings.player == "Maria"


async def test_trouble_with_the_settings_is_shown_at_once() -> None:
    world = FakeWorld()
    async with running(world, at=None, trouble=Trouble("settings-broken", {"path": "/x"})) as (
        app,
        _pilot,
    ):
        assert notice_of(app) == "Your settings in /x cannot be read; the defaults are used."


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
async def test_a_signal_ends_the_game_and_restores_the_terminal(name: str) -> None:
    number = signal.Signals[name]
    async with running(FakeWorld(FakeClient(PLAYING, VIEW))) as (app, pilot):
        signal.raise_signal(number)
        await until(pilot, lambda: not app.is_running)
        assert app.return_code == 128 + number


async def test_q_leaves_the_game_from_home() -> None:
    async with running(FakeWorld(), "q", at=None) as (app, pilot):
        await until(pilot, lambda: not app.is_running)
        assert app.return_code == 0


async def test_an_error_in_the_program_is_one_line_with_the_rest_in_the_log(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def broken(*_arguments: object) -> None:
        raise RuntimeError("a bug")

    world = FakeWorld()
    monkeypatch.setattr(world, "running_table", broken)
    with pytest.raises(WorkerFailed, match="a bug"):
        async with running(world, at=None) as (app, pilot):
            await until(pilot, lambda: not app.is_running)
    assert app.return_code == 1
    assert "RuntimeError: a bug" in caplog.text
    said = capsys.readouterr().err
    assert "the interface failed" in said
    assert "Traceback" not in said


# Hosting ------------------------------------------------------------------------------------------


async def test_enter_opens_a_table_with_the_usual_choices() -> None:
    world = FakeWorld()
    async with running(world, "h", "enter", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert "or type 192.168.1.20:7842" in text_of(app)
    assert world.hosted == [NewTable("Maria's table", WEST_FLANDERS, 3, "Maria")]
    assert world.joined == [own_table(FakeRunning(name="Maria's table"))]


async def test_the_chosen_line_of_the_form_is_marked_without_colour() -> None:
    async with running(FakeWorld(), "h", "down", at=None) as (app, pilot):
        for name in ("Play to", "Computer players"):
            (line,) = (line for line in text_of(app).splitlines() if set(line) & set("◄►"))
            assert line.strip().startswith(name)
            await pilot.press("down")
            await pilot.pause()


async def test_every_line_of_the_form_can_be_changed_with_arrows() -> None:
    world = FakeWorld()
    keys = ["down", "right", "down", "left", "left", "down", "right", *["up"] * 4]
    async with running(world, "h", *keys, at=None) as (app, pilot):
        table = app.screen.query_one("#table", Input)
        assert table.has_focus
        table.value = "The Swan"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    rules = msgspec.structs.replace(WEST_FLANDERS, target=151, cut_automatic=True)
    assert world.hosted == [NewTable("The Swan", rules, 1, "Maria")]


async def test_a_table_that_cannot_be_opened_leaves_the_form_unchanged() -> None:
    world = FakeWorld(refusal=Trouble("port-taken"))
    async with running(world, "h", "enter", at=None) as (app, pilot):
        await until(pilot, lambda: "No port from" in notice_of(app))
        assert isinstance(app.screen, HostScreen)


async def test_enter_pressed_three_times_opens_one_table() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world, "h", "enter", "enter", "enter", at=None) as (app, pilot):
        assert notice_of(app) == "Opening the table…"
        world.answering.set()
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert (len(world.hosted), len(world.joined), world.given_up) == (1, 1, 0)


async def test_escape_cancels_the_table_being_opened() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world, "h", "enter", "escape", at=None) as (app, pilot):
        await until(pilot, lambda: world.given_up == 1)
        assert isinstance(app.screen, HomeScreen)
        world.answering.set()
        await pilot.press("h", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert (len(world.hosted), len(world.joined)) == (2, 1)


async def test_quitting_cancels_the_table_being_opened() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world, "h", "enter", "ctrl+q", at=None) as (app, pilot):
        await until(pilot, lambda: not app.is_running)
    assert world.given_up == 1
    assert world.joined == []
