"""What suits, people and rooms are called."""

from manillen_tui.engine.cards import Suit
from manillen_tui.words.catalogue import _, pgettext


def suit_name(suit: Suit | None, *, spanish: bool = False) -> str:
    """A suit of a French or a Spanish pack; `None` is no trump."""
    match suit:
        case Suit.CLUBS:
            return pgettext("spanish", "clubs") if spanish else _("clubs")
        case Suit.DIAMONDS:
            return pgettext("spanish", "coins") if spanish else _("diamonds")
        case Suit.HEARTS:
            return pgettext("spanish", "cups") if spanish else _("hearts")
        case Suit.SPADES:
            return pgettext("spanish", "swords") if spanish else _("spades")
        case None:
            return _("no trump")


def trump_text(suit: Suit | None, *, spanish: bool = False) -> str:
    """A trump with its sign: "♦ diamonds"."""
    name = suit_name(suit, spanish=spanish)
    return name if suit is None else f"{suit} {name}"


def computer_name(seat: int) -> str:
    return _("Robot {number}").format(number=seat + 1)


def name_at(seat: int | None, name: str) -> str:
    """Somebody whose name looks like another one at the table; None: who holds no seat."""
    return f"{'?' if seat is None else seat + 1}·{name}"


def came_line(name: str) -> str:
    """Somebody sits down during a match."""
    return _("{name} sits down").format(name=name)


def left_line(name: str) -> str:
    """Somebody leaves during a match, or is lost."""
    return _("{name} left; a computer player takes over").format(name=name)


def empty_name() -> str:
    return _("empty chair")


def room_state(state: str) -> str:
    """The state of a table, in a word."""
    return {"lobby": _("open"), "playing": _("playing"), "over": _("finished")}.get(state, state)
