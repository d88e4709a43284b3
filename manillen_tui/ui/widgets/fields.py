"""Every field of the rules on a line of its own, changed in place."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace
from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from manillen_tui.engine.check import check
from manillen_tui.engine.fields import FIELDS, Field, Group, Kind
from manillen_tui.engine.presets import differences
from manillen_tui.engine.rules import Rules
from manillen_tui.ui.card_text import cut, pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.rules import FIELD_KEYS
from manillen_tui.words.fields import field_name, group_name, value_text
from manillen_tui.words.rules_editor import INSTEAD_OF


_NAME: Final = 21  # cells for what a field is called


class FieldList(Widget, can_focus=True):
    """The mark moves by up and down; left, right and digits change the marked field.

    A field of which other rules make no sense is marked by ``!``, one that is not as in the base
    profile by ``*``.
    """

    BINDINGS = bindings(FIELD_KEYS)

    class Changed(Message):
        """Another field is marked, or the marked one has another value."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules
        self._place = 0
        self._typed = ""  # digits of a number that is being typed

    @property
    def field(self) -> Field:
        """The marked one."""
        return FIELDS[self._place]

    def show(self, rules: Rules, mark: str | None = None) -> None:
        """Other rules, or the same with another value; `mark` names the field to go to."""
        self.rules = rules
        if mark is not None:
            self._place = next(i for i, field in enumerate(FIELDS) if field.name == mark)
        self._typed = ""
        self._tell()

    def action_move(self, step: int) -> None:
        self._go(self._place + step)

    def action_group(self, step: int) -> None:
        """To the first field of the next part of the rules, or of the one before."""
        first = [i for i, f in enumerate(FIELDS) if i == 0 or FIELDS[i - 1].group is not f.group]
        if step > 0:
            self._go(next((i for i in first if i > self._place), len(FIELDS) - 1))
        else:
            self._go(max((i for i in first if i < self._place), default=0))

    def _go(self, place: int) -> None:
        self._place = max(0, min(place, len(FIELDS) - 1))
        self._typed = ""
        self._tell()

    def action_step(self, step: int) -> None:
        field, value = self.field, getattr(self.rules, self.field.name)
        self._typed = ""
        if field.kind is Kind.NUMBER:
            self._set(value + step)
        else:
            place = field.values.index(value) + step if value in field.values else 0
            self._set(field.values[max(0, min(place, len(field.values) - 1))])

    def action_digit(self, digit: int) -> None:
        """Type a number; one that would be too large begins anew with this digit."""
        if self.field.kind is not Kind.NUMBER:
            return
        typed = f"{self._typed}{digit}"
        self._typed = typed if self.field.allows(int(typed)) else str(digit)
        self._set(int(self._typed))

    def _set(self, value: Any) -> None:
        if self.field.allows(value):
            self.rules = replace(self.rules, **{self.field.name: value})
            self._tell()

    def _tell(self) -> None:
        self.refresh()
        self.post_message(self.Changed())

    def render(self) -> Content:
        width, height = self.size
        rows = list(self._rows(width))
        at = next(i for i, (place, _row) in enumerate(rows) if place == self._place)
        # Two lines of what comes next stay in sight, and the heading above the first field.
        first = max(0, min(at - height // 2, len(rows) - height))
        return Content("\n").join(row for _place, row in rows[first : first + height])

    def _rows(self, width: int) -> Iterator[tuple[int | None, Content]]:
        """Every line with the place of its field; headings have none."""
        other = differences(self.rules)
        clashing = {name for clash in check(self.rules) for name in (clash.field, clash.other)}
        group: Group | None = None
        for place, field in enumerate(FIELDS):
            if field.group is not group:
                group = field.group
                yield None, Content.styled(group_name(group), "bold $secondary")
            sign = "!" if field.name in clashing else "*" if field.name in other else " "
            there = other[field.name][1] if field.name in other else None
            yield place, self._row(field, sign, there, width, here=place == self._place)

    def _row(self, field: Field, sign: str, there: Any, width: int, *, here: bool) -> Content:
        pen = pen_of(self)
        value = getattr(self.rules, field.name)
        less, more = ("◄", "►") if here else (" ", " ")
        name = cut(field_name(field.name), _NAME)
        said = value_text(field.name, value)
        row = Content.assemble(
            ("► " if here and self.has_focus else "> " if here else "  ", "bold $primary"),
            (sign, "bold $error" if sign == "!" else "bold $primary"),
            " ",
            pen.text(name + " " * (_NAME - cell_len(name)), "bold" if here else ""),
            (f" {less} ", "bold $primary"),
            pen.text(said, "bold" if here or sign != " " else ""),
            (f" {more}", "bold $primary"),
        )
        if sign == "*":
            note = INSTEAD_OF(value=value_text(field.name, there))
            if row.cell_length + cell_len(note) <= width:
                row += pen.text(note, "$muted")
        return row
