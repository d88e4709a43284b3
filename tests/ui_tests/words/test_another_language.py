"""In another language every word on every screen changes, at once."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

import pytest
from msgspec.structs import replace

from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.records import Phase
from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens import join as join_screen
from net.address import Address
from net.discovery.listing import Status
from net.protocol.host_messages import Claim, Said
from support.engine_client import EngineClient
from support.fake_client import (
    LOBBY,
    PEOPLE,
    PLAYING,
    FakeBrowser,
    FakeClient,
    FakeRunning,
    FakeSaved,
    FakeWorld,
    last_trick,
    person,
    table_row,
    view_with,
)
from support.pseudo_language import pseudo_language, untranslated
from support.screens import BASE, COMPACT, TABLE, WIDE, running, said_on, text_of
from support.variants import QUICK, at, leading, naming


CLUB: Final = Keepsake(
    table="c0ffee",
    name="Clubhouse",
    addresses=(Address("192.168.1.9", 7842),),
    fingerprint="00" * 32,
    token="secret",
    player="Maria",
    seat=1,
)
ROWS: Final = (
    table_row("a", "Kitchen table", "Wim", people=4, info={"name": "malilla", "target": 51}),
    table_row("b", "Clubhouse", "Bea", state="playing", round_trip_ms=None, code=False),
    table_row("c", "Sunday table", "Noor", status=Status.SILENT),
    table_row("d", "Old", "Jan", status=Status.OTHER_VERSION),
    table_row("e", "New", "Els", status=Status.SEARCHING),
)
#: Names chosen by people, and keys.
AS_TYPED: Final = {
    *PEOPLE,
    *("Bea", "Jan", "Kitchen", "Clubhouse", "Sunday", "Old", "New", "table"),
    *("good", "evening", "amber", "banjo"),
    *("Esc", "Del", "PgDn", "PgUp", "Ctrl", "Space", "Home", "End"),
}


class Scene(NamedTuple):
    """A screen, and how to reach it: by these keys, from the table or else from home."""

    world: Callable[[], FakeWorld]
    keys: Sequence[str] = ()
    home: bool = False


def world_of_ways() -> FakeWorld:
    saved = [FakeSaved(), FakeSaved("ab", "Old table", trouble="table-damaged")]
    return FakeWorld(left_running=FakeRunning(), kept=[CLUB], saved=saved)


def lobby_of(seat: int = 0, *, watches: bool = False, code: bool = True) -> FakeWorld:
    room = replace(LOBBY, chat=(Said(1, "Wim", "good evening"),))
    client = FakeClient(room, seat=seat)
    client.watches = watches
    if not code:
        client.code = None
    return FakeWorld(client, left_running=FakeRunning(code=client.code))


def table_of(*, watches: bool = False, claimed: bool = False) -> FakeWorld:
    away = replace(person("Wim"), away=True, played=True)
    room = replace(PLAYING, chairs=(person("Maria"), away, person("Noor"), person("Els")))
    if claimed:
        room = replace(room, claims=(Claim(1, "Bea"),))
    view = view_with(last_trick=last_trick(1, "9♠ 7♠ K♠ Q♠", 3, 5))
    client = FakeClient(room, view, seat=2 if watches else 0)
    client.watches = watches
    return FakeWorld(client)


def match_of(name: str, moment: str) -> FakeWorld:
    """A match by this preset, when it first comes to one of these moments."""
    moments = {
        "cut": lambda view: view.cut_range is not None and 0 in view.to_act,
        "naming": naming,
        "leading": leading,
        "scored": lambda view: view.phase is Phase.SCORE,
        "over": lambda view: view.phase is Phase.OVER,
    }
    rules = replace(PRESETS[name], target=11 if moment == "over" else 999)
    client: EngineClient = at(rules, moments[moment])
    return FakeWorld(client)


class OneAnswer(asyncio.Event):
    """Answers the first request, and no others."""

    async def wait(self) -> Literal[True]:
        if not self.is_set():
            return await super().wait()
        self.clear()
        return True


FULL: Final = Trouble("full", {"watch": True, "away": [[1, "Noor"]]})

ON_THE_WAY: Final = {
    "home": Scene(world_of_ways, home=True),
    "home, another table": Scene(world_of_ways, ("o",), home=True),
    "home, forget which": Scene(world_of_ways, ("delete",), home=True),
    "home, forget this": Scene(world_of_ways, ("delete", "1"), home=True),
    "home, keys": Scene(world_of_ways, ("question_mark",), home=True),
    "home, name": Scene(world_of_ways, ("n",), home=True),
    "host": Scene(FakeWorld, ("h",), home=True),
    "rules editor": Scene(FakeWorld, ("h", "r", "down", "down", "down", "right"), home=True),
    "rules editor, clash": Scene(FakeWorld, ("h", "r", "left"), home=True),
    "rules editor, name": Scene(FakeWorld, ("h", "r", "s"), home=True),
    "rules pages": Scene(FakeWorld, ("r",), home=True),
    "join": Scene(lambda: FakeWorld(browser=FakeBrowser(ROWS)), ("j",), home=True),
    "join, nothing there": Scene(FakeWorld, ("j",), home=True),
    "join, address": Scene(FakeWorld, ("j", "a", "x", "enter"), home=True),
    "code asked": Scene(lambda: FakeWorld(code="tango kiwi")),
    "code refused": Scene(lambda: FakeWorld(code="tango kiwi"), (*"amber", "enter")),
    "full": Scene(lambda: FakeWorld(refusal=FULL)),
    "claim pending": Scene(lambda: FakeWorld(refusal=FULL, answering=OneAnswer()), ("2",)),
    "lobby": Scene(lobby_of, ("b",), home=True),
    "lobby, open": Scene(lambda: lobby_of(code=False), ("b",), home=True),
    "lobby, guest": Scene(lambda: lobby_of(1)),
    "lobby, spectator": Scene(lambda: lobby_of(2, watches=True)),
    "lobby, keys": Scene(lobby_of, ("question_mark",)),
    "lobby, people": Scene(lobby_of, ("x",)),
    "lobby, left by host": Scene(lobby_of, ("b", "q"), home=True),
    "lobby, left by guest": Scene(lambda: lobby_of(1), ("q",)),
    "code shown": Scene(lobby_of, ("f4",)),
    "no code": Scene(lambda: lobby_of(code=False), ("f4",)),
    "chat": Scene(lobby_of, ("m",)),
    "people": Scene(table_of, ("x",)),
    "people, send away": Scene(table_of, ("x", "down", "down", "r")),
    "people, pass rights": Scene(table_of, ("x", "down", "down", "p")),
    "people, claim": Scene(lambda: table_of(claimed=True), ("x",)),
    "people, spectator": Scene(lambda: table_of(watches=True), ("x",)),
    "table, left by host": Scene(table_of, ("q",)),
    "table, left by spectator": Scene(lambda: table_of(watches=True), ("q",)),
}
AT_THE_TABLE: Final = {
    "table": Scene(table_of),
    "table, refused card": Scene(table_of, ("2",)),
    "table, spectator": Scene(lambda: table_of(watches=True)),
    "table, keys": Scene(table_of, ("question_mark",)),
    "last trick": Scene(table_of, ("l",)),
    "score during a deal": Scene(table_of, ("s",)),
    "hands during a deal": Scene(table_of, ("h",)),
    "cut": Scene(lambda: match_of("west-flanders", "cut")),
    "naming": Scene(lambda: match_of("west-flanders", "naming")),
    "choice round": Scene(lambda: match_of("belgian", "naming")),
    "bidding": Scene(lambda: match_of("encheres", "naming")),
    "ask partner": Scene(lambda: match_of("parlee", "leading"), ("a",)),
    "what was said": Scene(lambda: match_of("parlee", "leading"), ("w",)),
    "signals": Scene(lambda: match_of("parlante", "leading")),
    "two players": Scene(lambda: match_of("two", "leading")),
    "score": Scene(lambda: match_of("west-flanders", "scored")),
    "score, hands": Scene(lambda: match_of("west-flanders", "scored"), ("h",)),
    "final": Scene(lambda: match_of("west-flanders", "over")),
}
SCENES: Final = ON_THE_WAY | AT_THE_TABLE


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_every_word_on_a_screen_comes_from_the_language(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_screen, "EXPLAIN_S", 0.0)
    address = None if scene.home else TABLE
    with pseudo_language():
        async with running(scene.world(), *scene.keys, at=address, settings=QUICK) as (app, pilot):
            for size in (BASE, COMPACT, WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert untranslated(said_on(app)) - AS_TYPED == set(), text_of(app)


async def test_another_language_is_spoken_while_the_program_runs() -> None:
    async with running(FakeWorld(), "h", at=None) as (app, pilot):
        assert {"Table", "Rules", "Spectators"} < untranslated(text_of(app))
        await pilot.press("escape")
        with pseudo_language():
            await pilot.press("h")
            assert untranslated(said_on(app)) <= AS_TYPED, text_of(app)
        await pilot.press("escape", "h")
        assert {"Table", "Rules", "Spectators"} < untranslated(text_of(app))
