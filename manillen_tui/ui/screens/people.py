"""Who is here, and what the holder of the host's rights may do about it."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from manillen_tui.ui.card_text import cut, pen_of
from manillen_tui.ui.destination import Destination
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import PEOPLE_HERE
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.ui.screens.dialog import Dialog, yes_or_no
from manillen_tui.ui.seat.player_names import called
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine
from manillen_tui.ui.widgets.menu import Item, Menu
from manillen_tui.words import people
from manillen_tui.words.presence import absence_text, watchers_line
from net.protocol.host_messages import Chair


#: After so many seconds a computer player may move for somebody away; None: never.
ABSENCES_S: Final = (None, 0, 30, 60, 120)


class PeopleScreen(Sheet[None]):
    """A line a chair; the keys are for the marked one, and only what is possible there."""

    BINDINGS = bindings(PEOPLE_HERE)
    ACTIONS = PEOPLE_HERE
    AUTO_FOCUS = "Menu"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        with Vertical(classes="box", id="people"):
            yield Static(id="holder", markup=False)
            yield Menu(self._items())
            yield Static(id="others", markup=False, classes="quiet")
            yield Static(id="claim", markup=False)
            yield NoticeLine()
            yield KeyLine(())

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._show)
        self._show(self._sitting)

    @while_up
    def _show(self, sitting: Sitting) -> None:
        pen, room, names = pen_of(self), sitting.client.room, sitting.names.holders
        self.query_one(Menu).show(self._items())
        holder = (
            people.RIGHTS_AWAY()
            if room.holder is None
            else people.YOU_HOLD_RIGHTS()
            if sitting.holds
            else people.HOLDS_RIGHTS(name=names[room.holder])
        )
        self.query_one("#holder", Static).update(pen.text(holder, "bold"))
        lines = [people.ABSENCE(what=absence_text(room.absence_ms))]
        if room.watchers:
            lines.append(watchers_line([called(room, name) for name in room.watchers]))
        self.query_one("#others", Static).update(pen.text("\n".join(lines)))
        claims = room.claims if sitting.holds else ()
        said = "".join(
            people.CLAIMS(claimant=claim.name, name=names[claim.seat]) for claim in claims[:1]
        )
        claim = self.query_one("#claim", Static)
        claim.update(pen.text(said, "bold $primary"))
        claim.display = bool(said)
        self.show_hint()
        self.show_keys()

    def on_menu_moved(self) -> None:
        self.show_keys()

    def _items(self) -> list[Item]:
        room = self._sitting.client.room
        return [
            Item(str(seat), str(seat + 1), cut(name, 20), self._facts(seat, room.chairs[seat]))
            for seat, name in enumerate(self._sitting.names.holders)
        ]

    def _facts(self, seat: int, chair: Chair) -> str:
        client = self._sitting.client
        facts = []
        if seat == self._sitting.own:
            facts.append(people.YOU())
        if seat == client.room.holder:
            facts.append(people.HOST())
        elif seat == client.room.host:
            facts.append(people.ACTING_HOST())
        if chair.away:
            facts.append(people.AWAY())
        if chair.played:
            facts.append(people.PLAYED_FOR())
        if chair.holder == "shut":
            facts.append(people.SHUT())
        return " · ".join(facts)

    # What the marked chair allows ---------------------------------------------------------------

    @property
    def _seat(self) -> int:
        return int(self.query_one(Menu).at)

    @property
    def _chair(self) -> Chair:
        return self._sitting.client.room.chairs[self._seat]

    def offered(self) -> Sequence[Action]:
        if not self.query(Menu):
            return self.ACTIONS
        may = self._possible()
        return [replace(action, footer=True) for action in self.ACTIONS if action.id in may]

    def _possible(self) -> set[str]:
        sitting, chair = self._sitting, self._chair
        room, client = sitting.client.room, sitting.client
        other = chair.holder == "person" and (client.watches or self._seat != client.seat)
        waiting = room.state != "playing"
        may = {"here-close"}
        if client.watches:
            if other and chair.away:
                may.add("here-mine")
            elif chair.holder == "computer" or (waiting and chair.holder == "empty"):
                may.add("here-sit")
        if sitting.may_manage:
            may.add("here-absence")
            if waiting:
                given = chair.holder == "empty"
            else:
                given = other and chair.away and not chair.played
            if given:
                may.add("here-computer")
        if sitting.holds:
            if room.claims:
                return {"here-admit", "here-decline", "here-close"}
            if other:
                may.add("here-remove")
                if not chair.away:
                    may.add("here-pass")
            if chair.holder == "empty":
                may.add("here-shut")
            if chair.holder == "shut":
                may.add("here-open")
        return may

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        known = {a.run: a.id for a in PEOPLE_HERE if a.run and a.run != "close"}
        return action not in known or known[action] in self._possible()

    # What is done about it ----------------------------------------------------------------------

    def action_remove(self) -> None:
        seat, name = self._seat, self._sitting.names.holders[self._seat]
        self._ask(
            yes_or_no(
                people.SEND_AWAY_QUESTION(name=name),
                people.SEAT_NOT_KEPT(),
                people.SEND_AWAY(name=name),
                people.LET_STAY(name=name),
            ),
            "remove",
            seat,
        )

    def action_pass(self) -> None:
        seat, name = self._seat, self._sitting.names.holders[self._seat]
        self._ask(
            yes_or_no(
                people.PASS_RIGHTS_QUESTION(name=name),
                people.NO_LONGER_HOST(name=name),
                people.PASS_RIGHTS(name=name),
                people.KEEP_RIGHTS(),
            ),
            "pass",
            seat,
        )

    def _ask(self, dialog: Dialog, what: str, seat: int) -> None:
        person = self._chair

        def answered(answer: str | None) -> None:
            client = self._sitting.client
            # Somebody else may have come to this chair meanwhile.
            if answer == "yes" and client.room.chairs[seat].name == person.name:
                do = client.remove if what == "remove" else client.pass_on
                self.request(do(seat), (what, seat))

        self.app.push_screen(dialog, answered)

    def action_shut(self) -> None:
        self.request(self._sitting.client.shut(self._seat), ("shut", self._seat))

    def action_open(self) -> None:
        self.request(self._sitting.client.open(self._seat), ("open", self._seat))

    def action_computer(self) -> None:
        self.request(self._sitting.client.put_computer(self._seat), ("computer", self._seat))

    def action_absence(self) -> None:
        """The next of the choices there are."""
        now = self._sitting.client.room.absence_ms
        after = [None if s is None else s * 1000 for s in ABSENCES_S]
        place = after.index(now) if now in after else 0
        chosen = ABSENCES_S[(place + 1) % len(ABSENCES_S)]
        self.request(self._sitting.client.absence(chosen), ("absence", chosen))

    def action_admit(self) -> None:
        seat = self._sitting.client.room.claims[0].seat
        self.request(self._sitting.client.admit(seat), ("admit", seat))

    def action_decline(self) -> None:
        seat = self._sitting.client.room.claims[0].seat
        self.request(self._sitting.client.decline(seat), ("decline", seat))

    # Who watches may have a seat ----------------------------------------------------------------

    def action_sit(self) -> None:
        self.manillen.sit_elsewhere(replace(self._as_one_seated, seat=self._seat))

    def action_mine(self) -> None:
        room, names = self._sitting.client.room, self._sitting.names.holders
        self.manillen.sit_elsewhere(
            replace(
                self._as_one_seated,
                seat=self._seat,
                claim=True,
                confirmed_by="" if room.holder is None else names[room.holder],
            )
        )

    @property
    def _as_one_seated(self) -> Destination:
        return replace(self._sitting.destination, watch=False)

    def action_close(self) -> None:
        self.dismiss(None)
