"""Before the match: who sits where, and is everybody ready."""

from collections.abc import Sequence

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from manillen_tui.ui.card_text import keymap_of, pen_of
from manillen_tui.ui.keys.action import RULES, TALK, Action, bindings, key_shown
from manillen_tui.ui.keys.menus import LOBBY
from manillen_tui.ui.screens.base import Page, while_up
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.banner import Banner
from manillen_tui.ui.widgets.chairs import ChairPicker
from manillen_tui.ui.widgets.chat import Talk
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine, Title
from manillen_tui.ui.widgets.spoken import Spoken
from manillen_tui.words import lobby, people
from manillen_tui.words.presets import difference_count, difference_line, rules_line
from manillen_tui.words.refusals import trouble_line
from manillen_tui.words.turns import awaited


class LobbyScreen(Page):
    BINDINGS = bindings(LOBBY)
    ACTIONS = LOBBY
    AUTO_FOCUS = "ChairPicker"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        yield Title()
        yield Banner()
        with Vertical(id="lobby"):
            yield ChairPicker()
            yield Spoken()
            yield Static(id="agreed", markup=False)
            yield Static(id="where", markup=False, classes="quiet")
            yield NoticeLine()
            key = key_shown(TALK, keymap_of(self))
            yield Talk("" if self._sitting.client.watches else lobby.TALK(key=key))
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        self.query_one(ChairPicker).at = self._sitting.client.seat
        self.manillen.table_changed.subscribe(self, self._show)
        self.set_interval(1.0, self._count)
        self._show(self._sitting)

    def show_size(self) -> None:
        self._show(self._sitting)

    @while_up
    def _count(self) -> None:
        """Again every second: time may be running."""
        banner = self.query_one(Banner)
        banner.show(self._sitting)
        self.set_class(banner.display, "-told")

    @while_up
    def _show(self, sitting: Sitting) -> None:
        client, room = sitting.client, sitting.client.room
        self.query_one(Title).show(room.name, _rules_line(sitting))
        self.set_class(sitting.holds and client.code is not None, "-coded")
        self.query_one("#agreed", Static).update(pen_of(self).text(self._agreed()))
        notes = []
        for seat, chair in enumerate(room.chairs):
            facts = []
            if seat == sitting.own:
                facts.append(people.YOU())
            if seat == room.holder:
                facts.append(people.HOST())
            elif seat == room.host:
                facts.append(people.ACTING_HOST())
            if chair.away:
                facts.append(people.AWAY())
            elif seat == room.host:
                pass  # ready by starting
            elif chair.holder == "person":
                facts.append(lobby.READY() if chair.ready else lobby.NOT_READY())
            elif chair.holder == "computer":
                facts.append(lobby.MAKES_WAY())
            notes.append((sitting.names.players[seat], " · ".join(facts)))
        partners = sitting.rules is None or sitting.rules.partners
        self.query_one(ChairPicker).show(notes, sitting.own, partners=partners)
        self.query_one(Talk).hear(room)
        spoken = self.query_one(Spoken)
        spoken.show(client.code or "")
        self.query_one("#where", Static).update(pen_of(self).text(self._where(sitting)))
        self._count()
        self.show_hint()
        self.show_keys()

    def _where(self, sitting: Sitting) -> str:
        """To the host: how the others come here."""
        running = sitting.running
        if running is None or not running.addresses:
            return ""
        # Without multicast the list stays empty for everybody: only the address is left.
        if running.problem is not None:
            way = lobby.TYPED_ONLY
        else:
            way = lobby.FOUND_AT_BRIEF if self.has_class("-compact") else lobby.FOUND_AT
        facts = [way(address=running.addresses[0])]
        if sitting.holds and sitting.client.code is None:
            facts.append(lobby.NO_CODE())
        return " · ".join(facts)

    def _agreed(self) -> str:
        """What these rules have that their base profile has not, and the key for all of them."""
        rules = self._sitting.rules
        if rules is None:
            return trouble_line("rules-unreadable", {})
        key = key_shown(RULES, keymap_of(self))
        width = min(self.app.size.width, 80)
        changes = difference_line(rules, 2 * width - 64)
        said = lobby.ALL_RULES(key=key, changes=changes).rstrip()
        one_line = self.has_class("-coded") and not self.has_class("-wide")
        if one_line and cell_len(said) > width - 4:
            return lobby.ALL_RULES(key=key, changes=difference_count(rules))
        return said

    def hint(self) -> str:
        return _waiting(self._sitting)

    def offered(self) -> Sequence[Action]:
        sitting = self._sitting
        theirs = () if sitting.may_manage else ("lobby-computer", "lobby-start")
        unused = {*theirs, *(() if sitting.holds else ("spoken",))}
        if sitting.client.watches:
            unused |= {"lobby-ready", "talk"}
        return [action for action in self.ACTIONS if action.id not in unused]

    def action_sit(self) -> None:
        at = self.query_one(ChairPicker).at
        if self._sitting.client.watches:
            destination = replace(self._sitting.destination, watch=False, seat=at)
            self.manillen.sit_elsewhere(destination)
        elif at != self._sitting.client.seat:
            self.request(self._sitting.client.sit(at), ("sit", at))

    def action_ready(self) -> None:
        client = self._sitting.client
        if client.watches:
            return
        on = not client.room.chairs[client.seat].ready
        self.request(client.ready(on), ("ready", on))

    def action_computer(self) -> None:
        client, at = self._sitting.client, self.query_one(ChairPicker).at
        if client.room.chairs[at].holder == "computer":
            self.request(client.remove_computer(at), ("empty", at))
        else:
            self.request(client.put_computer(at), ("computer", at))

    def action_start(self) -> None:
        self.request(self._sitting.client.start(), "start")

    def action_leave(self) -> None:
        self.manillen.ask_to_leave()


def _rules_line(sitting: Sitting) -> str:
    rules = sitting.rules
    return lobby.OTHER_RULES() if rules is None else rules_line(rules)


def _waiting(sitting: Sitting) -> str:
    """Whom the start waits for, always by name."""
    room, names = sitting.client.room, sitting.names.players
    if sitting.client.watches:
        return lobby.SPECTATOR()
    empty = sum(chair.holder == "empty" for chair in room.chairs)
    unready = [
        seat
        for seat, chair in enumerate(room.chairs)
        if chair.holder == "person" and not chair.ready and seat != room.host
    ]
    if empty:
        return lobby.empty_chairs(empty)
    if unready:
        return lobby.UNREADY(names=awaited(unready, names, sitting.own))
    if sitting.may_manage:
        return lobby.NOBODY_MISSING()
    if room.host is None:
        return lobby.HOST_STARTS()
    return lobby.SOMEBODY_STARTS(name=names[room.host])
