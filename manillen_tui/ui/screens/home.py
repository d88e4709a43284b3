"""The first screen: who am I, and where do I sit down."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.events import Key
from textual.widgets import Input, Static

from manillen_tui.engine.cards import Card
from manillen_tui.engine.presets import PRESETS
from manillen_tui.trouble import Trouble
from manillen_tui.ui.card_text import cut
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import HOME, NAMING
from manillen_tui.ui.rejoin import Way
from manillen_tui.ui.screens.base import Page, while_up
from manillen_tui.ui.screens.dialog import Dialog, yes_or_no
from manillen_tui.ui.screens.host import HostScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.widgets.card import CardFace
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine
from manillen_tui.ui.widgets.menu import Item, Menu
from manillen_tui.words import dialogs, home


WAYS: Final = 9  # that have a digit of their own
AGAIN_S: Final = 5.0  # between two looks at the tables that run


class HomeScreen(Page):
    """`ways` lead back to tables: looked for when the screen comes up, and again while it is."""

    BINDINGS = bindings(HOME)
    ACTIONS = HOME
    TYPING = NAMING
    AUTO_FOCUS = "Menu"

    def __init__(self) -> None:
        super().__init__()
        self.ways: list[Way] = []
        self._fresh = True  # nothing was found yet since it came up

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            with Center(), Horizontal(id="fan"):
                for _place in range(4):
                    yield CardFace()
            yield Static("M A N I L L E N", id="banner", markup=False)
            yield Static(home.MOTTO(), id="motto", markup=False, classes="quiet")
            with Center(), Horizontal(id="who"):
                yield Static(home.YOUR_NAME(), markup=False, classes="label")
                yield Input(self.manillen.settings.player, id="name", max_length=20, compact=True)
            yield Center(Menu(self._items()))
            yield NoticeLine()
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        pack = [Card.parse(text) for text in ("10♣", "A♦", "K♥", "Q♠")]
        for face, card, worth in zip(self.query(CardFace), pack, (5, 4, 3, 2), strict=True):
            face.show(card, worth)
        self.set_interval(AGAIN_S, self._look_again)

    def on_key(self, event: Key) -> None:
        event.prevent_default()  # why a table was lost stays, whatever key comes at once
        if self.manillen.still_held(event):
            event.stop()

    def on_screen_suspend(self) -> None:
        self.forget_trouble()
        self.show_hint()

    def hint(self) -> str:
        waits = self.manillen.joining is not None and self.app.screen is self
        return self.manillen.joining_line if waits else ""

    @while_up
    def on_screen_resume(self) -> None:
        self.query_one(Menu).focus()
        self.show_hint()
        self._fresh = True
        self.look_for_ways()

    @while_up
    def look_for_ways(self) -> None:
        find: Callable[[], object] = self._find_ways  # begun by the worker, or never
        self.run_worker(find, exclusive=True, group="ways")

    @while_up
    def _look_again(self) -> None:
        """A table that runs may end, and one that is silent may be there again."""
        goes = any(way.saved is None for way in self.ways)
        if goes and self.app.screen is self and self.manillen.joining is None:
            self.look_for_ways()

    async def _find_ways(self) -> None:
        self.ways = await self.manillen.ways_back.find()
        self._show_ways()

    @while_up
    def _show_ways(self) -> None:
        menu = self.query_one(Menu)
        menu.show(self._items())
        if self._fresh and menu.items[0].value == "back":
            menu.mark("back")
        self._fresh = False
        self.show_keys()

    def _items(self) -> list[Item]:
        items = [
            Item("host", "h", home.HOST(), home.HOST_NOTE()),
            Item("join", "j", home.JOIN(), home.JOIN_NOTE()),
            Item("rules", "r", home.RULES(), home.RULES_NOTE()),
            Item("name", "n", home.CHANGE_NAME()),
            Item("quit", "q", home.QUIT()),
        ]
        good = [way for way in self.ways if not way.broken]
        if len(self.ways) > len(good[:1]):
            note = home.other_tables_note(len(self.ways) - len(good[:1]))
            items.insert(0, Item("others", "o", home.OTHER_TABLES(), note))
        if good:
            note = _brief(good[0], self.app.size.width - 34)
            items.insert(0, Item("back", "b", home.GO_BACK(), note))
        return items

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.action_pick(message.value)

    def offered(self) -> Sequence[Action]:
        there = {item.value for item in self._items()}
        ways = {"home-back": "back", "home-others": "others"}
        unused = set() if self._forgettable() else {"home-forget"}
        return [a for a in self.ACTIONS if ways.get(a.id, "quit") in there and a.id not in unused]

    def action_cancel(self) -> None:
        """The name stays what it was; a table that does not answer is waited for no longer."""
        self.manillen.stand_off()
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
            case "others" if self.ways:
                self._choose(home.GO_BACK_WHERE(), self.ways, self.manillen.go_back)
            case "back" if self.ways:
                self.manillen.go_back(self.ways[0])
            case "forget" if ways := self._forgettable():
                if len(ways) == 1:
                    self._ask_to_forget(ways[0])
                else:
                    self._choose(home.FORGET_WHICH(), ways, self._ask_to_forget)

    def _choose(self, question: str, ways: Sequence[Way], then: Callable[[Way], None]) -> None:
        items = [
            Item(str(n), str(n), cut(way.name, 20), cut(way.note, 28))
            for n, way in enumerate(ways[:WAYS], 1)
        ]
        none = Item("no", dialogs.NO_KEY(), home.NONE())

        def chosen(answer: str | None) -> None:
            if answer is not None and answer != none.value:
                then(ways[int(answer) - 1])

        self.app.push_screen(Dialog(question, "", [*items, none], none.value), chosen)

    def _forgettable(self) -> list[Way]:
        """All but a table that runs under this person's rights: that one is closed instead."""
        return [way for way in self.ways if not way.own]

    def _ask_to_forget(self, way: Way) -> None:
        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.run_worker(self._forget(way))

        self.app.push_screen(_forgetting(way), answered)

    async def _forget(self, way: Way) -> None:
        try:
            await self.manillen.ways_back.forget(way)
        except Trouble as trouble:
            self.tell(trouble)
        self.look_for_ways()

    def on_input_submitted(self) -> None:
        self.query_one(Menu).focus()

    def on_input_blurred(self, message: Input.Blurred) -> None:
        self.manillen.rename(message.value)
        message.input.value = self.manillen.settings.player


def _forgetting(way: Way) -> Dialog:
    """The question before a way back is forgotten: it says what is lost with it."""
    if way.saved is not None and way.saved.trouble is not None:
        lost, forget = home.FILE_LOST, home.DELETE_FILE
    elif way.saved is not None:
        lost, forget = home.SAVED_LOST, home.DELETE_SAVED
    elif way.destination is not None and way.destination.kept is not None:
        lost, forget = home.SEAT_LOST, home.FORGET_IT
    else:
        lost, forget = home.LISTED_NO_LONGER, home.FORGET_IT
    return yes_or_no(home.FORGET(table=way.name), lost(), forget(), home.KEEP_IT())


def _brief(way: Way, cells: int) -> str:
    """Its name, and what else there is to be said where it has room."""
    full = f"{way.name} · {way.note}"
    return full if cell_len(full) <= cells else cut(way.name, cells)
