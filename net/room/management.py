"""What the holder of the host's rights may do, and what their stand-in may do."""

from typing import Final

from net.ids import SeatNumber
from net.protocol.guest_messages import Manage
from net.room.chairs import PERSON, Person
from net.room.outcome import CommandRefused, Outcome
from net.room.play import RoomMatch
from net.security.tokens import NewCode


#: For the holder only, not for a stand-in while they are away.
_HOLDERS: Final = ("close", "code", "remove", "shut", "open", "admit", "decline", "pass-on")


def manage(
    table: RoomMatch, seat: SeatNumber, person: Person, command: Manage, new_code: NewCode | None
) -> Outcome:
    """Do what `person` on `seat` asks for. Raises `CommandRefused` if they may not, or it cannot
    be done.
    """
    people, chairs = table.people, table.people.chairs
    holds = person.arrival == people.rights.holder
    if not holds and (command.what in _HOLDERS or seat != people.host()):
        raise CommandRefused("no-rights")
    match command.what, None if command.seat is None else SeatNumber(command.seat):
        case "close", _:
            return Outcome(closing=True)
        case "code", _ if new_code is not None and people.spoken is not None:
            people.spoken = new_code()
            return Outcome(changed=True, letters=people.key())
        case "start", _:
            table.only_between()
            return table.start(starter=seat)
        case "absence", _:
            table.absence_ms = command.value
        case _, int() as chair if chair >= len(chairs):
            raise CommandRefused("no-chair")
        case "computer", int() as chair if table.playing:
            _play_for(chairs.person(chair))
        case ("computer" | "empty") as what, int() as chair:
            table.only_between()
            if chairs.holder(chair) == PERSON:
                raise CommandRefused("chair-taken", {"seat": chair})
            if what == "computer":
                chairs.put_computer(chair)
            else:
                chairs.clear(chair)
        case ("shut" | "open") as what, int() as chair if chairs.vacant(chair):
            chairs.clear(chair, shut=what == "shut")
        case what, int() as chair if what in _HOLDERS:
            other = chairs.person(chair)
            if other is None or (other is person and what == "remove"):
                raise CommandRefused("unknown")
            return _about(table, what, chair, other)
        case _:
            raise CommandRefused("unknown")
    return Outcome(changed=True)


def _play_for(person: Person | None) -> None:
    if person is None or not person.away:
        raise CommandRefused("not-in-lobby")
    person.given = True


def _about(table: RoomMatch, what: str, seat: SeatNumber, other: Person) -> Outcome:
    people = table.people
    match what:
        case "remove":
            byes = () if other.who is None else ((other.who, "removed"),)
            people.remove(seat, other, playing=table.playing)
            return Outcome(changed=True, byes=byes)
        case "pass-on" if not other.away:
            return people.pass_on(other)
        case "admit" | "decline":
            return people.decide(what == "admit", seat, other)
    raise CommandRefused("unknown")
