"""The table as one who watches has it: nobody's cards, nothing to be played."""

from collections.abc import Sequence

from manillen_tui.ui import keys
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.stacks import Drawn, Facing
from manillen_tui.words import _


class WatchScreen(TableScreen):
    BINDINGS = keys.bindings(keys.WATCH)
    ACTIONS = keys.WATCH

    def draw_own(self) -> None:
        view = self._view
        for facing in self.query(Facing):
            facing.show_stacks(0, view.stacks, view.rules.cards, lambda _card: Drawn())

    def offered(self) -> Sequence[keys.Action]:
        unused = "" if self._view.hands is not None else "watch-hands"
        return [action for action in self.ACTIONS if action.id != unused]

    def hint(self) -> str:
        if self._view.hands is None:
            return _("You watch: nobody's cards are shown to you.")
        return _("You watch.  h shows the hands of the deal before")

    def no_hands(self) -> str:
        if self._view.rules.watch_open:
            return _("The hands of a deal are shown once the next one has begun.")
        return _("At this table who watches never sees a hand.")
