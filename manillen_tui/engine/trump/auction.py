"""An auction: each player once bids card points with a suit, or passes; the highest bid wins."""

from msgspec import Struct

from manillen_tui.engine.commands import Bid, Command, Pass, Reason, Refusal
from manillen_tui.engine.events import AllPassed, BidMade, Event, Passed, TrumpNamed
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trump.choosing import Outcome, StandingBid, Trump


class Auction(Struct, frozen=True):
    """One round, the dealer last. If all pass the deal is over."""

    dealer: int
    speaker: int
    bid: StandingBid | None = None

    @classmethod
    def begin(cls, rules: Rules, dealer: int) -> "Auction":
        return cls(dealer, rules.next_seat(dealer))

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.speaker,)

    @property
    def covered(self) -> tuple[int, ...]:
        return ()

    def choices(self, rules: Rules) -> tuple[Command, ...]:
        return (Pass(),)

    def bid_range(self, rules: Rules) -> tuple[int, int] | None:
        low = 1 + (rules.par if self.bid is None else self.bid.points)
        return (low, rules.total) if low <= rules.total else None

    def apply(self, rules: Rules, command: Command) -> Outcome | Refusal:
        match command:
            case Bid(points=points, suit=suit):
                low, high = self.bid_range(rules) or (None, None)
                if low is None or high is None or not low <= points <= high:
                    return Refusal(Reason.BID_RANGE, low=low, high=high)
                bid = StandingBid(self.speaker, points, suit)
                return self._spoken(rules, bid, BidMade(self.speaker, points, suit))
            case Pass():
                return self._spoken(rules, self.bid, Passed(self.speaker))
        return Refusal(Reason.NOT_NOW)

    def _spoken(self, rules: Rules, bid: StandingBid | None, said: Event) -> Outcome:
        if self.speaker != self.dealer:
            return Auction(self.dealer, rules.next_seat(self.speaker), bid), (said,)
        if bid is None:
            return None, (said, AllPassed())
        trump = Trump(bid.seat, bid.suit, bid=bid.points)
        return trump, (said, TrumpNamed(bid.seat, bid.suit))
