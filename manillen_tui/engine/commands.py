"""The commands of a seat, and the reasons for refusing them, as codes without words."""

from enum import StrEnum

from msgspec import Struct

from manillen_tui.engine.cards import Card, Suit


class Signal(StrEnum):
    """What a leader may tell their partner with the card led."""

    KNOCK = "knock"  # a request: play your best of this suit and return it
    SLIDE = "slide"  # I hold more of this suit
    FLY = "fly"  # my last of this suit


class CallKind(StrEnum):
    """What may be called once trump is named; each call doubles the deal."""

    ALONG = "along"  # by an opponent of the side that named trump
    AGAINST = "against"  # that side's answer


class _Command(
    Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, omit_defaults=True
):
    pass


class Cut(_Command, frozen=True, tag="cut"):
    """Lift `position` cards off the pack and put them under the rest."""

    position: int


class Look(_Command, frozen=True, tag="look"):
    """The dealer's partner looks at their cards before trump is named: the deal is void."""


class NameTrump(_Command, frozen=True, tag="trump"):
    """Name a suit, or no trump with `None`."""

    suit: Suit | None


class NameBlind(_Command, frozen=True, tag="blind"):
    """The dealer names no trump before looking at their cards."""


class PickUp(_Command, frozen=True, tag="pick-up"):
    """The dealer looks at their cards, giving up the chance to name blind."""


class HandOver(_Command, frozen=True, tag="hand-over"):
    """The dealer hands the choice of trump to their partner."""


class Pass(_Command, frozen=True, tag="pass"):
    """Pass: in a choice round, in an auction, or when asked for a call."""


class Bid(_Command, frozen=True, tag="bid"):
    """Undertake to capture this many card points with this trump."""

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
    """Play a card; the leader may add a signal, if the rules have signals."""

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

    NOT_NOW = "not-now"  # not at this point of the deal
    NOT_YOUR_TURN = "not-your-turn"
    CUT_RANGE = "cut-range"
    MAY_LOOK = "may-look"  # this seat has nothing to wait for
    NO_TRUMP_NOT_ALLOWED = "no-trump-not-allowed"
    MUST_NAME = "must-name"  # this seat may not pass
    NO_HAND_OVER = "no-hand-over"  # not in these rules, or already done
    NO_BLIND = "no-blind"  # not in these rules, or the dealer has looked
    BID_RANGE = "bid-range"
    NO_CALL = "no-call"  # this may not be called now
    NO_QUESTION = "no-question"  # not in these rules, or already asked
    KNOWN_CARD = "known-card"  # may only ask for a high card that partner may hold
    NO_SIGNAL = "no-signal"  # not in these rules, or not with a lead
    UNTRUE_SIGNAL = "untrue-signal"
    NOT_HELD = "not-held"
    MUST_FOLLOW = "must-follow"
    MUST_HEAD = "must-head"
    MUST_RUFF = "must-ruff"
    MUST_OVERTRUMP = "must-overtrump"
    NO_UNDERTRUMP = "no-undertrump"


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A reason with its arguments; fields that a reason does not use keep their defaults."""

    reason: Reason
    suit: Suit | None = None  # the suit led, or the suit to be played
    card: Card | None = None  # the card refused
    winning: Card | None = None  # the card to beat
    by: int | None = None  # who played it: its place in the trick from `why_not`, else the seat
    cards: tuple[Card, ...] = ()  # what may be played, or asked for, instead
    signal: Signal | None = None
    low: int | None = None
    high: int | None = None
