"""What people at the table say to one another."""

from textual.content import Content

from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.seat.player_names import called
from manillen_tui.ui.widgets.record import Log
from manillen_tui.words.chat import said_line
from net.protocol.host_messages import RoomState


class Heard:
    """Knows which lines were shown already: every room message brings the last ones again."""

    def __init__(self) -> None:
        self._number = 0

    def news(self, room: RoomState) -> list[str]:
        """The lines that are new since this was last asked, as they are shown."""
        new = [
            said_line(called(room, line.name), line.text)
            for line in room.chat
            if line.number > self._number
        ]
        self._number = max((line.number for line in room.chat), default=self._number)
        return new


class Talk(Log):
    """The last lines that were said, the newest at the bottom; `empty` is shown before."""

    def __init__(self, empty: str = "") -> None:
        super().__init__()
        self._heard = Heard()
        self._empty = empty

    def hear(self, room: RoomState) -> None:
        self.add(self._heard.news(room))

    def render(self) -> Content:
        return super().render() if self._lines else pen_of(self).text(self._empty, "$muted")
