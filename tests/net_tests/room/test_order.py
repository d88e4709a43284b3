"""Whatever people do, and whenever the host crashes, the room stays consistent."""

from itertools import pairwise
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from net.ids import SeatNumber
from net.protocol import guest_messages, host_messages
from net.protocol.host_messages import Seated
from net.room.outcome import Outcome
from support.at_table import RIGHTS, AtTable
from support.toy_game import ToyGame


WHO = st.integers(1, 4)
SEATS = st.integers(0, 2)
JOINS = ["join", "watch", "claim"]
STEPS = st.one_of(
    st.tuples(st.sampled_from(JOINS), WHO, st.none() | SEATS, st.sampled_from([None, RIGHTS, "?"])),
    st.tuples(st.just("resume"), WHO, WHO, st.booleans()),
    st.tuples(st.just("lost"), WHO),
    st.tuples(st.just(guest_messages.Ready), WHO, st.booleans()),
    st.tuples(st.just(guest_messages.Sit), WHO, SEATS),
    st.tuples(st.just(guest_messages.Leave), WHO),
    st.tuples(st.just(guest_messages.Pause), WHO, st.booleans()),
    st.tuples(
        st.just(guest_messages.Manage),
        WHO,
        st.sampled_from(
            [
                "computer",
                "empty",
                "start",
                "absence",
                "close",
                "remove",
                "shut",
                "open",
                "admit",
                "decline",
                "pass-on",
                "?",
            ]
        ),
        st.none() | SEATS,
        st.none() | st.sampled_from([0, 10_000]),
    ),
    st.tuples(st.just(guest_messages.Say), WHO, st.text(max_size=3)),
    st.tuples(st.just("say"), WHO),
    st.tuples(st.just("deal")),
    st.tuples(st.just("turn")),
    st.tuples(st.just("turns"), st.integers(2, 6)),
    st.tuples(st.just("begin")),
    st.tuples(st.just("wait"), st.sampled_from([1.0, 61.0])),
    st.tuples(st.just("restart")),
)


class _Table(AtTable):
    """Knows who is claiming a seat without an answer yet, however the answer is delivered."""

    def __init__(self) -> None:
        self.claiming: set[object] = set()
        game = ToyGame(seats=2, last=4, deal_every=2)
        game.moves_on_at = 1
        super().__init__("Jan", "Piet", game=game)

    def note(self, who: object, outcome: Outcome) -> Outcome:
        for whose, message in [(who, outcome.answer), *outcome.letters]:
            match message:
                case host_messages.Pending():
                    self.claiming.add(whose)
                case Seated() | host_messages.Refused():
                    self.claiming.discard(whose)
        return super().note(who, outcome)


class _Stories:
    """One table with up to four connections, each of which joins again after it has ended."""

    def __init__(self) -> None:
        self.table = _Table()
        self.table.fill_and_start()
        self._deal()

    def do(self, step: tuple[Any, ...]) -> None:
        table = self.table
        match step:
            case ("join" | "watch" | "claim" as how, who, seat, rights):
                if self._is_free(who):
                    join = guest_messages.Join("Jan", seat, rights, how == "watch", how == "claim")
                    table.enter(who, join)
            case ("resume", who, whose, heard):
                if self._is_free(who) and whose in table.tokens:
                    table.resume(who, table.tokens[whose])
                    if heard:
                        table.room.heard(who)
            case ("lost", who):
                table.lost(who)
                table.claiming.discard(who)
            case ("say", who):
                table.say(who, table.game.said, table.game.said + 1)
            case ("deal",):
                self._deal()
            case ("turn",):
                self._turn()
            case ("turns", count):
                for _ in range(count):
                    self._deal()
                    self._turn()
            case ("begin",):
                self._begin()
            case ("wait", seconds):
                table.wait(seconds)
            case ("restart",):
                table.restart()
                table.claiming.clear()
            case (kind, who, *fields):
                table.ask(who, kind, *fields)

    def _is_free(self, who: object) -> bool:
        return who not in self.table.room.audience() and who not in self.table.claiming

    def _deal(self) -> None:
        """Everybody present takes part in the shuffle, if a deal is due."""
        table = self.table
        commit = table.room.commit(table.now)
        if commit is not None:
            table.add(commit.deal, {who: str(who).encode() * 16 for who in table.room.seated()})
        if table.room.deal_ready(table.now):
            table.note(0, table.room.shuffle(table.now))

    def _turn(self) -> None:
        """Whoever is to move tries to move."""
        table = self.table
        people = {seat: who for who, seat in table.room.seated().items()}
        for seat in map(SeatNumber, table.game.to_move()):
            if seat in people:
                table.say(people[seat], table.game.said, table.game.said + 1)
            else:
                table.computer_moves(seat)

    def _begin(self) -> None:
        """Make everybody ready, and start."""
        table = self.table
        for who in list(table.room.seated()):
            table.ask(who, guest_messages.Ready, True)
        for who, seat in list(table.room.seated().items()):
            if seat == table.shown().host:
                for chair in range(2):
                    table.manage(who, "computer", chair)
                table.manage(who, "start")


#: The person whose seat is claimed has been away too long, and the chair is freed.
CLAIMED_TOO_LATE: list[tuple[Any, ...]] = [
    ("join", 1, None, None),
    ("deal",),
    ("lost", 3),
    ("lost", 3),
    ("turns", 4),
    ("lost", 1),
    ("lost", 2),
    ("join", 1, None, None),
    ("claim", 1, 0, None),
    ("wait", 61.0),
]


@settings(max_examples=300, deadline=None)
@example(CLAIMED_TOO_LATE)
@given(st.lists(STEPS, min_size=10, max_size=60))
def test_a_room_keeps_its_order_whatever_people_do(steps: list[tuple[Any, ...]]) -> None:
    stories = _Stories()
    table = stories.table
    for step in steps:
        before = table.room.revision
        stories.do(step)
        room, game, shown = table.room, table.game, table.shown()
        chairs = dict(enumerate(shown.chairs))
        people = {seat: chair for seat, chair in chairs.items() if chair.holder == "person"}
        here = [seat for seat, chair in people.items() if not chair.away]
        names = [*(chair.name for chair in people.values()), *shown.watchers]
        assert room.revision >= before
        assert sorted(room.seated().values()) == here
        assert len(room.audience()) == len(here) + len(shown.watchers)
        assert len({name.casefold() for name in names}) == len(names)
        assert (shown.host in here) if here else shown.host is None
        assert shown.holder in (None, shown.host)
        assert all(people[claim.seat].away for claim in shown.claims)
        assert len(shown.claims) == len(table.claiming)
        on = len(game.to_move()) > 0 or game.due() is not None
        assert (room.state == "playing") == on
        if room.state == "playing":
            assert {chair.holder for chair in chairs.values()} <= {"person", "computer"}
        else:
            assert shown.paused is None
            assert not any(chair.played for chair in chairs.values())
        assert all(chair.away for chair in chairs.values() if chair.played)
        if shown.paused is not None or not here:
            assert room.absent(table.now) == ()
        for seat in room.absent(table.now):
            assert chairs[seat].holder == "computer" or chairs[seat].played
        numbers = [line.number for line in shown.chat]
        assert all(after == number + 1 for number, after in pairwise(numbers))
        assert (room.view(SeatNumber(0)) is None) == (room.state == "lobby")
        replayed = ToyGame(seats=2, last=4, deal_every=2)
        replayed.restore(table.records)
        assert (replayed.said, replayed.deals) == (game.said, game.deals)
