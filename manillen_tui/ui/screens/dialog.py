"""A question with a few answers. What cannot be undone is never the answer marked at first."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Static

from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import DIALOG, MENU
from manillen_tui.ui.screens.base import Sheet
from manillen_tui.ui.widgets.menu import Item, Menu
from manillen_tui.words import dialogs


class Dialog(Sheet[str]):
    """Ends with the value of the chosen answer; Esc means `default`, which is marked."""

    BINDINGS = bindings(DIALOG)
    ACTIONS = (*MENU, *DIALOG)

    def __init__(
        self, question: str, explanation: str, answers: Sequence[Item], default: str
    ) -> None:
        super().__init__()
        self._question = question
        self._explanation = explanation
        self._answers = tuple(answers)
        self._default = default

    def compose(self) -> ComposeResult:
        pen = pen_of(self)
        with Vertical(classes="box"):
            yield Static(pen.text(self._question, "bold"), markup=False, classes="question")
            if self._explanation:
                yield Static(pen.text(self._explanation), markup=False, classes="explanation")
            yield Menu(self._answers, at=self._default)

    def on_key(self, event: Key) -> None:
        for answer in self._answers:
            if event.character == answer.key:
                event.stop()
                event.prevent_default()
                self.dismiss(answer.value)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.dismiss(message.value)

    def action_close(self) -> None:
        self.dismiss(self._default)


def yes_or_no(question: str, explanation: str, yes: str, no: str) -> Dialog:
    """A dialog that ends with ``"yes"`` or ``"no"``; no is marked."""
    answers = (Item("no", dialogs.NO_KEY(), no), Item("yes", dialogs.YES_KEY(), yes))
    return Dialog(question, explanation, answers, "no")
