"""The first screen: who am I, and where do I sit down."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.events import Key
from textual.widgets import Input, Static

from manillen_tui.engine.cards import Card
from manillen_tui.engine.presets import PRESETS
from manillen_tui.ui import keys
from manillen_tui.ui.arrival import own_table
from manillen_tui.ui.screens.base import Page, while_up
from manillen_tui.ui.screens.host import HostScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.services import Running
from manillen_tui.ui.widgets.card import CardFace
from manillen_tui.ui.widgets.lines import KeyLine, Notice
from manillen_tui.ui.widgets.menu import Item, Menu
from manillen_tui.words import _


class HomeScreen(Page):
    """`running` is the table this person left running, looked for whenever the screen comes up."""

    BINDINGS = keys.bindings(keys.HOME)
    ACTIONS = keys.HOME
    TYPING = keys.NAMING
    AUTO_FOCUS = "Menu"

    def __init__(self) -> None:
        super().__init__()
        self.running: Running | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            with Center(), Horizontal(id="fan"):
                for _place in range(4):
                    yield CardFace()
            yield Static("M A N I L L E N", id="banner", markup=False)
            yield Static(
                _("a card table on your own network"), id="motto", markup=False, classes="quiet"
            )
            with Center(), Horizontal(id="who"):
                yield Static(_("Your name"), markup=False, classes="label")
                yield Input(self.manillen.settings.player, id="name", max_length=20, compact=True)
            yield Center(Menu(self._items()))
            yield Notice()
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        pack = [Card.parse(text) for text in ("10♣", "A♦", "K♥", "Q♠")]
        for face, card, worth in zip(self.query(CardFace), pack, (5, 4, 3, 2), strict=True):
            face.show(card, worth)

    def on_key(self, event: Key) -> None:
        event.prevent_default()  # why a table was lost stays, whatever key comes at once
        if self.manillen.still_held(event):
            event.stop()

    def on_screen_suspend(self) -> None:
        self.forget_trouble()

    def hint(self) -> str:
        return _("Sitting down…") if self.manillen.joining else ""

    @while_up
    def on_screen_resume(self) -> None:
        self.query_one(Menu).focus()
        self.show_hint()
        self.run_worker(self._find_running(), exclusive=True, group="running")

    async def _find_running(self) -> None:
        self.running = await self.manillen.services.running()
        self._show_running()

    @while_up
    def _show_running(self) -> None:
        menu = self.query_one(Menu)
        menu.show(self._items())
        if menu.items[0].value == "back":
            menu.mark("back")

    def _items(self) -> list[Item]:
        items = [
            Item("host", "h", _("Host a table"), _("others see it appear on this network")),
            Item("join", "j", _("Join a table"), _("from the list, or by address")),
            Item("rules", "r", _("Rules"), _("every way it is played")),
            Item("name", "n", _("Change your name")),
            Item("quit", "q", _("Quit")),
        ]
        back = self.running.name if self.running else None
        if back is None and self.manillen.last_table is not None:
            back = self.manillen.last_table.name
        if back is not None:
            items.insert(0, Item("back", "b", _("Back to your table"), back))
        return items

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.action_pick(message.value)

    def offered(self) -> Sequence[keys.Action]:
        back = self.running is not None or self.manillen.last_table is not None
        return [a for a in self.ACTIONS if back or a.id != "home-back"]

    def action_cancel(self) -> None:
        """The name stays what it was."""
        name = self.query_one(Input)
        if name.has_focus:
            name.value = self.manillen.settings.player
            self.query_one(Menu).focus()

    def action_pick(self, value: str) -> None:
        match value:
            case "host":
                self.app.push_screen(HostScreen())
            case "join":
                self.app.push_screen(JoinScreen())
            case "rules":
                self.app.push_screen(RulesScreen(tuple(PRESETS.values())))
            case "name":
                self.query_one(Input).focus()
            case "quit":
                self.app.exit()
            case "back" if self.running is not None:
                running = self.running
                self.manillen.sit_down(own_table(running))
            case "back" if self.manillen.last_table is not None:
                self.manillen.sit_down(self.manillen.last_table.wish)

    def on_input_submitted(self) -> None:
        self.query_one(Menu).focus()

    def on_input_blurred(self, message: Input.Blurred) -> None:
        self.manillen.rename(message.value)
        message.input.value = self.manillen.settings.player
