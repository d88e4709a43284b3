"""The rules of a room: chairs, names, rights, the order of commands, and patience."""

import pytest

from net.ids import ConnectionId, SeatNumber
from net.limits import Limits
from net.protocol import guest_messages
from net.protocol.host_messages import Ack, Nack, Refused, Seated
from net.room.game import Move
from net.room.outcome import Outcome
from net.room.room import Room
from support.at_table import RIGHTS, AtTable, code
from support.toy_game import ToyGame


# Chairs -------------------------------------------------------------------------------------------


def test_the_wanted_chair_is_given_if_it_is_free() -> None:
    assert AtTable().join(1, "Jan", seat=2) == Seated(2, "Jan")


def test_a_newcomer_gets_the_first_empty_chair() -> None:
    table = AtTable("Jan")
    assert table.join(2, "Piet", seat=0) == Seated(1, "Piet")
    assert table.join(3, "Joris") == Seated(2, "Joris")


def test_wanting_a_chair_that_does_not_exist_counts_for_nothing() -> None:
    assert AtTable().join(1, "Jan", seat=15) == Seated(0, "Jan")


def test_an_empty_chair_comes_before_a_computer_players() -> None:
    table = AtTable("Jan")
    table.manage(1, "computer", 1)
    assert table.join(2, "Piet") == Seated(2, "Piet")


def test_a_person_may_take_a_computer_players_chair() -> None:
    table = AtTable("Jan")
    for seat in (1, 2, 3):
        table.manage(1, "computer", seat)
    assert table.join(2, "Piet", seat=3) == Seated(3, "Piet")
    assert table.join(3, "Joris") == Seated(1, "Joris")
    assert table.holders() == ["person", "person", "computer", "person"]


def test_a_fifth_person_finds_the_table_full() -> None:
    table = AtTable("A", "B", "C", "D")
    assert table.join(5, "E") == Refused("full", {"watch": True})


def test_a_duplicate_name_gets_a_suffix() -> None:
    table = AtTable("Jan", "Jan", "jan")
    assert table.names() == ["Jan", "Jan 2", "jan 3", ""]


def test_a_name_is_cleaned_before_anybody_sees_it() -> None:
    table = AtTable("\x1b[2J\u202e" + "x" * 100)
    assert table.names()[0] == "x" * 20


def test_another_chair_may_be_taken_in_the_lobby() -> None:
    table = AtTable("Jan", "Piet")
    assert code(table.ask(1, guest_messages.Sit, 3)) == "ok"
    assert table.names() == ["", "Piet", "", "Jan"]
    assert code(table.ask(1, guest_messages.Sit, 1)) == "chair-taken"
    assert code(table.ask(1, guest_messages.Sit, 9)) == "no-chair"


def test_a_computer_player_changes_places_with_a_person() -> None:
    table = AtTable("Jan")
    table.manage(1, "computer", 2)
    table.ask(1, guest_messages.Sit, 2)
    assert table.holders() == ["computer", "empty", "person", "empty"]


def test_somebody_who_left_a_match_gets_their_old_chair() -> None:
    table = AtTable("Ann", "Bob", "Cas", "Dot")
    table.fill_and_start()
    for who in (2, 3):
        table.ask(who, guest_messages.Leave)

    assert table.join(6, "Cas") == Seated(2, "Cas")
    assert table.join(5, "Eva") == Seated(1, "Eva")


def test_a_newcomer_is_not_put_on_a_chair_that_somebody_left() -> None:
    table = AtTable("Ann", "Bob")  # with computer players on 2 and 3
    table.fill_and_start()
    table.ask(1, guest_messages.Leave)

    assert table.join(5, "Eva") == Seated(2, "Eva")
    assert table.join(6, "Ann") == Seated(0, "Ann")


def test_a_chair_is_empty_after_its_person_left_in_the_lobby() -> None:
    table = AtTable("Jan", "Piet")
    outcome = table.ask(1, guest_messages.Leave)
    assert (outcome.answer, outcome.bye) == (Ack(1), "left")
    assert table.holders() == ["empty", "person", "empty", "empty"]


def test_a_computer_player_takes_over_when_somebody_leaves_a_match() -> None:
    table = AtTable("Jan", "Piet")
    table.fill_and_start()
    table.ask(2, guest_messages.Leave)
    assert table.holders() == ["person", "computer", "computer", "computer"]
    assert table.room.state == "playing"


def test_a_person_takes_a_computer_players_chair_during_a_match() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    assert table.join(2, "Piet") == Seated(1, "Piet")
    table.say(1, 0, 1)
    assert table.say(2, 1, 2) == "ok"


def test_a_chair_is_empty_when_its_person_leaves_after_a_match() -> None:
    table = AtTable("Jan", "Piet")
    table.fill_and_start()
    table.play_to_the_end()
    table.ask(2, guest_messages.Leave)
    assert table.holders() == ["person", "empty", "computer", "computer"]


def test_a_table_may_open_with_computer_players_on_the_last_chairs() -> None:
    room = Room(ToyGame(), table="id", name="x", host="y", limits=Limits(), computers=2)
    assert [chair.holder for chair in room.room(0).chairs] == [
        "empty",
        "empty",
        "computer",
        "computer",
    ]
    answer = room.join(ConnectionId(1), guest_messages.Join("Jan", None), 0).answer
    assert isinstance(answer, Seated)
    assert (answer.seat, answer.name) == (0, "Jan")


# Rights -------------------------------------------------------------------------------------------


def test_the_person_seated_longest_stands_in_while_the_holder_is_away() -> None:
    table = AtTable("Jan", "Piet")
    assert table.room.room(0).host == 0
    assert table.manage(2, "computer", 3) == "no-rights"
    table.join(3, "Ann", rights=RIGHTS)
    assert table.room.room(0).host == 2
    assert table.manage(1, "computer", 3) == "no-rights"
    assert table.manage(3, "computer", 3) == "ok"
    table.room.lost(ConnectionId(3), 0)
    assert table.room.room(0).host == 0


def test_only_the_holder_of_the_rights_may_close_the_table() -> None:
    table = AtTable("Jan")
    assert table.manage(1, "close") == "no-rights"
    table.join(2, "Ann", rights=RIGHTS)
    assert table.ask(2, guest_messages.Manage, "close").closing


@pytest.mark.parametrize("token", ["", "wrong", RIGHTS + "x", "\ud800"])
def test_wrong_rights_are_refused(token: str) -> None:
    assert AtTable().join(1, "Jan", rights=token) == Refused("no-rights")


def test_a_table_without_rights_gives_none() -> None:
    room = Room(ToyGame(), table="id", name="x", host="y", limits=Limits())
    assert room.join(ConnectionId(1), guest_messages.Join("Jan", None, ""), 0).answer == Refused(
        "no-rights"
    )


def test_the_token_itself_is_not_kept() -> None:
    table = AtTable()
    table.join(1, "Ann", rights=RIGHTS)
    assert RIGHTS not in repr(vars(table.room))


def test_the_host_cannot_give_away_a_persons_chair() -> None:
    table = AtTable("Jan", "Piet")
    assert table.manage(1, "computer", 1) == "chair-taken"
    assert table.manage(1, "empty", 1) == "chair-taken"
    assert table.manage(1, "empty", 12) == "no-chair"
    assert table.manage(1, "empty") == "unknown"
    assert table.manage(1, "dance", 1) == "unknown"


def test_computer_players_can_be_added_and_removed() -> None:
    table = AtTable("Jan")
    table.manage(1, "computer", 2)
    assert table.holders()[2] == "computer"
    table.manage(1, "empty", 2)
    assert table.holders()[2] == "empty"


# Start and rematch --------------------------------------------------------------------------------


def test_a_match_needs_every_chair_taken_and_everybody_else_ready() -> None:
    table = AtTable("Jan", "Piet", "Joris")
    assert table.ask(1, guest_messages.Manage, "start", None).answer == Nack(
        1, "chairs-empty", {"seats": [3]}
    )
    table.manage(1, "computer", 3)
    table.ask(2, guest_messages.Ready, True)
    assert table.ask(1, guest_messages.Manage, "start", None).answer == Nack(
        3, "not-ready", {"seats": [2]}
    )
    table.ask(3, guest_messages.Ready, True)
    assert table.manage(1, "start") == "ok"
    assert table.room.state == "playing"
    assert not any(chair.ready for chair in table.room.room(0).chairs)


def test_the_lobby_is_closed_during_a_match() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    assert code(table.ask(1, guest_messages.Ready, True)) == "not-in-lobby"
    assert code(table.ask(1, guest_messages.Sit, 2)) == "not-in-lobby"
    assert table.manage(1, "empty", 2) == "not-in-lobby"
    assert table.manage(1, "start") == "not-in-lobby"


def test_nothing_is_played_in_the_lobby() -> None:
    table = AtTable("Jan")
    assert table.say(1, 0, 1) == "not-playing"
    assert table.room.view(SeatNumber(0)) is None


def test_a_rematch_starts_when_every_seated_person_is_ready() -> None:
    table = AtTable("Jan", "Piet")
    table.fill_and_start()
    table.play_to_the_end()
    assert table.room.state == "over"
    assert table.room.view(SeatNumber(0)) is not None
    table.ask(1, guest_messages.Ready, True)
    assert table.room.state == "over"
    table.ask(2, guest_messages.Ready, True)
    assert table.room.state == "playing"
    assert table.game.said == 0


def test_a_rematch_waits_for_an_empty_chair_to_be_filled() -> None:
    table = AtTable("Jan", "Piet")
    table.fill_and_start()
    table.play_to_the_end()
    table.ask(2, guest_messages.Leave)
    table.ask(1, guest_messages.Ready, True)
    assert table.room.state == "over"
    table.manage(1, "computer", 1)
    assert table.room.state == "playing"


def test_the_table_is_a_lobby_again_once_all_left_a_finished_match() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    table.play_to_the_end()
    table.ask(1, guest_messages.Leave)
    assert table.room.state == "lobby"


# Who is waited for, and how long ------------------------------------------------------------------


def test_the_host_moves_only_for_computer_players() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    assert table.room.absent(0) == ()
    table.say(1, 0, 1)
    assert table.room.absent(0) == (1,)
    assert table.room.room(0).waiting_for == (1,)


def test_a_table_with_nobody_present_waits() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    table.say(1, 0, 1)
    table.lost(1)
    assert table.room.absent(1e9) == ()
    table.resume(2, table.tokens[1])
    assert table.room.absent(1e9) == (1,)


def test_patience_runs_from_when_the_game_asks_for_it() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    table.now = 100.0
    table.game.patience = 20.0
    table.join(2, "Piet")
    assert table.room.room(105.0).patience_ms == 15_000
    table.join(3, "Joris")  # does not restart it
    assert table.room.absent(119.9) == ()
    assert table.room.absent(120.0) == (0,)
    table.game.patience = None
    table.say(1, 0, 1)
    assert table.room.room(130.0).patience_ms is None


def test_patience_restarts_for_the_first_person_at_an_empty_table() -> None:
    game = ToyGame()
    table = AtTable("Jan", game=game)
    game.patience = 20.0
    table.fill_and_start()
    table.lost(1)
    table.now = 1000.0
    table.resume(2, table.tokens[1])
    assert table.room.absent(1000.0) == ()
    assert table.shown().patience_ms == 20_000


def test_the_hosts_move_comes_too_late_once_a_person_has_sat_down() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    table.say(1, 0, 1)
    move = Move(1, {"say": 2})
    table.join(2, "Piet", seat=1)
    assert table.room.move(SeatNumber(1), move, 0) == Outcome()
    assert table.game.said == 1


def test_strangers_are_told_who_hosts_and_how_many_are_seated() -> None:
    table = AtTable("Jan", "Piet")
    info = table.room.info()
    assert (info.host, info.people, info.seats, info.state) == ("Ann", 2, 4, "lobby")
    assert not info.code
    table.lost(2)
    assert table.room.info().people == 2  # the chair is still theirs
    table.join(3, "Annie", rights=RIGHTS)
    assert table.room.info().host == "Annie"


def test_strangers_are_told_whether_they_need_the_code() -> None:
    assert AtTable(spoken="lamp river").room.info().code
