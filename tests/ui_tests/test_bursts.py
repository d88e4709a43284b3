"""Several keys at once close the topmost screen, and change nothing below it."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from textual.binding import Binding
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen

from manillen_tui.engine.cards import SUITS, Suit
from manillen_tui.engine.commands import AskCount, NameTrump, Play
from manillen_tui.engine.records import Phase
from manillen_tui.ui.app import ManillenApp
from manillen_tui.ui.screens.all_hands import HandsScreen
from manillen_tui.ui.screens.ask_partner import QuestionScreen
from manillen_tui.ui.screens.chat import ChatScreen
from manillen_tui.ui.screens.deal_talk import SaidScreen
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.editor import NameScreen, RulesEditor
from manillen_tui.ui.screens.enter_code import CodeScreen
from manillen_tui.ui.screens.host import HostScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.keys import KeysScreen
from manillen_tui.ui.screens.last_trick import LastTrickScreen
from manillen_tui.ui.screens.people import PeopleScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.seat import SeatScreen
from manillen_tui.ui.screens.show_code import SpokenScreen
from net.address import Address
from support.fake_client import (
    EVENTS,
    HAND,
    LOBBY,
    PLAYING,
    RECORD,
    FakeBrowser,
    FakeClient,
    FakeWorld,
    last_trick,
    table_row,
    view_with,
)
from support.screens import TABLE, burst, running, until


#: This player's lead: Enter would play a card.
LEADING = view_with(
    trick=(),
    winning=None,
    legal=HAND,
    choices=(AskCount(Suit.CLUBS),),
    last_trick=last_trick(2, "7♣ K♣ 10♣ 9♣", 0, 8),
    sheet=(RECORD,),
)
NAMING = view_with(
    phase=Phase.TRUMP,
    choices=(*map(NameTrump, SUITS), NameTrump(None)),
    trick=(),
    winning=None,
    namer=None,
    trump=None,
    legal=(),
    events=EVENTS[:2],
)
SCORED = view_with(
    LEADING, phase=Phase.SCORE, hand=(), legal=(), choices=(), hands=(HAND,) * 4, to_act=(0, 1)
)


def at_table(view: object = LEADING) -> FakeWorld:
    return FakeWorld(FakeClient(PLAYING, view))  # type: ignore[arg-type]


def at_home(code: str | None = None) -> FakeWorld:
    row = table_row("a", "Kitchen table", "Maria")
    return FakeWorld(browser=FakeBrowser([row]), code=code)


#: What goes by itself over the own lead, by its key.
OVER_THE_TABLE: dict[str, type[Screen[Any]]] = {
    "question_mark": KeysScreen,
    "l": LastTrickScreen,
    "s": ScoreScreen,
    "w": SaidScreen,
    "m": ChatScreen,
    "x": PeopleScreen,
    "f4": SpokenScreen,
    "f3": RulesScreen,
    "a": QuestionScreen,
    "q": Dialog,
}
#: Other screens that go by themselves, and how to come to them.
WAYS: dict[
    str, tuple[type[Screen[Any]], Callable[[], FakeWorld], Address | None, Sequence[str]]
] = {
    "leaving, trump to be named": (Dialog, lambda: at_table(NAMING), TABLE, ("q",)),
    "leaving, from the sheet": (Dialog, lambda: at_table(SCORED), TABLE, ("q",)),
    "score after a deal": (ScoreScreen, lambda: at_table(SCORED), TABLE, ("escape", "s")),
    "hands": (HandsScreen, lambda: at_table(SCORED), TABLE, ("h",)),
    "sending away": (Dialog, at_table, TABLE, ("x", "down", "r")),
    "leaving the lobby": (Dialog, lambda: FakeWorld(FakeClient(LOBBY)), TABLE, ("q",)),
    "opening": (HostScreen, at_home, None, ("h",)),
    "editor": (RulesEditor, at_home, None, ("h", "r")),
    "name of rules": (NameScreen, at_home, None, ("h", "r", "s")),
    "forgetting rules": (Dialog, at_home, None, ("h", "r", "s", "M", "enter", "x")),
    "rules at home": (RulesScreen, at_home, None, ("r",)),
    "joining": (JoinScreen, at_home, None, ("j",)),
    "code to be proved": (CodeScreen, lambda: at_home("amber banjo"), None, ("j", "enter")),
}


def closing(app: ManillenApp) -> list[str]:
    """The keys that close the topmost screen and do nothing else."""
    found = []
    for binding in type(app.screen).BINDINGS:
        assert isinstance(binding, Binding)
        if binding.action in ("close", "back"):
            found += binding.key.split(",")
    if isinstance(app.screen, Dialog):
        found += ["n", "enter", "space"]
    if isinstance(app.screen, ChatScreen):
        found.append("enter")
    return found


async def close_by_bursts(
    app: ManillenApp, pilot: Pilot[None], kind: type[Screen[Any]], opening: str
) -> None:
    """Open the screen by its key for each of those that close it."""
    below = list(app.screen_stack)
    await pilot.press(opening)
    await until(pilot, lambda: type(app.screen) is kind)
    for key in closing(app):
        if type(app.screen) is not kind:
            await pilot.press(opening)
            await until(pilot, lambda: type(app.screen) is kind)
        await burst(pilot, key, key, *closing(app), key)
        await until(pilot, lambda: type(app.screen) is not kind)
        assert app.screen_stack == below, f"{kind.__name__}, closed by {key}"


async def test_closing_keys_at_once_close_one_screen_and_do_nothing_at_the_table() -> None:
    world = at_table()
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))
        for opening, kind in OVER_THE_TABLE.items():
            await close_by_bursts(app, pilot, kind, opening)
            assert world.client.requests == [], kind


@pytest.mark.parametrize("name", WAYS)
async def test_closing_keys_pressed_at_once_close_one_screen_only(name: str) -> None:
    kind, make, at, (*before, opening) = WAYS[name]
    world = make()
    async with running(world, *before, at=at) as (app, pilot):
        await close_by_bursts(app, pilot, kind, opening)
    assert world.client.requests == []


async def test_a_question_is_asked_once_however_often_enter_is_pressed() -> None:
    world = at_table()
    async with running(world, "a") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        await burst(pilot, "enter", "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))
    assert world.client.requests == [("command", AskCount(Suit.CLUBS))]


async def test_a_second_answer_to_a_question_is_ignored() -> None:
    world = at_table()
    async with running(world, "x", "down", "r") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await burst(pilot, "y", "n", "y", "y")
        await until(pilot, lambda: world.client.requests != [])
        assert isinstance(app.screen, PeopleScreen)
    assert world.client.requests == [("remove", 1)]


async def test_a_key_pressed_just_before_a_screen_closed_is_ignored() -> None:
    """On its way through a thread and a pipe it may be overtaken by the first key's effect."""
    world = at_table()
    async with running(world, "l") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LastTrickScreen))
        late = Key("1", "1")
        await burst(pilot, "l")
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))
        app.post_message(late)
        await pilot.pause()
        assert world.client.requests == []
        await pilot.press("1")
        assert world.client.requests == [("command", Play(HAND[0]))]
