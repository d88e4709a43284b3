"""The second line of a table reports anything unusual, as long as it lasts."""

from typing import Any

import msgspec
import pytest

from manillen_tui.engine.cards import SUITS, Card, Suit
from manillen_tui.engine.commands import NameTrump, Play
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.ui import status
from manillen_tui.ui.app import ManillenApp
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.seat.clocks import Outage
from manillen_tui.ui.widgets.spoken import Spoken
from manillen_tui.words.connection import lost_in_brief, lost_line
from net.protocol.host_messages import Chair, RoomState
from support.fake_client import (
    LOBBY,
    LOCAL,
    PEOPLE,
    PLAYING,
    VIEW,
    FakeClient,
    FakeRunning,
    FakeWorld,
    person,
    view_with,
)
from support.screens import (
    BASE,
    COMPACT,
    WIDE,
    clipped,
    notice_of,
    running,
    text_of,
    turn_of,
    until,
)


def playing(**changes: Any) -> RoomState:
    return msgspec.structs.replace(PLAYING, **changes)


def away(seat: int, *, played: bool = False) -> tuple[Chair, ...]:
    chairs = [person(name) for name in PEOPLE]
    chairs[seat] = msgspec.structs.replace(chairs[seat], away=True, played=played)
    return tuple(chairs)


def second_line(app: ManillenApp) -> str:
    return text_of(app).splitlines()[1].strip()


# The connection -----------------------------------------------------------------------------------


async def test_a_lost_connection_is_reported_above_the_last_state() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        client.drop()
        await until(pilot, lambda: "The connection to the host was lost" in second_line(app))
        assert "10♣" in text_of(app) and "K ♣" in text_of(app)
        await pilot.resize_terminal(*COMPACT)
        await until(
            pilot, lambda: "The connection to the host was lost. Reconnecting" in second_line(app)
        )
        client.come_back()
        await until(pilot, lambda: "onnection" not in text_of(app))


async def test_a_card_chosen_while_the_connection_is_lost_is_kept_and_sent_once() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        client.drop()
        await pilot.press("1", "1", "enter")
        await until(pilot, lambda: "will be sent once you are back" in notice_of(app))
        assert turn_of(app).startswith("► YOUR TURN")
        client.come_back()
        await until(pilot, lambda: "goes out" not in notice_of(app))
    assert client.requests == [("command", Play(Card.parse("10♣")))]


async def test_the_reason_for_a_lost_connection_is_shown_if_known() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        client.drop("slept")
        await until(pilot, lambda: "This machine was asleep" in second_line(app))


CAUSES = ("gone", "closing", "slept", "no-route", "other-certificate", "busy", "wait")


@pytest.mark.parametrize("size", [COMPACT, BASE, WIDE])
@pytest.mark.parametrize(("state", "view"), [("lobby", None), ("playing", VIEW)])
async def test_the_reason_for_a_lost_connection_fits_at_every_size(
    state: str, view: View | None, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outage, "lasted_s", lambda _outage: 12345)  # a whole night
    client = FakeClient(playing(state=state), view, seat=1)
    async with running(FakeWorld(client), size=size) as (app, pilot):
        told = {second_line(app)}
        for cause in CAUSES:
            client.drop(cause, seconds=60)
            await until(pilot, lambda: second_line(app) not in told)
            line = lost_line(cause, {"seconds": 60})
            brief = lost_in_brief(cause, {"seconds": 60})
            assert second_line(app) in (f"! {line}  12345 s", f"! {brief}  12345 s")
            told.add(second_line(app))


@pytest.mark.parametrize("saved", [True, False])
@pytest.mark.parametrize("size", [COMPACT, BASE, WIDE])
async def test_after_their_own_host_crashed_people_read_all_of_what_to_do(
    size: tuple[int, int], saved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "DEAD_S", 0)
    client = FakeClient(playing(saved=saved), VIEW)
    world = FakeWorld(client, left_running=FakeRunning())
    async with running(world, at=None, size=size) as (app, pilot):
        await until(pilot, lambda: "Back to your table" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        client.drop()
        await until(pilot, lambda: "program" in second_line(app).lower())
        assert "…" not in second_line(app)
        assert ("q, then b continues it" in second_line(app)) == saved


async def test_a_lost_connection_is_reported_in_the_lobby_and_on_the_sheet_too() -> None:
    client = FakeClient(LOBBY, seat=1)
    async with running(FakeWorld(client)) as (app, pilot):
        client.drop()
        await until(pilot, lambda: "onnection" in second_line(app))
        client.come_back()
        client.push(room=PLAYING, view=VIEW)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await pilot.resize_terminal(*COMPACT)
        client.drop()
        await until(pilot, lambda: "connection to the host was lost" in text_of(app))


async def test_trump_named_while_the_connection_is_lost_is_kept_too() -> None:
    naming = view_with(
        phase=Phase.TRUMP, trick=(), legal=(), choices=(*map(NameTrump, SUITS), NameTrump(None))
    )
    client = FakeClient(PLAYING, naming)
    async with running(FakeWorld(client)) as (app, pilot):
        client.drop()
        await pilot.press("h")
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: "will be sent once" in text_of(app))
            assert clipped(app) == []
    assert client.requests == [("command", NameTrump(Suit.HEARTS))]


@pytest.mark.parametrize("state", ["lobby", "playing", "over"])
async def test_after_their_own_host_crashed_people_are_told_how_to_continue(
    state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "DEAD_S", 0)
    client = FakeClient(playing(state=state), None if state == "lobby" else VIEW)
    async with running(FakeWorld(client, left_running=FakeRunning()), at=None) as (app, pilot):
        await until(pilot, lambda: "Back to your table" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: app.sitting is not None)
        client.drop()
        await until(pilot, lambda: "q, then b continues it" in second_line(app))


async def test_moves_made_for_somebody_away_read_as_their_own_when_back() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.returned = True
    async with running(FakeWorld(client)) as (app, _pilot):
        assert "Maria cuts the pack" in text_of(app)
        assert "Robot 1" not in text_of(app)


# People -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"waiting_for": (2,), "patience_ms": 24_000, "absence_ms": 60_000},
            "Noor is away: a computer player moves in 2",
        ),
        ({"absence_ms": 60_000}, "Noor is away: a computer player moves after 60 s"),
        ({"absence_ms": None}, "Noor is away: the table waits"),
        ({"chairs": away(2, played=True)}, "Noor is away: a computer player moves meanwhile"),
    ],
)
async def test_people_away_are_named_with_what_happens_next(
    changes: dict[str, Any], said: str
) -> None:
    client = FakeClient(playing(**{"chairs": away(2), **changes}), VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        await until(pilot, lambda: said in second_line(app))
        assert "away" in text_of(app).replace(second_line(app), "")  # at the chair too
        client.push(room=PLAYING)
        await until(pilot, lambda: "Noor is back" in " ".join(text_of(app).split()))
        assert "is away" not in second_line(app)


async def test_anybody_pauses_and_resumes_with_the_same_key() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "z") as (app, pilot):
        client.push(room=playing(paused="Noor"))
        await until(pilot, lambda: "Noor paused the game · z resumes" in second_line(app))
        await pilot.press("z")
        await until(pilot, lambda: len(client.requests) == 2)
    assert client.requests == [("pause", True), ("pause", False)]


async def test_a_table_that_is_not_being_saved_says_so_to_all() -> None:
    client = FakeClient(playing(saved=False, chairs=away(2), absence_ms=None), VIEW, seat=3)
    async with running(FakeWorld(client)) as (app, pilot):
        await until(pilot, lambda: "Noor is away: the table waits" in second_line(app))
        await pilot.resize_terminal(*WIDE)
        await until(pilot, lambda: "not being saved and ends with its host" in second_line(app))


async def test_the_host_is_told_of_wrong_codes_with_the_address() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client)) as (app, pilot):
        client.notice("badcode", address="192.168.1.9", count=1)
        await until(
            pilot, lambda: "Somebody at 192.168.1.9 typed a wrong code." in second_line(app)
        )


async def test_the_second_line_fits_the_screen() -> None:
    room = playing(chairs=away(2), absence_ms=60_000, paused="Wim", saved=False)
    async with running(FakeWorld(FakeClient(room, VIEW))) as (app, pilot):
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"


async def test_the_second_line_of_a_lobby_pushes_nothing_off_the_screen() -> None:
    client = FakeClient(msgspec.structs.replace(LOBBY, saved=False))
    async with running(FakeWorld(client, left_running=FakeRunning()), at=None) as (app, pilot):
        await until(pilot, lambda: "Back to your table" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: "not being saved" in text_of(app))
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
            assert "press c there" in text_of(app)


# The spoken code ----------------------------------------------------------------------------------


async def test_the_host_sees_the_code_large_and_a_guest_does_not() -> None:
    async with running(FakeWorld(FakeClient(LOBBY))) as (app, pilot):
        assert "▄▀▄ █▄ ▄█ █▀▄ █▀▀ █▀▄" in text_of(app)
        await pilot.resize_terminal(*COMPACT)
        await until(pilot, lambda: "A M B E R   B A N J O" in text_of(app))
        assert clipped(app) == []
    async with running(FakeWorld(FakeClient(LOBBY, seat=1)), "f4") as (app, _pilot):
        assert not app.screen.query_one(Spoken).display
        assert "Only the host" in notice_of(app)


async def test_during_play_one_key_shows_the_code_and_another_renews_it() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "f4") as (app, pilot):
        assert "amber banjo" in text_of(app)
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
        await pilot.press("n")
        await until(pilot, lambda: client.requests == [("code", None)])
        client.code = "tango kiwi"
        client.push()
        await until(pilot, lambda: "tango kiwi" in text_of(app))
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_the_code_comes_with_the_address_whoever_holds_the_rights() -> None:
    host = FakeWorld(FakeClient(PLAYING, VIEW), left_running=FakeRunning())
    host.client.address = LOCAL
    async with running(host, "b", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("f4")
        assert "or type 192.168.1.20:7842" in text_of(app)
    guest = FakeWorld(FakeClient(playing(holder=2, host=2), VIEW, seat=2))
    async with running(guest, "f4") as (app, _pilot):
        assert "or type 192.168.1.20:7842" in text_of(app)


async def test_an_open_table_says_that_nobody_needs_a_code() -> None:
    client = FakeClient(LOBBY)
    client.code = None
    async with running(FakeWorld(client), "f4") as (app, _pilot):
        assert "This table has no code" in text_of(app)
