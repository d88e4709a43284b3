"""Two people whose names look alike are told apart by their seats, wherever they are named."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from manillen_tui.ui.screens.people import PeopleScreen
from manillen_tui.ui.seat.player_names import called, told_apart
from manillen_tui.ui.widgets.chat import Heard
from net.lookalikes import alike
from net.protocol.host_messages import Said
from support.fake_client import (
    COMPUTER,
    EMPTY,
    LOBBY,
    PLAYING,
    VIEW,
    FakeClient,
    FakeWorld,
    person,
    view_with,
)
from support.screens import running, said_on, text_of, until


FAKE = "Маriа"  # the first, second and last letter are Cyrillic
ALIKE = (person("Maria"), person("Wim"), person(FAKE), person("Els"))


def test_people_are_told_apart_by_seat_where_their_names_look_alike() -> None:
    assert told_apart(ALIKE) == ["1·Maria", "Wim", f"3·{FAKE}", "Els"]
    assert told_apart((person("Wim"), COMPUTER, EMPTY, EMPTY))[:2] == ["Wim", "Robot 2"]


def test_nobody_passes_as_a_computer_player_or_an_empty_chair() -> None:
    chairs = (person("Rоbot 2"), COMPUTER, EMPTY, person("Empty Chair"))
    assert told_apart(chairs) == ["1·Rоbot 2", "Robot 2", "empty chair", "4·Empty Chair"]


def test_a_name_that_begins_with_another_seat_does_not_help() -> None:
    chairs = (person("Maria"), person("1·Maria"), person(FAKE), person("Els"))
    assert told_apart(chairs) == ["1·Maria", "2·1·Maria", f"3·{FAKE}", "Els"]


@given(st.lists(st.text("Aaа12·.", min_size=1, max_size=4), min_size=2, max_size=4, unique=True))
def test_whoever_sits_at_a_table_is_called_unlike_all_others(names: list[str]) -> None:
    shown = told_apart([person(name) for name in names])
    for seat, one in enumerate(shown):
        plain = one == names[seat]
        for other, another in enumerate(shown[:seat]):
            assert one != another
            assert not (alike(one, another) and (plain or another == names[other]))


def test_who_left_or_watches_under_a_name_of_the_table_holds_no_seat() -> None:
    room = replace(LOBBY, chairs=ALIKE)
    assert called(room, FAKE) == f"3·{FAKE}"
    assert called(room, "Noor") == "Noor"
    assert called(room, "Wіm") == "?·Wіm"
    said = Heard().news(replace(room, chat=(Said(1, FAKE, "hello"), Said(2, "WIM", "hello"))))
    assert said == [f"3·{FAKE}: hello", "?·WIM: hello"]


async def test_the_lobby_the_table_and_the_people_there_show_the_seats() -> None:
    client = FakeClient(replace(LOBBY, chairs=ALIKE))
    async with running(FakeWorld(client)) as (app, pilot):
        await until(pilot, lambda: f"3·{FAKE}" in text_of(app) and "1·Maria" in text_of(app))
        room = replace(PLAYING, chairs=ALIKE, paused=FAKE)
        client.push(room=room, view=view_with(VIEW, to_act=(2,), legal=()))
        await until(pilot, lambda: f"3·{FAKE} paused" in text_of(app))
        assert text_of(app).count(f"3·{FAKE}") >= 3  # paused the game, sits there, is waited for
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, PeopleScreen))
        assert "1·Maria" in text_of(app) and f"3·{FAKE}" in text_of(app)
        await pilot.press("escape")
        gone = (*ALIKE[:2], COMPUTER, ALIKE[3])
        client.push(room=replace(room, chairs=gone, paused=None))
        await until(pilot, lambda: f"3·{FAKE} left" in said_on(app))
        assert "1·Maria" not in text_of(app)
