"""The dealer names trump, or hands the choice to their partner."""

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine.commands import (
    Command,
    HandOver,
    NameBlind,
    NameTrump,
    Pass,
    PickUp,
    Reason,
    Refusal,
)
from manillen_tui.engine.events import HandedOver, PickedUp, TrumpNamed
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trump.choosing import Outcome, StandingBid, Trump, nameable, refuse_name


class DealerNames(Struct, frozen=True):
    """The dealer names a suit or no trump, and may not pass.

    Depending on the rules, the dealer may name no trump before looking at their cards, or hand the
    choice to their partner, who has not looked yet and must then name.
    """

    dealer: int
    namer: int  # the dealer, or their partner once the choice is handed over
    covered: tuple[int, ...] = ()

    @classmethod
    def begin(cls, rules: Rules, dealer: int) -> "DealerNames":
        partner = rules.partner(dealer)
        covered: tuple[int, ...] = (dealer,) if rules.blind_no_trump else ()
        if rules.partner_waits and partner is not None:
            covered += (partner,)
        return cls(dealer, dealer, covered)

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.namer,)

    @property
    def bid(self) -> StandingBid | None:
        return None

    def choices(self, rules: Rules) -> tuple[Command, ...]:
        blind = self.dealer in self.covered
        names: tuple[Command, ...] = (PickUp(), NameBlind()) if blind else nameable(rules)
        return (*names, HandOver()) if self._may_hand_over(rules) else names

    def bid_range(self, rules: Rules) -> tuple[int, int] | None:
        return None

    def apply(self, rules: Rules, command: Command) -> Outcome | Refusal:
        blind = self.dealer in self.covered
        match command:
            case PickUp() if blind:
                seen = tuple(seat for seat in self.covered if seat != self.dealer)
                return replace(self, covered=seen), (PickedUp(self.dealer),)
            case NameBlind():
                if not blind:
                    return Refusal(Reason.NO_BLIND)
                return Trump(self.dealer, None, blind=True), (TrumpNamed(self.dealer, None, True),)
            case HandOver():
                partner = rules.partner(self.dealer)
                if partner is None or not self._may_hand_over(rules):
                    return Refusal(Reason.NO_HAND_OVER)
                handed = DealerNames(self.dealer, partner)
                return handed, (HandedOver(self.dealer, partner),)
            case NameTrump(suit=suit) if not blind:
                refusal = refuse_name(rules, suit)
                return refusal or (Trump(self.namer, suit), (TrumpNamed(self.namer, suit),))
            case Pass():
                return Refusal(Reason.MUST_NAME)
        return Refusal(Reason.NOT_NOW)

    def _may_hand_over(self, rules: Rules) -> bool:
        return rules.partner_choice and self.namer == self.dealer
