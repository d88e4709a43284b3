"""How a deal comes by its trump."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from msgspec import Struct

from manillen_tui.engine.cards import Suit
from manillen_tui.engine.commands import NameTrump, Reason, Refusal
from manillen_tui.engine.rules import Rules, TrumpChoice


class Trump(Struct, frozen=True):
    """What was chosen, and by whom. Without a suit the deal is played at no trump."""

    namer: int
    suit: Suit | None


class Choosing(Protocol):
    """A choice of trump under way."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that we wait for."""

    def apply(self, rules: Rules, command: NameTrump) -> "Choosing | Trump | Refusal":
        """What a command of a seat in `to_act` leads to."""


class DealerNames(Struct, frozen=True):
    """The dealer names a suit or no trump, and may not pass."""

    dealer: int

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.dealer,)

    def apply(self, rules: Rules, command: NameTrump) -> Trump | Refusal:
        if command.suit is None and not rules.no_trump:
            return Refusal(Reason.NO_TRUMP_NOT_ALLOWED)
        return Trump(self.dealer, command.suit)


#: How the choice begins, given the dealer.
CHOICES: Final[Mapping[TrumpChoice, Callable[[int], Choosing]]] = {TrumpChoice.DEALER: DealerNames}
