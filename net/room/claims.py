"""Claims: people on another machine who say that a taken seat is theirs."""

from typing import NamedTuple

from net.ids import Arrival, ConnectionId


class Claimant(NamedTuple):
    """Who claims whose seat, and the name they gave."""

    who: ConnectionId
    arrival: Arrival  # of the person whose seat it is
    name: str


class Claims:
    """The claims that wait for the holder of the rights, at most one for each seat."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: list[Claimant] = []

    def all(self) -> list[Claimant]:
        return list(self._waiting)

    def add(self, claimant: Claimant) -> bool:
        """Add a claim, if there is room for it and none for the same seat. Whether it was added."""
        full = len(self._waiting) >= self._limit
        if full or self.of(claimant.arrival) is not None:
            return False
        self._waiting.append(claimant)
        return True

    def of(self, arrival: Arrival) -> Claimant | None:
        """The claimant of this person's seat."""
        return next((one for one in self._waiting if one.arrival == arrival), None)

    def drop(self, who: ConnectionId) -> bool:
        """Drop this connection's claim. Whether there was one."""
        before = len(self._waiting)
        self._waiting = [one for one in self._waiting if one.who != who]
        return len(self._waiting) < before
