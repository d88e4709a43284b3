"""People on another machine who say that a taken seat is theirs."""

from typing import NamedTuple

from net.ids import Arrival, ConnectionId


class Claimant(NamedTuple):
    """Whose seat is claimed, as that person's arrival, and the name that was given with it."""

    who: ConnectionId  # the connection
    arrival: Arrival
    name: str


class Claims:
    """They wait for the holder of the rights, one for each seat."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: list[Claimant] = []

    def all(self) -> list[Claimant]:
        return list(self._waiting)

    def add(self, claimant: Claimant) -> bool:
        """Whether there was room for it."""
        full = len(self._waiting) >= self._limit
        if full or self.of(claimant.arrival) is not None:
            return False
        self._waiting.append(claimant)
        return True

    def of(self, arrival: Arrival) -> Claimant | None:
        """Who claims the seat of this person."""
        return next((one for one in self._waiting if one.arrival == arrival), None)

    def drop(self, who: ConnectionId) -> bool:
        """Whether there was one."""
        before = len(self._waiting)
        self._waiting = [one for one in self._waiting if one.who != who]
        return len(self._waiting) < before
