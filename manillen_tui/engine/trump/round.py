"""A choice round: each player in turn names trump or passes; the first to name ends it."""

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine.commands import Command, NameTrump, Pass, Reason, Refusal
from manillen_tui.engine.events import Passed, TrumpNamed
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trump.choosing import Outcome, StandingBid, Trump, nameable, refuse_name


class ChoiceRound(Struct, frozen=True):
    """The dealer speaks last: they must name or, if they may pass, passing means no trump."""

    dealer: int
    speaker: int

    @classmethod
    def begin(cls, rules: Rules, dealer: int) -> "ChoiceRound":
        return cls(dealer, rules.next_seat(dealer))

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.speaker,)

    @property
    def covered(self) -> tuple[int, ...]:
        return ()

    @property
    def bid(self) -> StandingBid | None:
        return None

    def choices(self, rules: Rules) -> tuple[Command, ...]:
        names = nameable(rules)
        return (*names, Pass()) if self._may_pass(rules) else names

    def bid_range(self, rules: Rules) -> tuple[int, int] | None:
        return None

    def apply(self, rules: Rules, command: Command) -> Outcome | Refusal:
        match command:
            case NameTrump(suit=suit):
                refusal = refuse_name(rules, suit)
                return refusal or (Trump(self.speaker, suit), (TrumpNamed(self.speaker, suit),))
            case Pass():
                if not self._may_pass(rules):
                    return Refusal(Reason.MUST_NAME)
                passed = Passed(self.speaker)
                if self.speaker == self.dealer:
                    return Trump(self.dealer, None), (passed, TrumpNamed(self.dealer, None))
                return replace(self, speaker=rules.next_seat(self.speaker)), (passed,)
        return Refusal(Reason.NOT_NOW)

    def _may_pass(self, rules: Rules) -> bool:
        return self.speaker != self.dealer or rules.dealer_may_pass
