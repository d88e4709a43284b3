"""Opening a table of one's own."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from manillen_tui.config.house_rules import forget_house, load_house
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.trouble import Trouble
from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.destination import own_table
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import HOST, TITLING
from manillen_tui.ui.screens.base import Page
from manillen_tui.ui.screens.dialog import yes_or_no
from manillen_tui.ui.screens.editor import RulesEditor
from manillen_tui.ui.screens.people import ABSENCES_S
from manillen_tui.ui.services import NewTable
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine, Title
from manillen_tui.ui.widgets.menu import Picker
from manillen_tui.words import host_form
from manillen_tui.words.fields import value_text
from manillen_tui.words.presence import absence_text
from manillen_tui.words.presets import base_of, rules_line, rules_name, rules_summary


TARGETS: Final = (21, 51, 101, 151, 201)


class HostScreen(Page):
    """Every line has a value that serves: Enter opens the table from anywhere."""

    BINDINGS = bindings(HOST)
    ACTIONS = HOST
    TYPING = TITLING
    AUTO_FOCUS = "#rules"

    def __init__(self) -> None:
        super().__init__()
        self.rules = PRESETS["west-flanders"]
        self._house: Mapping[str, Rules] = {}

    _opening = False

    def compose(self) -> ComposeResult:
        table = host_form.TABLE_OF(name=self.manillen.settings.player)
        yield Title()
        with Vertical(id="form"):
            yield from _field(host_form.TABLE(), "table", Input(table, max_length=40, compact=True))
            yield from _field(host_form.RULES(), "rules", Picker())
            yield Static(id="summary", markup=False, classes="quiet")
            yield from _field(host_form.PLAY_TO(), "target", Picker())
            yield from _field(host_form.COMPUTERS(), "computers", Picker())
            yield from _field(host_form.CUT(), "cut", Picker())
            yield from _field(host_form.ENTRY(), "entry", Picker())
            yield from _field(host_form.ABSENCE(), "absence", Picker())
            yield from _field(host_form.SPECTATORS(), "watch", Picker())
            advice = host_form.COMPUTERS_MAKE_WAY()
            yield Static(advice, markup=False, classes="quiet advice")
            yield NoticeLine()
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        try:
            self._house = load_house()
        except Trouble as trouble:
            self.tell(trouble)
        self._use(self.rules)
        entries = [("code", host_form.ENTRY_BY_CODE()), ("open", host_form.ENTRY_OPEN())]
        self._picker("entry").show(entries, "code")
        ways = [(str(s), absence_text(None if s is None else s * 1000)) for s in ABSENCES_S]
        self._picker("absence").show(ways, "60")

    def _use(self, rules: Rules) -> None:
        """Have every line say what these rules are."""
        players_before = self.rules.players
        self.rules = rules
        names = [*PRESETS, *self._house]
        self._picker("rules").show([(n, rules_name(n)) for n in names], rules.name)
        targets = sorted({*TARGETS, rules.target})
        goals = [(str(n), value_text("target", n)) for n in targets]
        if rules.deals:
            goals.insert(0, ("deals", value_text("deals", rules.deals)))
        self._picker("target").show(goals, "deals" if rules.deals else str(rules.target))
        computers = self._picker("computers")
        most = rules.players - 1
        kept = computers.value if rules.players == players_before and computers.value else most
        chairs = [(str(n), host_form.chairs(n)) for n in range(most + 1)]
        computers.show(chairs, str(kept))
        cuts = [("no", host_form.CUT_BY_NEIGHBOUR()), ("yes", host_form.CUT_AUTOMATIC())]
        self._picker("cut").show(cuts, "yes" if rules.cut_automatic else "no")
        seen = [
            ("no", host_form.SPECTATORS_SEE_NOTHING()),
            ("yes", host_form.SPECTATORS_SEE_LAST()),
        ]
        self._picker("watch").show(seen, "yes" if rules.watch_open else "no")
        self.query_one(Title).show(host_form.OPEN_A_TABLE(), rules_line(rules))
        said = rules_summary(rules)
        self.query_one("#summary", Static).update(pen_of(self).text(said))
        self.show_keys()

    def _picker(self, name: str) -> Picker:
        return self.query_one(f"#{name}", Picker)

    def on_picker_changed(self, message: Picker.Changed) -> None:
        value = message.picker.value
        match message.picker.id:
            case "rules":
                chosen = PRESETS[value] if value in PRESETS else self._house[value]
                self._use(self._as_before(chosen))
            case "target" if value == "deals":
                pass
            case "target":
                self._use(replace(self.rules, target=int(value), deals=0))
            case "watch":
                self._use(replace(self.rules, watch_open=value == "yes"))
            case "cut":
                self._use(replace(self.rules, cut_automatic=value == "yes"))

    def action_move(self, step: int) -> None:
        if step > 0:
            self.focus_next("Input, Picker")
        else:
            self.focus_previous("Input, Picker")

    def action_rules(self) -> None:
        self.app.push_screen(RulesEditor(self.rules), self._edited)

    def _edited(self, rules: Rules | None) -> None:
        if rules is None:
            return
        if rules.name not in PRESETS:
            self._house = {**self._house, rules.name: rules}
        self._use(rules)

    def _as_before(self, rules: Rules) -> Rules:
        """Other rules, with what has its own line in this form as it stands there."""
        now = self.rules
        return replace(rules, cut_automatic=now.cut_automatic, watch_open=now.watch_open)

    @property
    def _kept(self) -> bool:
        """Whether the rules that are chosen are kept under a name of their own."""
        return self.rules.name in self._house

    def offered(self) -> Sequence[Action]:
        if not self._kept:
            return [action for action in self.ACTIONS if action.id != "host-forget"]
        shown = {"host-forget": True, "host-up": False}  # six keys have room below
        return [
            replace(action, footer=shown.get(action.id, action.footer)) for action in self.ACTIONS
        ]

    def action_forget(self) -> None:
        if self._kept:
            name = self.rules.name
            dialog = yes_or_no(
                host_form.FORGET_RULES(name=name),
                host_form.FORGET_MEANS(),
                host_form.FORGET_THEM(),
                host_form.KEEP_THEM(),
            )
            self.app.push_screen(dialog, lambda answer: self._forget(name, answer))

    def _forget(self, name: str, answer: str | None) -> None:
        if answer != "yes":
            return
        try:
            forget_house(name)
        except Trouble as trouble:
            self.tell(trouble)
        else:
            self._house = {kept: rules for kept, rules in self._house.items() if kept != name}
            base = base_of(self.rules)
            self._use(self._as_before(base))

    def hint(self) -> str:
        if self.manillen.joining:
            return host_form.JOINING()
        return host_form.OPENING() if self._opening else ""

    def action_back(self) -> None:
        """A table that is being opened is given up; one that is open is waited for."""
        if not self.manillen.joining:
            self.dismiss(None)

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
        absence = self._picker("absence").value
        new = NewTable(
            name=name or host_form.TABLE_OF(name=player),
            rules=self.rules,
            computers=int(self._picker("computers").value),
            player=player,
            guarded=self._picker("entry").value == "code",
            absence_s=None if absence == "None" else int(absence),
        )
        try:
            running = await self.manillen.services.open_table(new)
        except Trouble as trouble:
            self.tell(trouble)
        else:
            self.manillen.sit_down(own_table(running))
        finally:
            self._opening = False


def _field(label: str, name: str, control: Input | Picker) -> ComposeResult:
    control.id = name
    with Horizontal(classes="field"):
        yield Static(label, markup=False, classes="label")
        yield control
