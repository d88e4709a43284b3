"""People at a room of the toy game, without a network."""

from typing import Any

from net import messages
from net.game import Move
from net.limits import Limits
from net.messages import Ack, Nack, Refused, Seated
from net.room import Outcome, Room
from support.toy_game import ToyGame


RIGHTS = "the token of the host's rights"


class AtTable:
    """A room with people in it; each person counts his own commands."""

    def __init__(self, *names: str, game: ToyGame | None = None) -> None:
        self.game = game or ToyGame()
        self.room = Room(
            self.game, table="id", name="Tafel", host="Ann", rights=RIGHTS, limits=Limits()
        )
        self.now = 0.0
        self.ids: dict[int, int] = {}
        for who, name in enumerate(names, start=1):
            self.join(who, name)

    def join(
        self, who: int, name: str = "Jan", seat: int | None = None, rights: str | None = None
    ) -> Seated | Refused:
        answer = self.room.join(who, messages.Join(name, seat, rights), self.now).answer
        assert isinstance(answer, Seated | Refused)
        return answer

    def ask(self, who: int, kind: type[Any], *fields: Any) -> Outcome:
        number = self.ids[who] = self.ids.get(who, 0) + 1
        command: messages.Command = kind(number, *fields)
        return self.room.obey(who, command, self.now)

    def manage(self, who: int, what: str, seat: int | None = None) -> str:
        """The code of the answer; ``ok`` for an `Ack`."""
        return code(self.ask(who, messages.Manage, what, seat))

    def say(self, who: int, turn: int, number: int) -> str:
        return code(self.ask(who, messages.Do, turn, {"say": number}))

    def fill_and_start(self, who: int = 1) -> None:
        """Computer players on the empty chairs, everybody ready, and off."""
        for seat, holder in enumerate(self.holders()):
            if holder == "empty":
                assert self.manage(who, "computer", seat) == "ok"
        for other in self.room.seated():
            self.ask(other, messages.Ready, True)
        assert self.manage(who, "start") == "ok"

    def holders(self) -> list[str]:
        return [chair.holder for chair in self.room.room(self.now).chairs]

    def names(self) -> list[str]:
        return [chair.name for chair in self.room.room(self.now).chairs]

    def play_a_turn(self) -> None:
        """Whoever is to move says what is next."""
        people = {seat: who for who, seat in self.room.seated().items()}
        for seat in self.game.to_move():
            if seat in people:
                assert self.say(people[seat], self.game.said, self.game.said + 1) == "ok"
        for seat in self.room.absent(self.now):
            move = Move(self.game.said, {"say": self.game.said + 1})
            assert self.room.move(seat, move, self.now).record is not None

    def play_to_the_end(self) -> None:
        while self.room.state == "playing":
            self.play_a_turn()


def code(outcome: Outcome) -> str:
    match outcome.answer:
        case Ack():
            return "ok"
        case Nack(code=why):
            return why
    return "unanswered"
