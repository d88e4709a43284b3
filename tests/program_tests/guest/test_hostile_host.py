"""What a guest accepts from a broken or hostile host: data that makes sense, or nothing."""

from itertools import islice

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.guest.state import TableState, check_room
from manillen_tui.trouble import Trouble
from manillen_tui.wire import rules_to_body, view_from_body
from manillen_tui.words.events import event_line, said
from manillen_tui.words.score_sheet import sheet_rows, sheet_title, standing, trump_line
from manillen_tui.words.turns import turn_line, waiting_line
from net.protocol.host_messages import Chair, RoomState, Seated, State
from support.spoiled import TABLES, bodies, spoiled


NAMES = ("Wim", "Noor", "Els", "Bea")


def say_everything(view: View) -> None:
    """Put everything that screens take from a view into words."""
    names, rules = NAMES[: view.rules.players], view.rules
    turn_line(view, names)
    waiting_line(view, names)
    trump_line(view, names)
    standing(view, 0, names)
    said(view)
    for event in view.events:
        event_line(event, names, rules)
    for record in view.sheet:
        sheet_title(record, names, rules)
        sheet_rows(record, rules)


def spoil(rules: Rules, count: int, every: int) -> tuple[int, int]:
    refused = shown = 0
    for body in bodies(rules, count):
        assert view_from_body(body)
        for bad in islice(spoiled(body), 0, None, every):
            try:
                view = view_from_body(bad)
            except ValueError:
                refused += 1
            else:
                say_everything(view)
                shown += 1
    return refused, shown


@pytest.mark.parametrize("name", TABLES)
def test_a_corrupted_view_is_refused_or_can_be_shown(name: str) -> None:
    refused, shown = spoil(TABLES[name], count=4, every=23)
    assert refused > 3 * shown > 0


@pytest.mark.deep
@pytest.mark.parametrize("name", TABLES)
def test_every_corrupted_view_is_refused_or_can_be_shown(name: str) -> None:
    refused, shown = spoil(TABLES[name], count=30, every=1)
    print(f"{name}: {refused} refused, {shown} shown")
    assert refused > 3 * shown > 0


def test_a_room_that_does_not_fit_the_rules_is_refused() -> None:
    chairs = tuple(Chair("person", name, False) for name in NAMES)
    info = rules_to_body(PRESETS["west-flanders"])
    good = RoomState(1, "Kroon", "lobby", chairs, 0, (), None, info)
    check_room(good)
    check_room(replace(good, host=None))
    for bad in (
        replace(good, chairs=chairs[:3]),
        replace(good, chairs=()),
        replace(good, host=4),
        replace(good, waiting_for=(0, 7)),
        replace(good, chairs=(*chairs[:3], chairs[0])),
        replace(good, chairs=(*chairs[:3], Chair("person", "", False))),
        replace(good, info={}),
        replace(good, info={"name": "x", "players": 9}),
        replace(good, info={"name": "x", "pack": "french-33"}),
    ):
        try:
            check_room(bad)
        except ValueError:
            continue
        raise AssertionError(f"taken: {bad}")


@pytest.mark.parametrize("other", ["two", "belgian"])
def test_a_view_of_other_rules_than_the_rooms_is_refused(other: str) -> None:
    rules = PRESETS["west-flanders"]
    chairs = tuple(Chair("person", name, True) for name in NAMES)
    room = RoomState(1, "Kroon", "playing", chairs, 0, (), None, rules_to_body(rules))
    state = TableState("Wim")
    state.take_seat(Seated(0, "Wim"))
    state.take(room)
    for false in (*bodies(PRESETS[other], 2), *bodies(replace(rules, target=41), 2)):
        with pytest.raises(Trouble, match="bad-host"):
            state.take(State(2, false))
    assert state.view is None


def test_a_seat_that_the_table_does_not_have_is_refused() -> None:
    chairs = tuple(Chair("person", name, False) for name in NAMES)
    room = RoomState(
        1, "Kroon", "lobby", chairs, 0, (), None, rules_to_body(PRESETS["west-flanders"])
    )
    state = TableState("Jan")
    state.take_seat(Seated(9, "Jan"))
    with pytest.raises(Trouble, match="bad-host"):
        state.take(room)
