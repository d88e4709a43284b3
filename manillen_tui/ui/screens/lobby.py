"""Before the match: who sits where, and is everybody ready."""

from collections.abc import Sequence

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from manillen_tui import words
from manillen_tui.ui import keys
from manillen_tui.ui.card_text import keymap_of, pen_of
from manillen_tui.ui.screens.base import Page, while_up
from manillen_tui.ui.seat import Sitting
from manillen_tui.ui.widgets.banner import Banner
from manillen_tui.ui.widgets.chairs import Chairs
from manillen_tui.ui.widgets.chat import Talk
from manillen_tui.ui.widgets.lines import KeyLine, Notice, Title
from manillen_tui.ui.widgets.spoken import Spoken
from manillen_tui.words import _


class LobbyScreen(Page):
    BINDINGS = keys.bindings(keys.LOBBY)
    ACTIONS = keys.LOBBY
    AUTO_FOCUS = "Chairs"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        yield Title()
        yield Banner()
        with Vertical(id="lobby"):
            yield Chairs()
            yield Spoken()
            yield Static(id="agreed", markup=False)
            yield Static(id="where", markup=False, classes="quiet")
            yield Notice()
            key = keys.shown(keys.TALK, keymap_of(self))
            how = _("{key}: say something to the others").format(key=key)
            yield Talk("" if self._sitting.client.watches else how)
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        self.query_one(Chairs).at = self._sitting.client.seat
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
                facts.append(_("you"))
            if seat == room.holder:
                facts.append(_("host"))
            elif seat == room.host:
                facts.append(_("stands in for the host"))
            if chair.away:
                facts.append(_("away"))
            elif seat == room.host:
                pass  # ready by starting
            elif chair.holder == "person":
                facts.append(_("✓ ready") if chair.ready else _("not ready yet"))
            elif chair.holder == "computer":
                facts.append(_("gives way to people"))
            notes.append((sitting.names[seat], " · ".join(facts)))
        partners = sitting.rules is None or sitting.rules.partners
        self.query_one(Chairs).show(notes, sitting.own, partners=partners)
        self.query_one(Talk).hear(room.chat)
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
        said = (
            _("Others find this table in their list, or type {address}")
            if running.problem is None
            else _("This network cannot be searched: the others type {address}")
        )
        if self.has_class("-compact"):
            said = _("In the list, or by {address}") if running.problem is None else said
        if sitting.holds and sitting.client.code is None:
            said += " · " + _("open: nobody needs a code")
        return said.format(address=running.addresses[0])

    def _agreed(self) -> str:
        """What these rules have that their base profile has not, and the key for all of them."""
        rules = self._sitting.rules
        if rules is None:
            return words.trouble("rules-unreadable", {})
        key = keys.shown(keys.RULES, keymap_of(self))
        width = min(self.app.size.width, 80)
        line = _("{key}: all the rules. {changes}")
        said = line.format(key=key, changes=words.difference_line(rules, 2 * width - 64)).rstrip()
        one_line = self.has_class("-coded") and not self.has_class("-wide")
        if one_line and cell_len(said) > width - 4:
            return line.format(key=key, changes=words.difference_count(rules))
        return said

    def hint(self) -> str:
        return _waiting(self._sitting)

    def offered(self) -> Sequence[keys.Action]:
        sitting = self._sitting
        theirs = () if sitting.may_manage else ("lobby-computer", "lobby-start")
        unused = {*theirs, *(() if sitting.holds else ("spoken",))}
        if sitting.client.watches:
            unused |= {"lobby-ready", "talk"}
        return [action for action in self.ACTIONS if action.id not in unused]

    def action_sit(self) -> None:
        at = self.query_one(Chairs).at
        if self._sitting.client.watches:
            wish = replace(self._sitting.wish, watch=False, seat=at)
            self.manillen.sit_elsewhere(wish)
        elif at != self._sitting.client.seat:
            self.request(self._sitting.client.sit(at), ("sit", at))

    def action_ready(self) -> None:
        client = self._sitting.client
        if client.watches:
            return
        on = not client.room.chairs[client.seat].ready
        self.request(client.ready(on), ("ready", on))

    def action_computer(self) -> None:
        client, at = self._sitting.client, self.query_one(Chairs).at
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
    return _("rules of another version") if rules is None else words.rules_line(rules)


def _waiting(sitting: Sitting) -> str:
    """Whom the start waits for, always by name."""
    room, names = sitting.client.room, sitting.names
    if sitting.client.watches:
        return _("You watch. Mark a chair that is free and press Enter to sit down there.")
    empty = sum(chair.holder == "empty" for chair in room.chairs)
    people = [(seat, chair) for seat, chair in enumerate(room.chairs) if chair.holder == "person"]
    unready = [seat for seat, chair in people if not chair.ready and seat != room.host]
    if empty:
        return words.ngettext(
            "{n} empty chair: wait for somebody, or press c there for a computer player.",
            "{n} empty chairs: wait for people, or press c there for a computer player.",
            empty,
        ).format(n=empty)
    if unready:
        return _("Waiting for {names} to be ready (r).").format(
            names=words.awaited(unready, names, sitting.own)
        )
    if sitting.may_manage:
        return _("Everybody is here: press s to start.")
    if room.host is None:
        return _("Waiting for the host to start.")
    return _("Waiting for {name} to start.").format(name=names[room.host])
