"""A seat at a match played in memory by the engine, for screens: the others move at random."""

from collections.abc import Callable
from random import Random

import msgspec

from manillen_tui.engine.commands import Command, Pass, Refusal
from manillen_tui.engine.match import apply, shuffle, start
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.trouble import Trouble
from manillen_tui.wire import refusal_to_body, rules_to_body
from net.protocol.host_messages import RoomState
from support.fake_client import PEOPLE, PLAYING, FakeClient, person
from support.matches import any_command


def room_for(rules: Rules) -> RoomState:
    """Everybody is there, by name."""
    chairs = tuple(map(person, PEOPLE[: rules.players]))
    return msgspec.structs.replace(PLAYING, chairs=chairs, info=rules_to_body(rules))


class EngineClient(FakeClient):
    """Carries out requests at once; then the others move until it is this seat's turn."""

    def __init__(self, rules: Rules, *, seed: int = 1, seat: int = 0) -> None:
        super().__init__(room_for(rules), seat=seat)
        self._rng = Random(seed)
        self.match = start(rules)
        self._to_act()
        self.show()
        self.others_move()

    async def command(self, command: Command) -> None:
        await super().command(command)
        self.do(self.seat, command)
        self.others_move()

    def do(self, seat: int, command: Command) -> None:
        """Apply a seat's command; a refusal is raised as from a host."""
        result = apply(self.match, seat, command)
        if isinstance(result, Refusal):
            details = refusal_to_body(result)
            raise Trouble(details.pop("reason"), details)
        self.match = result[0]
        self.show()

    def others_move(self) -> None:
        while self.seat not in self._to_act() and self.match.phase is not Phase.OVER:
            self.another_moves()

    def another_moves(self) -> None:
        others = [seat for seat in self._to_act() if seat != self.seat]
        self.do(others[0], any_command(self._rng, view_of(self.match, others[0])))

    def until(self, condition: Callable[[View], bool], *, passing: bool = False) -> View:
        """Let everybody, including this seat, move at random until its view satisfies a condition.

        With `passing` nobody names or bids unless they must.
        """
        for _move in range(10_000):
            self._to_act()
            view = view_of(self.match, self.seat)
            if condition(view):
                self.show()
                return view
            if self.match.phase is Phase.OVER:
                break
            seat = self._to_act()[0]
            theirs = view_of(self.match, seat)
            passes = passing and Pass() in theirs.choices
            self.do(seat, Pass() if passes else any_command(self._rng, theirs))
        raise LookupError("it never came to that")

    def _to_act(self) -> tuple[int, ...]:
        if self.match.phase is Phase.SHUFFLE:
            self.match = shuffle(self.match, self._rng.randbytes(32))[0]
        return self.match.to_act

    def show(self) -> None:
        if self.match.deal is not None:
            self.push(view=view_of(self.match, self.seat))
