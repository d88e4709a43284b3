"""Who is at the table, what the holder of the host's rights can do, and spectators."""

from typing import Any

import msgspec
import pytest

from manillen_tui.engine.records import Phase
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination
from manillen_tui.ui.screens.all_hands import HandsScreen
from manillen_tui.ui.screens.claim_pending import PendingScreen
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.people import PeopleScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.seat import SeatScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.screens.watch import WatchScreen
from manillen_tui.ui.widgets.hand import Hand
from net.protocol.host_messages import Claim, RoomState
from support.fake_client import (
    COMPUTER,
    EMPTY,
    HAND,
    LOBBY,
    PLAYING,
    RECORD,
    VIEW,
    FakeBrowser,
    FakeClient,
    FakeWorld,
    cards,
    last_trick,
    person,
    table_row,
    view_with,
)
from support.screens import BASE, COMPACT, TABLE, WIDE, clipped, notice_of, running, text_of, until


AWAY = msgspec.structs.replace(person("Wim"), away=True)
CHAIRS = (person("Maria"), AWAY, person("Noor"), COMPUTER)
SEEN = view_with(
    seat=None, hand=None, legal=(), last_trick=last_trick(1, "9♠ 7♠ K♠ Q♠", 3, 5), to_act=(0,)
)
DEALT = (HAND, cards("9♣ 8♦"), cards("K♣ Q♦"), cards("J♠ 9♠"))


def playing(**changes: Any) -> RoomState:
    return msgspec.structs.replace(PLAYING, **{"chairs": CHAIRS, "absence_ms": 60_000, **changes})


def watcher(room: RoomState, view: object = SEEN, name: str = "Bea") -> FakeClient:
    client = FakeClient(room, view)  # type: ignore[arg-type]
    client.watches, client.name, client.code = True, name, None
    return client


# The holder of the rights -------------------------------------------------------------------------


async def test_a_guest_sees_who_holds_the_rights_and_has_no_keys_for_them() -> None:
    client = FakeClient(playing(watchers=("Bea", "Jan")), VIEW, seat=2)
    async with running(FakeWorld(client), "x", "r", "p", "a", "s") as (app, _pilot):
        assert isinstance(app.screen, PeopleScreen)
        text = text_of(app)
        assert "Maria holds the host's rights" in text
        assert "If somebody is away: a computer player after 60 s" in text
        assert "Bea and Jan are watching" in text
        assert "send away" not in text
    assert client.requests == []


async def test_a_guest_is_removed_after_confirming_with_another_key() -> None:
    client = FakeClient(playing(), VIEW)
    async with running(FakeWorld(client), "x", "down", "down", "r") as (app, pilot):
        assert "Send Noor away?" in text_of(app)
        await pilot.press("r", "enter")  # No is selected
        await until(pilot, lambda: isinstance(app.screen, PeopleScreen))
        assert client.requests == []
        await pilot.press("r", "y")
        await until(pilot, lambda: client.requests == [("remove", 2)])


async def test_the_rights_are_passed_on_to_somebody_present() -> None:
    client = FakeClient(playing(), VIEW)
    async with running(FakeWorld(client), "x", "down", "p") as (app, pilot):
        assert isinstance(app.screen, PeopleScreen)  # Wim is away
        await pilot.press("down", "p")
        await until(pilot, lambda: "Pass the host's rights to Noor?" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: client.requests == [("pass-on", 2)])
        client.push(room=playing(holder=2, host=2))
        await until(pilot, lambda: "Noor holds the host's rights" in text_of(app))


@pytest.mark.parametrize(
    ("seat", "who"), [(0, "Noor now holds"), (2, "You now hold"), (3, "Noor now holds")]
)
async def test_everybody_is_told_to_whom_the_rights_were_passed_on(seat: int, who: str) -> None:
    client = FakeClient(playing(), VIEW, seat=seat)
    async with running(FakeWorld(client)) as (app, pilot):
        client.push(room=playing(holder=None))  # away and back: the holder is the same
        client.push(room=playing())
        await pilot.pause()
        assert "now hold" not in text_of(app)
        client.push(room=playing(holder=2, host=2))
        await until(pilot, lambda: f"{who} the host's rights" in text_of(app))


async def test_in_the_lobby_too_everybody_is_told_of_the_rights() -> None:
    lobby = msgspec.structs.replace(
        LOBBY, chairs=(person("Maria"), person("Wim"), *LOBBY.chairs[2:])
    )
    async with running(FakeWorld(client := FakeClient(lobby, seat=1))) as (app, pilot):
        client.push(room=msgspec.structs.replace(lobby, holder=1, host=1))
        await until(pilot, lambda: "You now hold the host's rights" in text_of(app))


async def test_a_computer_player_is_told_to_move_now_for_somebody_away() -> None:
    client = FakeClient(playing(), VIEW)
    async with running(FakeWorld(client), "x", "c", "down", "c") as (_app, pilot):
        await until(pilot, lambda: client.requests == [("computer", 1)])


async def test_after_the_match_nobody_plays_for_somebody_away() -> None:
    client = FakeClient(playing(state="over"), VIEW)
    async with running(FakeWorld(client), "x", "down") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, PeopleScreen))
        assert "send away" in text_of(app) and "c computer" not in text_of(app)
        await pilot.press("c")
    assert client.requests == []


async def test_an_empty_chair_is_shut_and_opened_again() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client), "x", "up", *["down"] * 3, "s") as (app, pilot):
        await until(pilot, lambda: client.requests == [("shut", 3)])
        shut = msgspec.structs.replace(EMPTY, holder="shut")
        client.push(room=msgspec.structs.replace(LOBBY, chairs=(*LOBBY.chairs[:3], shut)))
        await until(pilot, lambda: "nobody may sit here" in text_of(app))
        await pilot.press("o")
        await until(pilot, lambda: client.requests[-1] == ("open", 3))


async def test_the_choices_for_absence_are_cycled_through() -> None:
    client = FakeClient(playing(), VIEW)
    async with running(FakeWorld(client), "x", "a") as (app, pilot):
        await until(pilot, lambda: client.requests == [("absence", 120_000)])
        client.push(room=playing(absence_ms=120_000))
        await until(pilot, lambda: "after 120 s" in text_of(app))
        await pilot.press("a")
        await until(pilot, lambda: client.requests[-1] == ("absence", None))


@pytest.mark.parametrize(("key", "wish"), [("y", "admit"), ("n", "decline")])
async def test_the_host_answers_whoever_claims_a_seat(key: str, wish: str) -> None:
    client = FakeClient(playing(claims=(Claim(1, "Willem"),)), VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        said = "Willem, on another machine, claims to be Wim · x answers"
        await until(pilot, lambda: said in text_of(app))
        await pilot.press(key)
        assert client.requests == []  # a key pressed at the table is not an answer
        await pilot.press("x", key)
        await until(pilot, lambda: client.requests == [(wish, 1)])


async def test_what_the_host_may_do_fits_the_screen() -> None:
    room = playing(claims=(Claim(1, "Willem"),), watchers=("Bea",), saved=False)
    client = FakeClient(room, VIEW)
    async with running(FakeWorld(client), "x") as (app, pilot):
        for changed in (room, msgspec.structs.replace(room, claims=())):
            client.push(room=changed)
            await pilot.press("down")
            for size in (COMPACT, BASE, WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert clipped(app) == [], f"at {size}"


async def test_the_host_answers_claims_and_anybody_resumes_on_the_sheet_too() -> None:
    view = view_with(phase=Phase.SCORE, to_act=(0,), hand=(), legal=(), trick=(), sheet=(RECORD,))
    client = FakeClient(playing(claims=(Claim(1, "Willem"),), paused="Noor"), view)
    async with running(FakeWorld(client)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await until(pilot, lambda: "claims to be Wim · x answers" in text_of(app))
        await pilot.press("z", "x", "y")
        await until(pilot, lambda: len(client.requests) == 2)
    assert client.requests == [("pause", False), ("admit", 1)]


@pytest.mark.parametrize(
    ("seat", "room", "said"),
    [
        (0, PLAYING, "Pass them on first (x)"),
        (1, PLAYING, "A computer player takes over your cards"),
        (2, playing(), "A computer player takes over your cards"),
    ],
    ids=["holder", "guest", "with one away"],
)
async def test_leaving_says_what_happens_to_the_chair_and_the_rights(
    seat: int, room: RoomState, said: str
) -> None:
    async with running(FakeWorld(FakeClient(room, VIEW, seat)), "q") as (app, _pilot):
        assert said in " ".join(text_of(app).replace("│", "").split())


async def test_leaving_without_a_connection_says_that_the_seat_is_kept() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        client.drop()
        await until(pilot, lambda: app.sitting is not None and app.sitting.lost)
        await pilot.press("q")
        assert "Your seat is kept" in " ".join(text_of(app).replace("│", "").split())


@pytest.mark.parametrize("code", ["removed", "displaced"])
async def test_a_table_that_removed_this_person_is_not_offered_again(code: str) -> None:
    client = FakeClient(PLAYING, VIEW, seat=1)
    async with running(FakeWorld(client)) as (app, pilot):
        client.lose(code)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert "Back to your table" not in text_of(app)


# Watching -----------------------------------------------------------------------------------------


async def test_w_in_the_list_watches_and_shows_no_hand_and_no_key_to_play() -> None:
    world = FakeWorld(watcher(playing()), FakeBrowser([table_row("a", "Kitchen table", "Maria")]))
    async with running(world, "j", "w", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        assert world.joined[0].watch
        text = text_of(app)
        assert "You are watching. Nobody's cards are shown to you." in text
        assert "Waiting for Maria to play" in text
        assert "Maria+Noor 54  Wim+Robot 4 37" in text
        assert "you" not in text.replace("to you", "") and "YOUR TURN" not in text
        assert not app.screen.query(Hand)
        await pilot.press("1", "enter", "n", "c")
        await pilot.press("l")
        assert "Last trick" in text_of(app)
    assert world.client.requests == []


async def test_spectators_see_the_previous_hands_if_the_rules_say_so() -> None:
    client = watcher(playing())
    async with running(FakeWorld(client), "h") as (app, pilot):
        assert "never see a hand" in notice_of(app)
        open_rules = msgspec.structs.replace(VIEW.rules, watch_open=True)
        client.push(view=msgspec.structs.replace(SEEN, rules=open_rules, hands=DEALT))
        await until(pilot, lambda: "You can see the hands of the last deal" in notice_of(app))
        await pilot.press("h")
        assert isinstance(app.screen, HandsScreen)
        assert "The hands of the last deal" in text_of(app)
        client.push(view=msgspec.structs.replace(SEEN, rules=open_rules, hands=DEALT, turn=41))
        await pilot.pause()
        assert isinstance(app.screen, HandsScreen)


async def test_the_spectators_screen_fits_the_window() -> None:
    client = watcher(playing(watchers=("Bea",)))
    async with running(FakeWorld(client)) as (app, pilot):
        for view in (SEEN, msgspec.structs.replace(SEEN, sheet=(RECORD,) * 3)):
            client.push(view=view)
            for size in (COMPACT, BASE, WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert clipped(app) == [], f"at {size}"
            await pilot.press("s")


async def test_a_spectator_in_the_lobby_takes_a_free_chair() -> None:
    client = watcher(LOBBY, None)
    world = FakeWorld(client)
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        text = text_of(app)
        assert "r ready" not in text
        assert "One side" in text and "Your side" not in text
        assert "chat with the others" not in text
        await pilot.press("m")
        assert isinstance(app.screen, LobbyScreen)
        world.client = FakeClient(LOBBY)
        await pilot.press("4", "enter")
        await until(pilot, lambda: len(world.joined) == 2)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.joined[1] == Destination(addresses=[TABLE], seat=3)
    assert client.requests == [("leave", None)]


async def test_a_spectator_of_a_match_takes_a_computer_players_chair() -> None:
    client = watcher(playing())
    world = FakeWorld(client)
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("x", "t")  # a person's chair is not free
        assert isinstance(app.screen, PeopleScreen)
        world.client = FakeClient(playing(), VIEW, seat=3)
        await pilot.press("down", "down", "down")
        assert "t take seat" in text_of(app)
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))
    assert world.joined[1] == Destination(addresses=[TABLE], seat=3)
    assert client.requests == [("leave", None)]


async def test_a_spectator_claims_their_seat_and_sees_whom_they_wait_for() -> None:
    client = watcher(playing())
    world = FakeWorld(client)
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        world.answering.clear()
        await pilot.press("x", "down", "m")
        await until(pilot, lambda: isinstance(app.screen, PendingScreen))
        assert "Waiting for Maria to confirm" in text_of(app)
        for size in (COMPACT, BASE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "that this seat is yours" in " ".join(text_of(app).split())
        world.client = FakeClient(PLAYING, VIEW, seat=1)
        world.answering.set()
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))
    assert world.joined[1] == Destination(
        addresses=[TABLE], seat=1, claim=True, confirmed_by="Maria"
    )


async def test_esc_cancels_the_claim_to_a_seat() -> None:
    world = FakeWorld(watcher(playing()))
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        world.answering.clear()
        await pilot.press("x", "down", "m")
        await until(pilot, lambda: isinstance(app.screen, PendingScreen))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 2)
    assert world.given_up == 1


async def test_a_declined_claim_is_reported() -> None:
    world = FakeWorld(watcher(playing()))
    async with running(world) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        world.refusal = Trouble("declined")
        await pilot.press("x", "down", "m")
        await until(pilot, lambda: "did not give you that seat" in notice_of(app))
        assert not isinstance(app.screen, JoinScreen)
