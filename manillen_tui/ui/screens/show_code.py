"""The spoken code during play, to be read out to whoever comes late."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import CODE
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine
from manillen_tui.ui.widgets.spoken import Spoken
from manillen_tui.words import lobby, spoken_code


class SpokenScreen(Sheet[None]):
    """Only for the holder of the host's rights; a new code is made by a key."""

    BINDINGS = bindings(CODE)
    ACTIONS = CODE

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        with Vertical(classes="box", id="spoken"):
            yield Static(id="title", markup=False)
            yield Spoken()
            yield Static(id="plain", markup=False, classes="explanation")
            yield NoticeLine()
            yield KeyLine(CODE)

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._show)
        self._show(self._sitting)

    @while_up
    def _show(self, sitting: Sitting) -> None:
        code = sitting.client.code
        spoken = self.query_one(Spoken)
        spoken.display = code is not None
        spoken.show(code or "")
        title = spoken_code.NO_CODE if code is None else spoken_code.LETS_IN
        self.query_one("#title", Static).update(pen_of(self).text(title(), "bold"))
        said = spoken_code.OPEN_TO_ALL() if code is None else spoken_code.READ_OUT(code=code)
        where = lobby.FOUND_AT(address=self._address(sitting))
        self.query_one("#plain", Static).update(f"{said}\n{where}")
        self.show_keys()

    def _address(self, sitting: Sitting) -> str:
        """Where the others find the table: as its host knows it, or as this person came there."""
        running = sitting.running
        if running is not None and running.addresses:
            return running.addresses[0]
        return str(sitting.client.address)

    def offered(self) -> list[Action]:
        unused = "code-new" if self._sitting.client.code is None else ""
        return [action for action in self.ACTIONS if action.id != unused]

    def action_new(self) -> None:
        if self._sitting.client.code is not None:
            self.request(self._sitting.client.new_code(), ("code", self._sitting.client.code))

    def action_close(self) -> None:
        self.dismiss(None)
