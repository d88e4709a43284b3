"""A finished trick stays for a moment: which keys remove it, and what else they do."""

from typing import Any

import msgspec
from textual.pilot import Pilot
from textual.screen import Screen

from manillen_tui.config.settings import Settings
from manillen_tui.engine.cards import Card
from manillen_tui.engine.records import Phase
from manillen_tui.ui.app import ManillenApp
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.keys import KeysScreen
from manillen_tui.ui.screens.last_trick import LastTrickScreen
from manillen_tui.ui.screens.people import PeopleScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.hand import Hand
from manillen_tui.ui.widgets.mat import Mat
from support.fake_client import (
    HAND,
    PLAYING,
    RECORD,
    VIEW,
    FakeClient,
    FakeWorld,
    last_trick,
    view_with,
)
from support.screens import running, text_of, turn_of, until
from support.seated import SLOW, TAKEN


QUICK = Settings(name="Maria", trick_pause_s=0.0)


async def test_a_finished_trick_stays_until_a_key_and_that_key_plays_nothing() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: turn_of(app) == "You take the trick, +8")
        south = app.screen.query_one(Mat).places[0]
        assert south.face.card == Card.parse("10♣")
        assert south.label.sitter.takes == 8
        await pilot.press("enter")
        await until(pilot, lambda: turn_of(app) == "► YOUR TURN · lead any card")
        assert south.face.card is None
        assert client.requests == []


async def takes_a_trick(client: FakeClient, app: ManillenApp, pilot: Pilot[None]) -> None:
    """One like the one before, and it lies there."""
    before = client.view or VIEW
    client.push(view=view_with(TAKEN, first_event=before.first_event + len(before.events)))
    await until(pilot, lambda: "the trick, +" in turn_of(app))


async def test_a_key_that_does_nothing_else_just_removes_the_finished_trick() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        for key in ("1", "right", "enter", "end", "k", "t", "n", "y", "backspace"):
            await takes_a_trick(client, app, pilot)
            await pilot.press(key)
            await until(pilot, lambda: "lead any card" in turn_of(app))
            assert isinstance(app.screen, TableScreen), key
            assert app.screen.query_one(Hand).lifted == HAND[1], key
            assert client.requests == [], key


OFFERED: dict[str, type[Screen[Any]]] = {
    "l": LastTrickScreen,
    "s": ScoreScreen,
    "q": Dialog,
    "escape": Dialog,
    "question_mark": KeysScreen,
    "x": PeopleScreen,
    "f3": RulesScreen,
}


async def test_a_key_offered_with_a_finished_trick_does_what_it_says() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        for key, shown in OFFERED.items():
            await takes_a_trick(client, app, pilot)
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, shown))  # noqa: B023
            await pilot.press("escape")
            assert isinstance(app.screen, TableScreen), key
            assert turn_of(app) == "► YOUR TURN · lead any card", key
            assert client.requests == [], key


async def test_a_changed_key_works_with_a_finished_trick_too() -> None:
    client = FakeClient(PLAYING, VIEW)
    settings = msgspec.structs.replace(SLOW, keys={"last": "p"})
    async with running(FakeWorld(client), settings=settings) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, LastTrickScreen))


async def test_the_sheet_opens_once_if_its_key_is_pressed_on_the_last_trick() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        over = view_with(TAKEN, phase=Phase.SCORE, to_act=(0, 1), legal=(), sheet=(RECORD,))
        client.push(view=over)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_without_a_pause_the_trick_disappears_on_its_own() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: "lead any card" in turn_of(app))


async def test_the_sheet_waits_for_the_last_trick_to_be_seen() -> None:
    client = FakeClient(PLAYING, VIEW)
    scored = view_with(TAKEN, phase=Phase.SCORE, to_act=(0, 1, 2, 3), sheet=(RECORD,))
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        client.push(view=scored)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        assert isinstance(app.screen, TableScreen)
        await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))


async def test_the_last_trick_is_one_key_away() -> None:
    client = FakeClient(PLAYING, view_with(last_trick=last_trick(1, "9♠ 7♠ K♠ Q♠", 3, 5)))
    async with running(FakeWorld(client), "l") as (app, pilot):
        assert "Last trick: Els takes it, +5" in text_of(app)
        await pilot.press("l")
        assert isinstance(app.screen, TableScreen)
