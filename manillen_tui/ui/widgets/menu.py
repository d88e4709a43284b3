"""A few lines of which one is chosen, and a line whose value the arrows change."""

from collections.abc import Sequence

from msgspec import Struct
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import MENU, PICKER


class Item(Struct, frozen=True):
    value: str
    key: str
    label: str
    note: str = ""


class Menu(Widget, can_focus=True):
    """Arrows move the mark, Enter chooses. The mark survives a change of the lines."""

    BINDINGS = bindings(MENU)

    class Chosen(Message):
        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    class Moved(Message):
        """Another line is marked."""

    def __init__(self, items: Sequence[Item], at: str = "") -> None:
        super().__init__()
        self.items: tuple[Item, ...] = tuple(items)
        self.at = at or self.items[0].value

    def show(self, items: Sequence[Item]) -> None:
        if tuple(items) != self.items:
            self.items = tuple(items)
            if self.at not in {item.value for item in items}:
                self.at = self.items[0].value
            self.refresh(layout=True)

    def mark(self, value: str) -> None:
        self.at = value
        self.refresh()

    def action_move(self, step: int) -> None:
        place = next(i for i, item in enumerate(self.items) if item.value == self.at)
        self.at = self.items[max(0, min(place + step, len(self.items) - 1))].value
        self.refresh()
        self.post_message(self.Moved())

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self.at))

    def render(self) -> Content:
        pen = pen_of(self)
        wide = max(len(item.label) for item in self.items)
        rows = []
        for item in self.items:
            here = item.value == self.at
            mark = ("► " if self.has_focus else "> ") if here else "  "
            label = f"{item.label:<{wide}}" if item.note else item.label
            rows.append(
                Content.assemble(
                    (mark, "bold $primary"),
                    (f"{item.key:<2}", "bold $primary"),
                    pen.text(label, "bold" if here else ""),
                    "  ",
                    pen.text(item.note, "$muted"),
                ).rstrip()
            )
        return Content("\n").join(row.truncate(self.size.width, ellipsis=True) for row in rows)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self.items)

    def get_content_width(self, container: object, viewport: object) -> int:
        label = max(len(item.label) for item in self.items)
        return label + 6 + max(len(item.note) for item in self.items)


class Picker(Widget, can_focus=True):
    """One of a few values, changed by left and right: ``◄ 101 ►`` where it is the chosen line."""

    BINDINGS = bindings(PICKER)

    class Changed(Message):
        """The person chose another value."""

        def __init__(self, picker: "Picker") -> None:
            super().__init__()
            self.picker = picker

    def __init__(self) -> None:
        super().__init__()
        self._values: tuple[tuple[str, str], ...] = ()
        self.value = ""

    def show(self, values: Sequence[tuple[str, str]], at: str) -> None:
        """`values` are pairs of a value and how it is said; `at` is one of them."""
        self._values = tuple(values)
        self.value = at
        self.refresh()

    def action_step(self, step: int) -> None:
        place = [value for value, _said in self._values].index(self.value) + step
        chosen = self._values[max(0, min(place, len(self._values) - 1))][0]
        if chosen != self.value:
            self.value = chosen
            self.refresh()
            self.post_message(self.Changed(self))

    def render(self) -> Content:
        if not self._values:
            return Content("")
        place = [value for value, _said in self._values].index(self.value)
        here = self.has_focus
        less = "◄" if here and place > 0 else " "
        more = "►" if here and place < len(self._values) - 1 else " "
        said = (dict(self._values)[self.value], "bold" if here else "")
        return Content.assemble((less, "bold $primary"), " ", said, " ", (more, "bold $primary"))
