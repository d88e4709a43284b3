"""Somebody is away: how long the table waits, and who moves for them."""

from msgspec.structs import replace

from net.ids import SeatNumber
from net.limits import Limits
from net.protocol import guest_messages
from net.protocol.host_messages import Refused, Seated
from net.room.game import Move
from net.room.outcome import Outcome
from support.at_table import AtTable, four
from support.toy_game import ToyGame


# Away in a match ----------------------------------------------------------------------------------


def test_the_seat_of_somebody_away_stays_theirs_and_everybody_sees_it() -> None:
    table = four()
    table.lost(2)
    chair = table.chair(1)
    assert (chair.holder, chair.name, chair.away, chair.played) == ("person", "Bob", True, False)


def test_nobody_waits_for_somebody_away_before_it_is_their_turn() -> None:
    table = four()
    table.lost(2)
    assert (table.shown().waiting_for, table.shown().patience_ms) == ((0,), None)
    table.wait(20)
    assert table.say(1, 0, 1) == "ok"
    assert (table.shown().waiting_for, table.shown().patience_ms) == ((1,), 40_000)


def test_a_computer_player_moves_for_them_when_their_time_is_up() -> None:
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


def test_their_time_runs_during_other_peoples_turns() -> None:
    table = four()
    table.lost(2)
    table.wait(60)
    assert table.chair(1).played
    table.say(1, 0, 1)
    assert table.computer_moves(1)


def test_they_take_their_seat_back_at_once() -> None:
    table = four()
    table.lost(2)
    table.wait(600)  # a laptop was asleep
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


def test_a_move_a_computer_player_was_still_choosing_comes_too_late() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(60)
    assert table.room.absent(table.now) == (1,)
    table.resume(7, table.tokens[2])
    assert table.room.move(SeatNumber(1), Move(1, {"say": 2}), table.now) == Outcome()
    assert table.say(7, 1, 2) == "ok"


def test_every_absence_gets_the_full_time() -> None:
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


def test_two_people_are_away_and_each_has_their_own_time() -> None:
    table = four()
    table.lost(2)
    table.wait(30)
    table.lost(3)
    table.wait(30)
    assert [table.chair(seat).played for seat in (1, 2)] == [True, False]
    table.wait(30)
    assert [table.chair(seat).played for seat in (1, 2)] == [True, True]


# What the host chooses ----------------------------------------------------------------------------


def test_the_host_may_choose_to_wait_forever() -> None:
    table = four()
    assert table.manage(4, "absence", value=None) == "ok"
    assert table.shown().absence_ms is None
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(1e6)
    assert not table.chair(1).played
    assert table.shown().patience_ms is None
    assert table.room.absent(table.now) == ()


def test_the_host_may_choose_a_computer_player_at_once() -> None:
    table = four()
    table.manage(4, "absence", value=0)
    table.say(1, 0, 1)
    table.lost(2)
    assert table.chair(1).played
    assert table.room.absent(table.now) == (1,)


def test_the_host_changes_the_waiting_time_while_somebody_is_away() -> None:
    table = four()
    table.manage(4, "absence", value=None)
    table.say(1, 0, 1)
    table.lost(2)
    table.wait(100)
    table.manage(4, "absence", value=90_000)
    assert table.chair(1).played
    table.manage(4, "absence", value=None)
    assert not table.chair(1).played


def test_the_host_puts_a_computer_player_on_an_absent_persons_seat() -> None:
    table = four()
    table.manage(4, "absence", value=None)
    table.say(1, 0, 1)
    table.lost(2)
    assert table.manage(4, "computer", 1) == "ok"
    assert table.chair(1).played
    assert table.computer_moves(1)
    assert isinstance(table.resume(7, table.tokens[2]).answer, Seated)
    assert not table.chair(1).played
    table.lost(7)  # the host's choice was for the earlier absence only
    assert not table.chair(1).played


def test_no_computer_player_is_put_on_the_seat_of_somebody_present() -> None:
    table = four()
    assert table.manage(4, "computer", 1) == "not-in-lobby"
    assert table.manage(4, "computer", 9) == "no-chair"


# A table where nobody is --------------------------------------------------------------------------


def test_nothing_is_played_while_nobody_is_at_the_table() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(1, 2, 3, 4)
    table.wait(3600)
    assert table.room.absent(table.now) == ()
    assert table.shown().host is None


def test_the_first_person_back_waits_the_full_time_for_the_others() -> None:
    table = four()
    table.say(1, 0, 1)
    table.lost(1, 2, 3, 4)  # the network was down
    table.wait(3600)
    table.resume(7, table.tokens[1])
    assert table.room.absent(table.now) == ()
    assert table.shown().patience_ms == 60_000
    assert isinstance(table.resume(8, table.tokens[2]).answer, Seated)


# Newcomers ----------------------------------------------------------------------------------------


def test_a_newcomer_cannot_take_the_seat_of_somebody_away() -> None:
    table = four()
    table.lost(2)
    full = Refused("full", {"watch": True, "away": [[1, "Bob"]]})
    assert table.join(7, "Eva", seat=1) == full
    assert table.join(7, "Bob") == full  # not even by their name


def test_a_seat_stays_its_persons_while_a_computer_player_moves_for_them() -> None:
    table = four()
    table.lost(2)
    table.wait(600)
    assert table.chair(1).played
    full = Refused("full", {"watch": True, "away": [[1, "Bob"]]})
    assert table.join(7, "Eva", seat=1) == full
    assert table.join(7, "Bob") == full
    assert isinstance(table.resume(8, table.tokens[2]).answer, Seated)


def test_the_seat_of_a_removed_person_goes_to_a_newcomer() -> None:
    table = four()
    table.lost(2)
    assert table.manage(4, "remove", 1) == "ok"
    assert table.join(7, "Eva") == Seated(1, "Eva")
    assert table.resume(8, table.tokens[2]).answer == Refused("taken")  # not a wrong guess
    table.say(1, 0, 1)
    assert table.say(7, 1, 2) == "ok"


def test_a_newcomer_gets_a_computer_players_chair() -> None:
    table = AtTable("Ann", "Bob")
    table.fill_and_start()
    table.lost(2)
    table.wait(60)
    assert table.join(7, "Eva") == Seated(2, "Eva")
    assert table.join(8, "Fay") == Seated(3, "Fay")
    assert table.join(9, "Gus") == Refused("full", {"watch": True, "away": [[1, "Bob"]]})


def test_a_newcomer_during_a_deal_takes_a_computer_players_chair() -> None:
    table = AtTable("Ann", game=ToyGame(last=8, deal_every=4))
    table.fill_and_start()
    commit = table.room.commit(table.now)
    assert commit is not None
    table.join(7, "Eva")
    table.seal(1, 1, b"a" * 16)
    assert table.seals() is None  # the newcomer takes part in the shuffle
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


def test_a_match_does_not_begin_while_somebody_ready_is_away() -> None:
    table = AtTable("Ann", "Bob", "Cas", "Dot")
    for who in (2, 3, 4):
        table.ask(who, guest_messages.Ready, True)
    table.lost(3)
    assert table.manage(1, "start") == "not-ready"
    table.resume(7, table.tokens[3])
    assert table.manage(1, "start") == "ok"


def test_somebody_away_at_the_end_keeps_their_chair_for_another_minute() -> None:
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


def test_the_table_is_a_lobby_again_once_the_last_kept_chair_is_freed() -> None:
    table = AtTable("Ann")
    table.fill_and_start()
    table.play_to_the_end()
    table.lost(1)
    assert table.room.state == "over"
    table.wait(60)
    assert table.room.state == "lobby"


def test_a_room_uses_the_limits_it_was_given() -> None:
    limits = replace(Limits(), absence_s=5.0, lobby_away_s=7.0)
    table = AtTable("Ann", "Bob", limits=limits)
    assert table.shown().absence_ms == 5000
    table.lost(2)
    table.wait(7)
    assert table.holders()[1] == "empty"
