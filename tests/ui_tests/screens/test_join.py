"""The list of tables, and getting a seat from it."""

import asyncio
from functools import partial

import pytest
from msgspec.structs import replace
from textual.widgets import Input

from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.tables import TableList
from net.address import Address
from net.discovery.listing import Status
from support.fake_client import (
    LOBBY,
    PLAYING,
    VIEW,
    FakeBrowser,
    FakeClient,
    FakeRunning,
    FakeWorld,
    table_row,
)
from support.screens import notice_of, running, text_of, until


KITCHEN = table_row("a", "Kitchen table", "Wim", people=2)
CLUB = table_row("b", "Clubhouse", "Bea", address=Address("10.0.0.7", 7843))


async def test_the_list_is_live_and_the_cursor_stays_on_its_table() -> None:
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
    assert world.joined == [Destination(addresses=CLUB.addresses)]


@pytest.mark.parametrize(
    ("status", "said"), [(Status.SILENT, "no answer"), (Status.OTHER_VERSION, "outdated")]
)
async def test_the_list_says_which_tables_cannot_be_joined(status: Status, said: str) -> None:
    world = FakeWorld(browser=FakeBrowser([replace(CLUB, status=status)]))
    async with running(world, "j", at=None) as (app, _pilot):
        (line,) = [line for line in text_of(app).splitlines() if CLUB.name in line]
        assert said in line


async def test_rows_may_change_at_any_moment_while_somebody_sits_down() -> None:
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
async def test_the_home_screen_does_not_flash_up_between_two_others(state: str) -> None:
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
        await until(pilot, lambda: notice_of(app).startswith("No tables?"))


async def test_without_multicast_the_screen_says_so_and_an_address_works() -> None:
    world = FakeWorld(browser=FakeBrowser(problem="no-multicast"))
    async with running(world, "j", at=None) as (app, pilot):
        assert notice_of(app) == "This network cannot be searched. Join by address instead."
        await pilot.press("a", *"10.0.0.7", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.joined == [Destination(addresses=[Address("10.0.0.7", 7842)])]


async def test_an_invalid_address_is_reported_and_stays_in_the_field() -> None:
    async with running(FakeWorld(), "j", "a", *"a:b", "enter", at=None) as (app, _pilot):
        assert notice_of(app).startswith("That is not an address.")
        assert app.screen.query_one(Input).value == "a:b"


async def test_a_table_that_cannot_be_joined_says_why() -> None:
    world = FakeWorld(browser=FakeBrowser([KITCHEN]))
    async with running(world, "j", at=None) as (app, pilot):
        for trouble, said in (
            (
                Trouble("refused", {"address": "10.0.0.7:7842"}),
                "No table is open at 10.0.0.7:7842.",
            ),
            (Trouble("full"), "That table is full."),
            (Trouble("version"), "This program and the table have different versions"),
            (Trouble("version", {"update": "guest"}), "That table runs a newer version"),
            (Trouble("version", {"update": "host"}), "That table runs an older version"),
        ):
            world.refusal = trouble
            await pilot.press("enter")
            await until(pilot, partial(lambda said: notice_of(app).startswith(said), said))
            assert isinstance(app.screen, JoinScreen)


async def test_waiting_for_a_silent_table_is_shown_and_can_be_cancelled() -> None:
    world = FakeWorld(browser=FakeBrowser([KITCHEN]), left_running=FakeRunning())
    world.answering.clear()
    async with running(world, "b", "b", "b", at=None) as (app, pilot):
        await until(pilot, lambda: len(world.joined) == 1)
        assert notice_of(app).startswith("Joining, up to 20 s…")
        await pilot.press("j", "enter", "enter")
        await until(pilot, lambda: len(world.joined) == 2)
        assert notice_of(app).startswith("Joining, up to 20 s…")
        await pilot.press("escape")
        await until(pilot, lambda: world.given_up == 2)
        assert isinstance(app.screen, HomeScreen)
        await until(pilot, lambda: notice_of(app) == "")
        world.refusal = Trouble("timeout", {"address": "127.0.0.1:7842"})
        world.answering.set()
        await pilot.press("b")
        await until(pilot, lambda: notice_of(app).startswith("The table on this machine does not"))


async def test_waiting_for_a_table_from_the_command_line_is_shown_at_once() -> None:
    world = FakeWorld()
    world.answering.clear()
    async with running(world) as (app, _pilot):
        assert isinstance(app.screen, HomeScreen)
        assert notice_of(app).startswith("Joining, up to 20 s…")


async def test_escape_leaves_the_address_field_then_the_list() -> None:
    world = FakeWorld()
    async with running(world, "j", "a", "escape", at=None) as (app, pilot):
        assert app.screen.query_one(TableList).has_focus
        await pilot.press("b")
        assert isinstance(app.screen, HomeScreen)
        await until(pilot, world.browser.stopped.is_set)
