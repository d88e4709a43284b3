"""Commands of seated people: done once, answered always, in their order."""

from net.ids import ConnectionId
from net.protocol import guest_messages
from net.protocol.host_messages import Nack
from net.room.outcome import Outcome
from support.at_table import AtTable, code


def test_a_move_is_acknowledged_with_its_record_and_a_new_revision() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    before = table.room.revision
    outcome = table.ask(1, guest_messages.Do, 0, {"say": 1})
    assert outcome.record == {"seat": 0, "say": 1}
    assert outcome.changed
    assert table.room.revision == before + 1


def test_a_refused_move_changes_nothing() -> None:
    table = AtTable("Jan", "Piet")
    table.fill_and_start()
    before = table.room.revision
    assert table.say(2, 0, 1) == "not-your-turn"
    outcome = table.ask(1, guest_messages.Do, 0, {"say": 7})
    assert outcome == Outcome(Nack(table.ids[1], "miscounted", {"next": 1}))
    assert table.room.revision == before


def test_a_move_for_an_earlier_turn_is_stale_and_resends_the_view() -> None:
    table = AtTable("Jan", "Piet")
    table.fill_and_start()
    table.say(1, 0, 1)
    outcome = table.ask(1, guest_messages.Do, 0, {"say": 1})
    assert code(outcome) == "stale"
    assert outcome.resend
    assert not outcome.changed


def test_a_command_sent_twice_is_done_once_and_answered_the_same() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    first = table.ask(1, guest_messages.Do, 0, {"say": 1})
    again = table.room.obey(ConnectionId(1), guest_messages.Do(table.ids[1], 0, {"say": 1}), 0)
    assert again == Outcome(first.answer)
    assert table.game.said == 1


def test_a_refusal_is_remembered_too() -> None:
    table = AtTable("Jan")
    table.fill_and_start()
    first = table.ask(1, guest_messages.Do, 0, {"say": 5})
    again = table.room.obey(ConnectionId(1), guest_messages.Do(table.ids[1], 0, {"say": 1}), 0)
    assert again.answer == first.answer
    assert table.game.said == 0


def test_ids_that_go_back_are_old() -> None:
    table = AtTable("Jan")
    table.room.obey(ConnectionId(1), guest_messages.Ready(10, True), 0)
    assert table.room.obey(ConnectionId(1), guest_messages.Ready(9, False), 0) == Outcome(
        Nack(9, "old")
    )
    assert table.room.obey(ConnectionId(1), guest_messages.Ready(0, False), 0) == Outcome(
        Nack(0, "old")
    )
    assert table.room.room(0).chairs[0].ready


def test_ids_that_jump_by_more_than_a_thousand_are_a_bad_frame() -> None:
    table = AtTable("Jan")
    assert code(table.room.obey(ConnectionId(1), guest_messages.Ready(1000, True), 0)) == "ok"
    assert table.room.obey(ConnectionId(1), guest_messages.Ready(2001, False), 0) == Outcome(
        bye="badframe"
    )


def test_commands_of_somebody_who_left_are_ignored() -> None:
    table = AtTable("Jan")
    table.ask(1, guest_messages.Leave)
    assert table.ask(1, guest_messages.Ready, True) == Outcome()
    assert table.room.lost(ConnectionId(1), 0) == Outcome()


def test_the_next_person_on_a_chair_counts_ids_from_the_start() -> None:
    table = AtTable("Jan")
    table.room.obey(ConnectionId(1), guest_messages.Ready(500, True), 0)
    table.room.obey(ConnectionId(1), guest_messages.Leave(501), 0)
    table.join(2, "Piet")
    assert code(table.room.obey(ConnectionId(2), guest_messages.Ready(1, True), 0)) == "ok"
