"""The chairs at a table: each is empty, a person's, or a computer player's."""

from typing import Final

from msgspec import Struct

from net.messages import Ack, Chair, Nack


EMPTY: Final = "empty"
PERSON: Final = "person"
COMPUTER: Final = "computer"


class Person(Struct):
    """Somebody on a chair. `who` is the number of his connection, `arrival` counts people."""

    who: int
    name: str
    arrival: int
    ready: bool = False
    last_id: int = 0  # of his commands, and what was answered to it
    last_answer: Ack | Nack | None = None


class Chairs:
    """Numbered clockwise from 0."""

    def __init__(self, count: int) -> None:
        self._people: list[Person | None] = [None] * count
        self._computers: set[int] = set()
        self._left: dict[int, str] = {}  # who was there before a computer player took over

    def __len__(self) -> int:
        return len(self._people)

    def people(self) -> list[tuple[int, Person]]:
        """Every person with his seat."""
        return [(seat, person) for seat, person in enumerate(self._people) if person is not None]

    def find(self, who: int) -> tuple[int, Person] | None:
        return next((found for found in self.people() if found[1].who == who), None)

    def holder(self, seat: int) -> str:
        if self._people[seat] is not None:
            return PERSON
        return COMPUTER if seat in self._computers else EMPTY

    def empty(self) -> list[int]:
        return [seat for seat in range(len(self)) if self.holder(seat) == EMPTY]

    def shown(self) -> tuple[Chair, ...]:
        """What everybody may know of them."""
        return tuple(
            Chair(self.holder(seat), person.name if person else "", bool(person and person.ready))
            for seat, person in enumerate(self._people)
        )

    def for_newcomer(self, wanted: int | None, name: str) -> int | None:
        """The wanted one, the one this name left, an empty one, or a computer player's; at last
        one that somebody left who may come back. None: all are people's.
        """
        free = [seat for seat, person in enumerate(self._people) if person is None]
        if wanted in free:
            return wanted

        def rank(seat: int) -> tuple[bool, bool, bool, int]:
            holder = self._left.get(seat)
            return holder != name, seat in self._computers, holder is not None, seat

        return min(free, key=rank, default=None)

    def sit(self, seat: int, person: Person) -> None:
        self._people[seat] = person
        self._computers.discard(seat)
        self._left.pop(seat, None)

    def put_computer(self, seat: int) -> None:
        """A computer player sits down, or takes over from a person."""
        person = self._people[seat]
        if person is not None:
            self._left[seat] = person.name
        self._people[seat] = None
        self._computers.add(seat)

    def clear(self, seat: int) -> None:
        self._people[seat] = None
        self._computers.discard(seat)

    def move_on(self, places: int) -> None:
        """Everybody, computer players too, sits so many places further on, clockwise."""

        def moved(seat: int) -> int:
            return (seat + places) % len(self)

        self._people = [self._people[(seat - places) % len(self)] for seat in range(len(self))]
        self._computers = {moved(seat) for seat in self._computers}
        self._left = {moved(seat): name for seat, name in self._left.items()}

    def change(self, one: int, other: int) -> None:
        """Who sits on the one sits on the other after it, and the other way round."""
        people = self._people
        people[one], people[other] = people[other], people[one]
        changed = {one: other, other: one}
        self._computers = {changed.get(seat, seat) for seat in self._computers}
