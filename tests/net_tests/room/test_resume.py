"""Resuming a seat: which tokens open it, and which no longer do."""

import pytest

from net.ids import ConnectionId
from net.protocol import guest_messages
from net.protocol.guest_messages import Do
from net.protocol.host_messages import Ack, Key, Nack, Refused, Seated
from net.room.outcome import Outcome
from support.at_table import RIGHTS, AtTable, code
from support.toy_game import ToyGame


def match_of(*names: str, last: int = 8) -> AtTable:
    """A match with computer players on the other chairs."""
    table = AtTable(*names, game=ToyGame(last=last))
    table.fill_and_start()
    return table


def test_coming_back_gives_the_same_seat_and_a_new_token() -> None:
    table = match_of("Ann", "Bob")
    old = table.tokens[2]
    table.lost(2)
    outcome = table.resume(7, old)
    assert outcome.answer == Seated(1, "Bob", table.tokens[7], last_id=table.ids[2])
    assert table.tokens[7] != old
    assert outcome.changed  # so everybody gets a new view
    assert table.room.audience() == {ConnectionId(1): 0, ConnectionId(7): 1}
    assert not table.chair(1).away


def test_only_hashes_of_tokens_are_kept() -> None:
    table = match_of("Ann", "Bob")
    table.lost(2)
    table.resume(7, table.tokens[2])
    everything = repr(table.room.dump()) + repr(vars(table.room._people))
    for token in [*table.tokens.values(), RIGHTS]:
        assert token not in everything


def test_if_the_reply_to_a_resume_is_lost_the_old_token_still_works() -> None:
    table = match_of("Ann", "Bob")
    old = table.tokens[2]
    table.lost(2)
    table.resume(7, old)
    lost_with_the_reply = table.tokens[7]
    table.lost(7)
    assert isinstance(table.resume(8, old).answer, Seated)
    assert table.resume(9, lost_with_the_reply).answer == Refused("unknown")


def test_the_old_token_is_unknown_once_the_new_connection_has_sent_a_frame() -> None:
    table = match_of("Ann", "Bob")
    old = table.tokens[2]
    table.lost(2)
    table.resume(7, old)
    table.room.heard(ConnectionId(7))
    before = table.room.revision
    assert table.resume(8, old) == Outcome(Refused("unknown"))
    assert table.room.audience() == {
        ConnectionId(1): 0,
        ConnectionId(7): 1,
    }  # the seat stays its person's
    assert table.room.revision == before


def test_the_new_token_works_once_the_new_connection_has_sent_a_frame() -> None:
    table = match_of("Ann", "Bob")
    table.lost(2)
    table.resume(7, table.tokens[2])
    table.room.heard(ConnectionId(7))
    table.lost(7)
    assert isinstance(table.resume(8, table.tokens[7]).answer, Seated)


@pytest.mark.parametrize("token", ["", "guess", "\ud800", RIGHTS])
def test_a_guessed_token_opens_nothing(token: str) -> None:
    table = match_of("Ann", "Bob")
    table.lost(2)
    assert table.resume(7, token) == Outcome(Refused("unknown"))
    assert table.chair(1).away


def test_a_dead_connection_is_displaced_and_what_it_still_sends_is_ignored() -> None:
    table = match_of("Ann", "Bob")
    table.say(1, 0, 1)
    outcome = table.resume(7, table.tokens[2])  # the host has not noticed that 2 is dead
    assert outcome.byes == ((ConnectionId(2), "displaced"),)
    assert table.room.audience() == {ConnectionId(1): 0, ConnectionId(7): 1}
    assert table.room.obey(ConnectionId(2), Do(99, 1, {"say": 2}), table.now) == Outcome()
    assert table.room.lost(ConnectionId(2), table.now) == Outcome()  # its end is noticed later
    assert not table.chair(1).away
    assert table.say(7, 1, 2) == "ok"


def test_a_move_whose_answer_was_lost_is_played_exactly_once() -> None:
    table = match_of("Ann", "Bob")
    table.say(1, 0, 1)
    move = Do(table.ids[2] + 1, 1, {"say": 2})
    assert table.room.obey(ConnectionId(2), move, table.now).answer == Ack(move.id)
    table.lost(2)
    seated = table.resume(7, table.tokens[2]).answer
    assert isinstance(seated, Seated)
    assert seated.last_id == move.id
    assert table.room.obey(ConnectionId(7), move, table.now) == Outcome(Ack(move.id))
    assert table.game.said == 2


def test_a_move_that_never_arrived_is_played_when_sent_again() -> None:
    table = match_of("Ann", "Bob")
    table.say(1, 0, 1)
    move = Do(table.ids[2] + 1, 1, {"say": 2})
    table.lost(2)
    table.resume(7, table.tokens[2])
    assert table.room.obey(ConnectionId(7), move, table.now).answer == Ack(move.id)
    assert table.game.said == 2


def test_a_refusal_stays_the_same_after_coming_back() -> None:
    table = match_of("Ann", "Bob")
    refused = table.ask(2, Do, 0, {"say": 1}).answer
    assert isinstance(refused, Nack)
    table.lost(2)
    table.resume(7, table.tokens[2])
    table.say(1, 0, 1)  # now it would be their turn
    assert table.room.obey(ConnectionId(7), Do(refused.id, 1, {"say": 2}), table.now) == Outcome(
        refused
    )


def test_whoever_resumed_a_seat_keeps_it_and_the_other_is_told() -> None:
    table = match_of("Ann", "Bob", "Cas")
    table.join(4, "Dot", rights=RIGHTS)
    table.lost(2)
    table.manage(4, "remove", 1)
    assert table.join(7, "Eva", 1) == Seated(1, "Eva")
    assert table.resume(8, table.tokens[2]) == Outcome(Refused("taken"))
    assert table.room.seated()[ConnectionId(7)] == 1


def test_the_token_of_a_seat_given_up_opens_nothing() -> None:
    table = match_of("Ann", "Bob")
    table.ask(2, guest_messages.Leave)
    assert table.resume(7, table.tokens[2]).answer == Refused("unknown")
    assert table.holders()[1] == "computer"


def test_a_token_follows_its_person_to_another_chair() -> None:
    table = AtTable("Ann", "Bob")
    table.ask(2, guest_messages.Sit, 3)
    table.lost(2)
    answer = table.resume(7, table.tokens[2]).answer
    assert isinstance(answer, Seated)
    assert answer.seat == 3


def test_a_token_follows_its_person_when_everybody_moves_on() -> None:
    game = ToyGame(last=12)
    game.moves_on_at = 2
    table = AtTable("Ann", "Bob", "Cas", game=game)
    table.fill_and_start()
    table.lost(3)
    table.say(1, 0, 1)
    table.say(2, 1, 2)
    answer = table.resume(7, table.tokens[3]).answer
    assert isinstance(answer, Seated)
    assert (answer.seat, answer.name) == (3, "Cas")
    assert table.say(7, 2, 3) == "not-your-turn"  # they no longer sit there


def test_the_holder_of_the_rights_still_has_them_when_back() -> None:
    table = AtTable("Ann", spoken="lamp river")
    table.join(2, "Wim", rights=RIGHTS)
    table.lost(2)
    assert (table.shown().holder, table.shown().host) == (None, 0)
    outcome = table.resume(7, table.tokens[2])
    assert outcome.letters == ((ConnectionId(7), Key("lamp river")),)
    assert (table.shown().holder, table.shown().host) == (1, 1)
    assert table.ask(7, guest_messages.Manage, "close").closing


def test_the_rights_may_be_shown_along_with_a_seats_token() -> None:
    table = AtTable("Ann", "Bob")
    table.lost(1)
    assert table.resume(7, table.tokens[1], rights="wrong").answer == Seated(
        0, "Ann", table.tokens[7]
    )
    assert table.shown().holder is None
    table.resume(8, table.tokens[7], rights=RIGHTS)
    assert table.shown().holder == 0


def test_the_code_is_not_told_when_somebody_else_comes_back() -> None:
    table = AtTable("Ann", "Bob", spoken="lamp river")
    table.join(3, "Wim", rights=RIGHTS)
    table.lost(2)
    assert table.resume(7, table.tokens[2]).letters == ()


def test_command_ids_continue_from_a_seats_last_answer() -> None:
    table = match_of("Ann", "Bob")
    table.lost(2)
    table.resume(7, table.tokens[2])
    assert code(table.ask(7, guest_messages.Say, "back again")) == "ok"
    assert table.room.obey(ConnectionId(7), guest_messages.Say(1, "old"), table.now).answer == Nack(
        1, "old"
    )
