"""People in a room of the toy game, without a network, and with a clock that the test moves."""

from collections.abc import Mapping
from itertools import count
from typing import Any

import msgpack

from net.ids import ConnectionId, SeatNumber
from net.limits import Limits
from net.protocol import guest_messages, host_messages
from net.protocol.guest_messages import Resume, Seal, Share
from net.protocol.host_messages import Ack, Chair, Nack, Pending, Refused, Sealed, Seated
from net.room.game import Body, Move
from net.room.outcome import Outcome
from net.room.room import Room
from net.security.sealing import seal_of
from support.toy_game import ToyGame


RIGHTS = "the token of the host's rights"


class AtTable:
    """A room with people in it; each of them counts their own commands and keeps their token.

    `records` are the game's, in order, as a journal would have them.
    """

    def __init__(
        self, *names: str, game: ToyGame | None = None, limits: Limits | None = None, **options: Any
    ) -> None:
        self.game = game or ToyGame()
        self.limits = limits or Limits()
        numbers = count(1)
        self.new_token = lambda: f"token {next(numbers)}"
        self.room = Room(
            self.game,
            table="id",
            name="Tafel",
            host="Ann",
            rights=RIGHTS,
            limits=self.limits,
            new_token=self.new_token,
            **options,
        )
        self.now = 0.0
        self.ids: dict[object, int] = {}
        self.tokens: dict[object, str] = {}
        self.records: list[Body] = []
        for who, name in enumerate(names, start=1):
            self.join(who, name)

    # Coming and going ----------------------------------------------------------------------------

    def enter(self, who: object, join: guest_messages.Join) -> Outcome:
        return self.note(who, self.room.join(ConnectionId(who), join, self.now))

    def join(
        self, who: object, name: str = "Jan", seat: int | None = None, rights: str | None = None
    ) -> Seated | Refused:
        """Sit down; returns only the seat and name of `Seated`."""
        answer = self.enter(who, guest_messages.Join(name, seat, rights)).answer
        assert isinstance(answer, Seated | Refused)
        return Seated(answer.seat, answer.name) if isinstance(answer, Seated) else answer

    def watch(self, who: object, name: str = "Jan") -> Seated | Refused:
        answer = self.enter(who, guest_messages.Join(name, None, watch=True)).answer
        assert isinstance(answer, Seated | Refused)
        return answer

    def claim(self, who: object, seat: int | None, name: str = "Jan") -> Pending | Refused:
        answer = self.enter(who, guest_messages.Join(name, seat, claim=True)).answer
        assert isinstance(answer, Pending | Refused)
        return answer

    def resume(self, who: object, token: str, rights: str | None = None) -> Outcome:
        return self.note(
            who, self.room.resume(ConnectionId(who), Resume(token, 0, rights), self.now)
        )

    def lost(self, *people: object) -> None:
        for who in people:
            self.note(who, self.room.lost(ConnectionId(who), self.now))

    def note(self, who: object, outcome: Outcome) -> Outcome:
        """Keep the record and any tokens in an outcome."""
        if outcome.record is not None:
            self.records.append(outcome.record)
        answers = [(who, outcome.answer), *outcome.letters]
        for whose, message in answers:
            if isinstance(message, Seated) and message.token is not None:
                self.tokens[whose] = message.token
                self.ids[whose] = message.last_id
        return outcome

    # Commands ------------------------------------------------------------------------------------

    def ask(self, who: object, kind: type[Any], *fields: Any) -> Outcome:
        number = self.ids[who] = self.ids.get(who, 0) + 1
        command: guest_messages.Command = kind(number, *fields)
        return self.note(who, self.room.obey(ConnectionId(who), command, self.now))

    def manage(
        self, who: object, what: str, seat: int | None = None, value: int | None = None
    ) -> str:
        """The code of the answer; ``ok`` for an `Ack`."""
        return code(self.ask(who, guest_messages.Manage, what, seat, value))

    def pause(self, who: object, on: bool = True) -> str:
        return code(self.ask(who, guest_messages.Pause, on))

    def say(self, who: object, turn: int, number: int) -> str:
        return code(self.ask(who, guest_messages.Do, turn, {"say": number}))

    def seal(self, who: object, deal: int, share: bytes) -> None:
        self.room.add(
            ConnectionId(who),
            Seal(deal, seal_of(deal, self.room.seated().get(ConnectionId(who), 0), share)),
        )

    def share(self, who: object, deal: int, share: bytes) -> None:
        self.room.add(ConnectionId(who), Share(deal, share))

    def seals(self) -> Sealed | None:
        """The seals, if they are shown now."""
        return self.room.show_seals(self.now)

    def add(self, deal: int, shares: Mapping[Any, bytes]) -> None:
        """These people seal their shares, everybody is shown the seals, and they open them."""
        for who, share in shares.items():
            self.seal(who, deal, share)
        assert self.seals() is not None
        for who, share in shares.items():
            self.share(who, deal, share)

    def fill_and_start(self, who: object = 1) -> None:
        """Put computer players on the empty chairs, make everybody ready, and start."""
        for seat, holder in enumerate(self.holders()):
            if holder == "empty":
                assert self.manage(who, "computer", seat) == "ok"
        for other in self.room.seated():
            self.ask(other, guest_messages.Ready, True)
        assert self.manage(who, "start") == "ok"

    # What is shown -------------------------------------------------------------------------------

    def shown(self) -> host_messages.RoomState:
        return self.room.room(self.now)

    def chair(self, seat: int) -> Chair:
        return self.shown().chairs[seat]

    def holders(self) -> list[str]:
        return [chair.holder for chair in self.shown().chairs]

    def names(self) -> list[str]:
        return [chair.name for chair in self.shown().chairs]

    # Time ----------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever becomes due meanwhile happens at its time."""
        until = self.now + seconds
        while (at := self.room.ticks_at()) <= until:
            self.now = max(self.now, at)
            before = self.room.revision
            self.note(0, self.room.tick(self.now))
            if self.room.revision == before:
                break
        self.now = until

    def play_a_turn(self) -> None:
        """Whoever is to move says the next number."""
        before = self.game.said
        people = {seat: who for who, seat in self.room.seated().items()}
        absent = self.room.absent(self.now)
        for seat in map(SeatNumber, self.game.to_move()):
            if seat in people:
                assert self.say(people[seat], self.game.said, self.game.said + 1) == "ok"
            elif seat in absent:
                assert self.computer_moves(seat)
        assert self.game.said > before or not self.game.to_move(), "the table waits for somebody"

    def computer_moves(self, seat: int) -> bool:
        """Move for this seat, if the host may now. Whether it did."""
        move = Move(self.game.said, {"say": self.game.said + 1})
        return self.note(0, self.room.move(SeatNumber(seat), move, self.now)).record is not None

    def play_to_the_end(self) -> None:
        while self.room.state == "playing":
            self.play_a_turn()

    # The end of the process ----------------------------------------------------------------------

    def restart(self, rights: str | None = None) -> None:
        """The host crashes, and another process continues from what was saved."""
        body = msgpack.unpackb(msgpack.packb(self.room.dump()))
        game = ToyGame(self.game.seats, self.game.last, self.game.padding, self.game.deal_every)
        game.moves_on_at, game.patience = self.game.moves_on_at, self.game.patience
        game.restore(msgpack.unpackb(msgpack.packb(self.records)))
        self.game = game
        self.room = Room.load(
            game,
            body,
            now=self.now,
            limits=self.limits,
            rights=rights,
            new_token=self.new_token,
        )


def code(outcome: Outcome) -> str:
    match outcome.answer:
        case Ack():
            return "ok"
        case Nack(code=why):
            return why
    return "unanswered"


def four() -> AtTable:
    """Ann, Bob, Cas, and Dot, who holds the rights; it is Ann's turn."""
    table = AtTable("Ann", "Bob", "Cas", game=ToyGame(last=100))
    table.join(4, "Dot", rights=RIGHTS)
    table.fill_and_start(who=4)
    return table
