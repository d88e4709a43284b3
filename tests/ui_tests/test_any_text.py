"""Whatever text a host sends, as a name, in the chat, in a notice or as the code: it is shown."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace
from textual.content import Content

from manillen_tui.engine.rules import Rules
from manillen_tui.guest.state import TableState
from manillen_tui.trouble import Trouble
from manillen_tui.ui.app import ManillenApp
from manillen_tui.ui.screens.base import Sheet
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.widgets.record import Log
from manillen_tui.wire import rules_to_body, view_from_body
from net.limits import Limits
from net.protocol.codec import decode_from_host, encode
from net.protocol.framing import BadFrame
from net.protocol.host_messages import (
    Chair,
    Claim,
    Commit,
    Contribution,
    FromHost,
    Key,
    Notice,
    Promise,
    Reveal,
    RoomState,
    Said,
    Sealed,
    Seated,
    State,
)
from support.fake_client import FakeClient, FakeWorld
from support.screens import BASE, COMPACT, running, said_on
from support.spoiled import TABLES, bodies


LIMITS: Final = Limits()
OWN: Final = "Maria"
ODD: Final = (
    *("", " ", "x" * 200, "漢" * 200, "e\u0301\u0301\u0301" * 60, "\u0301", "\ufe0f", "🂡" * 9),
    *("[red]", "[/]", "[/red]x[", "[@click=app.quit]x[/]", "[b]{name}[/b]", "\\[", "]["),
    *("{0}", "{name}", "{0.__class__}", "{", "%s", "$muted", "~", "<b>", "&amp;"),
    *("│ Wim: I resign", "Wim: I resign", "7♣ K♦ ♥♠", "Robot 2", "empty chair", "Mаriа", "1·Maria"),
    *("שלום", "مرحبا", "नमस्ते", "ㅤ", "\u2800", "\U000e0fff", "\ue000", "\ufffe"),
)
#: None of these reaches a screen.
COMMANDS: Final = ("\x1b[31m", "\x07", "\n", "\u202e", "\u200b", "\ud800", "\u2028", "\x9b")
SHEETS = ("s", "l", "w", "h", "x", "m", "question_mark", "f3", "f9")


class Host:
    """Says anything the wire lets through, and some things that it does not."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self._rng = rng
        self._rules = rules
        self._said = 0

    def text(self, most: int) -> str:
        parts = [self._rng.choice((*ODD, *ODD, *ODD, *COMMANDS)) for _ in range(3)]
        return "".join(parts[: self._rng.randrange(1, 4)])[:most]

    def pushes(self) -> Iterator[FromHost]:
        while True:
            yield self.room()
            yield self.room()
            yield Key(self._rng.choice((None, self.text(64))))
            yield Notice(self._rng.choice(("badcode", "relay", "badtoken", "x")), self.details())
            deal, seat = self._rng.randrange(4), self._rng.randrange(16)
            digest, share = self._rng.randbytes(32), self._rng.randbytes(16)
            twice = self._rng.randrange(3)
            yield self.room()
            yield Commit(deal, digest)
            yield Sealed(deal, (Promise(seat, digest),) * twice)
            yield Reveal(deal, digest, (Contribution(seat, share),) * twice)

    def details(self) -> dict[str, Any]:
        odd: tuple[Any, ...] = (None, True, -1, 2**63, [], {}, {"a": [1]}, self.text(2000))
        keys = ("address", "count", "reason", self.text(20))
        return {key: self._rng.choice(odd) for key in keys if self._rng.random() < 0.8}

    def room(self) -> RoomState:
        seats = range(self._rules.players)
        names = [OWN, *(self.text(200) for _ in seats[2:]), "Els"]
        chairs = tuple(
            Chair("person", name, True, self._rng.random() < 0.3, self._rng.random() < 0.3)
            for name in names
        )
        said = tuple(
            Said(self._said + n, self._rng.choice((*names, self.text(200))), self.text(2000))
            for n in range(3)
        )
        self._said += self._rng.randrange(3)
        return RoomState(
            1,
            self.text(200),
            "playing",
            chairs,
            self._rng.choice((None, *seats)),
            tuple(self._rng.sample(seats, 2)),
            self._rng.choice((None, 0, 2**31 - 1)),
            rules_to_body(self._rules),
            chat=said,
            holder=self._rng.choice((None, *seats)),
            absence_ms=self._rng.choice((None, 0, 2**31 - 1)),
            paused=self._rng.choice((None, *names, self.text(200))),
            watchers=tuple(self.text(200) for _ in range(self._rng.randrange(12))),
            claims=(Claim(self._rng.choice(seats), self.text(200)),) * self._rng.randrange(2),
            saved=self._rng.random() < 0.5,
        )


def over_the_wire(push: FromHost) -> Any:
    return decode_from_host(encode(push)[4:], LIMITS)


async def test_any_text_of_a_host_is_shown_or_refused() -> None:
    await listen(TABLES["west-flanders"], 24)


@pytest.mark.deep
@pytest.mark.parametrize("name", TABLES)
async def test_all_kinds_of_text_of_a_host_are_shown_or_refused(name: str) -> None:
    await listen(TABLES[name], 300)


async def listen(rules: Rules, pushes: int) -> None:
    rng = Random(rules.name)
    host = Host(rules, rng)
    good = {**bodies(rules, 6)[3], "seat": 0}
    state = TableState(OWN)
    state.take_seat(Seated(0, OWN))
    plain = replace(
        host.room(),
        name="Kroon",
        chairs=tuple(Chair("person", name, True) for name in (OWN, "Noor", "Els", "Bea"))[
            : rules.players
        ],
        chat=(),
    )
    state.take(plain)
    state.take(State(1, good))
    client = FakeClient(state.room, view_from_body(good))
    refused = shown = 0
    for size in (COMPACT, BASE):
        async with running(FakeWorld(client), size=size) as (app, pilot):
            for push in islice(host.pushes(), pushes // 2):
                try:
                    state.take(received := over_the_wire(push))
                    if isinstance(received, Commit):
                        state.proofs.commit(received, state.seat)
                    if isinstance(received, Sealed):
                        state.proofs.sealed(received)
                except (Trouble, BadFrame):
                    refused += 1
                    continue
                client.seat, client.code, client.proofs = state.seat, state.code, state.proofs
                client.notices.extend(state.notices)
                state.notices.clear()
                client.push(room=state.room, view=state.view)
                await pilot.pause()
                await pilot.press(rng.choice(SHEETS))
                await pilot.pause()
                assert app.is_running and app._exception is None, push
                whole(app)
                while isinstance(app.screen, Sheet | RulesScreen):
                    await pilot.press("escape")
                shown += 1
    print(f"{rules.name}: {refused} refused, {shown} shown")
    assert shown > pushes // 4
    assert refused > 0


def whole(app: ManillenApp) -> None:
    """No text was read as an order, and no line of the log begins as the rest of another does."""
    assert not any(sign in said_on(app) for sign in COMMANDS if sign != "\n")
    for log in app.screen.query(Log):
        shown = log.render()
        assert isinstance(shown, Content)
        assert not shown.plain.startswith("│")
