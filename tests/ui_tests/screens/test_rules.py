"""Everybody who looks at a table can read its rules."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.lines import Title
from manillen_tui.wire import rules_to_body
from manillen_tui.words.presets import base_of, rules_line, rules_name
from net.discovery.listing import Row
from net.protocol.host_messages import RoomState
from support.fake_client import (
    LOBBY,
    PLAYING,
    VIEW,
    FakeBrowser,
    FakeClient,
    FakeWorld,
    table_row,
    view_with,
)
from support.screens import BASE, COMPACT, WIDE, clipped, notice_of, running, text_of, until


NEWER = {"name": "west-flanders", "jokers": 2}


def lobby(rules: Rules | None, info: Mapping[str, Any] | None = None) -> RoomState:
    return msgspec.structs.replace(
        LOBBY,
        info=dict(info or {}) if rules is None else rules_to_body(rules),
        chairs=LOBBY.chairs[: 4 if rules is None else rules.players],
    )


def row(name: str, info: Mapping[str, Any] | None) -> Row:
    return table_row(name, f"Table {name}", "Wim", info=info)


# In the list --------------------------------------------------------------------------------------


async def test_the_list_shows_the_rules_of_every_table_if_there_is_room() -> None:
    rows = [row("a", rules_to_body(PRESETS["three"])), row("b", rules_to_body(PRESETS["two"]))]
    async with running(FakeWorld(browser=FakeBrowser(rows)), "j", at=None) as (app, pilot):
        assert "Three players to 101" in text_of(app)
        assert "Two players to 101" in text_of(app)
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"


async def test_the_list_shows_how_the_selected_tables_rules_differ() -> None:
    rows = [row("a", rules_to_body(PRESETS["encheres"])), row("b", rules_to_body(PRESETS["two"]))]
    world = FakeWorld(browser=FakeBrowser(rows))
    async with running(world, "j", size=COMPACT, at=None) as (app, pilot):
        assert notice_of(app) == (
            "Enchères to 101. Malilla with changes: Choice of trump: by auction"
        )
        await pilot.press("down")
        assert notice_of(app).startswith(
            "Two players to 101. West-Flanders with changes: Players: 2; "
        )
        assert clipped(app) == []
        await pilot.press("r")
        assert isinstance(app.screen, RulesScreen)
        assert "Two players to 101" in text_of(app)
        await pilot.press("escape")
        assert isinstance(app.screen, JoinScreen)


async def test_rules_of_a_newer_version_are_reported_before_sitting_down() -> None:
    unread = "These rules cannot be read. Check that both programs run the same version."
    for info in (NEWER, {}, {"name": "x", "players": 3}, {"name": "x", "pack": "tarot-78"}):
        world = FakeWorld(browser=FakeBrowser([row("a", info)]))
        async with running(world, "j", at=None) as (app, pilot):
            assert notice_of(app) == unread
            await pilot.press("r")
            assert isinstance(app.screen, JoinScreen)


async def test_a_table_not_probed_yet_has_no_rules_yet() -> None:
    world = FakeWorld(browser=FakeBrowser([row("a", None)]))
    async with running(world, "j", "r", at=None) as (app, _pilot):
        assert isinstance(app.screen, JoinScreen)
        assert notice_of(app) == ""


# In the lobby and at the table --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two", "three", "zonder-troef", "espanola"])
async def test_the_lobby_shows_the_rules_and_what_differs(name: str) -> None:
    rules = PRESETS[name]
    async with running(FakeWorld(FakeClient(lobby(rules))), size=COMPACT) as (app, pilot):
        assert app.screen.query_one(Title).right == rules_line(rules)
        base = rules_name(base_of(rules).name)
        assert f"F3: all the rules. {base} with " in text_of(app)
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
        await pilot.press("f3")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("f3")
        assert isinstance(app.screen, LobbyScreen)


async def test_a_lobby_with_rules_of_a_newer_version_says_so() -> None:
    async with running(FakeWorld(FakeClient(lobby(None, NEWER)))) as (app, pilot):
        assert "rules of another version" in text_of(app)
        assert "These rules cannot be read." in text_of(app)
        assert clipped(app) == []
        await pilot.press("f3")
        assert isinstance(app.screen, LobbyScreen)
        assert notice_of(app).startswith("These rules cannot be read.")


async def test_the_rules_are_read_during_play_and_the_game_goes_on_behind_them() -> None:
    rules = replace(VIEW.rules, name="De Zwaan", zero_sum=True)
    client = FakeClient(PLAYING, view_with(rules=rules))
    async with running(FakeWorld(client), "f3") as (app, pilot):
        assert isinstance(app.screen, RulesScreen)
        assert "De Zwaan to 101" in text_of(app)
        client.push(view=view_with(rules=rules, turn=41))
        await pilot.press("end")
        await pilot.pause()
        assert "Losers lose points: yes (instead of no)" in text_of(app)
        assert "Differences from West-Flanders" in text_of(app)
        await pilot.press("q")
        assert isinstance(app.screen, TableScreen)


async def test_a_lost_table_closes_its_rules_too() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "f3") as (app, pilot):
        client.lose("gone")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


# The book -----------------------------------------------------------------------------------------


async def test_at_home_every_preset_can_be_read_one_after_the_other() -> None:
    async with running(FakeWorld(), "r", size=COMPACT, at=None) as (app, pilot):
        for place, name in enumerate(PRESETS, 1):
            assert app.screen.query_one(Title).right == f"{place}/15"
            assert "In short" in text_of(app)
            assert clipped(app) == [], name
            await pilot.press("right")
        assert "1/15" in text_of(app)
        await pilot.press("left", "left")
        assert "14/15" in text_of(app)
        assert "7 A R C S 6 5" in text_of(app)
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_a_page_scrolls_by_lines_and_by_pages() -> None:
    async with running(FakeWorld(), "r", size=COMPACT, at=None) as (app, pilot):
        await pilot.press("down")
        assert "In short" not in text_of(app)
        await pilot.press("space")
        assert "names a suit as trump" in text_of(app)
        await pilot.press("end")
        await until(pilot, lambda: "you take the trick from them" in text_of(app))
        await pilot.press("pageup", "home")
        await until(pilot, lambda: "In short" in text_of(app))
