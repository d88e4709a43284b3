"""The live list of tables found on the network."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from manillen_tui.agreement import read_rules
from manillen_tui.ui import keys
from manillen_tui.ui.pen import cut, pen_of
from manillen_tui.ui.services import Row
from manillen_tui.words import _, room_state, rules_line


class TableList(Widget, can_focus=True):
    """The mark stays on its table while others come and go."""

    BINDINGS = keys.bindings(keys.TABLES)

    class Chosen(Message):
        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    class Moved(Message):
        """Another table is marked."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Row, ...] = ()
        self.at: str | None = None  # table id

    @property
    def marked(self) -> Row | None:
        return next((row for row in self.rows if row.table_id == self.at), None)

    def show(self, rows: Sequence[Row]) -> None:
        place = self._place()
        self.rows = tuple(rows)
        if self.marked is None:
            self.at = self.rows[min(place, len(self.rows) - 1)].table_id if self.rows else None
        self.refresh()

    def _place(self) -> int:
        return next((i for i, row in enumerate(self.rows) if row.table_id == self.at), 0)

    def action_move(self, step: int) -> None:
        if self.rows:
            place = max(0, min(self._place() + step, len(self.rows) - 1))
            self.at = self.rows[place].table_id
            self.refresh()
            self.post_message(self.Moved())

    def action_choose(self) -> None:
        if self.marked is not None:
            self.post_message(self.Chosen(self.marked))

    def render(self) -> Content:
        width, height = self.size
        pen = pen_of(self)
        head = pen.text(
            _line(" ", _("table"), _("host"), _("rules"), _("people"), _("state"), "", width)
        )
        rows = [head.stylize("$muted")]
        first = max(0, self._place() - (height - 2))
        for row in self.rows[first : first + height - 1]:
            here = row.table_id == self.at
            text = _row_line("►" if here else " ", row, width)
            style = "bold" if here else ""
            rows.append(pen.text(text, "$muted" if row.status != "alive" and not here else style))
        return Content("\n").join(rows)


_MS: Final = 7
_RULES: Final = 20  # "West-Flanders to 101"


def _row_line(mark: str, row: Row, width: int) -> str:
    people = _("{n} of {all}").format(n=row.people, all=row.seats)
    rules = read_rules(row.info)
    said = "" if rules is None else rules_line(rules)
    match row.status:
        case "alive":
            trip = "" if row.round_trip_ms is None else f"{row.round_trip_ms:.0f} ms"
            return _line(mark, row.name, row.host, said, people, room_state(row.state), trip, width)
        case "silent":
            return _line(mark, row.name, row.host, said, "", _("no answer"), "", width)
        case _:
            return _line(mark, row.name, row.host, said, "", _("asking…"), "", width)


def _line(
    mark: str, name: str, host: str, rules: str, people: str, state: str, trip: str, width: int
) -> str:
    """In a narrow window the rules have no column: they are said of the marked table alone."""
    rest = width - 2 - 8 - 10 - _MS - 3
    rules_width = _RULES if rest >= 2 * _RULES else 0
    rest -= rules_width and rules_width + 1
    host_width = max(rest * 2 // 5, 6)
    cells = [
        _pad(name, rest - host_width),
        _pad(host, host_width),
        *([_pad(rules, rules_width)] if rules_width else []),
        _pad(people, 8),
        _pad(state, 10) + f"{trip:>{_MS}}",
    ]
    return f"{mark} " + " ".join(cells)


def _pad(text: str, cells: int) -> str:
    text = cut(text, cells)
    return text + " " * (cells - cell_len(text))
