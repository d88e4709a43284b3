"""Talking to the others at the table."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.menus import CHAT
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.chat import Talk
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine
from manillen_tui.words import chat


class ChatScreen(Sheet[None]):
    """A line to type in, under what was said last; it stays open until it is closed."""

    BINDINGS = bindings(CHAT)
    ACTIONS = CHAT
    AUTO_FOCUS = "Input"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting
        self._sending = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="box", id="talk"):
            yield Static(chat.TITLE(), markup=False, classes="question")
            yield Talk()
            yield Input(placeholder=chat.TYPE_HERE(), max_length=160, compact=True)
            yield NoticeLine()
            yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._show)
        self._show(self._sitting)

    @while_up
    def _show(self, sitting: Sitting) -> None:
        self.query_one(Talk).hear(sitting.client.room)
        self.show_hint()

    def hint(self) -> str:
        client = self._sitting.client
        playing = client.room.state == "playing" and client.view is not None
        if playing and client.view is not None and not client.view.may_chat:
            return chat.SILENCE()
        return chat.READ_BY_ALL()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        text = message.value.strip()
        if not text:
            self.dismiss(None)
        elif not self._sending:
            self._sending = True
            self.request(self._send(text))

    async def _send(self, text: str) -> None:
        try:
            await self._sitting.client.say(text)
            self._sent()
        finally:
            self._sending = False

    @while_up
    def _sent(self) -> None:
        self.query_one(Input).clear()  # only now: what was refused can be sent later

    def action_close(self) -> None:
        self.dismiss(None)
