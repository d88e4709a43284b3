"""The last trick: who played what, and who took it."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from manillen_tui.engine.events import TrickTaken
from manillen_tui.engine.view import View
from manillen_tui.ui.card_text import cut, pen_of
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import DIALOG
from manillen_tui.ui.screens.base import Sheet
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.card import CardFace
from manillen_tui.words import table as table_words


class LastTrickScreen(Sheet[None]):
    BINDINGS = bindings((*DIALOG, Action("last-again", "l,enter,space,q", "close", "l")))

    def __init__(self, view: View, sitting: Sitting) -> None:
        super().__init__()
        self._view = view
        self._names = sitting.names.at_last(TrickTaken)

    def compose(self) -> ComposeResult:
        trick = self._view.last_trick
        assert trick is not None
        pen = pen_of(self)
        with Vertical(classes="box"):
            yield Static(
                pen.text(
                    table_words.LAST_TRICK_TITLE(
                        name=self._names[trick.winner], points=trick.points
                    ),
                    "bold",
                ),
                markup=False,
            )
            with Horizontal(id="last"):
                for play in trick.plays:
                    with Vertical(classes="played"):
                        yield CardFace()
                        yield Static(pen.text(cut(self._names[play.seat], 12)), markup=False)
            yield Static(pen.text(table_words.LED_FIRST(), "$muted"))

    def on_mount(self) -> None:
        trick = self._view.last_trick
        assert trick is not None
        worth = self._view.rules.cards.worth
        for face, play in zip(self.query(CardFace), trick.plays, strict=True):
            face.show(play.card, worth[play.card], marked=play.seat == trick.winner)

    def action_close(self) -> None:
        self.dismiss(None)
