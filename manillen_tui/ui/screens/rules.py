"""The rules of a table, or of every rule set, to be read."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from manillen_tui.engine.rules import Rules
from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.rules import PAGE
from manillen_tui.ui.screens.base import Page
from manillen_tui.ui.widgets.lines import KeyLine, Title
from manillen_tui.words.presets import rules_line
from manillen_tui.words.rules_page import rules_page


class RulesScreen(Page):
    """One page of rules; with more than one rule set left and right turn to the others."""

    BINDINGS = bindings(PAGE)
    ACTIONS = PAGE
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, sets: Sequence[Rules]) -> None:
        super().__init__()
        self._sets = tuple(sets)
        self._at = 0

    def compose(self) -> ComposeResult:
        yield Title()
        with VerticalScroll(id="page"):
            yield Static(id="text", markup=False)
        several = len(self._sets) > 1
        yield KeyLine([a for a in self.ACTIONS if several or a.id != "page-other"])

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        rules = self._sets[self._at]
        place = f"{self._at + 1}/{len(self._sets)}" if len(self._sets) > 1 else ""
        self.query_one(Title).show(rules_line(rules), place)
        self.query_one("#text", Static).update(Content("\n").join(self._lines(rules)))
        self.query_one("#page").scroll_home(animate=False)

    def _lines(self, rules: Rules) -> Iterator[Content]:
        pen = replace(pen_of(self), spanish=rules.cards.spanish)
        for number, section in enumerate(rules_page(rules)):
            if number:
                yield Content("")
            yield Content.styled(section.title, "bold $primary")
            for line in section.lines:
                yield Content.assemble(pen.text(line))

    def action_turn(self, step: int) -> None:
        self._at = (self._at + step) % len(self._sets)
        self._show()

    def action_scroll(self, pages: int) -> None:
        page = self.query_one("#page")
        page.scroll_relative(y=pages * max(1, page.size.height - 1), animate=False)

    def action_back(self) -> None:
        self.dismiss(None)
