"""Where the person is asked: which trump, and where to cut."""

from typing import Final

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from manillen_tui.engine.cards import SUITS, Suit
from manillen_tui.ui import keys
from manillen_tui.ui.pen import pen_of
from manillen_tui.words import _, suit_name


class TrumpChoice(Widget, can_focus=True):
    """One key names the trump; or the arrows, then Enter."""

    BINDINGS = keys.bindings(keys.TRUMP)

    class Named(Message):
        def __init__(self, suit: Suit | None) -> None:
            super().__init__()
            self.suit = suit

    def __init__(self) -> None:
        super().__init__()
        self._place = 0
        self._choices: tuple[Suit | None, ...] = (*SUITS, None)

    def show(self, no_trump: bool) -> None:
        """Whether no trump may be named at this table."""
        choices = (*SUITS, None) if no_trump else SUITS
        if choices != self._choices:
            self._choices, self._place = choices, 0
            self.refresh()

    def action_move(self, step: int) -> None:
        self._place = (self._place + step) % len(self._choices)
        self.refresh()

    def action_name(self, sign: str) -> None:
        self.post_message(self.Named(Suit(sign) if sign else None))

    def action_choose(self) -> None:
        self.post_message(self.Named(self._choices[self._place]))

    def render(self) -> Content:
        pen = pen_of(self)
        wide = self.size.width >= 76
        parts = []
        for place, suit in enumerate(self._choices):
            key = "n" if suit is None else "cdhs"[suit.number]
            sign = f"{suit} " if suit else ""
            name = suit_name(suit) if wide or suit is None else ""
            chosen = place == self._place
            mark = "►" if chosen else " "
            text = f"{mark}{key} {sign}{name}".rstrip() + " "
            parts.append(pen.text(text, "bold reverse" if chosen else ""))
        return Content(" ").join(parts)


_FULL: Final = 32


class Cutter(Widget, can_focus=True):
    """The pack seen from its side; the arrows or two digits move the place, Enter cuts."""

    BINDINGS = keys.bindings(keys.CUT)

    class Cut(Message):
        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self) -> None:
        super().__init__()
        self._range = (1, _FULL - 1)
        self.position = _FULL // 2
        self._typed = ""

    def show(self, low: int, high: int) -> None:
        """The places that may be chosen; a new pack starts from its middle."""
        if (low, high) != self._range:
            self._range = (low, high)
        self.position = (low + high + 1) // 2
        self._typed = ""
        self.refresh()

    def action_move(self, step: int) -> None:
        self._typed = ""
        self._go(self.position + step)

    def action_cut(self) -> None:
        self._typed = ""
        self.post_message(self.Cut(self.position))

    def action_digit(self, digit: int) -> None:
        """Two digits make a number; one that cannot go on from the last begins anew."""
        low, high = self._range
        typed = f"{self._typed}{digit}"
        if int(typed) > high:
            typed = str(digit)
        self._typed = typed
        if int(typed) >= low:
            self._go(int(typed))

    def _go(self, position: int) -> None:
        low, high = self._range
        self.position = max(low, min(position, high))
        self.refresh()

    def render(self) -> Content:
        high = self._range[1]
        above, below = self.position, high + 1 - self.position
        top = "▐" * above + "  " + "▐" * below
        pointer = " " * (above) + "▲▲"
        label = _("{above} cards above, {below} below").format(above=above, below=below)
        return Content.assemble(
            (top, "$back-ink"),
            "\n",
            (pointer, "bold $primary"),
            "\n",
            label,
        )
