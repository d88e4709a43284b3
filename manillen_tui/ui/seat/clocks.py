"""Time that runs at a table, in whole seconds; on the wire are durations, never times of day."""

import time

from net.protocol.host_messages import RoomState


class Countdown:
    """Until the host moves for those we wait for. It begins to run when the room arrives."""

    def __init__(self) -> None:
        self._revision = -1
        self._end: float | None = None

    def note(self, room: RoomState) -> None:
        if room.revision != self._revision:
            self._revision = room.revision
            patience_ms = room.patience_ms
            self._end = None if patience_ms is None else time.monotonic() + patience_ms / 1000

    def left_s(self) -> int | None:
        """None: nothing runs."""
        return None if self._end is None else max(0, round(self._end - time.monotonic()))


class Outage:
    """For how long the connection has been lost."""

    def __init__(self) -> None:
        self._since: float | None = None

    def note(self, lost: bool) -> None:
        if not lost:
            self._since = None
        elif self._since is None:
            self._since = time.monotonic()

    def lasted_s(self) -> int:
        return 0 if self._since is None else round(time.monotonic() - self._since)
