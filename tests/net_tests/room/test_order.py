"""Whatever people do, and whenever the host dies: the room keeps its order."""

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from net.protocol import guest_messages, host_messages
from net.protocol.host_messages import Seated
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


class _Stories:
    """One table and up to four connections, each of which enters anew after its end."""

    def __init__(self) -> None:
        game = ToyGame(seats=2, last=4, deal_every=2)
        game.moves_on_at = 1
        self.table = AtTable("Jan", "Piet", game=game)
        self.table.fill_and_start()
        self._deal()
        self.claiming: set[int] = set()

    def do(self, step: tuple[Any, ...]) -> None:
        table = self.table
        match step:
            case ("join" | "watch" | "claim" as how, who, seat, rights):
                if who not in table.room.audience() and who not in self.claiming:
                    join = guest_messages.Join("Jan", seat, rights, how == "watch", how == "claim")
                    self._note(who, table.enter(who, join))
            case ("resume", who, whose, heard):
                free = who not in table.room.audience() and who not in self.claiming
                if free and whose in table.tokens:
                    self._note(who, table.resume(who, table.tokens[whose]))
                    if heard:
                        table.room.heard(who)
            case ("lost", who):
                table.lost(who)
                self.claiming.discard(who)
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
                self.claiming.clear()
            case (kind, who, *fields):
                self._note(who, table.ask(who, kind, *fields))

    def _deal(self) -> None:
        """All who are here shuffle, if it is time to."""
        table = self.table
        commit = table.room.commit(table.now)
        if commit is not None:
            table.add(commit.deal, {who: str(who).encode() * 16 for who in table.room.seated()})
        if table.room.deal_ready(table.now):
            table.note(0, table.room.shuffle(table.now))

    def _turn(self) -> None:
        """Whoever is to move tries to."""
        table = self.table
        people = {seat: who for who, seat in table.room.seated().items()}
        for seat in table.game.to_move():
            if seat in people:
                table.say(people[seat], table.game.said, table.game.said + 1)
            else:
                table.computer_moves(seat)

    def _begin(self) -> None:
        """Everybody is ready, and whoever may start does."""
        table = self.table
        for who in list(table.room.seated()):
            table.ask(who, guest_messages.Ready, True)
        for who, seat in list(table.room.seated().items()):
            if seat == table.shown().host:
                for chair in range(2):
                    table.manage(who, "computer", chair)
                table.manage(who, "start")

    def _note(self, who: int, outcome: Any) -> None:
        if isinstance(outcome.answer, host_messages.Pending):
            self.claiming.add(who)
        for whose, letter in outcome.letters:
            if isinstance(letter, Seated | host_messages.Refused):
                self.claiming.discard(whose)


@settings(max_examples=300, deadline=None)
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
        assert len(shown.claims) == len(stories.claiming)
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
        assert (room.view(0) is None) == (room.state == "lobby")
        replayed = ToyGame(seats=2, last=4, deal_every=2)
        replayed.restore(table.records)
        assert (replayed.said, replayed.deals) == (game.said, game.deals)
