"""The host's side of a match: the engine and the computer players behind net's `Game`."""

import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from msgspec.structs import replace

from manillen_tui import history as histories
from manillen_tui.engine.commands import Command, Look, Next, Reason, Refusal
from manillen_tui.engine.match import Match
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.history import History, Record, Secrets, record_from_body, record_to_body
from manillen_tui.wire import (
    Body,
    command_from_body,
    command_to_body,
    refusal_to_body,
    rules_to_body,
    view_to_body,
)
from net.room.game import Accepted, Malformed, Move, Proven, Rejected


#: How long the score sheet stays open for those who have not pressed a key, in seconds.
SHEET_S: Final = 20.0
#: How many deals of the sheet are sent, the last ones: frames are limited, matches are not.
SHEET_DEALS: Final = 256


class ComputerPlayer(Protocol):
    """Moves for a seat, from what that seat may see."""

    async def move(self, view: View) -> Command:
        """Choose a command for a seat that is to act."""


def random_secrets(_number: int) -> bytes:
    """32 unpredictable bytes for any deal."""
    return secrets.token_bytes(32)


class SeededSecrets:
    """The same bytes for the same seed, deal after deal: for the demo and for tests.

    So that the same seed gives the same deals, shares are ignored, and the deals prove nothing.
    """

    def __init__(self, seed: int) -> None:
        self._key: Final = str(seed).encode()

    def __call__(self, number: int) -> bytes:
        return hmac.digest(self._key, str(number).encode(), "sha256")


class Table:
    """One table's matches, all with the same rules; a `net.room.game.Game`.

    `secrets` gives the host's 32 bytes for each deal. Unless these are `SeededSecrets`, the people
    at the table add their shares.
    """

    def __init__(self, rules: Rules, secrets: Secrets, computer: ComputerPlayer) -> None:
        self._secrets = secrets
        self._computer = computer
        self._history = History(rules)

    @classmethod
    def restore(
        cls, rules: Rules, records: Iterable[Body], secrets: Secrets, computer: ComputerPlayer
    ) -> "Table":
        """The table that wrote these records. Raises `ValueError` if no table can have."""
        table = cls(rules, secrets, computer)
        for record in records:
            table._history = histories.repeat(table._history, record_from_body(record))
        return table

    @property
    def seats(self) -> int:
        return self._history.rules.players

    def info(self) -> Body:
        return rules_to_body(self._history.rules)

    def start(self) -> Accepted:
        return self._take(*histories.begin(self._history, self._secrets))

    def due(self) -> int | None:
        return self._history.number

    def secret(self) -> bytes:
        if self._history.due is None:
            raise ValueError("no deal is due")
        return self._history.due

    def deal(self, shares: Mapping[int, bytes]) -> Accepted:
        if isinstance(self._secrets, SeededSecrets):
            shares = {}
        accepted = self._take(*histories.shuffle(self._history, shares))
        return replace(accepted, moved=histories.moved(self._history))

    def proven(self) -> Proven | None:
        history, match = self._history, self._history.ended
        if match is None or match.deal is None or match.deal.void or history.given is None:
            return None
        if not history.rules.open_hands:
            return None
        return Proven(match.deal.number, history.given.secret, history.given.shares)

    def view(self, seat: int | None) -> Body:
        view = self._view(seat)
        return view_to_body(replace(view, sheet=view.sheet[-SHEET_DEALS:]))

    def apply(self, seat: int, turn: int, body: Body) -> Accepted | Rejected:
        """See `net.room.game.Game.apply`; the codes are the engine's reasons, and ``stale``."""
        try:
            command = command_from_body(body)
        except ValueError as error:
            raise Malformed(str(error)) from error
        match = self._history.match
        if match is not None and turn != match.turn and not isinstance(command, Look | Next):
            return Rejected("stale")
        if match is None or self._history.due is not None:
            return Rejected(Reason.NOT_NOW)
        step = histories.do(self._history, seat, command, self._secrets)
        if isinstance(step, Refusal):
            details = refusal_to_body(step)
            return Rejected(details.pop("reason"), details)
        return self._take(*step)

    def to_move(self) -> tuple[int, ...]:
        match = self._history.match
        return () if match is None else match.to_act

    def patience_s(self) -> float | None:
        match = self._history.match
        return SHEET_S if match and match.phase is Phase.SCORE else None

    def may_chat(self) -> bool:
        match = self._history.match
        return match is None or match.may_chat

    async def move_for(self, seat: int) -> Move:
        view = self._view(seat)
        command = await self._computer.move(view)
        return Move(view.turn, command_to_body(command))

    def _take(self, history: History, record: Record) -> Accepted:
        self._history = history
        return Accepted(record_to_body(record))

    def _view(self, seat: int | None) -> View:
        history = self._history
        match = history.match if history.due is None else history.last or history.match
        if match is None:
            raise ValueError("no match was started")
        return _before_the_first_deal(match, seat) if match.deal is None else view_of(match, seat)


def _before_the_first_deal(match: Match, seat: int | None) -> View:
    """The view before anything has happened, when the dealer is not yet known."""
    rules = match.rules
    return View(
        seat=seat,
        rules=rules,
        phase=Phase.SHUFFLE,
        turn=match.turn,
        deal=1,
        dealer=0,
        to_act=(),
        hand=None,
        counts=(0,) * rules.players,
        legal=(),
        may_look=False,
        cut_range=None,
        namer=None,
        trump=None,
        trick=(),
        winning=None,
        last_trick=None,
        tricks=(0,) * rules.players,
        points=(0,) * rules.sides if rules.running_points else None,
        totals=match.totals,
        factor=1,
        sheet=(),
        seen=(),
        winner=None,
        hands=None,
        first_event=0,
        events=(),
        games=match.games,
    )
