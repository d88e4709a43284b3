"""Choosing the rules of a table, changing them, and saving them under a name."""

import pytest
from msgspec.structs import replace
from textual.widgets import Input, Static

from manillen_tui.config.house_rules import house_file, load_house, save_house
from manillen_tui.engine.check import check
from manillen_tui.engine.fields import FIELDS
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.ui.app import ManillenApp
from manillen_tui.ui.screens.editor import NameScreen, RulesEditor
from manillen_tui.ui.screens.host import HostScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.services import NewTable
from manillen_tui.ui.widgets.fields import FieldList
from manillen_tui.ui.widgets.menu import Picker
from manillen_tui.words.fields import field_meaning, field_name
from manillen_tui.words.presets import rules_summary
from support.fake_client import FakeWorld
from support.screens import BASE, COMPACT, WIDE, clipped, notice_of, running, text_of, until


SIZES = (COMPACT, BASE)
WEST_FLANDERS = PRESETS["west-flanders"]
ZWAAN = replace(WEST_FLANDERS, name="De Zwaan", calls=True, target=51)


def words_of(app: ManillenApp) -> str:
    """The text on the screen, without its frames."""
    return " ".join(text_of(app).split())


def field_of(app: ManillenApp) -> str:
    return app.screen.query_one(FieldList).field.name


def verdict_of(app: ManillenApp) -> str:
    return str(app.screen.query_one("#verdict", Static).visual)


def edited(app: ManillenApp) -> Rules:
    assert isinstance(app.screen, RulesEditor)
    return app.screen.rules


def chosen(app: ManillenApp) -> Rules:
    assert isinstance(app.screen, HostScreen)
    return app.screen.rules


# A preset -----------------------------------------------------------------------------------------


async def test_every_preset_can_be_chosen_and_describes_itself() -> None:
    async with running(FakeWorld(), "h", size=COMPACT, at=None) as (app, pilot):
        for name, rules in PRESETS.items():
            assert chosen(app) == rules
            assert rules_summary(rules) in words_of(app)
            assert clipped(app) == [], name
            await pilot.press("right")
        assert chosen(app).name == "mexicana"  # the last one
        for size in (BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
        await pilot.press("home")
        assert chosen(app).name == "west-flanders"


@pytest.mark.parametrize(("name", "computers"), [("two", 1), ("three", 2), ("mexicana", 3)])
async def test_a_table_has_as_many_chairs_as_its_rules_need(name: str, computers: int) -> None:
    world = FakeWorld()
    steps = ["left"] * (len(PRESETS) - 1 - list(PRESETS).index(name))
    async with running(world, "h", "end", *steps, at=None) as (app, pilot):
        picker = app.screen.query_one("#computers", Picker)
        assert picker.value == str(computers)
        await pilot.press("down", "down", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.hosted == [NewTable("Maria's table", PRESETS[name], computers, "Maria")]


async def test_another_preset_brings_its_own_target_and_keeps_the_cut() -> None:
    world = FakeWorld()
    keys = ("h", "down", "right", "right", "down", "down", "right", "up", "up", "up", "right")
    async with running(world, *keys, at=None) as (app, _pilot):
        assert chosen(app) == replace(PRESETS["belgian"], cut_automatic=True)


# The editor ---------------------------------------------------------------------------------------


async def test_every_field_is_shown_with_its_meaning_and_can_be_reached() -> None:
    async with running(FakeWorld(), "h", "r", size=COMPACT, at=None) as (app, pilot):
        fields = app.screen.query_one(FieldList)
        for field in FIELDS:
            fields.show(fields.rules, mark=field.name)
            await pilot.pause()
            assert field_meaning(field.name) in words_of(app)
            (line,) = [line for line in text_of(app).splitlines() if "◄" in line]
            assert f"►   {field_name(field.name)} " in line
            assert clipped(app) == []
        await pilot.press("down")
        assert field_of(app) == "watch_open"
        await pilot.press("pageup", "pageup")
        assert field_of(app) == "target"
        await pilot.press("pagedown")
        assert field_of(app) == "running_points"


@pytest.mark.parametrize("size", SIZES)
async def test_a_clash_names_both_fields_and_one_key_makes_the_change(
    size: tuple[int, int],
) -> None:
    world = FakeWorld()
    async with running(world, "h", "r", "left", size=size, at=None) as (app, pilot):
        assert edited(app).players == 3
        assert verdict_of(app).startswith("“Partners: yes” clashes with “Players: 3”. ")
        assert verdict_of(app).endswith("Press f to set “Partners: no”.")
        assert clipped(app) == []
        await pilot.press("enter", "s", "r")
        assert isinstance(app.screen, RulesEditor)  # such rules cannot be played or saved
        await pilot.press("x")
        assert verdict_of(app).startswith("“Partners: yes”")  # said as long as it is so
        for _press in range(4):
            await pilot.press("f")
        assert check(edited(app)) == ()
        three = (edited(app).players, edited(app).pack, edited(app).packets)
        assert three == (3, "french-30", (3, 4, 3))
        assert "lines differ from West-Flanders (*)." in verdict_of(app)
        await pilot.press("enter")
        assert chosen(app).players == 3
        assert "West-Flanders with changes: Players: 3" in words_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert [options.computers for options in world.hosted] == [2]
    assert check(world.hosted[0].rules) == ()


async def test_numbers_are_typed_and_stay_within_their_limits() -> None:
    async with running(FakeWorld(), "h", "r", *["pagedown"] * 5, at=None) as (app, pilot):
        assert field_of(app) == "target"
        await pilot.press("7", "5")
        assert edited(app).target == 75
        await pilot.press("0", "1")  # 7501 is too much: typing starts over
        assert edited(app).target == 1
        await pilot.press("left")
        assert edited(app).target == 1
        await pilot.press("right", "ampersand")
        assert edited(app).target == 1  # a key on an AZERTY keyboard
        await pilot.press("up", "down", "2", "0")
        assert edited(app).target == 20


async def test_undo_restores_one_line_and_escape_all_of_them() -> None:
    async with running(FakeWorld(), "h", "r", at=None) as (app, pilot):
        await pilot.press("pagedown", "right", "u", "down", "down", "right", "left")
        assert edited(app).trump_choice == "dealer"
        assert not edited(app).no_trump
        await pilot.press("escape")
        assert chosen(app) == WEST_FLANDERS


async def test_differences_from_the_base_profile_are_marked_with_its_value() -> None:
    async with running(FakeWorld(), "h", "right", "right", "r", at=None) as (app, pilot):
        assert "*" not in text_of(app)
        await pilot.press("down", "down", "down", "right")
        line = next(line for line in text_of(app).splitlines() if "Packets" in line)
        assert line.split() == ["►", "*", "Packets", "◄", "4-4", "►", "instead", "of", "3-2-3"]


async def test_the_page_of_the_changed_rules_can_be_read_at_once() -> None:
    keys = ("h", "r", *["pagedown"] * 5, "3", "3", "r")
    async with running(FakeWorld(), *keys, at=None) as (app, pilot):
        assert isinstance(app.screen, RulesScreen)
        assert "West-Flanders to 33" in text_of(app)
        await pilot.press("escape", "enter")
        assert chosen(app).target == 33
        assert app.screen.query_one("#target", Picker).value == "33"


async def test_a_number_of_deals_replaces_the_target() -> None:
    keys = ("h", "r", *["pagedown"] * 5, "down", "1", "2", "enter")
    async with running(FakeWorld(), *keys, at=None) as (app, pilot):
        assert app.screen.query_one("#target", Picker).value == "deals"
        assert "12 deals" in text_of(app)
        await pilot.press("down", "right")
        assert (chosen(app).deals, chosen(app).target) == (0, 21)


# Rules of the house -------------------------------------------------------------------------------


async def test_rules_are_saved_under_a_name_and_chosen_again_after_a_restart() -> None:
    world = FakeWorld()
    async with running(world, "h", "r", *["pagedown"] * 5, "5", "1", at=None) as (app, pilot):
        await pilot.press("s")
        assert isinstance(app.screen, NameScreen)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == []
        await pilot.press("enter")
        assert notice_of(app) == "Give your rules a name."
        app.screen.query_one(Input).value = "belgian"
        await pilot.press("enter")
        assert "is the name of a preset" in notice_of(app)
        app.screen.query_one(Input).value = " De  Zwaan "
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HostScreen))
        assert "◄ De Zwaan" in text_of(app)
        await pilot.press("left")
        assert chosen(app).name == "mexicana"
        await pilot.press("right")
        assert chosen(app) == replace(WEST_FLANDERS, name="De Zwaan", target=51)
    async with running(world, "h", "end", "enter", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.hosted[0].rules == load_house()["De Zwaan"]


async def test_rules_of_the_house_are_deleted_only_when_confirmed() -> None:
    save_house(ZWAAN)
    async with running(FakeWorld(), "h", size=COMPACT, at=None) as (app, pilot):
        await pilot.press("x")
        assert chosen(app) == WEST_FLANDERS  # a preset cannot be deleted
        assert "x forget" not in text_of(app)
        await pilot.press("end")
        assert "x forget" in text_of(app) and "? keys" in text_of(app)
        assert clipped(app) == []
        await pilot.press("x", "enter")
        assert chosen(app) == ZWAAN
        await pilot.press("x")
        assert clipped(app) == []
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, HostScreen))
        assert chosen(app) == WEST_FLANDERS
        await pilot.press("end")
        assert chosen(app).name == "mexicana"
    assert load_house() == {}


async def test_without_a_name_nothing_is_saved() -> None:
    async with running(FakeWorld(), "h", "r", "s", "escape", at=None) as (app, _pilot):
        assert isinstance(app.screen, RulesEditor)
        assert load_house() == {}


async def test_a_broken_file_is_reported_in_one_line_and_presets_still_work() -> None:
    save_house(ZWAAN)
    house_file().write_bytes(b"[{")
    async with running(FakeWorld(), "h", at=None) as (app, pilot):
        assert notice_of(app).startswith("Your house rules in ")
        assert clipped(app) == []
        await pilot.press("r", "s")
        app.screen.query_one(Input).value = "Nieuw"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, RulesEditor))
        assert "the file was not changed" in notice_of(app)
    assert house_file().read_bytes() == b"[{"


async def test_the_editor_offers_only_the_keys_that_work_now() -> None:
    async with running(FakeWorld(), "h", "r", size=COMPACT, at=None) as (app, pilot):
        assert "↵ use  ← → change  s save  Esc b back" in text_of(app)
        await pilot.press("question_mark")
        assert "Save these rules under a name" in text_of(app)
        assert "Make the suggested change" not in text_of(app)
        await pilot.press("escape", "left")
        assert "← → change  f fix  Esc b back" in text_of(app)
        await pilot.press("question_mark")
        assert "Make the suggested change" in text_of(app)
        assert "Save these rules under a name" not in text_of(app)
