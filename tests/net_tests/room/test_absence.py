"""Somebody is away: how long he is waited for, who moves for him, and what a pause stops."""

import pytest
from msgspec.structs import replace

from net.ids import ConnectionId
from net.limits import Limits
from net.protocol import guest_messages
from net.protocol.guest_messages import Pause
from net.protocol.host_messages import Refused, Seated
from net.room.game import Move
from net.room.outcome import Outcome
from support.at_table import RIGHTS, AtTable
from support.toy_game import ToyGame


def four() -> AtTable:
    """Ann, Bob, Cas and Dot, who holds the rights; Ann is to move."""
    table = AtTable("Ann", "Bob", "Cas", game=ToyGame(last=100))
    table.join(4, "Dot", rights=RIGHTS)
    table.fill_and_start(who=4)
    return table


# Away in a match ----------------------------------------------------------------------------------


def test_the_seat_of_somebody_away_stays_his_own_and_everybody_sees_it() -> None:
    table = four()
    table.lost(2)
    chair = table.chair(1)
    assert (chair.holder, chair.name, chair.away, chair.played) == ("person", "Bob", True, False)


def test_nobody_waits_for_somebody_away_before_it_is_his_turn() -> None:
    table = four()
    table.lost(2)
    assert (table.shown().waiting_for, table.shown().patience_ms) == ((0,), None)
    table.wait(20)
    assert table.say(1, 0, 1) == "ok"
    assert (table.shown().waiting_for, table.shown().patience_ms) == ((1,), 40_000)


def test_a_computer_player_moves_for_him_when_his_time_is_over() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(59.9)
    assert not table.computer_moves(1)
    table.wait(0.1)
    assert table.chair(1).played
    assert table.shown().patience_ms == 0
    assert table.computer_moves(1)
    assert table.say(3, 2, 3) == "ok"


def test_his_time_runs_though_it_is_somebody_elses_turn() -> None:
    table = four()
    table.lost(2)
    table.wait(60)
    assert table.chair(1).played
    table.say(1, 0, 1)
    assert table.computer_moves(1)


def test_he_takes_his_seat_back_at_once() -> None:
    table = four()
    table.lost(2)
    table.wait(600)  # a laptop that slept
    table.play_a_turn()
    table.play_a_turn()
    assert table.game.said == 2
    assert isinstance(table.resume(7, table.tokens[2]).answer, Seated)
    chair = table.chair(1)
    assert (chair.away, chair.played) == (False, False)
    for who, seat in ((3, 2), (4, 3), (1, 0)):
        assert table.say(who, table.game.said, table.game.said + 1) == "ok"
        assert table.room.absent(table.now) == (), seat
    assert table.say(7, 5, 6) == "ok"


def test_a_move_that_a_computer_player_was_thinking_about_comes_too_late() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(60)
    assert table.room.absent(table.now) == (1,)
    table.resume(7, table.tokens[2])
    assert table.room.move(1, Move(1, {"say": 2}), table.now) == Outcome()
    assert table.say(7, 1, 2) == "ok"


def test_each_absence_has_its_whole_time() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(50)
    table.resume(7, table.tokens[2])
    table.lost(7)
    table.wait(50)
    assert not table.chair(1).played
    table.wait(10)
    assert table.chair(1).played


def test_two_are_away_and_each_has_his_own_time() -> None:
    table = four()
    table.lost(2)
    table.wait(30)
    table.lost(3)
    table.wait(30)
    assert [table.chair(seat).played for seat in (1, 2)] == [True, False]
    table.wait(30)
    assert [table.chair(seat).played for seat in (1, 2)] == [True, True]


# What the host chooses ----------------------------------------------------------------------------


def test_the_host_chooses_to_wait() -> None:
    table = four()
    assert table.manage(4, "absence", value=None) == "ok"
    assert table.shown().absence_ms is None
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(1e6)
    assert not table.chair(1).played
    assert table.shown().patience_ms is None
    assert table.room.absent(table.now) == ()


def test_the_host_chooses_a_computer_player_at_once() -> None:
    table = four()
    table.manage(4, "absence", value=0)
    table.say(1, 0, 1)
    table.lost(2)
    assert table.chair(1).played
    assert table.room.absent(table.now) == (1,)


def test_the_host_changes_his_mind_while_somebody_is_away() -> None:
    table = four()
    table.manage(4, "absence", value=None)
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(100)
    table.manage(4, "absence", value=90_000)
    assert table.chair(1).played
    table.manage(4, "absence", value=None)
    assert not table.chair(1).played


def test_the_host_has_a_computer_player_move_from_now_on() -> None:
    table = four()
    table.manage(4, "absence", value=None)
    table.say(1, 0, 1)
    table.lost(2)
    assert table.manage(4, "computer", 1) == "ok"
    assert table.chair(1).played
    assert table.computer_moves(1)
    assert isinstance(table.resume(7, table.tokens[2]).answer, Seated)
    assert not table.chair(1).played
    table.lost(7)  # that was for the other time
    assert not table.chair(1).played


def test_nobody_gets_a_computer_player_on_the_seat_of_somebody_who_is_here() -> None:
    table = four()
    assert table.manage(4, "computer", 1) == "not-in-lobby"
    assert table.manage(4, "computer", 9) == "no-chair"


# A table where nobody is --------------------------------------------------------------------------


def test_no_card_is_played_while_nobody_is_here() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(1, 2, 3, 4)
    table.wait(3600)
    assert table.room.absent(table.now) == ()
    assert table.shown().host is None


def test_the_first_who_is_back_waits_for_the_others_as_long_as_ever() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(1, 2, 3, 4)  # the network was away
    table.wait(3600)
    table.resume(7, table.tokens[1])
    assert table.room.absent(table.now) == ()
    assert table.shown().patience_ms == 60_000
    assert isinstance(table.resume(8, table.tokens[2]).answer, Seated)


# Newcomers ----------------------------------------------------------------------------------------


def test_a_newcomer_does_not_get_a_seat_whose_person_is_still_waited_for() -> None:
    table = four()
    table.lost(2)
    full = Refused("full", {"watch": True, "away": [[1, "Bob"]]})
    assert table.join(7, "Eva", seat=1) == full
    assert table.join(7, "Bob") == full  # nor by his name


def test_a_seat_stays_his_own_while_a_computer_player_moves_for_him() -> None:
    table = four()
    table.lost(2)
    table.wait(600)
    assert table.chair(1).played
    full = Refused("full", {"watch": True, "away": [[1, "Bob"]]})
    assert table.join(7, "Eva", seat=1) == full
    assert table.join(7, "Bob") == full
    assert isinstance(table.resume(8, table.tokens[2]).answer, Seated)


def test_whoever_was_sent_away_leaves_his_seat_to_somebody_new() -> None:
    table = four()
    table.lost(2)
    assert table.manage(4, "remove", 1) == "ok"
    assert table.join(7, "Eva") == Seated(1, "Eva")
    assert table.resume(8, table.tokens[2]).answer == Refused("taken")  # and it is no bad guess
    table.say(1, 0, 1)
    assert table.say(7, 1, 2) == "ok"


def test_a_newcomer_gets_a_computer_players_own_chair() -> None:
    table = AtTable("Ann", "Bob")
    table.fill_and_start()
    table.lost(2)
    table.wait(60)
    assert table.join(7, "Eva") == Seated(2, "Eva")
    assert table.join(8, "Fay") == Seated(3, "Fay")
    assert table.join(9, "Gus") == Refused("full", {"watch": True, "away": [[1, "Bob"]]})


def test_a_newcomer_during_a_deal_sits_down_where_a_computer_player_sat() -> None:
    table = AtTable("Ann", game=ToyGame(last=8, deal_every=4))
    table.fill_and_start()
    commit = table.room.commit(table.now)
    assert commit is not None
    table.join(7, "Eva")
    table.seal(1, 1, b"a" * 16)
    assert table.seals() is None  # she shuffles too
    table.add(1, {1: b"a" * 16, 7: b"e" * 16})
    assert table.room.deal_ready(table.now)


# In the lobby and after a match -------------------------------------------------------------------


def test_in_the_lobby_a_chair_is_kept_for_a_minute() -> None:
    table = AtTable("Ann", "Bob")
    table.lost(2)
    table.wait(59)
    assert (table.chair(1).name, table.chair(1).away) == ("Bob", True)
    assert isinstance(table.resume(7, table.tokens[2]).answer, Seated)
    table.lost(7)
    table.wait(60)
    assert table.holders() == ["person", "empty", "empty", "empty"]
    assert table.resume(8, table.tokens[7]).answer == Refused("unknown")


def test_a_match_does_not_begin_without_somebody_who_was_ready_and_is_away() -> None:
    table = AtTable("Ann", "Bob", "Cas", "Dot")
    for who in (2, 3, 4):
        table.ask(who, guest_messages.Ready, True)
    table.lost(3)
    assert table.manage(1, "start") == "not-ready"
    table.resume(7, table.tokens[3])
    assert table.manage(1, "start") == "ok"


def test_somebody_away_at_the_end_keeps_his_chair_for_a_minute_from_then() -> None:
    table = AtTable("Ann", "Bob")
    table.fill_and_start()
    table.lost(2)
    table.wait(600)
    table.play_to_the_end()
    assert table.room.state == "over"
    chair = table.chair(1)
    assert (chair.holder, chair.away, chair.played) == ("person", True, False)
    table.wait(60)
    assert table.holders() == ["person", "empty", "computer", "computer"]


def test_a_rematch_waits_for_somebody_away() -> None:
    table = AtTable("Ann", "Bob")
    table.fill_and_start()
    table.play_to_the_end()
    table.ask(2, guest_messages.Ready, True)
    table.lost(2)
    table.ask(1, guest_messages.Ready, True)
    assert table.room.state == "over"
    table.resume(7, table.tokens[2])
    assert table.room.state == "playing"


def test_the_last_chair_that_was_kept_after_a_match_leaves_a_lobby() -> None:
    table = AtTable("Ann")
    table.fill_and_start()
    table.play_to_the_end()
    table.lost(1)
    assert table.room.state == "over"
    table.wait(60)
    assert table.room.state == "lobby"


# Pause --------------------------------------------------------------------------------------------


def test_anybody_seated_stops_the_table_and_anybody_goes_on() -> None:
    table = four()
    assert table.pause(2) == "ok"
    assert table.shown().paused == "Bob"
    assert table.say(1, 0, 1) == "paused"
    assert table.pause(3) == "ok"  # once more changes nothing
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


def test_countdowns_go_on_after_a_pause_with_what_was_left() -> None:
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


def test_the_games_patience_stands_still_during_a_pause_too() -> None:
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


def test_whoever_is_lost_during_a_pause_has_his_whole_time_after_it() -> None:
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
def test_the_others_go_on_when_whoever_stopped_the_table_is_gone(how: str) -> None:
    table = four()
    table.pause(2)
    if how == "lost":
        table.lost(2)
    else:
        table.ask(2, guest_messages.Leave)
    assert table.shown().paused == "Bob"
    assert table.pause(1, on=False) == "ok"
    assert table.say(1, 0, 1) == "ok"


def test_a_table_that_everybody_left_stays_stopped_until_somebody_is_back() -> None:
    table = four()
    table.pause(1)
    table.lost(1, 2, 3, 4)
    table.wait(500)
    table.resume(7, table.tokens[3])
    assert table.shown().paused == "Ann"
    assert table.pause(7, on=False) == "ok"


def test_there_is_nothing_to_stop_outside_a_match() -> None:
    table = AtTable("Ann")
    assert table.pause(1) == "not-playing"
    assert table.room.obey(ConnectionId(1), Pause(5, False), table.now).changed is False


def test_people_talk_during_a_pause() -> None:
    table = four()
    table.pause(1)
    table.ask(2, guest_messages.Say, "one moment")
    assert [line.text for line in table.shown().chat] == ["one moment"]


def test_limits_of_a_room_are_those_it_was_given() -> None:
    limits = replace(Limits(), absence_s=5.0, lobby_away_s=7.0)
    table = AtTable("Ann", "Bob", limits=limits)
    assert table.shown().absence_ms == 5000
    table.lost(2)
    table.wait(7)
    assert table.holders()[1] == "empty"
