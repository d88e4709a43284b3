"""The score sheet after a deal, and at the end of a match."""

import re

import msgspec
import pytest

from manillen_tui.config.settings import Settings
from manillen_tui.engine.commands import Next
from manillen_tui.engine.events import DealScored, LookedEarly, TrickTaken
from manillen_tui.engine.records import Phase
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.keys import KeysScreen
from manillen_tui.ui.screens.score import ScoreScreen, sparkline
from manillen_tui.ui.screens.table import TableScreen
from support.fake_client import (
    COMPUTER,
    EMPTY,
    PLAYING,
    RECORD,
    SCORE,
    VIEW,
    FakeClient,
    FakeWorld,
    person,
    view_with,
)
from support.screens import BASE, COMPACT, WIDE, clipped, running, text_of, turn_of, until


SCORED = view_with(
    phase=Phase.SCORE, turn=90, to_act=(0, 1), hand=(), legal=(), trick=(), sheet=(RECORD,)
)
WAITING = msgspec.structs.replace(PLAYING, patience_ms=17_000)
# However slow this machine is, hardly any of ten minutes have passed when the screen is read.
PATIENT = msgspec.structs.replace(PLAYING, patience_ms=600_000)
TIME_LEFT = re.compile(r"next deal in (600|5\d\d) s")
OVER_ROOM = msgspec.structs.replace(
    PLAYING,
    state="over",
    chairs=(person("Maria", ready=False), person("Wim"), COMPUTER, person("Els", ready=False)),
)
OVER = view_with(SCORED, phase=Phase.OVER, to_act=(), winner=0)


async def test_each_factor_the_result_and_the_match_are_shown_ours_first() -> None:
    async with running(FakeWorld(FakeClient(WAITING, SCORED))) as (app, _pilot):
        lines = [" ".join(line.split()) for line in text_of(app).splitlines()]
    shown = "\n".join(lines)
    for row in (
        "Deal 3 · no trump by Wim · after a tie to 101",
        "Maria and Noor Wim and Els",
        "captured points 38 22",
        "excess over 30 8 –",
        "no trump × 2",
        "after a tie × 2",
        "all 8 tricks × 2",
        "this deal +64 0",
        "match 118 37",
    ):
        assert row in shown


async def test_the_other_side_sees_its_own_points_first() -> None:
    view = view_with(SCORED, seat=1)
    async with running(FakeWorld(FakeClient(WAITING, view, seat=1))) as (app, _pilot):
        assert "captured points                         22              38" in text_of(app)


async def test_one_key_closes_the_sheet_and_names_whom_it_waits_for() -> None:
    client = FakeClient(PATIENT, SCORED)
    async with running(FakeWorld(client)) as (app, pilot):
        await until(pilot, lambda: TIME_LEFT.search(text_of(app)) is not None)
        assert "Waiting for you and Wim" in text_of(app)
        await pilot.press("enter")
        assert client.requests == [("command", Next())]
        client.push(view=view_with(SCORED, to_act=(1,), seen=(0,)))
        await until(pilot, lambda: "Waiting for Wim" in text_of(app))
        assert "next deal  " not in text_of(app)  # the key is no longer offered
        await pilot.press("enter")
        assert len(client.requests) == 1


async def test_the_sheet_closes_when_the_next_deal_begins() -> None:
    client = FakeClient(WAITING, SCORED)
    async with running(FakeWorld(client)) as (app, pilot):
        assert isinstance(app.screen, ScoreScreen)
        client.push(view=view_with(turn=91, deal=4, trick=(), first_event=200))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert turn_of(app) == "► YOUR TURN · lead any card"


async def test_a_closed_sheet_does_not_reopen_on_its_own() -> None:
    client = FakeClient(WAITING, SCORED)
    async with running(FakeWorld(client), "escape") as (app, pilot):
        assert isinstance(app.screen, TableScreen)
        client.push(view=view_with(SCORED, seen=(1,), to_act=(0,)))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("s")
        assert isinstance(app.screen, ScoreScreen)


@pytest.mark.parametrize("before", [(), ("enter",)], ids=["in time", "too late"])
async def test_the_sheets_key_does_not_close_a_sheet_that_just_opened(
    before: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("manillen_tui.ui.screens.score.STEADY_S", 600.0)
    client = FakeClient(PLAYING, VIEW)
    slow = Settings(name="Maria", trick_pause_s=600.0)
    async with running(FakeWorld(client), settings=slow) as (app, pilot):
        taken = (*VIEW.events, TrickTaken(8, 0, 10), DealScored(SCORE))
        client.push(room=WAITING, view=view_with(SCORED, events=taken))
        await until(pilot, lambda: turn_of(app) == "You take the trick, +10")
        assert "s shows" not in text_of(app)
        assert "you take it +10" in text_of(app)
        await pilot.press(*before, "s")
        assert isinstance(app.screen, ScoreScreen)


async def test_with_the_sheet_closed_the_table_goes_on_to_the_next_deal() -> None:
    client = FakeClient(PATIENT, SCORED)
    async with running(FakeWorld(client), "escape") as (app, pilot):
        assert turn_of(app) == "Waiting for you and Wim to read the score"
        assert TIME_LEFT.search(text_of(app))
        assert "↵ next deal" in text_of(app)
        await pilot.press("enter")
        assert client.requests == [("command", Next())]
        client.push(view=view_with(SCORED, to_act=(1,), seen=(0,)))
        await until(pilot, lambda: turn_of(app) == "Waiting for Wim to read the score")
        assert "↵ next deal" not in text_of(app)
        await pilot.press("enter")
        assert len(client.requests) == 1


async def test_cards_left_over_from_a_void_deal_are_not_played() -> None:
    client = FakeClient(WAITING, view_with(SCORED, hand=VIEW.hand))
    async with running(FakeWorld(client), "escape", "enter"):
        assert client.requests == [("command", Next())]


@pytest.mark.parametrize("key", ["enter", "r"])
async def test_after_a_match_the_table_leads_to_the_final_sheet(key: str) -> None:
    async with running(FakeWorld(FakeClient(OVER_ROOM, OVER)), "escape") as (app, pilot):
        assert isinstance(app.screen, TableScreen)
        assert "↵ r final score" in text_of(app)
        await pilot.press(key)
        assert "Maria and Robot 3 win the match" in text_of(app)


async def test_the_sheet_waits_until_another_one_is_closed() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "question_mark") as (app, pilot):
        client.push(room=WAITING, view=SCORED)
        await pilot.pause()
        assert isinstance(app.screen, KeysScreen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))


async def test_a_sheet_under_a_dialog_closes_when_the_next_deal_begins() -> None:
    client = FakeClient(WAITING, SCORED)
    async with running(FakeWorld(client), "q") as (app, pilot):
        client.push(view=view_with(turn=91, deal=4, first_event=200))
        await pilot.pause()
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_during_play_one_key_opens_and_closes_the_sheet() -> None:
    client = FakeClient(PLAYING, view_with(sheet=(RECORD,)))
    async with running(FakeWorld(client), "s") as (app, pilot):
        assert "match" in text_of(app)
        client.push(view=view_with(VIEW, turn=41, sheet=(RECORD,)))
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)  # a card played elsewhere closes nothing
        await pilot.press("s")
        assert isinstance(app.screen, TableScreen)
        assert client.requests == []


@pytest.mark.parametrize("size", [COMPACT, BASE, WIDE])
async def test_every_earlier_deal_can_be_reached_and_more_are_indicated(
    size: tuple[int, int],
) -> None:
    sheet = tuple(msgspec.structs.replace(RECORD, number=n) for n in range(1, 31))
    client = FakeClient(WAITING, view_with(SCORED, deal=30, sheet=sheet))
    async with running(FakeWorld(client), size=size) as (app, pilot):

        def deals() -> list[int]:
            return [int(n) for n in re.findall(r"deal (\d+)  ", text_of(app))]

        listed = deals()
        assert f"↑ {29 - len(listed)} earlier deals" in text_of(app)
        assert "captured points" in text_of(app)
        assert clipped(app) == []
        await pilot.press("up")
        assert deals()[-1] == 30
        assert f"↑ {deals()[0] - 1} earlier deals   ↓ the last deal" in text_of(app)
        assert clipped(app) == []
        seen = set(deals())
        await pilot.press("up")
        assert deals()[-1] == 29
        assert "↓ 1 later deal" in text_of(app)
        seen |= set(deals())
        for _page in range(4):
            await pilot.press("pageup")
            seen |= set(deals())
        assert seen == set(range(1, 31))
        assert "earlier" not in text_of(app)
        for _page in range(5):
            await pilot.press("pagedown")
        assert "captured points" in text_of(app)
        assert deals() == listed


async def test_if_every_deal_fits_no_key_scrolls() -> None:
    view = view_with(SCORED, sheet=(RECORD,) * 3)
    async with running(FakeWorld(FakeClient(WAITING, view)), size=WIDE) as (app, pilot):
        before = text_of(app)
        assert "earlier" not in before
        await pilot.press("up", "pageup", "down")
        assert "captured points" in text_of(app)
        await pilot.press("question_mark")
        assert "Earlier deals" not in text_of(app)


async def test_a_rematch_does_not_wait_for_spectators() -> None:
    """They have no seat: the first one is somebody else's."""
    client = FakeClient(OVER_ROOM, msgspec.structs.replace(OVER, seat=None))
    client.watches, client.name = True, "Bea"
    async with running(FakeWorld(client)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        assert "Rematch: waiting for Maria and Els to press r." in text_of(app)


async def test_a_void_deal_is_reported() -> None:
    record = msgspec.structs.replace(RECORD, score=None, namer=None)
    async with running(FakeWorld(FakeClient(WAITING, view_with(SCORED, sheet=(record,))))) as (
        app,
        _pilot,
    ):
        assert "Deal 3 · void: no score" in text_of(app)


async def test_the_sheet_of_a_void_deal_says_who_looked_and_that_nobody_scores() -> None:
    void = msgspec.structs.replace(RECORD, score=None, namer=None)
    tie = msgspec.structs.replace(RECORD, number=2, score=msgspec.structs.replace(SCORE, tie=True))
    events = (*VIEW.events[:2], LookedEarly(3))
    view = view_with(SCORED, sheet=(void, tie, void), events=events)
    async with running(FakeWorld(FakeClient(WAITING, view)), size=WIDE) as (app, _pilot):
        assert "Els looked at their cards too early: the deal is void" in text_of(app)
        assert "Nobody scores." in text_of(app)
        assert "deal 3  void" in text_of(app)
        assert "deal 2  no trump  tie" in text_of(app)
        assert clipped(app) == []


async def test_at_the_end_winners_are_named_and_one_key_requests_a_rematch() -> None:
    client = FakeClient(OVER_ROOM, OVER)
    async with running(FakeWorld(client)) as (app, pilot):
        assert "Maria and Robot 3 win the match" in text_of(app)
        assert "Rematch: waiting for you and Els to press r." in text_of(app)
        await pilot.press("r")
        assert client.requests == [("ready", True)]
        client.push(
            room=PLAYING, view=view_with(phase=Phase.CUT, hand=None, deal=1, first_event=0, turn=1)
        )
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_a_rematch_with_an_empty_chair_says_what_is_missing() -> None:
    empty = msgspec.structs.replace(COMPUTER, holder="empty")
    room = msgspec.structs.replace(OVER_ROOM, chairs=(*OVER_ROOM.chairs[:3], empty))
    async with running(FakeWorld(FakeClient(room, OVER))) as (app, _pilot):
        assert "press c for a computer player, then r" in text_of(app)


async def test_the_last_person_fills_the_chairs_and_plays_another_match() -> None:
    client = FakeClient(PLAYING, SCORED)
    chairs = (person("Maria", ready=False), EMPTY, COMPUTER, EMPTY)
    async with running(FakeWorld(client), size=COMPACT) as (app, pilot):
        await pilot.pause()
        client.push(room=msgspec.structs.replace(OVER_ROOM, chairs=chairs), view=OVER)
        await until(pilot, lambda: "win the match" in text_of(app))
        assert "Maria and Noor win the match" in text_of(app)  # the people who played it
        assert "empty chair" not in text_of(app)
        assert clipped(app) == []
        assert "c computer" in text_of(app)
        await pilot.press("c")
        assert client.requests == [("computer", 1), ("computer", 3)]
        chairs = (chairs[0], COMPUTER, COMPUTER, COMPUTER)
        client.push(room=msgspec.structs.replace(OVER_ROOM, chairs=chairs))
        await until(pilot, lambda: "waiting for you to press r" in text_of(app))
        assert "c computer" not in text_of(app)


async def test_a_guest_is_not_offered_to_fill_the_chairs() -> None:
    room = msgspec.structs.replace(OVER_ROOM, chairs=(*OVER_ROOM.chairs[:3], EMPTY))
    client = FakeClient(room, OVER, seat=1)
    async with running(FakeWorld(client)) as (app, _pilot):
        assert "wait for somebody" in text_of(app)
        assert "c computer" not in text_of(app)


async def test_everybody_waited_for_and_both_sides_are_named_in_full() -> None:
    names = ("Marie-Madeleine Vand", "Wilhelmina Alexandri", "Maximiliaan-Frederik", "Robrecht")
    room = msgspec.structs.replace(WAITING, chairs=tuple(map(person, names)))
    view = view_with(SCORED, to_act=(0, 1, 2))
    async with running(FakeWorld(FakeClient(room, view)), size=COMPACT) as (app, pilot):
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = " ".join(text_of(app).replace("│", " ").split())
            assert "Waiting for you, Wilhelmina Alexandri and Max" in shown
            assert "next deal in" in shown
            assert "we Marie-Madeleine Vand and Maximiliaan-Frederik" in shown
            assert "they Wilhelmina Alexandri and Robrecht" in shown
            assert "match 118 37" in shown
            assert "? keys" in shown


async def test_the_table_can_be_left_from_the_sheet() -> None:
    client = FakeClient(msgspec.structs.replace(OVER_ROOM, holder=1), OVER)
    async with running(FakeWorld(client), "q", "y") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert client.requests == [("leave", None)]


def test_a_sparkline_is_full_at_the_target() -> None:
    assert sparkline([0, 50, 101], 101) == "▁▄█"
    assert sparkline([0, 240], 101) == "▁█"


def test_a_sparkline_distinguishes_little_from_nothing() -> None:
    assert sparkline([14], 101) == "▂"
    assert sparkline([0], 101) == sparkline([-3], 101) == "▁"
