"""What a seat may ask of the match, and how it is refused. Words are made elsewhere."""

from enum import StrEnum

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit


class _Command(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    pass


class Cut(_Command, frozen=True, tag="cut"):
    """Lift `position` cards off the pack and put them below the rest."""

    position: int


class Look(_Command, frozen=True, tag="look"):
    """The dealer's partner looks at his cards before trump is named: the deal is void."""


class NameTrump(_Command, frozen=True, tag="trump"):
    """Name a suit, or no trump with `None`."""

    suit: Suit | None


class Play(_Command, frozen=True, tag="play"):
    card: Card


class Next(_Command, frozen=True, tag="next"):
    """This seat has seen the score sheet."""


Command = Cut | Look | NameTrump | Play | Next


class Reason(StrEnum):
    """Why a command is refused."""

    NOT_NOW = "not-now"  # the deal is not at that point
    NOT_YOUR_TURN = "not-your-turn"
    CUT_RANGE = "cut-range"
    MAY_LOOK = "may-look"  # this seat has nothing to wait for
    NO_TRUMP_NOT_ALLOWED = "no-trump-not-allowed"
    NOT_HELD = "not-held"
    MUST_FOLLOW = "must-follow"
    MUST_HEAD = "must-head"
    MUST_RUFF = "must-ruff"
    MUST_OVERTRUMP = "must-overtrump"
    NO_UNDERTRUMP = "no-undertrump"


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A reason with its arguments; a field the reason has no use for stays at its default."""

    reason: Reason
    suit: Suit | None = None  # that was led, or that must be played
    card: Card | None = None  # the one refused
    winning: Card | None = None  # the card to beat
    by: int | None = None  # who played it: its place in the trick from `why_not`, else the seat
    cards: tuple[Card, ...] = ()  # what may be played instead
    low: int | None = None
    high: int | None = None
