"""A table: its people, their match, and the order of their commands.

No I/O: every method takes a command and the time, and returns what has to be done about it. People
are identified by a connection or a token, never by anything else in a message.
"""

from math import inf
from typing import Final

from msgspec import structs

from net.ids import ConnectionId, SeatNumber
from net.limits import Limits
from net.names import clean_name
from net.protocol import host_messages
from net.protocol.guest_messages import (
    Command,
    Do,
    Join,
    Leave,
    Manage,
    Part,
    Pause,
    Ready,
    Resume,
    Say,
    Sit,
)
from net.protocol.host_messages import Ack, Commit, FromHost, Info, Nack, Refused, Sealed, State
from net.protocol.messages import PROTOCOL, TOO_MUCH
from net.room import absence
from net.room.chairs import PERSON, SHUT, Person
from net.room.chat import Chat
from net.room.game import Body, Game, Malformed, Move
from net.room.management import manage
from net.room.outcome import CommandRefused, Outcome
from net.room.people import People
from net.room.play import LOBBY, RoomMatch
from net.room.snapshot import RoomSnapshot, nobody_yet, saved_from_body
from net.security.tokens import NewCode, NewToken, digest, new_token


#: How far a loaded room's revision is ahead of its dump: more than guests can have been told of
#: changes that were not saved.
_AHEAD: Final = 2**12


class Room:
    """One table.

    `rights` is the token for the host's rights; only its hash is kept. The person who showed it may
    do everything; while they are away, the person who came first stands in for some of it.
    `computers`: how many chairs, from the last one, start out with computer players. `spoken` is
    the code guests have to prove before joining (None: an open table); `new_code` makes another.
    `absence_ms` and `saved` are as in `host_messages.RoomState`.
    """

    def __init__(
        self,
        game: Game,
        *,
        table: str,
        name: str,
        host: str,
        rights: str | None = None,
        computers: int = 0,
        limits: Limits,
        spoken: str | None = None,
        new_token: NewToken = new_token,
        new_code: NewCode | None = None,
    ) -> None:
        new = RoomSnapshot(
            table=table,
            name=clean_name(name, limits.table_name_bytes),
            host=clean_name(host, limits.name_cells),
            people=nobody_yet(game.seats, computers, None if rights is None else digest(rights)),
            absence_ms=round(limits.absence_s * 1000),
            spoken=spoken,
        )
        self._set_up(game, new, limits, new_token, new_code)

    @classmethod
    def load(
        cls,
        game: Game,
        body: Body,
        *,
        now: float,
        limits: Limits,
        rights: str | None = None,
        new_token: NewToken = new_token,
        new_code: NewCode | None = None,
    ) -> "Room":
        """Load a room from its `dump`, with everybody away as of `now`; `game` as it was then.

        `rights` is a new rights token replacing the old one; their holder stays the same. Raises
        `ValueError` for anything but a dump of a room for this game.
        """
        saved = saved_from_body(body, game.seats)
        if rights is not None:
            saved.people.rights.renew(rights)
        saved.revision += _AHEAD
        room = cls.__new__(cls)
        room._set_up(game, saved, limits, new_token, new_code)
        if saved.paused is not None:
            room._match.paused = saved.paused
            room._match.time.stop(now)
        absence.restart(room._people.chairs, room._match.time.at(now))
        room._settle(now)
        return room

    def _set_up(
        self,
        game: Game,
        saved: RoomSnapshot,
        limits: Limits,
        new_token: NewToken,
        new_code: NewCode | None,
    ) -> None:
        self.table = saved.table
        self.name = saved.name
        self.game = game
        self.limits = limits
        self.revision = saved.revision
        self.saved = True
        self._host_name = saved.host
        self._people = People(saved.people, limits, new_token, saved.spoken)
        self._match = RoomMatch(game, self._people, limits, saved.state, saved.absence_ms)
        self._chat = Chat(game.seats, limits, saved.chat)
        self._new_code = new_code

    def dump(self) -> Body:
        """All that `load` needs, as a message body."""
        return RoomSnapshot(
            table=self.table,
            name=self.name,
            host=self._host_name,
            people=self._people.dump(),
            absence_ms=self.absence_ms,
            spoken=self.spoken,
            state=self._match.state,
            revision=self.revision,
            paused=self._match.paused,
            chat=list(self._chat.lines),
        ).body()

    # What there is to see ------------------------------------------------------------------------

    @property
    def state(self) -> str:
        return self._match.state

    @property
    def spoken(self) -> str | None:
        return self._people.spoken

    @property
    def absence_ms(self) -> int | None:
        return self._match.absence_ms

    @absence_ms.setter
    def absence_ms(self, absence_ms: int | None) -> None:
        self._match.absence_ms = absence_ms

    def seated(self) -> dict[ConnectionId, SeatNumber]:
        """The seat of every person present, by connection."""
        return self._people.here()

    def audience(self) -> dict[ConnectionId, SeatNumber | None]:
        """Who is told of every change, with the seat whose view they get (None: a spectator's)."""
        return {**dict.fromkeys(self._people.watchers), **self._people.here()}

    def holder(self) -> ConnectionId | None:
        """The holder of the host's rights, if present."""
        holder = self._people.holder()
        return None if holder is None else holder[1].who

    def info(self) -> Info:
        return Info(
            pv=PROTOCOL,
            table=self.table,
            name=self.name,
            host=self._host_name,
            state=self.state,
            seats=self.game.seats,
            people=len(self._people.chairs.people()),
            info=dict(self.game.info()),
            code=self.spoken is not None,
        )

    def room(self, now: float) -> host_messages.RoomState:
        patience_s = self._match.patience_s(now)
        holder = self._people.holder()
        return host_messages.RoomState(
            revision=self.revision,
            name=self.name,
            state=self._match.state,
            chairs=self._people.chairs.shown(),
            host=self._people.host(),
            waiting_for=self._match.waiting_for(),
            patience_ms=None if patience_s == inf else round(patience_s * 1000),
            info=dict(self.game.info()),
            chat=self._chat.lines,
            holder=None if holder is None else holder[0],
            absence_ms=self.absence_ms,
            paused=self._match.paused,
            watchers=tuple(self._people.watchers.values()),
            claims=self._people.claims(),
            saved=self.saved,
        )

    def view(self, seat: SeatNumber | None) -> State | None:
        """The view of a seat, or of a spectator (None), once there is a match."""
        if self.state == LOBBY:
            return None
        return State(self.revision, dict(self.game.view(seat)))

    def absent(self, now: float) -> tuple[SeatNumber, ...]:
        """The seats that the host has to move for now; none while nobody is at the table."""
        return self._match.absent(now)

    def ticks_at(self) -> float:
        """When to check `tick`, `absent` and the deal again if nothing happens before."""
        return self._match.ticks_at()

    # Coming and going ----------------------------------------------------------------------------

    def join(self, who: ConnectionId, join: Join, now: float) -> Outcome:
        self._match.forget_patience()
        entered = self._people.join(who, join, self._match.time.at(now))
        return self._let_in(who, entered, now)

    def resume(self, who: ConnectionId, resume: Resume, now: float) -> Outcome:
        self._match.forget_patience()
        entered = self._people.resume(who, resume, self._match.time.at(now))
        reveal = None if self.state == LOBBY else self._match.dealing.reveal()
        if reveal is not None and not isinstance(entered.answer, Refused):
            entered += Outcome(letters=((who, reveal),))
        return self._let_in(who, entered, now)

    def heard(self, who: ConnectionId) -> None:
        """The guest's first frame after `Seated` has come."""
        self._people.heard(who)

    def lost(self, who: ConnectionId, now: float) -> Outcome:
        """The connection ended, for whatever reason."""
        known = self._people.lost(who, self._match.time.at(now))
        return self._settle(now) if known else Outcome()

    def tick(self, now: float) -> Outcome:
        """Check whose absence has lasted long enough."""
        return self._settle(now) if self._match.tick(now) else Outcome()

    def note_saved(self, saved: bool) -> Outcome:
        """The server reports whether the game is being saved."""
        if saved == self.saved:
            return Outcome()
        self.saved = saved
        self.revision += 1
        return Outcome(changed=True)

    # Commands ------------------------------------------------------------------------------------

    def obey(self, who: ConnectionId, command: Command, now: float) -> Outcome:
        if who in self._people.watchers:
            return self._obey_watcher(who, command, now)
        found = self._people.chairs.find(who)
        if found is None:
            return Outcome()  # left while this command was queued
        seat, person = found
        if command.id == person.last_id and person.last_answer is not None:
            return Outcome(person.last_answer)
        if command.id <= person.last_id:
            return Outcome(Nack(command.id, "old"))
        if command.id > person.last_id + self.limits.id_jump:
            return Outcome(bye="badframe")
        try:
            outcome = self._carry_out(seat, person, command, now)
            person.last_answer = Ack(command.id)
        except CommandRefused as refusal:
            outcome = Outcome(resend=refusal.code == "stale")
            person.last_answer = Nack(command.id, refusal.code, refusal.details)
        except Malformed:
            return Outcome(bye="badframe")
        person.last_id = command.id
        if outcome.changed:
            outcome += self._settle(now)
        return structs.replace(outcome, answer=person.last_answer)

    def move(self, seat: SeatNumber, move: Move, now: float) -> Outcome:
        """Move for an absent seat, unless its person is back or the turn is over."""
        outcome = self._match.move(seat, move, now)
        return outcome + self._settle(now) if outcome.changed else outcome

    def _obey_watcher(self, who: ConnectionId, command: Command, now: float) -> Outcome:
        if not isinstance(command, Leave):
            return Outcome(Nack(command.id, "no-chair"))
        return Outcome(Ack(command.id), bye="left") + self.lost(who, now)

    def _carry_out(self, seat: SeatNumber, person: Person, command: Command, now: float) -> Outcome:
        match command:
            case Do(turn=turn, body=body):
                return self._match.apply(seat, turn, body)
            case Ready(on=on):
                self._match.only_between()
                person.ready = on
            case Sit(seat=wanted):
                self._change_chairs(seat, SeatNumber(wanted))
            case Say(text=text):
                return Outcome(changed=self._say(seat, person, text, now))
            case Leave():
                self._people.get_up(seat, playing=self._match.playing)
                return Outcome(changed=True, bye="left")
            case Pause(on=on):
                changed = self._match.pause(person.name if on else None, now)
                return Outcome(changed=changed)
            case Manage():
                return manage(self._match, seat, person, command, self._new_code)
        return Outcome(changed=True)

    def _change_chairs(self, seat: SeatNumber, wanted: SeatNumber) -> None:
        chairs = self._people.chairs
        if self.state != LOBBY:
            raise CommandRefused("not-in-lobby")
        if wanted >= len(chairs):
            raise CommandRefused("no-chair")
        if chairs.holder(wanted) in (PERSON, SHUT):
            raise CommandRefused("chair-taken", {"seat": wanted})
        chairs.change(seat, wanted)

    def _say(self, seat: SeatNumber, person: Person, text: str, now: float) -> bool:
        if not self._chat.may_say(seat, now):
            raise CommandRefused(TOO_MUCH)
        if self._match.playing and not self.game.may_chat():
            raise CommandRefused("silence")
        return self._chat.say(person.name, text)

    # The deal ------------------------------------------------------------------------------------

    def commit(self, now: float) -> Commit | None:
        """What to send to all seated when a deal is due to be shuffled. Returned once."""
        return self._match.commit(now)

    def show_seals(self, now: float) -> Sealed | None:
        """What to send to all seated once everybody present has sealed a share. Returned once."""
        return self._match.show_seals(now)

    def add(self, who: ConnectionId, part: Part) -> None:
        """Take a seated person's seal or share; ignored if it comes at the wrong time."""
        self._match.add(who, part)

    def deal_ready(self, now: float) -> bool:
        """Whether every seal that was shown is opened, or time is up."""
        return self._match.deal_ready(now)

    def shuffle(self, now: float) -> Outcome:
        """Shuffle the deal whose seals were shown to everybody."""
        return self._match.shuffle() + self._settle(now)

    # ---------------------------------------------------------------------------------------------

    def _let_in(self, who: ConnectionId, entered: Outcome, now: float) -> Outcome:
        if isinstance(entered.answer, Refused):
            return entered
        letters: tuple[tuple[ConnectionId, FromHost], ...] = ()
        if who in self._people.here():
            letters = tuple((who, word) for word in self._match.dealing.told())
        return entered + Outcome(letters=letters) + self._settle(now)

    def _settle(self, now: float) -> Outcome:
        """To be called after every change: applies what follows from it."""
        self.revision += 1
        self._host_name = self._people.holder_name() or self._host_name
        settled = Outcome(changed=True) + self._match.settle(now)
        return settled + Outcome(letters=self._people.drop_claims())
