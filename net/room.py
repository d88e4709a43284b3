"""The people at a table: chairs, names, rights, and the order of their commands.

Pure but for the game it holds: every method takes a command and the time, and gives what has to be
done about it. Who somebody is comes from his connection, never from a message.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from msgspec import Struct, structs

from net import messages
from net.chairs import COMPUTER, PERSON, Chairs, Person
from net.chat import Chat
from net.game import Accepted, Body, Game, Malformed, Move, Rejected
from net.limits import Limits
from net.messages import (
    PROTOCOL,
    TOO_MUCH,
    Ack,
    Command,
    Do,
    Info,
    Join,
    Leave,
    Manage,
    Nack,
    Ready,
    Refused,
    Say,
    Seated,
    Sit,
    State,
)
from net.names import clean_name, distinct_name


LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"


class Outcome(Struct, frozen=True):
    """What is left to do, in this order: keep the record, answer, tell everybody, close.

    `resend`: the one who asked gets his view again. `bye`: his connection ends with this code.
    `closing`: the holder of the rights closed the table.
    """

    answer: Seated | Refused | Ack | Nack | None = None
    record: Body | None = None
    changed: bool = False
    resend: bool = False
    bye: str | None = None
    closing: bool = False


class _Refusal(Exception):
    """A command that is not obeyed; never leaves this module."""

    def __init__(self, code: str, args: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.details = dict(args or {})


class Room:
    """One table and who sits at it.

    `rights` is the token of the host's rights; only its hash is kept. The person who showed it may
    close the table; he, or while he is away the person seated longest, is its `host`. `computers`
    of the chairs, the last ones, belong to computer players from the start.
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
    ) -> None:
        self.table = table
        self.name = clean_name(name, limits.table_name_bytes)
        self.game = game
        self.limits = limits
        self.state = LOBBY
        self.revision = 0
        self.patience_at: float | None = None  # when the host moves for those we wait for
        self._host_name = clean_name(host, limits.name_cells)
        self._rights = None if rights is None else _digest(rights)
        self._holder: int | None = None
        self._arrivals = 0
        self._chairs = Chairs(game.seats)
        self._chat = Chat(game.seats, limits)
        for seat in range(game.seats - computers, game.seats):
            self._chairs.put_computer(seat)

    # What there is to see ------------------------------------------------------------------------

    def seated(self) -> dict[int, int]:
        """The seat of every person, by who he is."""
        return {person.who: seat for seat, person in self._chairs.people()}

    def info(self) -> Info:
        return Info(
            pv=PROTOCOL,
            table=self.table,
            name=self.name,
            host=self._host_name,
            state=self.state,
            seats=len(self._chairs),
            people=len(self._chairs.people()),
            info=dict(self.game.info()),
        )

    def room(self, now: float) -> messages.Room:
        left_s = None if self.patience_at is None else max(0.0, self.patience_at - now)
        return messages.Room(
            revision=self.revision,
            name=self.name,
            state=self.state,
            chairs=self._chairs.shown(),
            host=self._host(),
            waiting_for=tuple(self.game.to_move()) if self.state == PLAYING else (),
            patience_ms=None if left_s is None else round(left_s * 1000),
            info=dict(self.game.info()),
            chat=self._chat.lines,
        )

    def view(self, seat: int) -> State | None:
        """The view of a seat, once there is a match."""
        if self.state == LOBBY:
            return None
        return State(self.revision, dict(self.game.view(seat)))

    def absent(self, now: float) -> tuple[int, ...]:
        """The seats that the host has to move for now. A table without people waits for some."""
        if self.state != PLAYING or not self._chairs.people():
            return ()
        impatient = self.patience_at is not None and now >= self.patience_at
        return tuple(
            seat
            for seat in self.game.to_move()
            if impatient or self._chairs.holder(seat) == COMPUTER
        )

    # What happens --------------------------------------------------------------------------------

    def join(self, who: int, join: Join, now: float) -> Outcome:
        if join.rights is not None and not self._are_rights(join.rights):
            return Outcome(Refused("no-rights"))
        wish = clean_name(join.name, self.limits.name_cells)
        seat = self._chairs.for_newcomer(join.seat, wish)
        if seat is None:
            return Outcome(Refused("full"))
        name = distinct_name(
            wish,
            [person.name for _, person in self._chairs.people()],
            self.limits.name_cells,
        )
        if not self._chairs.people():
            self.patience_at = None  # nobody was there to be waited for
        self._arrivals += 1
        self._chairs.sit(seat, Person(who, name, self._arrivals))
        if join.rights is not None:
            self._holder, self._host_name = who, name
        self._settle(now)
        return Outcome(Seated(seat, name), changed=True)

    def lost(self, who: int, now: float) -> Outcome:
        """The person's connection ended, whatever the reason."""
        found = self._chairs.find(who)
        if found is None:
            return Outcome()
        self._get_up(found[0])
        self._settle(now)
        return Outcome(changed=True)

    def obey(self, who: int, command: Command, now: float) -> Outcome:
        found = self._chairs.find(who)
        if found is None:
            return Outcome()  # he got up while this command was waiting
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
        except _Refusal as refusal:
            outcome = Outcome(resend=refusal.code == "stale")
            person.last_answer = Nack(command.id, refusal.code, refusal.details)
        except Malformed:
            return Outcome(bye="badframe")
        person.last_id = command.id
        if outcome.changed:
            self._settle(now)
        return structs.replace(outcome, answer=person.last_answer)

    def move(self, seat: int, move: Move, now: float) -> Outcome:
        """The host moves for a seat, unless somebody has taken it or moved meanwhile."""
        if seat not in self.absent(now):
            return Outcome()
        result = self.game.apply(seat, move.turn, move.body)
        if isinstance(result, Rejected):
            return Outcome(Nack(0, result.code, dict(result.args)))
        self._chairs.move_on(result.moved)
        self._settle(now)
        return Outcome(record=result.record, changed=True)

    # Commands ------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, person: Person, command: Command, now: float) -> Outcome:
        match command:
            case Do(turn=turn, body=body):
                if self.state == LOBBY:
                    raise _Refusal("not-playing")
                result = self.game.apply(seat, turn, body)
                if isinstance(result, Accepted):
                    self._chairs.move_on(result.moved)
                    return Outcome(record=result.record, changed=True)
                raise _Refusal(result.code, result.args)
            case Ready(on=on):
                self._only_between_matches()
                person.ready = on
            case Sit(seat=wanted):
                if self.state != LOBBY:
                    raise _Refusal("not-in-lobby")
                self._free_of_people(wanted)
                self._chairs.change(seat, wanted)
            case Say(text=text):
                return Outcome(changed=self._say(seat, person, text, now))
            case Leave():
                self._get_up(seat)
                return Outcome(changed=True, bye="left")
            case Manage():
                return self._manage(seat, person, command)
        return Outcome(changed=True)

    def _say(self, seat: int, person: Person, text: str, now: float) -> bool:
        if not self._chat.may_say(seat, now):
            raise _Refusal(TOO_MUCH)
        if self.state == PLAYING and not self.game.may_chat():
            raise _Refusal("silence")
        return self._chat.say(person.name, text)

    def _manage(self, seat: int, person: Person, command: Manage) -> Outcome:
        holds = person.who == self._holder
        if not (holds or (seat == self._host() and command.what != "close")):
            raise _Refusal("no-rights")
        if command.what == "close":
            return Outcome(closing=True)
        self._only_between_matches()
        match command.what, command.seat:
            case "start", _:
                self._start(starter=seat)
            case "computer", int() as chair:
                self._free_of_people(chair)
                self._chairs.put_computer(chair)
            case "empty", int() as chair:
                self._free_of_people(chair)
                self._chairs.clear(chair)
            case _:
                raise _Refusal("unknown")
        return Outcome(changed=True)

    def _only_between_matches(self) -> None:
        if self.state == PLAYING:
            raise _Refusal("not-in-lobby")

    def _free_of_people(self, seat: int) -> None:
        if seat >= len(self._chairs):
            raise _Refusal("no-chair")
        if self._chairs.holder(seat) == PERSON:
            raise _Refusal("chair-taken", {"seat": seat})

    def _start(self, starter: int | None) -> None:
        """Whoever starts the match is ready by that."""
        if empty := self._chairs.empty():
            raise _Refusal("chairs-empty", {"seats": empty})
        unready = [s for s, person in self._chairs.people() if not person.ready and s != starter]
        if unready:
            raise _Refusal("not-ready", {"seats": unready})
        self.game.start()
        self.state = PLAYING
        for _, person in self._chairs.people():
            person.ready = False

    # ---------------------------------------------------------------------------------------------

    def _get_up(self, seat: int) -> None:
        if self.state == PLAYING:
            self._chairs.put_computer(seat)
        else:
            self._chairs.clear(seat)

    def _host(self) -> int | None:
        ranks = [
            (person.who != self._holder, person.arrival, seat)
            for seat, person in self._chairs.people()
        ]
        return min(ranks)[2] if ranks else None

    def _are_rights(self, token: str) -> bool:
        return self._rights is not None and hmac.compare_digest(_digest(token), self._rights)

    def _settle(self, now: float) -> None:
        """After every change: what follows from it by itself."""
        self.revision += 1
        if self.state == PLAYING and not self.game.to_move():
            self.state = OVER
        if self.state == OVER:
            self._settle_over()
        patience_s = self.game.patience_s() if self.state == PLAYING else None
        if patience_s is None:
            self.patience_at = None
        elif self.patience_at is None:
            self.patience_at = now + patience_s

    def _settle_over(self) -> None:
        if not self._chairs.people():
            self.state = LOBBY  # the last one has seen the end
            return
        if all(person.ready for _, person in self._chairs.people()):
            try:
                self._start(starter=None)
            except _Refusal:
                return  # a chair is empty


def _digest(token: str) -> bytes:
    # A lone surrogate must not raise here.
    return sha256(token.encode("utf-8", "replace")).digest()
