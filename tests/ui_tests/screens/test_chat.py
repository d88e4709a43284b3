"""People at a table chat: in the lobby, during a match and over the score sheet."""

import pytest
from msgspec.structs import replace
from textual.content import Content
from textual.widgets import Input

from manillen_tui.engine import PRESETS
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens.chat import ChatScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.chairs import ChairPicker
from manillen_tui.ui.widgets.chat import Heard, Talk
from manillen_tui.wire import rules_to_body
from net.protocol.host_messages import RoomState, Said
from support.fake_client import (
    COMPUTER,
    EMPTY,
    LOBBY,
    PLAYING,
    RECORD,
    VIEW,
    FakeClient,
    FakeWorld,
    person,
    view_with,
)
from support.screens import BASE, COMPACT, clipped, notice_of, running, text_of, until


GREETING = Said(1, "Els", "good evening")


def with_talk(room: RoomState, *lines: Said) -> RoomState:
    return replace(room, chat=lines)


def test_a_line_of_chat_is_news_only_once() -> None:
    heard = Heard()

    def news(*lines: Said) -> list[str]:
        return heard.news(with_talk(LOBBY, *lines))

    assert news(GREETING) == ["Els: good evening"]
    assert news(GREETING) == []
    assert news(GREETING, Said(2, "Jan", "hello {you}")) == ["Jan: hello {you}"]
    assert news(Said(9, "Els", "later")) == ["Els: later"]
    assert news() == []


def test_a_name_cannot_say_what_somebody_else_said() -> None:
    said = Heard().news(with_talk(LOBBY, Said(1, "Wim: I resign", "ok"), Said(2, "Wim", "a: b")))
    assert said == ["“Wim: I resign”: ok", "Wim: a: b"]


async def rows_of(*lines: Said) -> list[str]:
    """The chat in its window, row by row."""
    client = FakeClient(with_talk(LOBBY, *lines))
    async with running(FakeWorld(client), "m") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ChatScreen))
        shown = app.screen.query_one(Talk).render()
        assert isinstance(shown, Content)
        return shown.plain.split("\n")


async def test_the_rest_of_a_line_cannot_pass_as_somebody_elses() -> None:
    words = "so" + " so" * 18 + " Root: I resign " * 3
    first, *rest = await rows_of(Said(1, "Mallory", words))
    assert first.startswith("Mallory: so")
    assert any(row.startswith("│Root: I resign") for row in rest)
    assert all(row.startswith("│") for row in rest)


@pytest.mark.parametrize("name", ["│", "│Wim says", "|", "┃ ¦", " │Wim"])
async def test_a_line_of_ones_own_cannot_pass_as_the_rest_of_anothers(name: str) -> None:
    rows = await rows_of(GREETING, Said(2, name, "and so I resign"))
    assert rows[0] == "Els: good evening"
    assert rows[1].startswith("?") and "and so I resign" in rows[1]


@pytest.mark.parametrize(
    ("client", "screen"),
    [
        (FakeClient(LOBBY), LobbyScreen),
        (FakeClient(PLAYING, VIEW), TableScreen),
        (
            FakeClient(PLAYING, view_with(phase=Phase.SCORE, hand=(), legal=(), sheet=(RECORD,))),
            ScoreScreen,
        ),
    ],
)
async def test_m_a_line_and_enter_send_a_line_of_chat(client: FakeClient, screen: type) -> None:
    async with running(FakeWorld(client)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, screen))
        await pilot.press("m")
        assert isinstance(app.screen, ChatScreen)
        await pilot.press(*"hi q", "enter")
        await until(pilot, lambda: client.requests == [("say", "hi q")])
        await until(pilot, lambda: app.screen.query_one(Input).value == "")
        await pilot.press("escape")
        assert isinstance(app.screen, screen)


async def test_the_lobby_shows_what_the_others_say() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client)) as (app, pilot):
        assert "m: chat with the others" in text_of(app)
        client.push(room=with_talk(LOBBY, GREETING))
        await until(pilot, lambda: "Els: good evening" in text_of(app))
        client.push(room=with_talk(LOBBY, GREETING, Said(2, "Wim", "[b]hello[/b]")))
        await until(pilot, lambda: "Wim: [b]hello[/b]" in text_of(app))


async def test_the_tables_log_shows_chat_once() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        for _again in range(2):
            client.push(room=with_talk(PLAYING, GREETING))
            await until(pilot, lambda: "Els: good evening" in text_of(app))
        assert text_of(app).count("good evening") == 1


async def test_a_line_being_typed_survives_what_others_do() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "m", *"wait") as (app, pilot):
        client.push(room=with_talk(PLAYING, GREETING), view=view_with(to_act=(1,), legal=()))
        await until(pilot, lambda: "Els: good evening" in text_of(app))
        assert app.screen.query_one(Input).value == "wait"
        assert app.screen.query_one(Input).has_focus


async def test_the_score_sheet_waits_until_the_chat_is_closed() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "m") as (app, pilot):
        ended = view_with(phase=Phase.SCORE, hand=(), legal=(), trick=(), sheet=(RECORD,))
        client.push(view=ended)
        await pilot.pause()
        assert isinstance(app.screen, ChatScreen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))


async def test_silence_is_announced_and_a_refused_line_can_be_sent_later() -> None:
    client = FakeClient(PLAYING, view_with(may_chat=False))
    async with running(FakeWorld(client), "m") as (app, pilot):
        assert notice_of(app) == "At this table nobody talks until the deal is over."
        client.refusal = Trouble("silence")
        await pilot.press(*"psst", "enter")
        await until(
            pilot,
            lambda: (
                notice_of(app) == "Nobody talks during a deal at this table: wait until it is over."
            ),
        )
        assert app.screen.query_one(Input).value == "psst"
        client.refusal = Trouble("too-much")
        await pilot.press("enter")
        await until(pilot, lambda: notice_of(app).startswith("You are sending messages too fast."))


async def test_enter_on_an_empty_line_closes() -> None:
    async with running(FakeWorld(FakeClient(LOBBY)), "m", "enter") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


@pytest.mark.parametrize(("room", "view"), [(LOBBY, None), (PLAYING, VIEW)])
async def test_a_long_line_is_shortened_and_shown_in_full_in_the_window(
    room: RoomState, view: View | None
) -> None:
    long = Said(2, "A name of 20 letters", "a long story " * 12)
    client = FakeClient(with_talk(room, GREETING), view)
    async with running(FakeWorld(client), size=COMPACT) as (app, pilot):
        assert clipped(app) == []
        client.push(room=with_talk(room, GREETING, long))
        await until(pilot, lambda: "A name of 20 letters: a long" in text_of(app))
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen))
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = app.screen.query_one(Talk).render()
            assert isinstance(shown, Content)
            said = " ".join(shown.plain.replace("│", "").split())
            assert said.count("a long story") == 12, f"at {size}"


# Chairs of two and three --------------------------------------------------------------------------


def table_for(*chairs: object, name: str) -> RoomState:
    return replace(LOBBY, chairs=chairs, info=rules_to_body(PRESETS[name]))


@pytest.mark.parametrize("count", [2, 3])
async def test_a_table_without_partners_shows_a_chair_for_each_player(count: int) -> None:
    chairs = (person("Maria"), COMPUTER, EMPTY)[:count]
    client = FakeClient(table_for(*chairs, name="three" if count == 3 else "two"))
    async with running(FakeWorld(client)) as (app, pilot):
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = text_of(app)
            assert "Everybody plays alone" in text
            assert "side" not in text
            assert "1 Maria" in text
            assert ("3 " in text) == (count == 3)
            assert clipped(app) == [], f"at {size}"
        chairs_shown = app.screen.query_one(ChairPicker)
        for key, at in (("down", 1), ("down", 2 % count), ("up", 1), ("right", 2 % count)):
            await pilot.press(key)
            assert chairs_shown.at == at
        await pilot.press("4")
        assert chairs_shown.at == 2 % count
        await pilot.press("2", "enter")
        assert client.requests == [("sit", 1)]
