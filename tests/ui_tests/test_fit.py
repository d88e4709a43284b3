"""Every screen fits its window completely, from 60x18 upwards."""

import msgspec
import pytest
from textual.pilot import Pilot

from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.commands import NameTrump
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.trouble import Trouble
from manillen_tui.ui.app import ManillenApp
from net.discovery.listing import Status
from support.fake_client import (
    COMPUTER,
    EMPTY,
    EVENTS,
    LOBBY,
    PLAYING,
    RECORD,
    VIEW,
    FakeBrowser,
    FakeClient,
    FakeRunning,
    FakeWorld,
    cards,
    last_trick,
    person,
    plays,
    table_row,
    view_with,
)
from support.screens import BASE, COMPACT, TABLE, WIDE, clipped, running, text_of


TRICK = last_trick(1, "9♠ 7♠ K♠ Q♠", 3, 5)
ROWS = (
    table_row("a", "Kitchen table", "Wim", people=2),
    table_row("b", "Clubhouse 3", "Bea", people=4, state="playing", round_trip_ms=148),
    table_row("c", "Old table", "Jan", status=Status.SILENT),
)
BEFORE_TRUMP = view_with(
    phase=Phase.TRUMP,
    choices=(*map(NameTrump, SUITS), NameTrump(None)),
    trick=(),
    winning=None,
    namer=None,
    trump=None,
    legal=(),
    counts=(8, 8, 8, 8),
    events=EVENTS[:2],
)
DEAL = {
    "to follow": VIEW,
    "to wait": view_with(
        to_act=(2,),
        legal=(),
        trick=plays(3, "9♠ 7♠ K♠"),
        winning=1,
        last_trick=TRICK,
        tricks=(2, 1, 0, 1),
        points=(11, 5),
    ),
    "to lead": view_with(trick=(), winning=None, legal=VIEW.hand, factor=2),
    "to name trump": msgspec.structs.replace(BEFORE_TRUMP, dealer=0, factor=4),
    "face down": msgspec.structs.replace(
        BEFORE_TRUMP, dealer=2, to_act=(2,), hand=None, may_look=True
    ),
    "to cut": msgspec.structs.replace(
        BEFORE_TRUMP, phase=Phase.CUT, hand=None, counts=(0, 0, 0, 0), cut_range=(1, 31)
    ),
    "last card": view_with(
        hand=cards("7♠"), legal=cards("7♠"), counts=(1, 0, 1, 0), last_trick=TRICK, tricks=(3,) * 4
    ),
}
SHEETS = {
    "score": view_with(
        phase=Phase.SCORE, to_act=(0, 1), hand=(), legal=(), trick=(), sheet=(RECORD,) * 7
    ),
    "over": view_with(
        phase=Phase.OVER, to_act=(), hand=(), legal=(), trick=(), sheet=(RECORD,), winner=0
    ),
}


async def check_all_sizes(app: ManillenApp, pilot: Pilot[None]) -> None:
    for size in (COMPACT, BASE, WIDE):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert clipped(app) == [], f"at {size}"


async def test_every_phase_of_a_deal_fits_the_screen() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            for name, view in DEAL.items():
                client.push(view=view)
                await pilot.pause()
                assert clipped(app) == [], f"{name} at {size}"


@pytest.mark.parametrize("view", SHEETS.values(), ids=SHEETS)
async def test_the_score_sheet_fits_the_screen(view: View) -> None:
    world = FakeWorld(FakeClient(msgspec.structs.replace(PLAYING, patience_ms=17_000), view))
    async with running(world) as (app, pilot):
        await check_all_sizes(app, pilot)


async def test_what_opens_over_the_table_fits_the_screen() -> None:
    view = msgspec.structs.replace(DEAL["face down"], last_trick=TRICK)
    async with running(FakeWorld(FakeClient(PLAYING, view))) as (app, pilot):
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            for key in ("l", "s", "question_mark", "q", "v"):
                depth = len(app.screen_stack)
                await pilot.press(key)
                await pilot.pause()
                assert len(app.screen_stack) == depth + 1
                assert clipped(app) == [], f"{key} at {size}"
                await pilot.press("escape")


async def test_the_longest_refusal_fits_the_screen() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.refusal = Trouble(
        "must-head",
        {"suit": "♣", "card": "8♣", "winning": "J♣", "by": 3, "cards": ["10♣", "A♣", "K♣", "Q♣"]},
    )
    async with running(FakeWorld(client), "2") as (app, pilot):
        assert "you must beat it" in " ".join(text_of(app).split())
        await check_all_sizes(app, pilot)


async def test_the_home_screen_fits_the_window() -> None:
    world = FakeWorld(left_running=FakeRunning())
    async with running(world, at=None) as (app, pilot):
        assert "Back to your table" in text_of(app)
        await check_all_sizes(app, pilot)


async def test_the_form_of_a_new_table_fits_the_screen() -> None:
    async with running(FakeWorld(), "h", at=None) as (app, pilot):
        await check_all_sizes(app, pilot)


@pytest.mark.parametrize("problem", [None, "no-multicast"])
async def test_the_list_of_tables_fits_the_screen(problem: str | None) -> None:
    world = FakeWorld(browser=FakeBrowser(ROWS, problem))
    async with running(world, "j", at=None, size=WIDE) as (app, pilot):
        assert "148 ms" in text_of(app)
        await check_all_sizes(app, pilot)


@pytest.mark.parametrize("host", [True, False])
async def test_the_lobby_fits_the_screen(host: bool) -> None:
    world = FakeWorld(FakeClient(LOBBY, seat=0 if host else 1), left_running=FakeRunning())
    async with running(world, "b", at=None if host else TABLE) as (app, pilot):
        assert "Robot 3" in text_of(app)
        await check_all_sizes(app, pilot)


async def test_names_of_the_longest_length_push_nothing_off_the_screen() -> None:
    names = ("Marie-Madeleine Vand", "Wilhelmina Alexandri", "Maximiliaan-Frederik", "界" * 10)
    room = msgspec.structs.replace(
        PLAYING, name="The long table of the café " * 2, chairs=tuple(map(person, names))
    )
    async with running(FakeWorld(FakeClient(room, VIEW))) as (app, pilot):
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "We 54  They 37  to 101" in text_of(app)
            assert "♦ diamonds by Wilh" in text_of(app)


async def test_a_window_that_is_too_small_says_so_and_the_game_goes_on() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), size=(59, 18)) as (app, pilot):
        assert "59x18" in text_of(app)
        assert "60x18" in text_of(app)
        assert "10♣" not in text_of(app)
        await pilot.resize_terminal(60, 18)
        await pilot.pause()
        assert "60x18" not in text_of(app)
        assert "10♣" in text_of(app)


async def test_every_card_is_as_wide_as_declared_with_signs_and_with_letters() -> None:
    async with running(FakeWorld(FakeClient(PLAYING, VIEW))) as (app, pilot):
        signs = text_of(app)
        await pilot.press("f2")
        letters = text_of(app)
    assert "│ 8 ♣ │" in signs
    assert "│ 8 C │" in letters
    for sign in "♣♦♥♠":
        assert sign not in letters
    assert [len(line) for line in signs.splitlines()] == [80] * 23
    assert [len(line) for line in letters.splitlines()] == [80] * 23


def test_these_lobbies_have_every_kind_of_chair() -> None:
    assert {chair.holder for chair in LOBBY.chairs} == {"person", COMPUTER.holder, EMPTY.holder}
