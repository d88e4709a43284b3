"""Every screen shows everything that is on it, from 60x18 upwards."""

import msgspec
import pytest

from manillen_tui.engine.view import Phase, View
from manillen_tui.trouble import Trouble
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
    FakeRow,
    FakeRunning,
    FakeWorld,
    cards,
    last_trick,
    person,
    plays,
    view_with,
)
from support.screens import BASE, COMPACT, TABLE, WIDE, clipped, running, text_of


SIZES = pytest.mark.parametrize("size", [COMPACT, BASE, WIDE], ids=str)

TRICK = last_trick(1, "9♠ 7♠ K♠ Q♠", 3, 5)
ROWS = (
    FakeRow("a", "Kitchen table", "Wim", people=2),
    FakeRow("b", "Clubhouse 3", "Bea", people=4, state="playing", round_trip_ms=148.0),
    FakeRow("c", "Old table", "Jan", status="silent"),
)
BEFORE_TRUMP = view_with(
    phase=Phase.TRUMP,
    trick=(),
    winning=None,
    namer=None,
    trump=None,
    legal=(),
    counts=(8, 8, 8, 8),
    events=EVENTS[:2],
)
VIEWS = {
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
    "to lead": view_with(trick=(), winning=None, legal=VIEW.hand, doubled=True),
    "to name trump": msgspec.structs.replace(BEFORE_TRUMP, dealer=0),
    "face down": msgspec.structs.replace(
        BEFORE_TRUMP, dealer=2, to_act=(2,), hand=None, may_look=True
    ),
    "to cut": msgspec.structs.replace(
        BEFORE_TRUMP, phase=Phase.CUT, hand=None, counts=(0, 0, 0, 0), cut_range=(1, 31)
    ),
    "last card": view_with(
        hand=cards("7♠"), legal=cards("7♠"), counts=(1, 0, 1, 0), last_trick=TRICK, tricks=(3,) * 4
    ),
    "score": view_with(
        phase=Phase.SCORE, to_act=(0, 1), hand=(), legal=(), trick=(), sheet=(RECORD,) * 7
    ),
    "over": view_with(
        phase=Phase.OVER, to_act=(), hand=(), legal=(), trick=(), sheet=(RECORD,), winner=0
    ),
}


@SIZES
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
async def test_the_table_is_seen_in_full(view: View, size: tuple[int, int]) -> None:
    world = FakeWorld(FakeClient(msgspec.structs.replace(PLAYING, patience_ms=17_000), view))
    async with running(world, size=size) as (app, _pilot):
        assert clipped(app) == []


@SIZES
@pytest.mark.parametrize(
    "keys", [["l"], ["s"], ["question_mark"], ["q"], ["v"]], ids=lambda keys: keys[0]
)
async def test_what_opens_over_the_table_is_seen_in_full(
    keys: list[str], size: tuple[int, int]
) -> None:
    view = VIEWS["face down"] if keys == ["v"] else VIEWS["to wait"]
    async with running(FakeWorld(FakeClient(PLAYING, view)), *keys, size=size) as (app, _pilot):
        assert len(app.screen_stack) > 3
        assert clipped(app) == []


@SIZES
async def test_the_longest_refusal_is_seen_in_full(size: tuple[int, int]) -> None:
    client = FakeClient(PLAYING, VIEW)
    client.refusal = Trouble(
        "must-head",
        {"suit": "♣", "card": "8♣", "winning": "J♣", "by": 3, "cards": ["10♣", "A♣", "K♣", "Q♣"]},
    )
    async with running(FakeWorld(client), "2", size=size) as (app, _pilot):
        assert "you must head it" in " ".join(text_of(app).split())
        assert clipped(app) == []


@SIZES
async def test_the_home_screen_is_seen_in_full(size: tuple[int, int]) -> None:
    world = FakeWorld(left_running=FakeRunning())
    async with running(world, at=None, size=size) as (app, _pilot):
        assert "Back to your table" in text_of(app)
        assert clipped(app) == []


@SIZES
async def test_the_form_of_a_new_table_is_seen_in_full(size: tuple[int, int]) -> None:
    async with running(FakeWorld(), "h", at=None, size=size) as (app, _pilot):
        assert clipped(app) == []


@SIZES
@pytest.mark.parametrize("problem", [None, "no-multicast"])
async def test_the_list_of_tables_is_seen_in_full(
    size: tuple[int, int], problem: str | None
) -> None:
    world = FakeWorld(browser=FakeBrowser(ROWS, problem))
    async with running(world, "j", at=None, size=size) as (app, _pilot):
        assert "148 ms" in text_of(app)
        assert clipped(app) == []


@SIZES
@pytest.mark.parametrize("host", [True, False])
async def test_the_lobby_is_seen_in_full(size: tuple[int, int], host: bool) -> None:
    world = FakeWorld(FakeClient(LOBBY, seat=0 if host else 1), left_running=FakeRunning())
    async with running(world, "b", at=None if host else TABLE, size=size) as (app, _pilot):
        assert "Computer 3" in text_of(app)
        assert clipped(app) == []


@SIZES
async def test_names_as_long_as_they_may_be_push_nothing_away(size: tuple[int, int]) -> None:
    names = ("Marie-Madeleine Vand", "Wilhelmina Alexandri", "Maximiliaan-Frederik", "界" * 10)
    room = msgspec.structs.replace(
        PLAYING, name="The long table of the café " * 2, chairs=tuple(map(person, names))
    )
    async with running(FakeWorld(FakeClient(room, VIEW)), size=size) as (app, _pilot):
        text = text_of(app)
        assert "We 54  They 37  to 101" in text
        assert "♦ diamonds by Wilh" in text


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


async def test_every_card_is_drawn_as_wide_as_it_says_with_signs_and_with_letters() -> None:
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


def test_a_lobby_of_this_suite_has_every_kind_of_chair() -> None:
    assert {chair.holder for chair in LOBBY.chairs} == {"person", COMPUTER.holder, EMPTY.holder}
