"""The table as one who watches has it: nobody's cards, nothing to be played."""

from collections.abc import Sequence

from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.table import WATCH
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.stacks import Drawn, Facing
from manillen_tui.words import table as table_words


class WatchScreen(TableScreen):
    BINDINGS = bindings(WATCH)
    ACTIONS = WATCH

    def draw_own(self) -> None:
        view = self._view
        for facing in self.query(Facing):
            facing.show_stacks(0, view.stacks, view.rules.cards, lambda _card: Drawn())

    def offered(self) -> Sequence[Action]:
        unused = "" if self._view.hands is not None else "watch-hands"
        return [action for action in self.ACTIONS if action.id != unused]

    def hint(self) -> str:
        return table_words.WATCHING() if self._view.hands is None else table_words.WATCHING_HANDS()

    def no_hands(self) -> str:
        if self._view.rules.watch_open:
            return table_words.HANDS_AFTER_NEXT()
        return table_words.HANDS_NEVER()
