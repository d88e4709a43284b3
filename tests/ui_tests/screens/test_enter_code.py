"""Joining a closed table: typing the two words on the host's screen."""

import asyncio
import time

import pytest
from textual.widgets import Input

from manillen_tui.guest.client import Standing
from manillen_tui.trouble import Trouble
from manillen_tui.ui.joining import Joining
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.enter_code import CodeScreen
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.widgets.lines import NoticeLine
from support.fake_client import FakeBrowser, FakeWorld, table_row
from support.screens import COMPACT, WIDE, clipped, notice_of, running, sitting_of, text_of, until


async def test_a_closed_table_asks_for_its_two_words_and_accepts_them() -> None:
    world = FakeWorld(code="tango kiwi")
    async with running(world, *"tango kiwi", "enter") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert sitting_of(app).destination.code == "tango kiwi"
        assert not any(isinstance(screen, CodeScreen) for screen in app.screen_stack)
    assert [to.code for to in world.joined] == [None, "tango kiwi"]


async def test_a_wrong_code_shows_how_long_to_wait_and_stays_in_the_field() -> None:
    world = FakeWorld(code="tango kiwi")
    async with running(world, *"tango kilo", "enter") as (app, pilot):
        await until(pilot, lambda: "you can try again in" in notice_of(app))
        assert app.screen.query_one(Input).value == "tango kilo"
        await pilot.press("enter")  # too early: nothing is sent
        assert "you can try again in" in notice_of(app)
        await pilot.press("left")
        assert "you can try again in" in notice_of(app)
    assert len(world.joined) == 2


async def test_the_wait_counts_down_and_then_the_right_code_works() -> None:
    world = FakeWorld(code="tango kiwi")
    async with running(world, *"tango", "enter") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, CodeScreen) and len(world.joined) == 2)
        screen = app.screen
        assert isinstance(screen, CodeScreen)
        await until(pilot, lambda: "in 4 s" in notice_of(app))
        screen._until -= 1.0
        screen._count()
        assert "in 3 s" in notice_of(app)
        screen._until = time.monotonic() + 0.4  # as long as Enter does nothing, it is said
        screen._count()
        assert "in 1 s" in notice_of(app)
        screen._until -= 10.0
        screen._count()
        assert "in" not in notice_of(app).split() and "Check the two words" in notice_of(app)
        await pilot.press("right", *" kiwi", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_typing_the_next_code_replaces_the_refused_one() -> None:
    world = FakeWorld(code="zebra poster")
    async with running(world, *"wrong words", "enter") as (app, pilot):
        await until(pilot, lambda: "try again in" in notice_of(app))
        await pilot.press(*"zebra poster")
        screen = app.screen
        assert isinstance(screen, CodeScreen)
        assert screen.query_one(Input).value == "zebra poster"
        screen._until = 0.0
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert [to.code for to in world.joined] == [None, "wrong words", "zebra poster"]


async def test_what_was_typed_during_the_check_is_not_overwritten() -> None:
    world = FakeWorld(code="tango kiwi")
    async with running(world, *"tango", "enter") as (app, pilot):
        await until(pilot, lambda: "try again in" in notice_of(app))
        screen = app.screen
        assert isinstance(screen, CodeScreen)
        await pilot.press("end", *" ki")
        screen.refuse(Trouble("badcode", {"seconds": 4}))
        await pilot.press(*"wi")
        assert screen.query_one(Input).value == "tango kiwi"


async def test_the_screen_below_says_nothing_while_the_code_is_typed() -> None:
    row = table_row("a", "Kitchen table", "Wim")
    world = FakeWorld(code="tango kiwi", browser=FakeBrowser([row]))
    async with running(world, "j", "enter", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, CodeScreen))
        home, tables = app.screen_stack[1:3]
        for screen in (home, tables):
            assert "Sitting down" not in screen.query_one(NoticeLine).left
        world.answering.clear()
        await pilot.press(*"tango kiwi", "enter")
        await until(pilot, lambda: notice_of(app) == "Checking the code…")
        assert "Sitting down" not in tables.query_one(NoticeLine).left


async def test_esc_goes_back_to_the_list_without_the_table() -> None:
    row = table_row("a", "Kitchen table", "Wim")
    world = FakeWorld(code="tango kiwi", browser=FakeBrowser([row]))
    async with running(world, "j", "enter", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, CodeScreen))
        assert "Code for Kitchen table" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, JoinScreen))
        assert app.joining is None
        await pilot.press("enter")  # the same table can be chosen again
        await until(pilot, lambda: isinstance(app.screen, CodeScreen))


async def test_esc_cancels_a_table_that_does_not_answer_the_code() -> None:
    world = FakeWorld(code="tango kiwi")
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, CodeScreen))
        world.answering.clear()
        await pilot.press(*"tango kiwi", "enter")
        await until(pilot, lambda: notice_of(app) == "Checking the code…")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert world.given_up == 1


async def test_giving_up_just_after_the_code_was_accepted_closes_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closing = asyncio.Event()

    async def never_ends(self: Joining, screen: object) -> None:
        closing.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Joining, "_close", never_ends)
    world = FakeWorld(code="tango kiwi")
    async with running(world, *"tango kiwi", "enter") as (app, pilot):
        await until(pilot, closing.is_set)
        app.stand_off()
        await until(pilot, lambda: world.client.state is Standing.GONE)
        assert app.sitting is None


async def test_trouble_after_the_code_is_reported_on_the_screen_below() -> None:
    world = FakeWorld(code="tango kiwi", refusal=Trouble("relay"))
    async with running(world, *"tango kiwi", "enter") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert "Somebody may be intercepting the connection" in notice_of(app)


async def test_a_full_table_offers_to_watch_it() -> None:
    world = FakeWorld(refusal=Trouble("full", {"watch": True}))
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "one of the seats is yours" not in text_of(app)  # nobody is away
        world.refusal = None
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert [to.watch for to in world.joined] == [False, True]


async def test_at_a_full_table_somebody_who_was_away_says_who_they_are() -> None:
    away = [[1, "Noor"], [3, "Bea [b]"]]
    world = FakeWorld(refusal=Trouble("full", {"watch": False, "away": away}))
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        for size in (COMPACT, (80, 23), WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
        assert "I am Noor" in text_of(app) and "I am Bea [b]" in text_of(app)
        assert "one of the seats is yours" in text_of(app) and "can watch" not in text_of(app)
        world.refusal = None
        await pilot.press("4")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert [(to.seat, to.claim) for to in world.joined] == [(None, False), (3, True)]


@pytest.mark.parametrize("away", [None, 3, [[1]], [["x", "Noor"]], [[1, 2]]])
async def test_nonsense_from_a_host_about_people_away_is_ignored(away: object) -> None:
    world = FakeWorld(refusal=Trouble("full", {"watch": False, "away": away}))
    async with running(world) as (app, pilot):
        await until(pilot, lambda: "That table is full" in notice_of(app))
        assert isinstance(app.screen, HomeScreen)


async def test_the_prompt_fits_the_screen() -> None:
    async with running(FakeWorld(code="tango kiwi"), *"tango", "enter") as (app, pilot):
        await until(pilot, lambda: "try again in" in notice_of(app))
        for size in (COMPACT, (80, 23), WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
