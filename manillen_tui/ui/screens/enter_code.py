"""The spoken code of a table, typed by whoever wants in."""

import asyncio
import time

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from manillen_tui.trouble import Trouble
from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import PROVING
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine
from manillen_tui.words import spoken_code
from manillen_tui.words.refusals import trouble_line
from net import clock


class CodeScreen(Sheet[None]):
    """It stays until the table lets somebody in; a refused code is typed over or mended."""

    BINDINGS = bindings(PROVING)
    ACTIONS = PROVING
    AUTO_FOCUS = "Input"

    def __init__(self, table: str) -> None:
        super().__init__()
        self._table = table
        self._answer: asyncio.Future[str | None] | None = None
        self._asked = ""  # what the table was last asked with
        self._refused: Trouble | None = None
        self._until = 0.0  # the next guess has to wait, on the monotonic clock

    def compose(self) -> ComposeResult:
        pen = pen_of(self)
        with Vertical(classes="box", id="code"):
            yield Static(pen.text(spoken_code.code_of(self._table), "bold"), markup=False)
            yield Static(spoken_code.WHERE_IT_IS(), markup=False, classes="explanation")
            yield Input(placeholder=spoken_code.TWO_WORDS(), max_length=40, compact=True)
            yield NoticeLine()
            yield KeyLine(PROVING)

    def on_mount(self) -> None:
        self.set_interval(0.5, self._count)
        self._count()

    async def typed(self) -> str | None:
        """What the person types next; None when they give up."""
        self._answer = asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._answer = None

    def refuse(self, trouble: Trouble) -> None:
        seconds = trouble.details.get("seconds", 0)
        self._until = time.monotonic() + (seconds if isinstance(seconds, int) else 0)
        self._refused = trouble
        self._offer_again()
        self._count()

    @while_up
    def _offer_again(self) -> None:
        """Marked as a whole, so that the next letter replaces it; not what was typed meanwhile."""
        field = self.query_one(Input)
        if field.value == self._asked:
            field.select_all()

    @while_up
    def _count(self) -> None:
        """The wait runs down in sight."""
        if self._refused is not None:
            left = clock.whole(self._until - time.monotonic())
            details = {**self._refused.details, "seconds": max(left, 0)}
            code = "badcode" if left <= 0 else self._refused.code
            self.complain(trouble_line(code, details))
        else:
            self.show_hint()

    def hint(self) -> str:
        return "" if self._answer is not None else spoken_code.CHECKING()

    def forget_trouble(self) -> None:
        """A refusal stays until something else is typed, and as long as one has to wait."""
        if self._refused is None:
            super().forget_trouble()

    def on_input_changed(self) -> None:
        if self._until <= time.monotonic():
            self._refused = None
            self.forget_trouble()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        code = message.value.strip()
        waits = time.monotonic() < self._until
        if code and not waits and self._answer is not None and not self._answer.done():
            self._refused = None
            self._asked = message.value
            self._answer.set_result(code)
            self._answer = None
            self.forget_trouble()
            self.show_hint()

    def action_back(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(None)
        else:
            self.manillen.stand_off()
