"""Calls after trump was chosen: an opponent may go along, the namer's side may go against."""

from msgspec import Struct

from manillen_tui.engine.commands import Call, CallKind, Command, Pass, Reason, Refusal
from manillen_tui.engine.events import CallMade, Event, Passed
from manillen_tui.engine.rules import Rules


class Called(Struct, frozen=True, array_like=True):
    """One call that was made."""

    seat: int
    kind: CallKind


class Calling(Struct, frozen=True):
    """The opponents of the naming side are asked in playing order, starting from the leader.

    Once one goes along no more are asked; then the namer and their partner may go against it.
    """

    namer: int
    asked: tuple[int, ...]  # the seat to answer, and those still to be asked
    kind: CallKind = CallKind.ALONG
    made: tuple[Called, ...] = ()

    @classmethod
    def begin(cls, rules: Rules, namer: int, leader: int) -> "Calling":
        side = rules.side(namer)
        return cls(namer, tuple(s for s in rules.around(leader) if rules.side(s) != side))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat being asked; empty when calling is over."""
        return self.asked[:1]

    @property
    def choices(self) -> tuple[Command, ...]:
        """All commands open to the seat to act."""
        return Call(self.kind), Pass()

    def apply(self, rules: Rules, command: Command) -> "tuple[Calling, Event] | Refusal":
        """The state after a command of the seat in `to_act`, with its event; or a refusal."""
        seat = self.asked[0]
        match command:
            case Pass():
                return Calling(self.namer, self.asked[1:], self.kind, self.made), Passed(seat)
            case Call(kind=kind) if kind is self.kind:
                partner = rules.partner(self.namer)
                namers = (self.namer,) if partner is None else (self.namer, partner)
                answers = namers if kind is CallKind.ALONG else ()
                made = (*self.made, Called(seat, kind))
                return Calling(self.namer, answers, CallKind.AGAINST, made), CallMade(seat, kind)
        return Refusal(Reason.NO_CALL)
