"""Changing any of the rules before a table is opened, and keeping them under a name."""

from collections.abc import Sequence

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from manillen_tui.config.house_rules import NAME_LENGTH, house_name, save_house
from manillen_tui.engine.check import check
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.trouble import Trouble
from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.rules import EDITOR, NAME
from manillen_tui.ui.screens.base import Sheet, Sized
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.widgets.fields import FieldList
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine, Title
from manillen_tui.words import rules_editor
from manillen_tui.words.fields import field_meaning
from manillen_tui.words.presets import rules_line


class RulesEditor(Sized[Rules]):
    """Ends with the rules to play by; without any when they are to stay as they were."""

    BINDINGS = bindings(EDITOR)
    ACTIONS = EDITOR
    AUTO_FOCUS = "FieldList"

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._before = rules

    @property
    def rules(self) -> Rules:
        """As they are now, playable or not."""
        return self.query_one(FieldList).rules

    def compose(self) -> ComposeResult:
        yield Title()
        yield FieldList(self._before)
        yield Static(id="meaning", markup=False, classes="quiet")
        yield Static(id="verdict", markup=False)
        yield NoticeLine()
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        self._show()

    def on_field_list_changed(self) -> None:
        self._show()

    def _show(self) -> None:
        self.query_one(Title).show(rules_editor.RULES_OF_TABLE(), rules_line(self.rules))
        meaning = field_meaning(self.query_one(FieldList).field.name)
        self.query_one("#meaning", Static).update(pen_of(self).text(meaning))
        verdict = self.query_one("#verdict", Static)
        clashes = check(self.rules)
        verdict.set_class(bool(clashes), "-trouble")
        self.show_keys()
        said = (
            rules_editor.clash_to_mend(clashes[0], self.rules)
            if clashes
            else rules_editor.distance(self.rules)
        )
        verdict.update(pen_of(self).text(said))

    def offered(self) -> Sequence[Action]:
        """Rules that clash can only be mended, all others be played by, kept and read."""
        clash = bool(check(self.rules))
        useless = ("edit-use", "edit-save", "edit-page") if clash else ("edit-fix",)
        return [action for action in self.ACTIONS if action.id not in useless]

    def action_use(self) -> None:
        if not check(self.rules):
            self.dismiss(self.rules)

    def action_fix(self) -> None:
        for clash in check(self.rules)[:1]:
            fixed = replace(self.rules, **{clash.change: clash.to})
            self.query_one(FieldList).show(fixed, mark=clash.change)

    def action_undo(self) -> None:
        name = self.query_one(FieldList).field.name
        value = getattr(self._before, name)
        self.query_one(FieldList).show(replace(self.rules, **{name: value}))

    def action_page(self) -> None:
        if not check(self.rules):
            self.app.push_screen(RulesScreen([self.rules]))

    def action_save(self) -> None:
        if not check(self.rules):
            name = "" if self.rules.name in PRESETS else self.rules.name
            self.app.push_screen(NameScreen(name), self._save)

    def _save(self, name: str | None) -> None:
        if name is None:
            return
        rules = replace(self.rules, name=name)
        try:
            save_house(rules)
        except Trouble as trouble:
            self.tell(trouble)
        else:
            self.dismiss(rules)

    def action_back(self) -> None:
        self.dismiss(None)


class NameScreen(Sheet[str]):
    """Asks for the name of rules of one's own; none when it was left."""

    BINDINGS = bindings(NAME)
    ACTIONS = NAME
    AUTO_FOCUS = "Input"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_before = name

    def compose(self) -> ComposeResult:
        with Vertical(classes="box", id="naming"):
            yield Static(rules_editor.SAVE_AS(), markup=False, classes="question")
            yield Input(
                self._name_before,
                placeholder=rules_editor.NAME(),
                max_length=NAME_LENGTH,
                compact=True,
            )
            yield NoticeLine()
            yield KeyLine(self.ACTIONS)

    def hint(self) -> str:
        return rules_editor.CHOOSE_BY_NAME()

    def on_mount(self) -> None:
        self.show_hint()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        try:
            self.dismiss(house_name(message.value))
        except Trouble as trouble:
            self.tell(trouble)

    def action_close(self) -> None:
        self.dismiss(None)
