"""All hands of a finished deal, where the rules lay them open."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import DIALOG
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.words import table as table_words


_CELLS: Final = 52  # of the narrowest window that has a table


class HandsScreen(Sheet[None]):
    """A player a line, one's own first, as they were dealt; goes when the next deal begins."""

    BINDINGS = bindings((*DIALOG, Action("hands-again", "h,enter,space,q", "close", "h")))

    def __init__(self, view: View, sitting: Sitting) -> None:
        super().__init__()
        self._view = view
        self._sitting = sitting
        self._names = sitting.names.players

    def compose(self) -> ComposeResult:
        pen = pen_of(self)
        title = (
            table_words.HANDS_BEFORE()
            if self._view.seat is None
            else table_words.HANDS_OF(n=self._view.deal)
        )
        with Vertical(classes="box"):
            yield Static(pen.text(title, "bold"), markup=False)
            yield Static(self._hands(), markup=False, classes="explanation")
            yield Static(pen.text(table_words.AS_DEALT(), "$muted"))

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._look)

    @while_up
    def _look(self, sitting: Sitting) -> None:
        view = sitting.client.view
        if view is None or view.seat is None:
            return
        if view.phase not in (Phase.SCORE, Phase.OVER):
            self.dismiss(None)

    def _hands(self) -> Content:
        pen, view = pen_of(self), self._view
        own = self._sitting.client.seat
        rows = []
        for place in range(view.rules.players):
            seat = (own + place) % view.rules.players
            dealt = groupby((view.hands or ())[seat], key=lambda card: card.suit)
            suits = [" ".join(map(str, cards)) for _suit, cards in dealt]
            rows.append(pen.text(self._names[seat], "bold"))
            rows += [pen.text(row) for row in _rows(suits)]
        return Content("\n").join(rows)

    def action_close(self) -> None:
        self.dismiss(None)


def _rows(suits: Sequence[str]) -> list[str]:
    """A hand in as few rows as it takes, none of them broken within a suit."""
    rows: list[str] = []
    for suit in suits:
        if rows and len(rows[-1]) + 3 + len(suit) <= _CELLS:
            rows[-1] += f"   {suit}"
        else:
            rows.append(f"  {suit}")
    return rows
