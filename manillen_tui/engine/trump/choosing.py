"""What all ways of choosing trump have in common."""

from typing import Protocol

from msgspec import Struct

from manillen_tui.engine.cards import SUITS, Suit
from manillen_tui.engine.commands import Command, NameTrump, Reason, Refusal
from manillen_tui.engine.events import Event
from manillen_tui.engine.rules import Rules


class Trump(Struct, frozen=True):
    """The trump chosen, and by whom. Without a suit the deal is played at no trump."""

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
    """A choice of trump in progress."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats whose turn it is."""

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats that have not looked at their cards."""

    @property
    def bid(self) -> StandingBid | None:
        """The highest bid so far."""

    def choices(self, rules: Rules) -> tuple[Command, ...]:
        """All commands open to the seat to act, except bids."""

    def bid_range(self, rules: Rules) -> tuple[int, int] | None:
        """The lowest and the highest bid the seat to act may make; None: no bid at all."""

    def apply(self, rules: Rules, command: Command) -> "Outcome | Refusal":
        """The outcome of a command of the seat in `to_act`; or a refusal."""


#: The machine's next state, the trump chosen, or None if everybody passed; with the events.
Outcome = tuple[Choosing | Trump | None, tuple[Event, ...]]


def nameable(rules: Rules) -> tuple[NameTrump, ...]:
    """Every trump that may be named under these rules."""
    suits = tuple(NameTrump(suit) for suit in SUITS)
    return (*suits, NameTrump(None)) if rules.no_trump else suits


def refuse_name(rules: Rules, suit: Suit | None) -> Refusal | None:
    """Why this trump may not be named, or None if it may."""
    return Refusal(Reason.NO_TRUMP_NOT_ALLOWED) if suit is None and not rules.no_trump else None
