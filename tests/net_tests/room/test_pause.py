"""A paused match: who may resume it, and what stands still meanwhile."""

import pytest

from net.ids import ConnectionId
from net.protocol import guest_messages
from net.protocol.guest_messages import Pause
from support.at_table import AtTable, four


def test_anybody_seated_may_pause_and_anybody_may_resume() -> None:
    table = four()
    assert table.pause(2) == "ok"
    assert table.shown().paused == "Bob"
    assert table.say(1, 0, 1) == "paused"
    assert table.pause(3) == "ok"  # pausing again changes nothing
    assert table.shown().paused == "Bob"
    assert table.pause(1, on=False) == "ok"
    assert table.shown().paused is None
    assert table.say(1, 0, 1) == "ok"


def test_no_computer_player_moves_during_a_pause() -> None:
    table = AtTable("Ann")
    table.fill_and_start()
    table.say(1, 0, 1)
    table.pause(1)
    assert table.room.absent(table.now) == ()
    assert not table.computer_moves(1)
    table.pause(1, on=False)
    assert table.computer_moves(1)


def test_countdowns_continue_where_they_stopped_after_a_pause() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(40)
    table.pause(1)
    table.wait(1000)
    assert table.shown().patience_ms == 20_000
    table.pause(1, on=False)
    table.wait(19)
    assert not table.chair(1).played
    table.wait(1)
    assert table.chair(1).played


def test_the_games_patience_stops_during_a_pause_too() -> None:
    table = four()
    table.game.patience = 20.0
    table.say(1, 0, 1)
    table.wait(15)
    table.pause(1)
    table.wait(100)
    table.pause(2, on=False)
    table.wait(4)
    assert table.room.absent(table.now) == ()
    table.wait(1)
    assert table.room.absent(table.now) == (1,)


def test_somebody_lost_during_a_pause_has_the_full_time_after_it() -> None:
    table = four()
    table.say(1, 0, 1)
    table.pause(1)
    table.wait(100)
    table.lost(2)
    table.wait(100)
    table.pause(1, on=False)
    table.wait(59)
    assert not table.chair(1).played
    table.wait(1)
    assert table.chair(1).played


@pytest.mark.parametrize("how", ["lost", "leaves"])
def test_the_others_may_resume_when_whoever_paused_is_gone(how: str) -> None:
    table = four()
    table.pause(2)
    if how == "lost":
        table.lost(2)
    else:
        table.ask(2, guest_messages.Leave)
    assert table.shown().paused == "Bob"
    assert table.pause(1, on=False) == "ok"
    assert table.say(1, 0, 1) == "ok"


def test_a_paused_table_stays_paused_until_somebody_is_back() -> None:
    table = four()
    table.pause(1)
    table.lost(1, 2, 3, 4)
    table.wait(500)
    table.resume(7, table.tokens[3])
    assert table.shown().paused == "Ann"
    assert table.pause(7, on=False) == "ok"


def test_there_is_nothing_to_pause_outside_a_match() -> None:
    table = AtTable("Ann")
    assert table.pause(1) == "not-playing"
    assert table.room.obey(ConnectionId(1), Pause(5, False), table.now).changed is False


def test_people_may_talk_during_a_pause() -> None:
    table = four()
    table.pause(1)
    table.ask(2, guest_messages.Say, "one moment")
    assert [line.text for line in table.shown().chat] == ["one moment"]
