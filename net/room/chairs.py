"""The chairs at a table: each is empty, a person's, a computer player's, or shut."""

from typing import Final

from msgspec import Struct

from net.ids import Arrival, ConnectionId, SeatNumber
from net.protocol.host_messages import Ack, Chair, Holder, Nack
from net.security.tokens import TokenHashes


EMPTY: Final = "empty"
PERSON: Final = "person"
COMPUTER: Final = "computer"
SHUT: Final = "shut"


class Person(Struct):
    """The owner of a chair, present or away. `arrival` numbers the people who ever sat down.

    `who` is their connection; None while they are away, since `away_at` in table time.
    `given`: the host put a computer player there; `played`: one is moving for them.
    """

    name: str
    arrival: Arrival
    opens: TokenHashes
    who: ConnectionId | None
    ready: bool = False
    last_id: int = 0  # the id of their last command, and its answer
    last_answer: Ack | Nack | None = None
    away_at: float | None = None
    given: bool = False
    played: bool = False

    @property
    def away(self) -> bool:
        return self.who is None

    def leave(self, at: float) -> None:
        """Their connection is lost, or the count of their absence restarts."""
        self.who, self.away_at, self.given, self.played = None, at, False, False

    def come_back(self, who: ConnectionId) -> None:
        self.who, self.away_at, self.given, self.played = who, None, False, False


class Place(Struct):
    """One chair. `left` is the name of the person a computer player took over from."""

    person: Person | None = None
    computer: bool = False
    shut: bool = False
    left: str | None = None

    @property
    def holder(self) -> Holder:
        if self.person is not None:
            return PERSON
        if self.computer:
            return COMPUTER
        return SHUT if self.shut else EMPTY

    @property
    def open(self) -> bool:
        """Whether a newcomer may sit here. A chair stays its person's while they are away."""
        return self.person is None and not self.shut

    def shown(self) -> Chair:
        """What everybody may know about it."""
        person = self.person
        if person is None:
            return Chair(self.holder, "", False)
        return Chair(PERSON, person.name, person.ready, person.away, person.played)


class Chairs:
    """Numbered clockwise from 0."""

    def __init__(self, places: list[Place]) -> None:
        self.places = places

    def __len__(self) -> int:
        return len(self.places)

    def seats(self) -> list[SeatNumber]:
        return list(map(SeatNumber, range(len(self))))

    def people(self) -> list[tuple[SeatNumber, Person]]:
        """Every person with their seat, including those away."""
        return [
            (SeatNumber(seat), place.person)
            for seat, place in enumerate(self.places)
            if place.person is not None
        ]

    def find(self, who: ConnectionId) -> tuple[SeatNumber, Person] | None:
        return next((found for found in self.people() if found[1].who == who), None)

    def person(self, seat: SeatNumber) -> Person | None:
        return self.places[seat].person

    def holder(self, seat: SeatNumber) -> Holder:
        return self.places[seat].holder

    def vacant(self, seat: SeatNumber) -> bool:
        """Whether nobody holds this chair, shut or not."""
        return self.holder(seat) in (EMPTY, SHUT)

    def unheld(self) -> list[SeatNumber]:
        """The seats that nobody holds."""
        return [seat for seat in self.seats() if self.vacant(seat)]

    def shown(self) -> tuple[Chair, ...]:
        """What everybody may know about them."""
        return tuple(place.shown() for place in self.places)

    def for_newcomer(self, wanted: int | None, name: str) -> SeatNumber | None:
        """The seat for a newcomer: the wanted one; else the one somebody of this name left, an
        empty one, or a computer player's, preferably one that nobody left. None if every chair is
        a person's or shut.
        """
        free = [seat for seat in self.seats() if self.places[seat].open]
        if wanted in free:
            return SeatNumber(wanted)

        def rank(seat: SeatNumber) -> tuple[bool, bool, bool, SeatNumber]:
            place = self.places[seat]
            return place.left != name, place.computer, place.left is not None, seat

        return min(free, key=rank, default=None)

    def sit(self, seat: SeatNumber, person: Person) -> None:
        self.places[seat] = Place(person)

    def put_computer(self, seat: SeatNumber) -> None:
        """Put a computer player on an empty seat, or let it take over from a person."""
        person = self.places[seat].person
        left = self.places[seat].left if person is None else person.name
        self.places[seat] = Place(computer=True, left=left)

    def clear(self, seat: SeatNumber, *, shut: bool = False) -> None:
        self.places[seat] = Place(shut=shut)

    def move_on(self, places: int) -> None:
        """Move everybody, including computer players, this many places on, clockwise."""
        back = -places % len(self)
        self.places = self.places[back:] + self.places[:back]

    def change(self, one: SeatNumber, other: SeatNumber) -> None:
        """Swap two places."""
        places = self.places
        places[one], places[other] = places[other], places[one]
