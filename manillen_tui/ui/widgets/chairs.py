"""The chairs of a table: as its two partnerships, or all on their own."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from manillen_tui.ui.card_text import cut, pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import CHAIRS
from manillen_tui.words import lobby


class ChairPicker(Widget, can_focus=True):
    """Partners side by side in one row; the arrows or the chair's number move the mark.

    Where nobody has a partner, in the order of the seats, two in a row.
    """

    BINDINGS = bindings(CHAIRS)

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self._who: tuple[tuple[str, str], ...] = (("", ""),) * 4
        self._own: int | None = 0
        self._partners = True

    def show(self, who: Sequence[tuple[str, str]], own: int | None, *, partners: bool) -> None:
        """For each chair its holder and a note; `own` is None for a spectator."""
        now = (tuple(who), own, partners and len(who) == 4)
        if now != (self._who, self._own, self._partners):
            self._who, self._own, self._partners = now
            self.refresh()

    def action_move(self, step: int) -> None:
        if not self._partners:
            self._go((self.at + step) % len(self._who))
        else:
            self._go((self.at + step) % 2 + (self.at // 2) * 2)

    def action_side(self) -> None:
        if not self._partners:
            self._go((self.at + 1) % len(self._who))
        else:
            self._go((self.at + 2) % 4)

    def action_mark(self, seat: int) -> None:
        self._go(seat)

    def _go(self, seat: int) -> None:
        if seat < len(self._who):
            self.at = seat
            self.refresh()

    def render(self) -> Content:
        if not self._partners:
            return self._each_alone()
        blocks = []
        for side in (0, 1):
            if self._own is None:
                title = lobby.OTHER_SIDE() if side else lobby.ONE_SIDE()
            else:
                title = lobby.YOUR_SIDE() if side == self._own % 2 else lobby.OTHER_SIDE()
            rows = self._row((side, side + 2), (" ", "─", " ", " "))
            blocks.append(Content("\n").join([Content.styled(title, "$muted"), *rows]))
        return Content("\n").join(blocks)

    def _each_alone(self) -> Content:
        title = Content.styled(lobby.NO_SIDES(), "$muted")
        seats = range(len(self._who))
        rows = [row for first in seats[::2] for row in self._row(seats[first : first + 2])]
        return Content("\n").join([title, *rows])

    def _row(self, seats: Sequence[int], links: Sequence[str] = " " * 4) -> list[Content]:
        """One or two chairs beside one another."""
        half = (self.size.width - 3) // 2
        boxes = [self._box(seat, half) for seat in seats]
        if len(boxes) == 1:
            return boxes[0]
        return [
            Content.assemble(left, (f" {link} ", "$muted"), right)
            for left, link, right in zip(boxes[0], links, boxes[1], strict=True)
        ]

    def _box(self, seat: int, width: int) -> list[Content]:
        name, note = self._who[seat]
        here = seat == self.at
        corners, line, bar = ("╔╗╚╝", "═", "║") if here else ("╭╮╰╯", "─", "│")
        edge = "bold $primary" if here else "$muted"
        inside = width - 4
        pen = pen_of(self)
        head = f"{seat + 1} {cut(name, inside - 2)}"
        foot = cut(f"  {note}", inside)
        rows = [pen.text(text, style) for text, style in ((head, "bold"), (foot, ""))]
        side = (bar, edge)
        return [
            Content.styled(f"{corners[0]}{line * (width - 2)}{corners[1]}", edge),
            *(
                Content.assemble(side, " ", row, " " * (inside - row.cell_length), " ", side)
                for row in rows
            ),
            Content.styled(f"{corners[2]}{line * (width - 2)}{corners[3]}", edge),
        ]
