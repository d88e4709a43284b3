"""What happens to the people at a table, a line each: who comes, leaves, or gets the rights."""

import time
from collections.abc import Sequence
from typing import Final

from manillen_tui.guest.client import Client
from manillen_tui.ui.seat.player_names import called
from manillen_tui.words.connection import notice_line
from manillen_tui.words.nouns import came_line, left_line
from manillen_tui.words.presence import away_line, back_line, holder_line, watches_line
from net.protocol.host_messages import RoomState


#: A notice stays in sight for so long, in seconds.
NOTICE_S: Final = 15.0


class Notices:
    """To be told of each change by `note`."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._room = client.room
        self._holder = _holder(client.room)  # the last one who was here
        self._in_match = False  # whether a match was seen before
        self._in_sight: list[tuple[float, str]] = []  # each with the time when it has been read
        self._to_log: list[str] = []

    def in_sight(self) -> list[str]:
        """What the host was told, or everybody, that there was no time to read yet."""
        self._in_sight = [(end, line) for end, line in self._in_sight if end > time.monotonic()]
        return [line for _end, line in self._in_sight]

    def take_log(self) -> list[str]:
        """What happened during the match since this was last asked."""
        lines, self._to_log = self._to_log, []
        return lines

    def note(self, *, holds: bool) -> None:
        """`holds`: whether this person has the host's rights now."""
        while self._client.notices:
            notice = self._client.notices.popleft()
            line = notice_line(notice.code, notice.args)
            if line is not None:
                self._tell(line)
        before, self._room = self._room, self._client.room
        self._note_holder(self._room, holds)
        if self._room.state == "playing" and self._in_match:
            self._note_people(before, self._room)
        self._in_match = self._client.view is not None

    def _tell(self, line: str) -> None:
        self._in_sight.append((time.monotonic() + NOTICE_S, line))
        if self._client.room.state != "lobby":  # no news any more when the match begins
            self._to_log.append(line)

    def _note_holder(self, now: RoomState, holds: bool) -> None:
        """The host's rights pass from one to another; who is away holds them still."""
        before, holder = self._holder, _holder(now)
        if holder is None or holder == before:
            return
        self._holder = holder
        if before is not None:
            self._tell(holder_line("" if holds else called(now, holder)))

    def _note_people(self, before: RoomState, now: RoomState) -> None:
        gone = _missing(_people(before), _people(now))
        new = _missing(_people(now), _people(before))
        away = _missing(_away(now), _away(before))
        back = [name for name in _missing(_away(before), _away(now)) if name not in gone]
        watching = _missing(now.watchers, before.watchers)
        self._to_log += [left_line(called(before, name)) for name in gone]
        self._to_log += [came_line(called(now, name)) for name in new]
        self._to_log += [away_line(called(now, name)) for name in away]
        self._to_log += [back_line(called(now, name)) for name in back]
        self._to_log += [watches_line(called(now, name)) for name in watching]


def _people(room: RoomState) -> list[str]:
    return [chair.name for chair in room.chairs if chair.holder == "person"]


def _holder(room: RoomState) -> str | None:
    return None if room.holder is None else room.chairs[room.holder].name


def _away(room: RoomState) -> list[str]:
    return [chair.name for chair in room.chairs if chair.away]


def _missing(names: Sequence[str], others: Sequence[str]) -> list[str]:
    """Those of the one that are not among the others."""
    return [name for name in names if name not in others]
