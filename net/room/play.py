"""The match at a table: whether one is being played, whom it waits for, and for how long."""

from math import inf
from typing import Final

from net.clock import TableTime
from net.ids import ConnectionId, SeatNumber
from net.limits import Limits
from net.protocol.guest_messages import Part, Seal, Share
from net.protocol.host_messages import Commit, MatchState, Nack, Sealed
from net.room import absence
from net.room.chairs import COMPUTER, Place
from net.room.commitment import Dealing
from net.room.game import Accepted, Body, Game, Move
from net.room.outcome import CommandRefused, Outcome
from net.room.people import People


LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"


class RoomMatch:
    """`paused` is the name of whoever paused it; `absence_ms` as in `host_messages.RoomState`."""

    def __init__(
        self, game: Game, people: People, limits: Limits, state: MatchState, absence_ms: int | None
    ) -> None:
        self.game = game
        self.people = people
        self._limits = limits
        self.state: MatchState = state
        self.paused: str | None = None
        self.absence_ms = absence_ms
        self.time = TableTime()
        self.dealing = Dealing(game, limits.share_s)
        self._patience_at: float | None = None  # when the host moves for everybody waited for

    @property
    def playing(self) -> bool:
        return self.state == PLAYING

    def only_between(self) -> None:
        """Raise `CommandRefused` during a match."""
        if self.playing:
            raise CommandRefused("not-in-lobby")

    # Who is waited for ---------------------------------------------------------------------------

    def waiting_for(self) -> tuple[SeatNumber, ...]:
        return tuple(map(SeatNumber, self.game.to_move())) if self.playing else ()

    def absent(self, now: float) -> tuple[SeatNumber, ...]:
        """The seats that the host has to move for now; none while nobody is at the table."""
        if self.paused is not None or not self.people.here():
            return ()
        late = self._patience_at is not None and self.time.at(now) >= self._patience_at
        return tuple(seat for seat in self.waiting_for() if late or self._is_played(seat))

    def patience_s(self, now: float) -> float:
        """How long until the host moves for a seat that is waited for; may be infinite."""
        people = dict(self.people.chairs.people())
        waited = [people[seat] for seat in self.waiting_for() if seat in people]
        ends = [person.away_at + self._wait_s for person in waited if person.away_at is not None]
        if self._patience_at is not None:
            ends.append(self._patience_at)
        return max(0.0, min(ends, default=inf) - self.time.at(now))

    def ticks_at(self) -> float:
        """When the answers of `tick`, `absent` or `deal_ready` next change on their own."""
        ends = [absence.next_end(self.people.chairs, self._wait_s)]
        ends += [at for at in (self._patience_at, self.dealing.until) if at is not None]
        return self.time.clock(min(ends))

    def tick(self, now: float) -> bool:
        """Check whose absence has lasted long enough. Returns whether anything changed."""
        at = self.time.at(now)
        look = absence.hand_over if self.playing else absence.free_chairs
        return look(self.people.chairs, at, self._wait_s)

    def forget_patience(self) -> None:
        """Restart the patience, if nobody was present to be waited for."""
        if not self.people.here():
            self._patience_at = None

    @property
    def _wait_s(self) -> float:
        """How long somebody away is waited for."""
        if not self.playing:
            return self._limits.lobby_away_s
        return inf if self.absence_ms is None else self.absence_ms / 1000

    def _is_played(self, seat: SeatNumber) -> bool:
        match self.people.chairs.places[seat]:
            case Place(person=None, holder=holder):
                return holder == COMPUTER
            case Place(person=person):
                return person is not None and person.played

    # What happens --------------------------------------------------------------------------------

    def start(self, starter: SeatNumber | None) -> Outcome:
        """Start a match. Everybody must be ready; `starter` counts as ready by starting it."""
        chairs = self.people.chairs
        if unheld := chairs.unheld():
            raise CommandRefused("chairs-empty", {"seats": unheld})
        unready = [
            seat
            for seat, person in chairs.people()
            if seat != starter and (person.away or not person.ready)
        ]
        if unready:
            raise CommandRefused("not-ready", {"seats": unready})
        accepted = self.game.start()
        self.state = PLAYING
        for _, person in chairs.people():
            person.ready = False
        return self._applied(accepted)

    def apply(self, seat: SeatNumber, turn: int, body: Body) -> Outcome:
        if self.state == LOBBY:
            raise CommandRefused("not-playing")
        if self.paused is not None:
            raise CommandRefused("paused")
        result = self.game.apply(seat, turn, body)
        if isinstance(result, Accepted):
            return self._applied(result)
        raise CommandRefused(result.code, result.args)

    def move(self, seat: SeatNumber, move: Move, now: float) -> Outcome:
        """Move for an absent seat, unless its person is back or the turn is over."""
        if seat not in self.absent(now):
            return Outcome()
        result = self.game.apply(seat, move.turn, move.body)
        if isinstance(result, Accepted):
            return self._applied(result)
        return Outcome(Nack(0, result.code, dict(result.args)))

    def pause(self, name: str | None, now: float) -> bool:
        """Pause in this name, or resume (None). Returns whether anything changed: pausing a paused
        match does nothing.
        """
        if not self.playing:
            raise CommandRefused("not-playing")
        if (name is None) == (self.paused is None):
            return False
        self.paused = name
        if name is None:
            self.time.go_on(now)
        else:
            self.time.stop(now)
        return True

    def commit(self, now: float) -> Commit | None:
        if not self.playing or self.paused is not None or not self.people.here():
            return None
        return self.dealing.commit(self.time.at(now))

    def show_seals(self, now: float) -> Sealed | None:
        if self.paused is not None or not self.people.here():
            return None
        return self.dealing.show(self.people.here(), self.time.at(now))

    def add(self, who: ConnectionId, part: Part) -> None:
        found = self.people.chairs.find(who)
        match part:
            case Seal():
                self.dealing.seal(who, part)
            case Share() if found is not None:
                self.dealing.open(found[0], part)

    def deal_ready(self, now: float) -> bool:
        return self.paused is None and self.dealing.ready(self.time.at(now))

    def shuffle(self) -> Outcome:
        return self._applied(self.dealing.shuffle())

    def settle(self, now: float) -> Outcome:
        """To be called after every change: applies what follows from it."""
        at = self.time.at(now)
        outcome = Outcome()
        if self.playing and not self.game.to_move() and self.game.due() is None:
            self.state = OVER
            absence.restart(self.people.chairs, at)
        if self.state == OVER:
            outcome += self._settle_over()
        if not self.people.here():
            self.dealing.put_off()
        if self.playing:
            absence.hand_over(self.people.chairs, at, self._wait_s)
        patience_s = self.game.patience_s() if self.playing else None
        if patience_s is None:
            self._patience_at = None
        elif self._patience_at is None:
            self._patience_at = at + patience_s
        reveal = None if self.state == LOBBY else self.dealing.news()
        if reveal is not None:
            outcome += Outcome(letters=tuple((who, reveal) for who in self.people.here()))
        return outcome

    def _settle_over(self) -> Outcome:
        people = self.people.chairs.people()
        if not people:
            self.state = LOBBY  # everybody has left
        elif all(person.ready for _, person in people):
            try:
                return self.start(starter=None)
            except CommandRefused:
                pass  # a chair is empty, or somebody away
        return Outcome()

    def _applied(self, result: Accepted) -> Outcome:
        self.people.chairs.move_on(result.moved)
        return Outcome(record=result.record, changed=True)
