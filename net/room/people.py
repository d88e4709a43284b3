"""Everybody at a table: seated, away, watching, or claiming a seat.

Times (`at`) are table time. People are identified by a connection or a token, never by a name.
"""

from collections import deque
from typing import Final

from msgspec import Struct, structs

from net.ids import Arrival, ConnectionId, SeatNumber
from net.limits import Limits
from net.lookalikes import distinct_name
from net.names import clean_name
from net.protocol.guest_messages import Join, Resume
from net.protocol.host_messages import Claim, FromHost, Key, Pending, Refused, Seated
from net.room import absence
from net.room.chairs import Chairs, Person, Place
from net.room.claims import Claimant, Claims
from net.room.outcome import CommandRefused, Outcome
from net.security.tokens import NewToken, Rights, TokenHashes, digest


#: How many voided seat tokens are remembered, so that their owners can be told why.
TAKEN: Final = 64


class SavedPeople(Struct, forbid_unknown_fields=True):
    """Who has which chair, as saved in a journal."""

    places: list[Place]
    arrivals: int
    rights: Rights
    taken: list[bytes]


class People:
    """Who is at a table. `spoken` is the code, shown only to the holder of the rights."""

    def __init__(
        self, saved: SavedPeople, limits: Limits, new_token: NewToken, spoken: str | None
    ) -> None:
        self.chairs = Chairs(saved.places)
        self.rights = saved.rights
        self.spoken = spoken
        self.watchers: dict[ConnectionId, str] = {}
        self._claims = Claims(limits.claims)
        self._arrivals = saved.arrivals
        self._taken = deque(saved.taken, maxlen=TAKEN)
        self._limits = limits
        self._new_token = new_token

    # What there is to see ------------------------------------------------------------------------

    def here(self) -> dict[ConnectionId, SeatNumber]:
        """The seat of every person present, by their connection."""
        return {person.who: s for s, person in self.chairs.people() if person.who is not None}

    def holder(self) -> tuple[SeatNumber, Person] | None:
        """The holder of the rights with their seat, unless away."""
        found = self._holder()
        return None if found is None or found[1].away else found

    def holder_name(self) -> str | None:
        """The name of the holder of the rights, even if away."""
        found = self._holder()
        return None if found is None else found[1].name

    def _holder(self) -> tuple[SeatNumber, Person] | None:
        people = self.chairs.people()
        return next((found for found in people if found[1].arrival == self.rights.holder), None)

    def host(self) -> SeatNumber | None:
        """The seat of the holder of the rights, or else of the person present who came first."""
        ranks = [
            (person.arrival != self.rights.holder, person.arrival, seat)
            for seat, person in self.chairs.people()
            if not person.away
        ]
        return min(ranks)[2] if ranks else None

    def claims(self) -> tuple[Claim, ...]:
        seats = {person.arrival: seat for seat, person in self.chairs.people()}
        return tuple(
            Claim(seats[one.arrival], one.name)
            for one in self._claims.all()
            if one.arrival in seats
        )

    def key(self, rights: str | None = None) -> tuple[tuple[ConnectionId, FromHost], ...]:
        """The message with the spoken code for the holder of the rights, if present."""
        holder = self.holder()
        if holder is None or holder[1].who is None:
            return ()
        return ((holder[1].who, Key(self.spoken, rights)),)

    # Coming --------------------------------------------------------------------------------------

    def join(self, who: ConnectionId, join: Join, at: float) -> Outcome:
        if join.rights is not None and not self.rights.are(join.rights):
            return Outcome(Refused("no-rights"))
        wish = clean_name(join.name, self._limits.name_cells)
        if join.watch:
            return self._watch(who, wish)
        # The rights belong to one person, who cannot sit at the table twice.
        own = self._holder() if join.rights is not None else None
        if own is not None and not own[1].away:
            return Outcome(Refused("seat-in-use"))
        if join.claim:
            return self._claim(who, join, wish, at)
        if own is not None:
            return self._admit(*own, who, at)
        seat = self.chairs.for_newcomer(join.seat, wish)
        if seat is None:
            return Outcome(Refused("full", self._what_is_left()))
        self._begin_absences_again(at)
        self._arrivals += 1
        token = self._new_token()
        taken = [p.name for s, p in self.chairs.people() if s != seat]
        name = distinct_name(wish, [*taken, *self.watchers.values()], self._limits.name_cells)
        person = Person(name, Arrival(self._arrivals), TokenHashes(digest(token)), who)
        self.chairs.sit(seat, person)
        letters = self._hold(person) if join.rights is not None else ()
        return Outcome(Seated(seat, name, token), changed=True, letters=letters)

    def resume(self, who: ConnectionId, resume: Resume, at: float) -> Outcome:
        """Resume the seat that this token opens; an older connection to it ends."""
        hashed = digest(resume.token)
        found = next((f for f in self.chairs.people() if f[1].opens.opened_by(hashed)), None)
        if found is None:
            return Outcome(Refused("taken" if hashed in self._taken else "unknown"))
        seat, person = found
        byes = () if person.who is None else ((person.who, "displaced"),)
        self._begin_absences_again(at)
        seated = self._bring_back(seat, person, who, previous=hashed)
        if resume.rights is not None and self.rights.are(resume.rights):
            self.rights.holder = person.arrival
        letters = self.key() if person.arrival == self.rights.holder else ()
        return Outcome(seated, changed=True, byes=byes, letters=letters)

    def heard(self, who: ConnectionId) -> None:
        """The new token has arrived, so the previous one is void."""
        found = self.chairs.find(who)
        if found is not None:
            found[1].opens = TokenHashes(found[1].opens.current)

    def _watch(self, who: ConnectionId, wish: str) -> Outcome:
        if len(self.watchers) >= self._limits.watchers:
            return Outcome(Refused("watchers"))
        taken = [p.name for _, p in self.chairs.people()]
        name = distinct_name(wish, [*taken, *self.watchers.values()], self._limits.name_cells)
        self.watchers[who] = name
        return Outcome(Seated(None, name), changed=True)

    def _claim(self, who: ConnectionId, join: Join, wish: str, at: float) -> Outcome:
        seat = None if join.seat is None else SeatNumber(join.seat)
        person = None
        if seat is not None and seat < len(self.chairs):
            person = self.chairs.person(seat)
        if seat is None or person is None or not person.away:
            return Outcome(Refused("not-away"))
        if join.rights is not None:  # they would have to decide about themselves
            return self._admit(seat, person, who, at)
        if not self._claims.add(Claimant(who, person.arrival, wish)):
            return Outcome(Refused("full", {"watch": False}))
        return Outcome(Pending(seat), changed=True)

    def _admit(self, seat: SeatNumber, person: Person, who: ConnectionId, at: float) -> Outcome:
        """Seat whoever showed the rights as this person."""
        self._begin_absences_again(at)
        self._give_up(person)
        seated = self._bring_back(seat, person, who)
        return Outcome(seated, changed=True, letters=self._hold(person))

    def _what_is_left(self) -> dict[str, object]:
        """What remains without a free chair: watching, or claiming the seat of somebody away."""
        away = [[seat, person.name] for seat, person in self.chairs.people() if person.away]
        more = len(self.watchers) < self._limits.watchers
        return {"watch": more, **({"away": away} if away else {})}

    def _bring_back(
        self, seat: SeatNumber, person: Person, who: ConnectionId, *, previous: bytes | None = None
    ) -> Seated:
        token = self._new_token()
        person.opens = TokenHashes(digest(token), previous)
        person.come_back(who)
        return Seated(seat, person.name, token, person.last_id)

    def _hold(self, person: Person) -> tuple[tuple[ConnectionId, FromHost], ...]:
        self.rights.holder = person.arrival
        return self.key()

    def _give_up(self, person: Person) -> None:
        """Void this person's tokens; anybody showing one is told that the seat was taken."""
        self._taken.extend(person.opens.hashes())

    def _begin_absences_again(self, at: float) -> None:
        # Nobody was there to wait for absent people: their time starts with the first arrival.
        if not self.here():
            absence.restart(self.chairs, at)

    # Going ---------------------------------------------------------------------------------------

    def lost(self, who: ConnectionId, at: float) -> bool:
        """A connection ended. Returns whether it was anybody's."""
        found = self.chairs.find(who)
        if found is not None:
            found[1].leave(at)
            return True
        return self.watchers.pop(who, None) is not None or self._claims.drop(who)

    def remove(self, seat: SeatNumber, person: Person, *, playing: bool) -> None:
        """Take the chair from this person for good."""
        self._give_up(person)
        self.get_up(seat, playing=playing)

    def get_up(self, seat: SeatNumber, *, playing: bool) -> None:
        """Give up a chair for good; during a match a computer player takes over."""
        if playing:
            self.chairs.put_computer(seat)
        else:
            self.chairs.clear(seat)

    # What the holder of the rights decides -------------------------------------------------------

    def pass_on(self, person: Person) -> Outcome:
        """Pass the rights on to this person, under a new token that only they are told."""
        token = self._new_token()
        self.rights = Rights(digest(token), person.arrival)
        return Outcome(changed=True, letters=self.key(token))

    def decide(self, admitted: bool, seat: SeatNumber, person: Person) -> Outcome:
        """Admit or decline whoever claims this person's seat."""
        claimant = self._claims.of(person.arrival)
        if claimant is None:
            raise CommandRefused("unknown")
        self._claims.drop(claimant.who)
        answer: FromHost = Refused("declined")
        if admitted:
            self._give_up(person)
            answer = self._bring_back(seat, person, claimant.who)
        return Outcome(changed=True, letters=((claimant.who, answer),))

    def drop_claims(self) -> tuple[tuple[ConnectionId, FromHost], ...]:
        """Decline claims to seats whose person is back, or whose person has lost the seat."""
        away = {person.arrival: person.away for _, person in self.chairs.people()}
        done = [one for one in self._claims.all() if not away.get(one.arrival)]
        for one in done:
            self._claims.drop(one.who)
        return tuple(
            (one.who, Refused("declined" if one.arrival in away else "not-away")) for one in done
        )

    # What outlives the process --------------------------------------------------------------------

    def dump(self) -> SavedPeople:
        places = [
            structs.replace(place, person=place.person and _stored(place.person))
            for place in self.chairs.places
        ]
        return SavedPeople(places, self._arrivals, self.rights, list(self._taken))


def _stored(person: Person) -> Person:
    """As they will be after a restart: not connected, and with no absence counted."""
    return structs.replace(person, who=None, away_at=None, given=False, played=False)
