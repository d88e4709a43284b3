"""The live list of tables found on the network."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from manillen_tui.config.rule_options import read_rules
from manillen_tui.ui.card_text import cut, pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import TABLES
from manillen_tui.words import join
from manillen_tui.words.nouns import room_state
from manillen_tui.words.presets import rules_line
from net.discovery.listing import Row, Status


class TableList(Widget, can_focus=True):
    """The mark stays on its table while others come and go."""

    BINDINGS = bindings(TABLES)

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
        head = pen.text(_line(" ", _head(), width))
        rows = [head.stylize("$muted")]
        first = max(0, self._place() - (height - 2))
        for row in self.rows[first : first + height - 1]:
            here = row.table_id == self.at
            text = _row_line("►" if here else " ", row, width)
            dim = row.status is not Status.ALIVE
            rows.append(pen.text(text, "bold" if here else "$muted" if dim else ""))
        return Content("\n").join(rows)


class _Cells(NamedTuple):
    name: str
    host: str
    rules: str
    people: str = ""
    entry: str = ""
    state: str = ""
    trip: str = ""


_WIDTHS: Final = {"people": 6, "entry": 7, "state": 9, "trip": 7}
_RULES: Final = 20  # "West-Flanders to 101"
_NAMES: Final = 29  # of a table and its host, with less there is no column for anything else


def _head() -> _Cells:
    return _Cells(
        join.TABLE(), join.HOST(), join.RULES(), join.PEOPLE(), join.ENTRY(), join.STATE()
    )


def _row_line(mark: str, row: Row, width: int) -> str:
    rules = read_rules(row.info)
    cells = _Cells(row.name, row.host, "" if rules is None else rules_line(rules))
    match row.status:
        case Status.ALIVE:
            ms = row.round_trip_ms
            trip = "" if ms is None else join.ROUND_TRIP(n=ms)
            entry = "" if row.code is None else join.CODE() if row.code else join.NO_CODE()
            people = join.PEOPLE_OF(n=row.people, all=row.seats)
            state = room_state(row.state)
            cells = cells._replace(people=people, entry=entry, state=state, trip=f"{trip:>7}")
        case Status.SILENT:
            cells = cells._replace(state=join.NO_ANSWER())
        case Status.OTHER_VERSION:
            cells = cells._replace(state=join.OTHER_VERSION())
        case _:
            cells = cells._replace(state=join.ASKING())
    return _line(mark, cells, width)


def _line(mark: str, cells: _Cells, width: int) -> str:
    """In a narrow window the rules have no column: they are said of the marked table alone."""
    widths = dict(_WIDTHS)
    rest = width - len(mark) - sum(widths.values()) - len(widths) - 2
    # The rules are worth more than the way there is long.
    if rest < _NAMES + _RULES + 1:
        rest += widths.pop("trip") + 1
    if rest > _RULES + _NAMES:
        widths = {"rules": _RULES, **widths}
        rest -= _RULES + 1
    host = max(rest * 2 // 5, 6)
    widths = {"name": rest - host, "host": host, **widths}
    return f"{mark} " + " ".join(_pad(getattr(cells, name), n) for name, n in widths.items())


def _pad(text: str, cells: int) -> str:
    text = cut(text, cells)
    return text + " " * (cells - cell_len(text))
