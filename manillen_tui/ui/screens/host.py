"""Opening a table of one's own."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from manillen_tui.trouble import Trouble
from manillen_tui.ui import keys
from manillen_tui.ui.screens.base import Page
from manillen_tui.ui.services import HostOptions
from manillen_tui.ui.widgets.lines import KeyLine, Notice, Title
from manillen_tui.ui.widgets.menu import Picker
from manillen_tui.words import _, ngettext


TARGETS = (21, 51, 101, 151, 201)


class HostScreen(Page):
    """Every line has a value that serves: Enter opens the table from anywhere."""

    BINDINGS = keys.bindings(keys.HOST)
    ACTIONS = keys.HOST
    AUTO_FOCUS = "#computers"

    _opening = False

    def compose(self) -> ComposeResult:
        table = _("{name}'s table").format(name=self.manillen.settings.player)
        yield Title()
        with Vertical(id="form"):
            yield from _field(_("Table"), "table", Input(table, max_length=40, compact=True))
            computers = [
                (str(n), ngettext("{n} chair", "{n} chairs", n).format(n=n)) for n in range(4)
            ]
            yield from _field(_("Computer players"), "computers", Picker(computers, "3"))
            targets = [(str(n), _("{n} points").format(n=n)) for n in TARGETS]
            yield from _field(_("Play to"), "target", Picker(targets, "101"))
            cuts = [("no", _("by the dealer's neighbour")), ("yes", _("by itself"))]
            yield from _field(_("The pack is cut"), "cut", Picker(cuts, "no"))
            yield Static(
                _(
                    "People who come take the chairs of computer players."
                    " In the lobby you can still change who sits where."
                ),
                markup=False,
                classes="quiet advice",
            )
            yield Notice()
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        self.query_one(Title).show(_("Open a table"), _("West-Flanders Manillen"))

    def action_move(self, step: int) -> None:
        if step > 0:
            self.focus_next("Input, Picker")
        else:
            self.focus_previous("Input, Picker")

    def hint(self) -> str:
        if self.manillen.joining:
            return _("Sitting down…")
        return _("Opening the table…") if self._opening else ""

    def action_back(self) -> None:
        """A table that is being opened is given up; one that is open is waited for."""
        if not self.manillen.joining:
            self.app.pop_screen()

    def on_input_submitted(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        if not (self._opening or self.manillen.joining):
            self._opening = True
            self.forget_trouble()
            self.show_hint()
            self.run_worker(self._open())

    async def _open(self) -> None:
        player = self.manillen.settings.player
        name = self.query_one("#table", Input).value.strip()
        options = HostOptions(
            name=name or _("{name}'s table").format(name=player),
            target=int(self.query_one("#target", Picker).value),
            computers=int(self.query_one("#computers", Picker).value),
            cut_automatic=self.query_one("#cut", Picker).value == "yes",
            player=player,
        )
        try:
            running = await self.manillen.services.host(options)
        except Trouble as trouble:
            self.tell(trouble)
        else:
            self.manillen.sit_down([running.address], running.rights, running)
        finally:
            self._opening = False


def _field(label: str, name: str, control: Input | Picker) -> ComposeResult:
    control.id = name
    with Horizontal(classes="field"):
        yield Static(label, markup=False, classes="label")
        yield control
