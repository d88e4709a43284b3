"""All that was said in this deal: passes, bids, calls, questions with their answers, signals."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import DIALOG
from manillen_tui.ui.screens.base import Sheet
from manillen_tui.words import table as table_words


class SaidScreen(Sheet[None]):
    """The first thing said above; the arrows scroll where there is more than fits."""

    BINDINGS = bindings((*DIALOG, Action("said-again", "w,enter,space,q", "close", "w")))
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        pen = pen_of(self)
        with Vertical(classes="box", id="said"):
            yield Static(pen.text(table_words.SAID_TITLE(), "bold"), markup=False)
            with VerticalScroll():
                yield Static(Content("\n").join(map(pen.text, self._lines)), markup=False)
            yield Static(pen.text(table_words.SAID_KEYS(), "$muted"), markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_close(self) -> None:
        self.dismiss(None)
