"""While the host is asked whether a seat is this person's."""

import time

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import PENDING
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.ui.widgets.lines import KeyLine
from manillen_tui.words import join


class PendingScreen(Sheet[None]):
    """Esc gives the claim up."""

    BINDINGS = bindings(PENDING)
    ACTIONS = PENDING

    def __init__(self, host: str) -> None:
        super().__init__()
        self._host = host
        self._since = time.monotonic()

    def compose(self) -> ComposeResult:
        title = join.waiting_to_confirm(self._host)
        with Vertical(classes="box", id="pending"):
            yield Static(pen_of(self).text(title, "bold"), markup=False)
            yield Static(id="waited", markup=False, classes="explanation")
            yield KeyLine(PENDING)

    def on_mount(self) -> None:
        self.set_interval(1.0, self._count)
        self._count()

    @while_up
    def _count(self) -> None:
        waited = round(time.monotonic() - self._since)
        self.query_one("#waited", Static).update(join.ASK_ALOUD(seconds=waited))

    def action_back(self) -> None:
        self.manillen.stand_off()
