"""One-line widgets: the title above the table, the turn bar, a notice, the keys below."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from manillen_tui.ui.card_text import cut, keymap_of, pen_of, spread
from manillen_tui.ui.keys.action import Action, key_shown


class Line(Widget):
    """Two texts at both ends of a line; what gives way is the beginning of the left one."""

    def __init__(self) -> None:
        super().__init__()
        self.left = ""
        self.middle = ""
        self.right = ""

    def show(self, left: str, right: str = "", middle: str = "") -> None:
        now = (left, middle, right)
        if now != (self.left, self.middle, self.right):
            self.left, self.middle, self.right = now
            self.refresh()

    def render(self) -> Content:
        pen = pen_of(self)
        kept = cell_len(self.middle) + cell_len(self.right) + 1
        left = pen.text(cut(self.left, self.size.width - kept) + self.middle)
        return spread(left, pen.text(self.right), self.size.width)


class Title(Line):
    """The first line of a screen."""


class TurnBar(Line):
    """Whose turn it is, always at the same place."""

    def render(self) -> Content:
        if not self.has_class("-mine"):
            return super().render()
        # Suits keep the dark ink of the bar: their own colours are made for a dark ground.
        return spread(Content(pen_of(self).plain(self.left)), Content(""), self.size.width)


class Waiting(Line):
    """Whom everybody waits for, and how long at most; on more lines where one has no room."""

    def show(self, left: str, right: str = "", middle: str = "") -> None:
        longer = (left, right) != (self.left, self.right)
        super().show(left, right, middle)
        if longer:
            self.refresh(layout=True)

    def render(self) -> Content:
        return Content("\n").join(self._rows(self.size.width))

    def _rows(self, width: int) -> list[Content]:
        pen = pen_of(self)
        left, right = pen.text(self.left), pen.text(self.right)
        *rows, last = left.wrap(width)
        if last.cell_length + right.cell_length < width:
            return [*rows, spread(last, right, width)]
        return [*rows, last, right]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._rows(width))


class NoticeLine(Line):
    """Why the person's own wish was refused, for as long as no key is pressed; else a hint."""

    @property
    def troubled(self) -> bool:
        return self.has_class("-trouble")

    def tell(self, text: str) -> None:
        """Something was refused or went wrong."""
        self._say(text, trouble=True)

    def hint(self, text: str) -> None:
        self._say(text, trouble=False)

    def _say(self, text: str, *, trouble: bool) -> None:
        self.set_class(trouble, "-trouble")
        if text != self.left:
            self.left = text
            self.refresh(layout=True)  # it may need more lines

    def render(self) -> Content:
        return pen_of(self).text(self.left)


class KeyLine(Widget):
    """At most six keys of the screen, the last always the one that shows all; none is cut off."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions: list[Action] = []
        self.show(actions)

    def show(self, actions: Sequence[Action]) -> None:
        footer = [action for action in actions if action.footer][:6]
        if footer != self._actions:
            self._actions = footer
            self.refresh()

    def render(self) -> Content:
        if not self._actions:
            return Content("")
        *others, last = self._actions
        keymap = keymap_of(self)
        end = _hint(last, keymap)
        line = Content("")
        for action in others:
            hint = _hint(action, keymap) + "  "
            if line.cell_length + hint.cell_length + end.cell_length <= self.size.width:
                line += hint
        return line + end


def _hint(action: Action, keymap: Mapping[str, str]) -> Content:
    return Content.assemble(
        (key_shown(action, keymap), "bold $primary"), " ", (action.label, "$muted")
    )
