"""The host's process ends, and another continues the table from its snapshot."""

import pickle
from typing import Any

import msgpack
import pytest

from net.ids import ConnectionId
from net.limits import Limits
from net.protocol import guest_messages
from net.protocol.guest_messages import Do
from net.protocol.host_messages import Ack, Claim, Key, Nack, Refused, Seated
from net.room.outcome import Outcome
from net.room.room import Room
from support.at_table import RIGHTS, AtTable
from support.toy_game import ToyGame


def match_of(*names: str, **options: Any) -> AtTable:
    table = AtTable(*names, game=ToyGame(last=40), **options)
    table.fill_and_start()
    return table


def test_everybody_is_away_and_keeps_their_seat() -> None:
    table = match_of("Ann", "Bob")
    table.say(1, 0, 1)
    table.restart()
    assert table.room.state == "playing"
    assert table.game.said == 1
    assert [(c.holder, c.name, c.away) for c in table.shown().chairs] == [
        ("person", "Ann", True),
        ("person", "Bob", True),
        ("computer", "", False),
        ("computer", "", False),
    ]
    assert table.room.audience() == {}
    assert table.room.absent(table.now) == ()


def test_everybody_comes_back_with_the_token_they_had() -> None:
    table = match_of("Ann", "Bob")
    table.restart()
    for who, seat in ((2, 1), (1, 0)):
        answer = table.resume(who + 10, table.tokens[who]).answer
        assert isinstance(answer, Seated)
        assert answer.seat == seat
    assert table.say(11, 0, 1) == "ok"
    assert table.say(12, 1, 2) == "ok"


def test_the_previous_token_works_until_the_new_one_has_arrived() -> None:
    table = match_of("Ann", "Bob")
    old = table.tokens[2]
    table.lost(2)
    table.resume(7, old)
    table.restart()
    assert isinstance(table.resume(8, old).answer, Seated)
    table.room.heard(ConnectionId(8))
    table.restart()
    assert table.resume(9, old).answer == Refused("unknown")
    assert isinstance(table.resume(9, table.tokens[8]).answer, Seated)


def test_a_seat_that_was_taken_is_still_taken() -> None:
    table = match_of("Ann", "Bob", "Cas")
    table.join(4, "Dot", rights=RIGHTS)
    table.lost(2)
    table.manage(4, "remove", 1)
    table.join(7, "Eva", 1)
    table.restart()
    assert table.resume(8, table.tokens[2]).answer == Refused("taken")


def test_a_move_whose_answer_died_with_the_host_is_played_once() -> None:
    table = match_of("Ann", "Bob")
    move = Do(table.ids[1] + 1, 0, {"say": 1})
    table.note(
        1, table.room.obey(ConnectionId(1), move, table.now)
    )  # saved, but the host crashes before answering
    table.restart()
    seated = table.resume(7, table.tokens[1]).answer
    assert isinstance(seated, Seated)
    assert seated.last_id == move.id
    assert table.room.obey(ConnectionId(7), move, table.now) == Outcome(Ack(move.id))
    assert table.game.said == 1


def test_a_move_that_was_not_saved_is_played_when_sent_again() -> None:
    table = match_of("Ann", "Bob")
    body, records = table.room.dump(), list(table.records)
    move = Do(table.ids[1] + 1, 0, {"say": 1})
    table.note(
        1, table.room.obey(ConnectionId(1), move, table.now)
    )  # the host crashes before it is on disk
    game = ToyGame(last=40)
    game.restore(records)
    room = Room.load(game, body, now=table.now, limits=Limits())
    assert isinstance(
        room.resume(ConnectionId(7), guest_messages.Resume(table.tokens[1], 0), table.now).answer,
        Seated,
    )
    assert room.obey(ConnectionId(7), move, table.now).answer == Ack(move.id)
    assert game.said == 1


def test_a_refusal_is_saved_too() -> None:
    table = match_of("Ann", "Bob")
    refused = table.ask(1, Do, 0, {"say": 7}).answer
    assert refused == Nack(table.ids[1], "miscounted", {"next": 1})
    table.restart()
    table.resume(7, table.tokens[1])
    assert table.room.obey(ConnectionId(7), Do(refused.id, 0, {"say": 1}), table.now) == Outcome(
        refused
    )


def test_revisions_go_on_after_a_full_disk_so_that_guests_see_the_new_state() -> None:
    table = match_of("Ann", "Bob")
    body, records = table.room.dump(), list(table.records)
    for number in range(5):
        table.ask(1, guest_messages.Say, f"line {number}")  # told, but not saved
    game = ToyGame(last=40)
    game.restore(records)
    room = Room.load(game, body, now=table.now, limits=Limits())
    assert room.room(table.now).revision > table.shown().revision


def test_absences_are_counted_from_when_the_table_reopens() -> None:
    table = match_of("Ann", "Bob", "Cas", "Dot")
    table.lost(2)
    table.wait(50)
    table.restart()
    table.wait(59)
    assert not table.chair(1).played
    table.wait(1)
    assert table.chair(1).played


def test_the_chosen_waiting_time_is_kept() -> None:
    table = match_of("Ann", "Bob")
    table.manage(1, "absence", value=None)
    table.restart()
    assert table.shown().absence_ms is None
    table.manage(1, "absence", value=0)
    table.resume(7, table.tokens[1])
    table.manage(7, "absence", value=0)
    table.restart()
    assert table.shown().absence_ms == 0


def test_a_paused_table_is_still_paused() -> None:
    table = match_of("Ann", "Bob")
    table.pause(2)
    table.restart()
    table.resume(7, table.tokens[1])
    assert table.shown().paused == "Bob"
    table.wait(1000)
    assert not table.chair(1).played
    assert table.pause(7, on=False) == "ok"
    table.wait(60)
    assert table.chair(1).played


def test_a_lobby_is_restored_too() -> None:
    table = AtTable("Ann", "Bob")
    table.manage(1, "computer", 3)
    table.ask(2, guest_messages.Ready, True)
    table.ask(2, guest_messages.Say, "ready when you are")
    table.restart()
    table.resume(7, table.tokens[1])
    assert [c.holder for c in table.shown().chairs] == ["person", "person", "empty", "computer"]
    assert table.chair(1).ready
    assert [(line.number, line.text) for line in table.shown().chat] == [(1, "ready when you are")]
    table.ask(7, guest_messages.Say, "and back")
    assert [line.number for line in table.shown().chat] == [1, 2]


def test_shut_chairs_stay_shut() -> None:
    table = AtTable()
    table.join(1, "Wim", rights=RIGHTS)
    table.manage(1, "shut", 2)
    table.restart()
    assert table.holders() == ["person", "empty", "shut", "empty"]


def test_the_holder_has_the_rights_and_the_code_when_back() -> None:
    table = AtTable(spoken="lamp river")
    table.join(1, "Wim", rights=RIGHTS)
    table.restart()
    assert table.room.spoken == "lamp river"
    assert table.room.info().host == "Wim"
    assert table.resume(7, table.tokens[1]).letters == ((ConnectionId(7), Key("lamp river")),)
    assert table.shown().holder == 0
    table.lost(7)
    assert table.join(8, "Ann", rights=RIGHTS) == Seated(0, "Wim")


def test_continuing_a_table_gives_new_rights_and_voids_the_old_ones() -> None:
    table = AtTable("Ann")
    table.restart(rights="new rights")
    assert table.join(7, "Old", rights=RIGHTS) == Refused("no-rights")
    assert isinstance(table.join(7, "New", rights="new rights"), Seated)
    assert table.shown().holder == 1


def test_spectators_and_claims_are_not_saved() -> None:
    table = match_of("Ann", "Bob")
    table.watch(6)
    table.lost(2)
    table.claim(7, 1)
    assert table.shown().claims == (Claim(1, "Jan"),)
    table.restart()
    assert (table.shown().claims, table.shown().watchers) == ((), ())


def test_the_host_commits_to_the_same_secret_again_after_a_restart() -> None:
    table = AtTable("Ann", "Bob", game=ToyGame(deal_every=4))
    table.fill_and_start()
    commit = table.room.commit(table.now)
    assert commit is not None
    table.seal(1, 1, b"a" * 16)
    table.restart()
    assert table.room.commit(table.now) is None  # nobody is back yet
    table.resume(7, table.tokens[1])
    assert table.room.commit(table.now) == commit


def test_a_dump_is_a_message_body() -> None:
    table = AtTable("Ann", "Bob", "Cas", "Dot", spoken="lamp river")
    for who in (1, 2, 3, 4):
        table.ask(who, guest_messages.Say, "x" * 160)
    table.lost(2)
    table.resume(7, table.tokens[2])
    table.lost(3)
    body = table.room.dump()
    packed = msgpack.packb(body)
    assert msgpack.unpackb(packed) == body
    assert _depth(body) <= Limits().depth
    assert not any(isinstance(value, float) for value in _values(body))


def test_a_dump_does_not_change_with_the_room() -> None:
    table = match_of("Ann", "Bob")
    body = table.room.dump()
    before = pickle.dumps(body)
    table.lost(2)
    table.say(1, 0, 1)
    table.ask(1, guest_messages.Leave)
    assert pickle.dumps(body) == before


@pytest.mark.parametrize(
    "harm",
    [
        {"state": "dancing"},
        {"revision": "1"},
        {"revision": -1},
        {"people": {}},
        {"more": 1},
        {"people": None},
    ],
)
def test_anything_but_a_room_is_refused(harm: dict[str, Any]) -> None:
    body = {**AtTable("Ann").room.dump(), **harm}
    with pytest.raises(ValueError, match=r"."):
        Room.load(ToyGame(), body, now=0.0, limits=Limits())


def test_a_room_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="not a room of this game"):
        Room.load(ToyGame(seats=3), AtTable("Ann").room.dump(), now=0.0, limits=Limits())


def _values(body: Any) -> list[Any]:
    if isinstance(body, dict):
        return [value for part in body.values() for value in _values(part)]
    if isinstance(body, list | tuple):
        return [value for part in body for value in _values(part)]
    return [body]


def _depth(body: Any) -> int:
    if isinstance(body, dict):
        return 1 + max(map(_depth, body.values()), default=0)
    if isinstance(body, list | tuple):
        return 1 + max(map(_depth, body), default=0)
    return 0
