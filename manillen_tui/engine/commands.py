"""What a seat may ask of the match, and how it is refused. Words are made elsewhere."""

from enum import StrEnum

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit


class Signal(StrEnum):
    """What a leader may tell with the card led."""

    KNOCK = "knock"  # play your best of this suit and return it: a request
    SLIDE = "slide"  # I hold more of this suit
    FLY = "fly"  # my last of this suit


class CallKind(StrEnum):
    """What may be called once trump is named; each doubles what the deal counts."""

    ALONG = "along"  # by an opponent of the side that named
    AGAINST = "against"  # its answer


class _Command(
    Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, omit_defaults=True
):
    pass


class Cut(_Command, frozen=True, tag="cut"):
    """Lift `position` cards off the pack and put them below the rest."""

    position: int


class Look(_Command, frozen=True, tag="look"):
    """The dealer's partner looks at their cards before trump is named: the deal is void."""


class NameTrump(_Command, frozen=True, tag="trump"):
    """Name a suit, or no trump with `None`."""

    suit: Suit | None


class NameBlind(_Command, frozen=True, tag="blind"):
    """The dealer names no trump before looking at their cards."""


class PickUp(_Command, frozen=True, tag="pick-up"):
    """The dealer looks at their cards, and with that gives up naming blind."""


class HandOver(_Command, frozen=True, tag="hand-over"):
    """The dealer hands the choice of trump to their partner."""


class Pass(_Command, frozen=True, tag="pass"):
    """Say nothing: in a choice round, in an auction, or when asked for a call."""


class Bid(_Command, frozen=True, tag="bid"):
    """Undertake to capture so many card points with this trump."""

    points: int
    suit: Suit


class Call(_Command, frozen=True, tag="call"):
    """Go along or go against."""

    kind: CallKind


class AskCount(_Command, frozen=True, tag="ask-count"):
    """The leader asks their partner how many cards of a suit they hold."""

    suit: Suit


class AskCard(_Command, frozen=True, tag="ask-card"):
    """The leader asks whether their partner holds a card."""

    card: Card


class Play(_Command, frozen=True, tag="play"):
    """Play a card; who leads may give a signal with it, where the rules have them."""

    card: Card
    signal: Signal | None = None


class Next(_Command, frozen=True, tag="next"):
    """This seat has seen the score sheet."""


Command = (
    Cut
    | Look
    | NameTrump
    | NameBlind
    | PickUp
    | HandOver
    | Pass
    | Bid
    | Call
    | AskCount
    | AskCard
    | Play
    | Next
)


class Reason(StrEnum):
    """Why a command is refused."""

    NOT_NOW = "not-now"  # the deal is not at that point
    NOT_YOUR_TURN = "not-your-turn"
    CUT_RANGE = "cut-range"
    MAY_LOOK = "may-look"  # this seat has nothing to wait for
    NO_TRUMP_NOT_ALLOWED = "no-trump-not-allowed"
    MUST_NAME = "must-name"  # this seat may not pass
    NO_HAND_OVER = "no-hand-over"  # not played here, or already done
    NO_BLIND = "no-blind"  # not played here, or the dealer has looked
    BID_RANGE = "bid-range"
    NO_CALL = "no-call"  # this is not what may be called now
    NO_QUESTION = "no-question"  # not played here, or asked already
    KNOWN_CARD = "known-card"  # a question is about a high card that others may hold
    NO_SIGNAL = "no-signal"  # not played here, or not with a lead
    UNTRUE_SIGNAL = "untrue-signal"
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
    cards: tuple[Card, ...] = ()  # what may be played, or asked for, instead
    signal: Signal | None = None
    low: int | None = None
    high: int | None = None
