"""Whatever views and rooms a host sends, in any order: refused as a whole, or shown."""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

import msgspec
import pytest

from manillen_tui.engine.rules import Rules
from manillen_tui.guest.state import TableState
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens.base import Sheet
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.wire import rules_to_body, view_from_body
from net.protocol.host_messages import Chair, RoomState, Seated, State
from support.fake_client import FakeClient, FakeWorld
from support.screens import running
from support.spoiled import TABLES, bodies, spoiled


NAMES = ("Maria", "Noor", "Els", "Bea")
SHEETS = ("s", "l", "w", "h", "x", "m", "question_mark", "f3")


def room_of(rules: Rules) -> RoomState:
    chairs = tuple(Chair("person", name, True) for name in NAMES[: rules.players])
    info = rules_to_body(rules)
    return RoomState(1, "Kroon", "playing", chairs, 0, (0,), None, info, holder=0)


def sent(rules: Rules, rng: Random) -> Iterator[tuple[str, Any]]:
    """Views and rooms of this table, most of them spoiled in one place; some are another's."""
    other = rng.choice([table for table in TABLES.values() if table.players != rules.players])
    views = bodies(rules, 12)
    room = msgspec.to_builtins(room_of(rules))
    rooms = [msgspec.to_builtins(room_of(other)), room, *spoiled(room)]
    for view in cycle(views):
        yield "view", view
        yield "view", rng.choice(list(islice(spoiled(view), rng.randrange(40), None, 41)))
        yield "view", rng.choice(bodies(other, 3))
        yield "room", rng.choice(rooms)


@pytest.mark.parametrize("name", ["west-flanders", "two", "three", "parlee", "encheres", "calls"])
async def test_a_screen_is_never_ended_by_what_a_host_sends(name: str) -> None:
    await watch(TABLES[name], 40)


@pytest.mark.deep
@pytest.mark.parametrize("name", TABLES)
async def test_no_screen_is_ever_ended_by_what_a_host_sends(name: str) -> None:
    await watch(TABLES[name], 1000)


async def watch(rules: Rules, pushes: int) -> None:
    rng = Random(rules.name)
    good = bodies(rules, 6)[0]
    state = TableState(NAMES[good["seat"]])
    state.take_seat(Seated(good["seat"], state.name))
    state.take(room_of(rules))
    state.take(State(1, good))
    client = FakeClient(state.room, view_from_body(good), good["seat"])
    refused = shown = 0
    async with running(FakeWorld(client)) as (app, pilot):
        for kind, body in islice(sent(rules, rng), pushes):
            try:
                if kind == "view":
                    state.take(msgspec.convert({"revision": 1, "view": body}, State))
                else:
                    state.take(msgspec.convert(body, RoomState))
            except (Trouble, msgspec.ValidationError):
                refused += 1
                continue
            client.seat = state.seat
            client.push(room=state.room, view=state.view)
            await pilot.pause()
            await pilot.press(rng.choice(SHEETS))
            await pilot.pause()
            assert app.is_running and app._exception is None, (kind, body)
            while isinstance(app.screen, Sheet | RulesScreen):
                await pilot.press("escape")
            shown += 1
    print(f"{rules.name}: {refused} refused, {shown} shown")
    assert refused > shown // 4 > 0
