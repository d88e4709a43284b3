"""All keys of the screen it is opened from."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from manillen_tui.ui.card_text import keymap_of
from manillen_tui.ui.keys.action import Action, bindings, key_shown
from manillen_tui.ui.keys.menus import DIALOG
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.words import key_list


class KeysScreen(Sheet[None]):
    BINDINGS = bindings((*DIALOG, Action("keys-again", "question_mark,q,enter,f1", "close", "?")))

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = [action for action in actions if action.help]

    def compose(self) -> ComposeResult:
        keymap = keymap_of(self)
        lines = [Content.styled(key_list.KEYS_HERE(), "bold"), Content("")]
        lines += [
            Content.assemble((f"{key_shown(action, keymap):<10}", "bold $primary"), action.help)
            for action in self._actions
        ]
        lines += [
            Content(""),
            Content.assemble(("• ", "bold"), key_list.DOT()),
            Content.assemble(("╔═╗ ", "bold"), key_list.FRAME()),
            Content.assemble(("[3] ", "bold"), key_list.NUMBER()),
            Content.assemble(("►  ", "bold"), key_list.ARROW()),
        ]
        with Vertical(classes="box"):
            with VerticalScroll():
                yield Static(Content("\n").join(lines), markup=False)
            yield Static(id="closes", markup=False)

    def on_mount(self) -> None:
        self.call_after_refresh(self.show_size)

    @while_up
    def show_size(self) -> None:
        """Say that there is more than the window has room for."""
        part = self.query_one(VerticalScroll)
        part.styles.max_height = self.app.size.height - 3  # the frame, and the line below
        more = part.virtual_size.height > self.app.size.height - 3
        told = key_list.MORE() if more else key_list.CLOSES()
        self.query_one("#closes", Static).update(Content.styled(told, "$muted"))

    def action_close(self) -> None:
        self.dismiss(None)
