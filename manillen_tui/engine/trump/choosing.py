"""What all ways of choosing trump have in common."""

from typing import Protocol

from msgspec import Struct

from manillen_tui.engine.cards import SUITS, Suit
from manillen_tui.engine.commands import Command, NameTrump, Reason, Refusal
from manillen_tui.engine.events import Event
from manillen_tui.engine.rules import Rules


class Trump(Struct, frozen=True):
    """What was chosen, and by whom. Without a suit the deal is played at no trump."""

    namer: int
    suit: Suit | None
    blind: bool = False  # named before looking
    bid: int | None = None  # the card points undertaken


class StandingBid(Struct, frozen=True, array_like=True):
    """The highest bid so far."""

    seat: int
    points: int
    suit: Suit


class Choosing(Protocol):
    """A choice of trump under way."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that we wait for."""

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats whose cards lie face down."""

    @property
    def bid(self) -> StandingBid | None:
        """The highest bid so far."""

    def choices(self, rules: Rules) -> tuple[Command, ...]:
        """All that the seat to act may say, but for bids."""

    def bid_range(self, rules: Rules) -> tuple[int, int] | None:
        """The lowest and the highest bid it may make; None: none at all."""

    def apply(self, rules: Rules, command: Command) -> "Outcome | Refusal":
        """What a command of a seat in `to_act` leads to."""


#: The machine goes on, trump is chosen, or (None) nobody wanted to choose it; and what was said.
Outcome = tuple[Choosing | Trump | None, tuple[Event, ...]]


def nameable(rules: Rules) -> tuple[NameTrump, ...]:
    """Every trump that these rules let a player name."""
    suits = tuple(NameTrump(suit) for suit in SUITS)
    return (*suits, NameTrump(None)) if rules.no_trump else suits


def refuse_name(rules: Rules, suit: Suit | None) -> Refusal | None:
    """Why this may not be named, if it may not."""
    return Refusal(Reason.NO_TRUMP_NOT_ALLOWED) if suit is None and not rules.no_trump else None
