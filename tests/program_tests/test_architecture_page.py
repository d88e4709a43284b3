"""The architecture page links code that exists, and describes what really happens."""

import ast
import asyncio
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from manillen_tui.engine.cards import Card
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Client
from manillen_tui.guest.saved_seats import Keeper
from manillen_tui.players.crew import ComputerPlayers
from net.discovery.announce import Announcer
from net.discovery.browse import Browser
from net.discovery.listing import Status
from support import house as houses
from support.fake_client import FakeWorld
from support.house import House, house, until
from support.places import DOCS, ROOT
from support.playing import RIGHTS, play
from support.screens import running
from support.screens import until as shows
from support.steps import Step, steps_of, walking, worker_command


PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[`([\w.]+)`\]\(\.\./([\w./]+)\)")
WAYS = ("The way of a card", "The way of a guest", "The way of a computer player's move")


def way(title: str) -> list[Step]:
    """The stops of a path, as linked by its numbered lines."""
    _, _, section = PAGE.partition(f"\n## {title}\n")
    lines = re.findall(r"^\d+\. (.*)$", section.partition("\n## ")[0], re.MULTILINE)
    found = [LINK.match(line) for line in lines]
    assert found and all(found), "every stop begins with its link"
    return [Step(link[2], link[1]) for link in found if link]


def names_in(path: Path) -> set[str]:
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
            inner = node.body if isinstance(node, ast.ClassDef) else []
            names |= {f"{node.name}.{one.name}" for one in inner if hasattr(one, "name")}
    return names


@pytest.mark.parametrize("title", WAYS)
def test_every_stop_is_a_function_of_the_module_it_links(title: str) -> None:
    for step in way(title):
        assert step.name in names_in(ROOT / step.path), step


def test_every_file_and_folder_named_on_a_page_exists() -> None:
    for page in (*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "tests/support/README.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
        for named in re.findall(r"`((?:manillen_tui|net|tests|docs)/[\w./]+)`", text):
            # New names that a step of the guide introduces are in capitals.
            assert named.isupper() or re.search(r"[A-Z]{4}", named) or (ROOT / named).exists(), (
                f"{page.name}: {named}"
            )


def test_the_index_of_helpers_is_complete() -> None:
    index = (ROOT / "tests/support/README.md").read_text(encoding="utf-8")
    modules = {path.stem for path in (ROOT / "tests/support").glob("*.py")}
    assert modules == set(re.findall(r"`(\w+)`", index))


def follows(steps: Sequence[Step], taken: Sequence[tuple[float, Step]]) -> None:
    """Check that the steps were taken in this order, whatever happened in between."""
    rest = iter(sorted(taken))
    for before, step in pairwise((None, *steps)):
        assert any(there == step for _, there in rest), f"{step} does not come after {before}"


class AtHouse(FakeWorld):
    """Everybody who joins sits down at a real table."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house = house

    async def join(self, *_: Any, **__: Any) -> Any:
        return await self.house.guest("Maria", rights=RIGHTS)


async def test_a_card_takes_the_described_path() -> None:
    steps = way("The way of a card")
    async with (
        house(spoken=None) as held,
        running(AtHouse(held), at=held.address) as (_app, pilot),
    ):
        await shows(pilot, lambda: bool(held.people))
        (maria,) = held.people
        for name in ("Wim", "Noor", "Els"):
            await held.guest(name)
        await held.begin()

        def her_turn(view: View) -> bool:
            return view.phase is Phase.PLAY and maria.seat in view.to_act

        # From here on nobody else moves: all that happens is about her card.
        view = await asyncio.gather(*(play(client, her_turn) for client in held.people))
        cards, legal = list(view[0].hand or ()), view[0].legal[0]
        with walking(steps) as walk:
            await pilot.press(str(cards.index(legal) + 1))
            await shows(
                pilot, lambda: bool(maria.view and maria.view.hand == without(cards, legal))
            )
    follows(steps, walk.taken)


def without(cards: Sequence[Card], card: Card) -> tuple[Card, ...]:
    return tuple(one for one in cards if one != card)


async def test_a_guest_takes_the_described_path(tmp_path: Path) -> None:
    steps = way("The way of a guest")
    async with house() as held:
        announcer = Announcer(held.room.info(), held.address.port, interfaces=["127.0.0.1"])
        browser = Browser(interfaces=["127.0.0.1"])
        with walking(steps) as walk:
            try:
                await announcer.start()
                await browser.start()
                while not is_found(browser, held):
                    await browser.changed()
            finally:
                await browser.stop()
                await announcer.stop()
            client = await held.guest("Wim", keeper=Keeper(tmp_path))
            await comes_back(client, held)
    follows(steps, walk.taken)


def is_found(browser: Browser, held: House) -> bool:
    return any(
        row.status is Status.ALIVE and held.address.port in {a.port for a in row.addresses}
        for row in browser.rows
    )


async def comes_back(client: Client, held: House) -> None:
    held.drop(client.seat)
    await until(client, lambda: client.lost is not None)
    await until(client, lambda: client.lost is None)


async def test_a_computer_players_move_takes_the_described_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = way("The way of a computer player's move")
    file = tmp_path / "steps"
    players = ComputerPlayers(worker=worker_command(file, steps))
    monkeypatch.setattr(houses, "Sensible", lambda: players)

    def it_has_played(view: View) -> bool:
        plays = view.last_trick.plays if view.last_trick else view.trick
        return any(play.seat == 3 for play in plays)

    await players.start()
    try:
        async with house("Wim", "Noor", "Els", spoken=None) as held:
            with walking(steps) as walk:
                await held.begin()
                await asyncio.gather(*(play(client, it_has_played) for client in held.people))
    finally:
        await players.stop()
    # People use the same policy here, so only what happens in the worker counts.
    here = [(at, step) for at, step in walk.taken if step.name not in ("view_from_body", "choose")]
    follows(steps, [*here, *steps_of(file)])
