"""One-line widgets: the title above the table, the turn bar, a notice, the keys below."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from manillen_tui.ui.keys import Action
from manillen_tui.ui.pen import cut, pen_of, spread


class Line(Widget):
    """Two texts at both ends of a line; the left one gives way."""

    def __init__(self) -> None:
        super().__init__()
        self.left = ""
        self.right = ""

    def show(self, left: str, right: str = "") -> None:
        if (left, right) != (self.left, self.right):
            self.left, self.right = left, right
            self.refresh()

    def render(self) -> Content:
        pen = pen_of(self)
        return spread(pen.text(self.left), pen.text(self.right), self.size.width)


class Title(Line):
    """The first line of a screen."""


class TurnBar(Line):
    """Whose turn it is, always at the same place."""


class Waiting(Line):
    """Whom everybody waits for, and how long at most."""


class Notice(Line):
    """What just happened to the person's own wish, in one or two lines; else a hint."""

    def tell(self, text: str) -> None:
        """Something was refused or went wrong."""
        self.set_class(True, "-trouble")
        self.show(text)

    def hint(self, text: str) -> None:
        self.set_class(False, "-trouble")
        self.show(text)

    def render(self) -> Content:
        return pen_of(self).text(self.left)


class KeyLine(Widget):
    """At most six keys of the screen, the last always the one that shows all; none is cut off."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self.show(actions)

    def show(self, actions: Sequence[Action]) -> None:
        self._actions = [action for action in actions if action.footer][:6]
        self.refresh()

    def render(self) -> Content:
        if not self._actions:
            return Content("")
        *others, last = self._actions
        end = _hint(last)
        line = Content("")
        for action in others:
            hint = _hint(action) + "  "
            if line.cell_length + hint.cell_length + end.cell_length <= self.size.width:
                line += hint
        return line + end


def _hint(action: Action) -> Content:
    return Content.assemble((action.shown, "bold $primary"), " ", (cut(action.label, 30), "$muted"))
