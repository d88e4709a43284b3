"""Tables on this network, live, and a line for a typed address."""

import time
from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from manillen_tui.config.rule_options import read_rules
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import ADDRESSING, JOIN
from manillen_tui.ui.screens.base import Page, while_up
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine, Title
from manillen_tui.ui.widgets.tables import TableList
from manillen_tui.words import join
from manillen_tui.words.refusals import trouble_line
from net.address import Address, parse_address
from net.discovery.browse import Browser


SEARCHING_S: Final = 3.0  # an answer can take 1.2 s when another program holds the mDNS port
EXPLAIN_S: Final = 5.0


class JoinScreen(Page):
    BINDINGS = bindings(JOIN)
    ACTIONS = JOIN
    TYPING = ADDRESSING
    AUTO_FOCUS = "TableList"

    def __init__(self) -> None:
        super().__init__()
        self._browser: Browser | None = None
        self._since = 0.0

    def compose(self) -> ComposeResult:
        yield Title()
        yield TableList()
        with Horizontal(id="by-address"):
            yield Static(join.ADDRESS(), markup=False, classes="label")
            yield Input(placeholder="192.168.1.20:7842", id="address", compact=True)
        yield NoticeLine()
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        self._since = time.monotonic()
        self._browser = self.manillen.services.browse()
        self.run_worker(self._browse(self._browser), group="browse")
        self.set_interval(1.0, self._say)
        self._say()

    def on_screen_suspend(self) -> None:
        self.show_hint()

    @while_up
    def on_screen_resume(self) -> None:
        self.show_hint()

    async def _browse(self, browser: Browser) -> None:
        try:
            await browser.start()
            while True:
                self._show()
                await browser.changed()
        finally:
            await browser.stop()

    @while_up
    def _show(self) -> None:
        if self._browser is not None:
            self.query_one(TableList).show(self._browser.rows)
            self._say()

    @while_up
    def _say(self) -> None:
        """How the search stands."""
        browser = self._browser
        if browser is None:
            return
        found = len(browser.rows)
        waited = time.monotonic() - self._since
        state = join.searching(found) if waited < SEARCHING_S else join.found(found)
        self.query_one(Title).show(join.TABLES_HERE(), state)
        self.show_hint()

    def hint(self) -> str:
        browser = self._browser
        if self.manillen.joining is not None:
            return self.manillen.joining_line if self.app.screen is self else ""
        if browser is None:
            return ""
        if browser.problem is not None:
            return trouble_line(browser.problem, {})
        if not browser.rows and time.monotonic() - self._since >= EXPLAIN_S:
            return join.NOTHING_HERE()
        row = self.query_one(TableList).marked
        if row is None or row.info is None:
            return ""
        rules = read_rules(row.info)
        if rules is None:
            return trouble_line("rules-unreadable", {})
        return join.table_hint(rules, full=row.people >= row.seats)

    def on_table_list_moved(self) -> None:
        self.show_hint()

    def on_table_list_chosen(self, message: TableList.Chosen) -> None:
        self._join(message.row.addresses)

    def action_join(self) -> None:
        row = self.query_one(TableList).marked
        if row is not None:
            self._join(row.addresses)

    def action_watch(self) -> None:
        row = self.query_one(TableList).marked
        if row is not None:
            self.manillen.sit_down(Destination(addresses=row.addresses, watch=True))

    def action_rules(self) -> None:
        row = self.query_one(TableList).marked
        if row is None or row.info is None:
            return
        rules = read_rules(row.info)
        if rules is None:
            self.tell(Trouble("rules-unreadable"))
        else:
            self.app.push_screen(RulesScreen([rules]))

    def action_address(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        try:
            address = parse_address(message.value)
        except ValueError:
            self.tell(Trouble("bad-address"))
        else:
            self._join([address])

    def _join(self, addresses: Sequence[Address]) -> None:
        self.manillen.sit_down(Destination(addresses=addresses))

    def action_back(self) -> None:
        if self.query_one(Input).has_focus:
            self.query_one(TableList).focus()
        else:
            self.manillen.stand_off()
            self.dismiss(None)
