"""All hands of a deal, shown after it if the rules say so."""

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from manillen_tui.config.settings import Settings
from manillen_tui.engine import PRESETS, Next, Phase, Rules, View
from manillen_tui.ui.screens.all_hands import HandsScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.table import TableScreen
from support.engine_client import EngineClient
from support.fake_client import FakeWorld
from support.screens import BASE, COMPACT, clipped, notice_of, running, text_of, until


QUICK = Settings(name="Maria", trick_pause_s=0.0)
SPANISH_48 = replace(PRESETS["espanola"], pack="spanish-48", packets=(4, 4, 4))


def scored(rules: Rules) -> EngineClient:
    client = EngineClient(replace(rules, target=999))
    client.until(lambda view: view.phase is Phase.SCORE)
    return client


def hands_of(client: EngineClient) -> list[list[str]]:
    view: View | None = client.view
    assert view is not None and view.hands is not None
    return [[str(card) for card in hand] for hand in view.hands]


@pytest.mark.parametrize("name", ["west-flanders", "three", "two", "mexicana"])
async def test_one_key_on_the_sheet_shows_every_hand_in_full(name: str) -> None:
    client = scored(PRESETS[name])
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        for size in (BASE, COMPACT):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: "h hands" in text_of(app))
            await pilot.press("h")
            await until(pilot, lambda: isinstance(app.screen, HandsScreen))
            assert clipped(app) == [], f"at {size}"
            told = app.screen.query_one(".explanation", Static).visual
            shown = " ".join(str(told).split())
            assert all(len(row) <= 52 for row in str(told).splitlines()), f"at {size}"
            for chair, hand in zip(client.room.chairs, hands_of(client), strict=True):
                assert f"{chair.name} {' '.join(hand)}" in shown, f"at {size}"
            await pilot.press("h")
            await until(pilot, lambda: isinstance(app.screen, ScoreScreen))


async def test_twelve_spanish_cards_are_shown_with_their_own_signs() -> None:
    async with running(FakeWorld(scored(SPANISH_48)), settings=QUICK, size=COMPACT) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, HandsScreen))
        assert clipped(app) == []
        assert "♦" not in text_of(app) and "●" in text_of(app)


async def test_the_table_has_the_same_key_and_the_next_deal_hides_the_hands() -> None:
    client = scored(PRESETS["west-flanders"])
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert notice_of(app) == "s score  h hands"
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, HandsScreen))
        await client.command(Next())
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("h")
        if client.view is not None and client.view.phase is Phase.PLAY:
            assert notice_of(app).startswith("All hands are shown")


async def test_no_key_offers_hands_that_stay_hidden() -> None:
    client = scored(replace(PRESETS["west-flanders"], open_hands=False))
    async with running(FakeWorld(client), "h", settings=QUICK) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await pilot.press("h")
        assert isinstance(app.screen, ScoreScreen)
        assert "h hands" not in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert notice_of(app) == "s score"
        await pilot.press("h")
        assert notice_of(app) == "Hands stay hidden at this table."
