"""One line below the title, there only while something is not as usual."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from manillen_tui.ui.card_text import cut, keymap_of, pen_of
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.status import Fact, facts


_MARK: Final = "! "
_BETWEEN: Final = " · "


class Banner(Widget):
    """The most urgent fact always, and of the others those that have room beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._facts: Sequence[Fact] = ()

    def show(self, sitting: Sitting) -> None:
        found = facts(sitting, keymap_of(self))
        if found != self._facts:
            self._facts = found
            self.display = bool(found)
            self.refresh()

    def render(self) -> Content:
        return pen_of(self).text(self._line(self.size.width))

    def _line(self, width: int) -> str:
        line = ""
        for fact in self._facts:
            before = line + _BETWEEN if line else _MARK
            for said in (fact.line, fact.brief):
                if said and cell_len(before + said) <= width:
                    line = before + said
                    break
        if not line and self._facts:
            return cut(_MARK + (self._facts[0].brief or self._facts[0].line), width)
        return line
