"""Screens that go: what is pressed until one has gone was meant for it, and for nothing below."""

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.events import Event, Key
from textual.message import Message


class KeyGuard(App[None]):
    """Keys that come in one burst outlive the screen that the first of them has closed."""

    _uncovered_at = 0.0  # on the clock of the events

    def pop_screen(self) -> AwaitComplete:
        going = super().pop_screen()
        self._uncover()
        self.call_next(self._uncover)  # again when it is down: a key may have come meanwhile
        return going

    def _uncover(self) -> None:
        self._uncovered_at = Message().time

    async def on_event(self, event: Event) -> None:
        # Also those that no widget of the screen has wanted: the app would ask the one below.
        if not isinstance(event, Key) or event.time > self._uncovered_at:
            await super().on_event(event)
