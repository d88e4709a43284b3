"""The host's side of a match: engine and computer players behind net's `Game`."""

import hmac
import secrets
from collections.abc import Callable
from itertools import count
from typing import Any, Final, Protocol

from msgspec.structs import replace

from manillen_tui.engine import match as matches
from manillen_tui.engine.commands import Command, Look, Next, Refusal
from manillen_tui.engine.events import SeatsMoved
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.sight import view_of
from manillen_tui.engine.view import View
from manillen_tui.wire import (
    Body,
    command_from_body,
    command_to_body,
    refusal_to_body,
    rules_to_body,
    view_to_body,
)
from net.game import Accepted, Malformed, Move, Rejected


#: How long the score sheet stays open for those who have not pressed, in seconds.
SHEET_S: Final = 20.0
#: How many deals of the sheet are sent, the last ones: a match has no longest, a frame has.
SHEET_DEALS: Final = 256
#: What gives the 32 secret bytes of each deal.
Entropy = Callable[[], bytes]


class ComputerPlayer(Protocol):
    """Moves for a seat from what that seat may see."""

    async def move(self, view: View) -> Command:
        """A command for a seat that is to act."""


def random_entropy() -> bytes:
    """Bytes that nobody can foresee."""
    return secrets.token_bytes(32)


def seeded_entropy(seed: int) -> Entropy:
    """The same bytes for the same seed, deal after deal: for the demo and for tests."""
    deals = count(1)
    return lambda: hmac.digest(str(seed).encode(), str(next(deals)).encode(), "sha256")


class Table:
    """One table's match, played with agreed rules; a `net.game.Game`."""

    def __init__(self, rules: Rules, entropy: Entropy, computer: ComputerPlayer) -> None:
        self._rules = rules
        self._entropy = entropy
        self._computer = computer
        self._match = matches.start(rules)

    @property
    def seats(self) -> int:
        return self._rules.players

    def info(self) -> Body:
        return rules_to_body(self._rules)

    def start(self) -> None:
        self._match = matches.start(self._rules)
        self._shuffle()

    def view(self, seat: int | None) -> Body:
        view = view_of(self._match, seat)
        return view_to_body(replace(view, sheet=view.sheet[-SHEET_DEALS:]))

    def apply(self, seat: int, turn: int, body: Body) -> Accepted | Rejected:
        """As `net.game.Game.apply`; the codes are the engine's reasons, and ``stale``."""
        try:
            command = command_from_body(body)
        except ValueError as error:
            raise Malformed(str(error)) from error
        if turn != self._match.turn and not isinstance(command, Look | Next):
            return Rejected("stale")
        step = matches.apply(self._match, seat, command)
        if isinstance(step, Refusal):
            details = refusal_to_body(step)
            return Rejected(details.pop("reason"), details)
        self._match, _events = step
        record: dict[str, Any] = {"seat": seat, "command": command_to_body(command)}
        if self._match.phase is not Phase.SHUFFLE:
            return Accepted(record)
        record["entropy"] = self._shuffle()
        moved = sum(e.places for e in self._match.events if isinstance(e, SeatsMoved))
        return Accepted(record, moved)

    async def keep(self, record: Body) -> None:
        """Nothing is kept beyond the match itself yet."""

    def to_move(self) -> tuple[int, ...]:
        return self._match.to_act

    def patience_s(self) -> float | None:
        return SHEET_S if self._match.phase is Phase.SCORE else None

    def may_chat(self) -> bool:
        return self._match.may_chat

    async def move_for(self, seat: int) -> Move:
        view = view_of(self._match, seat)
        command = await self._computer.move(view)
        return Move(view.turn, command_to_body(command))

    def _shuffle(self) -> bytes:
        entropy = self._entropy()
        self._match, _events = matches.shuffle(self._match, entropy)
        return entropy
