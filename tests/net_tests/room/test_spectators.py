"""Spectators: they see what the game shows without a seat, and can do nothing."""

import pytest
from msgspec.structs import replace

from net.ids import ConnectionId
from net.limits import Limits
from net.protocol import guest_messages
from net.protocol.host_messages import Ack, Nack, Refused, Seated
from net.room.outcome import Outcome
from support.at_table import AtTable
from support.toy_game import ToyGame


def test_a_spectator_has_a_name_but_no_seat_and_no_token() -> None:
    table = AtTable("Ann")
    assert table.watch(7, "Wim") == Seated(None, "Wim")
    assert table.shown().watchers == ("Wim",)
    assert table.room.audience() == {ConnectionId(7): None, ConnectionId(1): 0}
    assert table.room.seated() == {ConnectionId(1): 0}


def test_a_spectator_gets_the_view_without_a_seat() -> None:
    table = AtTable("Ann")
    table.watch(7)
    assert table.room.view(None) is None
    table.fill_and_start()
    state = table.room.view(table.room.audience()[ConnectionId(7)])
    assert state is not None
    assert state.view["seat"] is None


def test_eight_may_watch_and_a_ninth_once_one_has_gone() -> None:
    table = AtTable("A", "B", "C", "D")
    for who in range(11, 19):
        assert isinstance(table.watch(who), Seated)
    assert table.watch(19) == Refused("watchers")
    assert table.join(19, "E") == Refused("full", {"watch": False})
    table.lost(12)
    assert table.join(19, "E") == Refused("full", {"watch": True})
    assert isinstance(table.watch(19), Seated)


def test_a_table_may_allow_no_spectators() -> None:
    table = AtTable("Ann", limits=replace(Limits(), watchers=0))
    assert table.watch(7) == Refused("watchers")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (guest_messages.Do, (0, {"say": 1})),
        (guest_messages.Ready, (True,)),
        (guest_messages.Sit, (2,)),
        (guest_messages.Say, ("hello",)),
        (guest_messages.Pause, (True,)),
        (guest_messages.Manage, ("close",)),
    ],
)
def test_a_spectator_can_do_nothing(kind: type, fields: tuple[object, ...]) -> None:
    table = AtTable("Ann", game=ToyGame())
    table.watch(7)
    table.fill_and_start()
    before = table.room.revision
    assert table.ask(7, kind, *fields) == Outcome(Nack(1, "no-chair"))
    assert table.room.revision == before
    assert table.game.said == 0


def test_a_spectator_leaves() -> None:
    table = AtTable("Ann")
    table.watch(7)
    outcome = table.ask(7, guest_messages.Leave)
    assert (outcome.answer, outcome.bye, outcome.changed) == (Ack(1), "left", True)
    assert table.shown().watchers == ()


def test_a_spectator_whose_connection_is_lost_is_gone() -> None:
    table = AtTable("Ann")
    table.watch(7)
    table.lost(7)
    assert table.shown().watchers == ()
    assert table.watch(8, "Jan") == Seated(None, "Jan")


def test_everybody_at_a_table_has_a_distinct_name() -> None:
    table = AtTable("Jan")
    assert table.watch(7, "Jan") == Seated(None, "Jan 2")
    assert table.watch(8, "Jan") == Seated(None, "Jan 3")
    assert table.join(9, "jan 2") == Seated(1, "jan 2 2")


def test_nothing_is_played_for_spectators_alone() -> None:
    table = AtTable("Ann")
    table.watch(7)
    table.fill_and_start()
    table.say(1, 0, 1)
    assert table.room.absent(table.now) == (1,)
    table.lost(1)
    assert table.room.absent(table.now) == ()


def test_a_spectator_adds_nothing_to_a_deal_and_is_not_waited_for() -> None:
    table = AtTable("Ann", game=ToyGame(deal_every=4))
    table.watch(7)
    table.fill_and_start()
    assert table.room.commit(table.now) is not None
    table.add(1, {7: b"w" * 16, 1: b"a" * 16})
    assert table.room.deal_ready(table.now)
    table.room.shuffle(table.now)
    assert table.game.shares == {0: b"a" * 16}
