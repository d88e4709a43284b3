"""What suits, rule sets, people and rooms are called."""

from manillen_tui.engine.cards import Suit
from manillen_tui.words.catalogue import _


def suit_name(suit: Suit | None) -> str:
    """The name of a trump; `None` is no trump."""
    match suit:
        case Suit.CLUBS:
            return _("clubs")
        case Suit.DIAMONDS:
            return _("diamonds")
        case Suit.HEARTS:
            return _("hearts")
        case Suit.SPADES:
            return _("spades")
        case None:
            return _("no trump")


def trump_text(suit: Suit | None) -> str:
    """A trump with its sign: "♦ diamonds"."""
    return suit_name(None) if suit is None else f"{suit} {suit_name(suit)}"


def rules_name(name: str) -> str:
    """How a rule set is called at the table."""
    return {"west-flanders": _("West-Flanders")}.get(name, name)


def computer_name(seat: int) -> str:
    return _("Robot {number}").format(number=seat + 1)


def empty_name() -> str:
    return _("empty chair")


def room_state(state: str) -> str:
    """What a table is doing, from the state of its room."""
    return {"lobby": _("open"), "playing": _("playing"), "over": _("finished")}.get(state, state)
