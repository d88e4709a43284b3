"""The time by which a table counts down: it stands still during a pause."""

from math import inf


class TableTime:
    """As the clock of the machine, less what the pauses took; in seconds."""

    def __init__(self) -> None:
        self._behind = 0.0
        self._stopped_at: float | None = None

    def at(self, now: float) -> float:
        """The table's time when the clock says `now`."""
        return (now if self._stopped_at is None else self._stopped_at) - self._behind

    def clock(self, at: float) -> float:
        """What the clock will say at this time of the table; never, during a pause."""
        return at + self._behind if self._stopped_at is None else inf

    def stop(self, now: float) -> None:
        if self._stopped_at is None:
            self._stopped_at = now

    def go_on(self, now: float) -> None:
        if self._stopped_at is not None:
            self._behind += now - self._stopped_at
            self._stopped_at = None
