"""Where the person is asked: what to say about trump, and where to cut."""

from collections.abc import Mapping
from typing import Final

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from manillen_tui.engine.cards import SUITS, Suit
from manillen_tui.engine.commands import (
    Bid,
    Call,
    CallKind,
    Command,
    HandOver,
    NameBlind,
    NameTrump,
    Pass,
    PickUp,
)
from manillen_tui.engine.view import View
from manillen_tui.ui.card_text import keymap_of, pen_of
from manillen_tui.ui.keys.action import Action, bindings, key_shown
from manillen_tui.ui.keys.table import CUT, SAY, SPANISH_SUIT_KEYS, SUIT_KEYS
from manillen_tui.ui.widgets.number import Number
from manillen_tui.words import table as table_words
from manillen_tui.words.nouns import trump_text
from manillen_tui.words.turns import saying


class Offer(Widget, can_focus=True):
    """All that may be said now, each by one key; or the arrows, then Enter.

    Where points are bid, up and down or two digits choose how many, and a suit bids them.
    """

    BINDINGS = bindings((*SUIT_KEYS, *SAY))
    ACTIONS = (*SUIT_KEYS, *SAY)
    SPANISH = False

    class Said(Message):
        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    def __init__(self) -> None:
        super().__init__()
        self._number: Number | None = None  # where points are bid
        self._range: tuple[int, int] | None = None
        self._choices: Mapping[str, Command] = {}
        self._at = ""

    @property
    def points(self) -> int:
        """How much a suit bids; 0 where nothing is bid."""
        return self._number.value if self._number else 0

    def show(self, view: View) -> None:
        """What this seat may say; another set of choices begins at its first one."""
        choices = {_token(command): command for command in view.choices}
        if view.bid_range is not None:
            choices = {suit.value: Bid(view.bid_range[0], suit) for suit in SUITS} | choices
        if (choices, view.bid_range) == (self._choices, self._range):
            return
        if choices.keys() != self._choices.keys():
            self._at = next(iter(choices), "")
        self._choices, self._range = choices, view.bid_range
        self._number = Number(*view.bid_range, view.bid_range[0]) if view.bid_range else None
        self.refresh()

    def action_move(self, step: int) -> None:
        tokens = list(self._choices)
        self._at = tokens[(tokens.index(self._at) + step) % len(tokens)]
        self.refresh()

    def action_bid(self, step: int) -> None:
        if self._number is not None:
            self._number.step(step)
            self.refresh()

    def action_digit(self, digit: int) -> None:
        if self._number is not None:
            self._number.type(digit)
            self.refresh()

    def action_say(self, token: str) -> None:
        command = self._choices.get(token)
        if self._number is not None:
            self._number.done()
        if isinstance(command, Bid):
            command = Bid(self.points, command.suit)
        # What is not offered is asked for all the same: the answer says by which rule.
        self.post_message(self.Said(command or _UNOFFERED.get(token) or NameTrump(Suit(token))))

    def action_choose(self) -> None:
        self.action_say(self._at)

    def render(self) -> Content:
        full = [self._said(token, brief=False) for token in self._choices]
        rows = self._rows(full)
        if len(rows) > self.size.height:
            rows = self._rows([self._said(token, brief=True) for token in self._choices])
        return Content("\n").join(rows)

    def _rows(self, parts: list[Content]) -> list[Content]:
        """As many parts in a row as fit; how much is bid stands before them."""
        row = Content("")
        if (number := self._number) is not None:
            less = ("▼" if number.value > number.low else " ") if number.fits else "!"
            more = "▲" if number.fits and number.value < number.high else " "
            row = Content.assemble(less, (f"{number.value}", "bold $primary"), more, " ")
        rows = []
        for part in parts:
            if row and row.cell_length + part.cell_length > self.size.width:
                rows.append(row)
                row = Content("")
            row += part
        return [*rows, row]

    def _said(self, token: str, *, brief: bool) -> Content:
        command = self._choices[token]
        key = key_shown(self._action(token), keymap_of(self))
        if isinstance(command, Bid):
            suit = command.suit
            text = suit.value if brief else trump_text(suit, spanish=self.SPANISH)
        else:
            text = saying(command, spanish=self.SPANISH)[brief]
        chosen = token == self._at
        mark = "►" if chosen else " "
        said = pen_of(self).text(f"{mark}{key} {text} ", "bold reverse" if chosen else "")
        return said if brief else said + " "

    def _action(self, token: str) -> Action:
        return next(action for action in self.ACTIONS if action.run == f"say('{token}')")


class SpanishOffer(Offer, inherit_bindings=False):
    """The same with a Spanish pack, whose suits have other initials."""

    BINDINGS = bindings((*SPANISH_SUIT_KEYS, *SAY))
    ACTIONS = (*SPANISH_SUIT_KEYS, *SAY)
    SPANISH = True


_UNOFFERED: Final[Mapping[str, Command]] = {
    "none": NameTrump(None),
    "pass": Pass(),
    "look": PickUp(),
    "give": HandOver(),
    "call": Call(CallKind.ALONG),
}


def _token(command: Command) -> str:
    """What the key of a command says."""
    match command:
        case NameTrump(suit=None) | NameBlind():
            return "none"
        case NameTrump(suit=suit):
            return str(suit)
        case PickUp():
            return "look"
        case HandOver():
            return "give"
        case Call():
            return "call"
        case _:
            return "pass"


_FULL: Final = 32


class Cutter(Widget, can_focus=True):
    """The pack seen from its side; the arrows or two digits move the place, Enter cuts."""

    BINDINGS = bindings(CUT)

    class Cut(Message):
        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self) -> None:
        super().__init__()
        self._number = Number(1, _FULL - 1, _FULL // 2)

    @property
    def position(self) -> int:
        """How many cards lie above the place."""
        return self._number.value

    def show(self, low: int, high: int) -> None:
        """The places that may be chosen; a new pack starts from its middle."""
        self._number = Number(low, high, (low + high + 1) // 2)
        self.refresh()

    def action_move(self, step: int) -> None:
        self._number.step(step)
        self.refresh()

    def action_cut(self) -> None:
        self._number.done()
        self.post_message(self.Cut(self.position))

    def action_digit(self, digit: int) -> None:
        self._number.type(digit)
        self.refresh()

    def render(self) -> Content:
        number = self._number
        above = max(number.low, min(number.value, number.high))
        below = number.high + 1 - above
        top = "▐" * above + "  " + "▐" * below
        pointer = " " * (above) + "▲▲"
        label = table_words.cut_here(above, below)
        if not number.fits:
            label = table_words.CUT_FROM_TO(n=number.value, low=number.low, high=number.high)
        return Content.assemble(
            (top, "$back-ink"),
            "\n",
            (pointer, "bold $primary"),
            "\n",
            label,
        )
