"""One card, face up, face down, or the place where it will lie."""

from typing import Final

from textual.content import Content
from textual.widget import Widget

from manillen_tui.engine.cards import Card
from manillen_tui.ui.card_text import pen_of


_KINDS: Final = frozenset(("-clubs", "-diamonds", "-hearts", "-spades", "-back", "-empty", "-dim"))
_NARROWEST: Final = 3  # cells for a rank of two figures and its suit


class CardFace(Widget):
    """As wide and as high as its style says. Marked cards have a double edge, not only a colour.

    The dots are what the card is worth to the side that captures it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        self.worth = 0
        self.back = False
        self.marked = False
        self.foot = ""

    def show(
        self,
        card: Card | None,
        worth: int = 0,
        *,
        back: bool = False,
        marked: bool = False,
        dim: bool = False,
        foot: str = "",
    ) -> None:
        """Show this card; None is an empty place, or with `back` a card face down.

        `foot` is written into the lower edge.
        """
        now = (card, worth, back, marked, foot)
        if now != (self.card, self.worth, self.back, self.marked, self.foot):
            self.card, self.worth, self.back, self.marked, self.foot = now
            self.refresh()
        kind = "-back" if back else "-empty" if card is None else f"-{card.suit.name.lower()}"
        kinds = frozenset((kind, "-dim") if dim else (kind,))
        others = self.classes - _KINDS
        if self.classes != kinds | others:
            self.set_classes(kinds | others)  # at once: each change is a pass over the style sheet

    def render(self) -> Content:
        width, height = self.size
        if self.card is None and not self.back:
            return Content("\n".join(_empty(width, height)))
        inside = width - 2
        if inside < _NARROWEST:
            return Content("\n".join(self._narrow(width, height)))
        rows = [" " * inside] * (height - 2)
        if self.card is None:
            rows = ["░" * inside] * (height - 2)
        else:
            # A spare column after the suit: some fonts draw it wider than one cell.
            face = pen_of(self).face(self.card)
            rows[0] = f" {face:<{inside - 1}}" if inside > len(face) else face
            if len(rows) > 1:
                rows[-1] = f"{_dots(self.worth, inside):^{inside}}"
        corners, line, side = ("╔╗╚╝", "═", "║") if self.marked else ("╭╮╰╯", "─", "│")
        top = f"{corners[0]}{line * inside}{corners[1]}"
        bottom = f"{corners[2]}{self.foot:{line}^{inside}}{corners[3]}"
        return Content("\n".join([top, *(f"{side}{row}{side}" for row in rows), bottom]))

    def _narrow(self, width: int, height: int) -> list[str]:
        """Without sides: so many cards lie in a row that only this much of each is seen."""
        line = "═" if self.marked else "─"
        face = "░" * width if self.card is None else pen_of(self).face(self.card)[:width]
        filling = [" " * width] * (height - 3)
        return [line * width, f"{face:<{width}}", *filling, f"{self.foot:{line}^{width}}"]


def _dots(worth: int, cells: int) -> str:
    return "•" * worth if worth <= cells else f"{worth}•"


def _empty(width: int, height: int) -> list[str]:
    gap = " " * (width - 2)
    return [f"┌{gap}┐", *[" " * width] * (height - 2), f"└{gap}┘"]
