"""The table of actions: every key can be looked up and changed."""

from collections import Counter

import pytest
from textual._compositor import CompositorUpdate
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import Input

from manillen_tui.config.settings import Settings, load_settings
from manillen_tui.engine.cards import SUITS, Card
from manillen_tui.engine.commands import NameTrump, Play
from manillen_tui.engine.events import CardPlayed, Manner
from manillen_tui.engine.records import Phase, PlayedCard
from manillen_tui.engine.view import View
from manillen_tui.ui.app import ManillenApp
from manillen_tui.ui.keys import action as everywhere
from manillen_tui.ui.keys import keymap, menus, rules, table
from manillen_tui.ui.keys.action import Action
from manillen_tui.ui.keys.table import at_table
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.keys import KeysScreen
from manillen_tui.ui.widgets.lines import KeyLine
from support.fake_client import LOBBY, PLAYING, RECORD, VIEW, FakeClient, FakeWorld, view_with
from support.screens import COMPACT, notice_of, running, text_of, until


GROUPS = {
    name: rows
    for module in (everywhere, menus, rules, table)
    for name, rows in vars(module).items()
    if name.isupper() and isinstance(rows, tuple) and isinstance(rows[0], Action)
}


def test_every_action_has_its_own_id() -> None:
    actions = {action for rows in GROUPS.values() for action in rows}
    twice = [name for name, n in Counter(action.id for action in actions).items() if n > 1]
    assert twice == []


@pytest.mark.parametrize("name", GROUPS)
def test_no_key_means_two_things_on_one_screen(name: str) -> None:
    bound = [key for action in GROUPS[name] for key in action.keys.split(",") if key]
    assert [key for key, n in Counter(bound).items() if n > 1] == []


@pytest.mark.parametrize("name", GROUPS)
def test_default_keys_arrive_from_every_terminal(name: str) -> None:
    for action in GROUPS[name]:
        assert not any(mark in action.keys for mark in ("alt+", "shift+", "ctrl+"))


@pytest.mark.parametrize("name", GROUPS)
def test_a_footer_has_at_most_six_keys_and_fits_60_columns(name: str) -> None:
    footer = [action for action in GROUPS[name] if action.footer]
    assert len(footer) <= 6
    assert len("  ".join(f"{action.shown} {action.label}" for action in footer)) <= 60


async def test_a_question_mark_lists_every_key_of_the_screen() -> None:
    world = FakeWorld(FakeClient(PLAYING, VIEW))
    async with running(world, "question_mark", size=(80, 50)) as (app, pilot):
        assert isinstance(app.screen, KeysScreen)
        text = text_of(app)
        for action in at_table(VIEW.rules):
            if action.help:
                assert action.help in text
        await pilot.press("question_mark")
        assert not isinstance(app.screen, KeysScreen)


async def test_in_a_small_window_the_list_says_that_there_is_more() -> None:
    async with running(FakeWorld(FakeClient(PLAYING, VIEW)), "question_mark") as (app, pilot):
        await pilot.resize_terminal(*COMPACT)
        await until(pilot, lambda: "↑↓ for more  Esc or ? closes" in text_of(app))
        await pilot.press("end")
        await until(pilot, lambda: "the table waits for this player" in text_of(app))
        assert "Esc or ? closes" in text_of(app)


CUTTING = view_with(phase=Phase.CUT, hand=None, trick=(), legal=(), cut_range=(1, 31))
NAMING = view_with(
    phase=Phase.TRUMP, trick=(), legal=(), choices=(*map(NameTrump, SUITS), NameTrump(None))
)
SCORED = view_with(phase=Phase.SCORE, hand=(), legal=(), trick=(), sheet=(RECORD,))


@pytest.mark.parametrize(
    ("view", "listed", "not_listed"),
    [
        (CUTTING, "← → 0-9   Cut the pack elsewhere", "Play the lifted card"),
        (NAMING, "n         Name no trump", "Bid more"),
        (SCORED, "↵         Go on to the next deal", "Play another match"),
    ],
    ids=["cut", "trump", "sheet"],
)
async def test_the_list_shows_what_the_keys_do_at_this_moment(
    view: View, listed: str, not_listed: str
) -> None:
    async with running(FakeWorld(FakeClient(PLAYING, view)), "question_mark") as (app, _pilot):
        assert listed in text_of(app)
        assert not_listed not in text_of(app)


async def test_only_the_topmost_screen_offers_keys() -> None:
    async with running(FakeWorld(FakeClient(PLAYING, SCORED))) as (app, pilot):
        assert text_of(app).count("? keys") == 1
        await pilot.press("escape")
        assert text_of(app).count("? keys") == 1


async def test_a_guest_is_not_offered_what_only_the_host_may_do() -> None:
    async with running(FakeWorld(FakeClient(LOBBY, seat=1))) as (app, pilot):
        assert "r ready" in text_of(app)
        assert "s start" not in text_of(app)
        assert "c computer" not in text_of(app)
        await pilot.press("question_mark")
        assert "(host)" not in text_of(app)


async def test_the_palette_offers_no_way_back_if_there_is_none() -> None:
    async with running(FakeWorld(), at=None) as (app, _pilot):
        names = [command.title for command in app.get_system_commands(app.screen)]
        assert "Host" in names
        assert "Back" not in names


@pytest.mark.parametrize(
    ("pressed", "footer"),
    [
        (("n",), "↵ keep  Esc cancel  F1 keys"),
        (("j", "a"), "↵ join  Esc back to the list  F1 keys"),
        (("h", "up"), "↵ open  ↑↓ line  Esc back  F1 keys"),
    ],
    ids=["name", "address", "table"],
)
async def test_no_letter_is_offered_as_a_key_while_typing_in_a_field(
    pressed: tuple[str, ...], footer: str
) -> None:
    async with running(FakeWorld(), *pressed, at=None) as (app, pilot):
        assert isinstance(app.focused, Input)
        assert app.screen.query_one(KeyLine).render().plain == footer
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.focused, Input))
        assert app.screen.query_one(KeyLine).render().plain.endswith("? keys")


async def test_escape_leaves_the_name_as_it_was() -> None:
    async with running(FakeWorld(), "n", *"xyz", "escape", at=None) as (app, pilot):
        await pilot.pause()
        assert app.screen.query_one(Input).value == "Maria"
        assert app.settings.player == "Maria"


async def test_a_key_changed_in_the_settings_works() -> None:
    client = FakeClient(PLAYING, VIEW)
    settings = Settings(name="Maria", keys={"leave": "x", "card-1": "z"})
    async with running(FakeWorld(client), "q", "z", settings=settings) as (app, pilot):
        assert client.requests == [("command", Play(Card.parse("10♣")))]
        assert "x leave" in text_of(app)
        await pilot.press("x")
        assert isinstance(app.screen, Dialog)


async def test_one_key_for_two_actions_is_reported_at_the_start() -> None:
    settings = Settings(name="Maria", keys={"last": "s"})
    async with running(FakeWorld(), at=None, settings=settings) as (app, _pilot):
        assert notice_of(app) == "Your settings assign the key s to both last and score."


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"last": "ctrl+q"}, "the key ctrl+q to both quit and last."),
        ({"quit": "s"}, "the key s to both quit and score."),
        ({"home-host": "enter"}, "the key enter to both home-host and menu-choose."),
        ({"laest": "x", "play": "y"}, "Your settings assign keys to unknown actions: laest, play."),
    ],
    ids=str,
)
async def test_invalid_key_settings_are_reported_at_the_start(
    changed: dict[str, str], said: str
) -> None:
    settings = Settings(name="Maria", keys=changed)
    async with running(FakeWorld(), at=None, settings=settings) as (app, _pilot):
        assert said in notice_of(app)


def test_unchanged_keys_never_clash() -> None:
    assert keymap.clashes({}) == []
    assert keymap.clashes({"leave": "j", "nobody": "y"}) == []


async def test_everything_is_in_the_palette() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client), "ctrl+p") as (app, pilot):
        assert isinstance(app.screen, CommandPalette)
        await pilot.press(*"ready")
        await until(pilot, lambda: "Say that you are ready, or that you" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: client.requests == [("ready", False)])


async def test_letters_instead_of_suits_are_saved_in_the_settings() -> None:
    async with running(FakeWorld(), "f2", at=None) as (app, _pilot):
        assert isinstance(app.screen, HomeScreen)
        assert load_settings()[0].letters
        assert "│ A D │" in text_of(app)


async def test_another_players_card_takes_less_than_2_kb_of_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):

        def display(self: ManillenApp, screen: Screen[object], update: object) -> None:
            if isinstance(update, CompositorUpdate):
                written.append(update.render_segments(self.console))

        monkeypatch.setattr(ManillenApp, "_display", display)
        played = CardPlayed(1, Card.parse("9♣"), Manner.FOLLOW)
        trick = (*VIEW.trick, PlayedCard(1, played.card))
        client.push(view=view_with(to_act=(1,), legal=()))
        await pilot.pause()
        written.clear()
        client.push(
            view=view_with(to_act=(2,), legal=(), trick=trick, events=(*VIEW.events, played))
        )
        await until(pilot, lambda: "Wim plays 9♣" in text_of(app))
        await pilot.pause()
    bytes_ = sum(len(data.encode()) for data in written)
    assert 0 < bytes_ < 2048


async def test_no_footer_is_cut_off_in_a_narrow_window() -> None:
    async with running(FakeWorld(FakeClient(PLAYING, VIEW)), size=(40, 20)) as (app, _pilot):
        line = app.screen.query_one(KeyLine).render()
        assert line.cell_length <= 40
        assert line.plain.endswith("? keys")
