"""The host's rights, given by a token, not a name: what their holder and a stand-in may do."""

from itertools import count

import pytest

from net.ids import ConnectionId
from net.protocol import guest_messages
from net.protocol.guest_messages import Join
from net.protocol.host_messages import Key, Refused, Seated
from net.room.outcome import Outcome
from support.at_table import RIGHTS, AtTable, code
from support.toy_game import ToyGame


def hosted(*names: str) -> AtTable:
    """Wim holds the rights, on seat 0 as connection 1; the others follow in order."""
    words = (f"code {number}" for number in count(2))
    table = AtTable(spoken="code 1", new_code=lambda: next(words), game=ToyGame(last=20))
    table.join(1, "Wim", rights=RIGHTS)
    for who, name in enumerate(names, start=2):
        table.join(who, name)
    return table


def test_only_the_holder_of_the_rights_is_told_the_code() -> None:
    table = AtTable(spoken="lamp river")
    outcome = table.enter(1, Join("Wim", None, RIGHTS))
    assert outcome.letters == ((ConnectionId(1), Key("lamp river")),)
    assert table.enter(2, Join("Ann", None)).letters == ()
    assert (table.shown().holder, table.shown().host) == (0, 0)


def test_at_an_open_table_there_is_no_code_to_tell() -> None:
    assert AtTable().enter(ConnectionId(1), Join("Wim", None, RIGHTS)).letters == (
        (ConnectionId(1), Key(None)),
    )


def test_the_holder_makes_a_new_code() -> None:
    table = hosted("Ann")
    outcome = table.ask(1, guest_messages.Manage, "code")
    assert code(outcome) == "ok"
    assert outcome.letters == ((ConnectionId(1), Key("code 2")),)
    assert table.room.spoken == "code 2"


def test_an_open_table_gets_no_code() -> None:
    table = AtTable(new_code=lambda: "code")
    table.join(1, "Wim", rights=RIGHTS)
    assert table.manage(1, "code") == "unknown"
    assert table.room.spoken is None


@pytest.mark.parametrize(
    "what", ["close", "code", "remove", "shut", "open", "admit", "decline", "pass-on"]
)
def test_a_stand_in_may_not_do_what_is_for_the_holder_alone(what: str) -> None:
    table = hosted("Ann", "Bob")
    table.lost(1)
    assert table.shown().host == 1
    before = table.room.revision
    assert table.manage(2, what, 2) == "no-rights"
    assert table.room.revision == before


@pytest.mark.parametrize("what", ["computer", "empty", "absence", "start"])
def test_a_stand_in_runs_the_table_only_while_the_holder_is_away(what: str) -> None:
    table = hosted("Ann", "Bob")
    seat = 3 if what in ("computer", "empty") else None
    assert table.manage(2, what, seat) == "no-rights"
    table.lost(1)
    assert table.manage(2, what, seat) in ("ok", "chairs-empty")
    table.resume(9, table.tokens[1])
    assert table.manage(2, what, seat) == "no-rights"


# Removing somebody --------------------------------------------------------------------------------


def test_a_person_is_removed_from_the_lobby() -> None:
    table = hosted("Ann", "Bob")
    outcome = table.ask(1, guest_messages.Manage, "remove", 1)
    assert outcome.byes == ((ConnectionId(2), "removed"),)
    assert table.holders() == ["person", "empty", "person", "empty"]
    assert table.room.audience() == {ConnectionId(1): 0, ConnectionId(3): 2}
    assert table.resume(7, table.tokens[2]).answer == Refused("taken")
    assert table.room.obey(ConnectionId(2), guest_messages.Ready(9, True), table.now) == Outcome()


def test_after_a_removal_during_a_match_a_computer_player_takes_over() -> None:
    table = hosted("Ann", "Bob")
    table.fill_and_start()
    outcome = table.ask(1, guest_messages.Manage, "remove", 1)
    assert outcome.byes == ((ConnectionId(2), "removed"),)
    assert table.holders() == ["person", "computer", "person", "computer"]
    assert table.resume(7, table.tokens[2]).answer == Refused("taken")
    table.say(1, 0, 1)
    assert table.room.absent(table.now) == (1,)


def test_a_person_who_is_away_can_be_removed() -> None:
    table = hosted("Ann")
    table.fill_and_start()
    table.lost(2)
    outcome = table.ask(1, guest_messages.Manage, "remove", 1)
    assert (code(outcome), outcome.byes) == ("ok", ())
    assert table.resume(7, table.tokens[2]).answer == Refused("taken")


def test_nobody_can_remove_themselves_or_an_empty_chair() -> None:
    table = hosted("Ann")
    assert table.manage(1, "remove", 0) == "unknown"
    assert table.manage(1, "remove", 3) == "unknown"
    assert table.manage(1, "remove", 9) == "no-chair"
    assert table.manage(1, "remove") == "unknown"


# Shutting chairs ----------------------------------------------------------------------------------


def test_no_newcomer_gets_a_shut_chair() -> None:
    table = hosted("Ann")
    assert table.manage(1, "shut", 2) == "ok"
    assert table.holders() == ["person", "person", "shut", "empty"]
    assert table.join(3, "Bob", seat=2) == Seated(3, "Bob")
    assert table.join(4, "Cas") == Refused("full", {"watch": True})
    assert table.manage(1, "open", 2) == "ok"
    assert table.join(4, "Cas") == Seated(2, "Cas")


def test_nobody_moves_to_a_shut_chair() -> None:
    table = hosted("Ann")
    table.manage(1, "shut", 2)
    assert code(table.ask(2, guest_messages.Sit, 2)) == "chair-taken"


def test_a_match_cannot_start_with_a_shut_chair() -> None:
    table = hosted("Ann", "Bob")
    table.manage(1, "shut", 3)
    for who in (2, 3):
        table.ask(who, guest_messages.Ready, True)
    assert table.manage(1, "start") == "chairs-empty"
    table.manage(1, "computer", 3)
    assert table.manage(1, "start") == "ok"


def test_a_held_chair_cannot_be_shut() -> None:
    table = hosted("Ann")
    table.manage(1, "computer", 3)
    assert table.manage(1, "shut", 1) == "unknown"
    assert table.manage(1, "shut", 3) == "unknown"
    assert table.manage(1, "open", 3) == "unknown"
    assert table.holders() == ["person", "person", "empty", "computer"]


# Passing the rights on ----------------------------------------------------------------------------


def test_rights_are_passed_on_with_a_new_token_for_the_new_holder_only() -> None:
    table = hosted("Ann", "Bob")
    outcome = table.ask(1, guest_messages.Manage, "pass-on", 1)
    ((who, key),) = outcome.letters
    assert who == ConnectionId(2)
    assert isinstance(key, Key)
    assert key.spoken == "code 1"
    assert key.rights is not None
    assert (table.shown().holder, table.shown().host) == (1, 1)
    assert table.room.info().host == "Ann"
    assert table.manage(1, "close") == "no-rights"
    assert table.join(7, "Old", rights=RIGHTS) == Refused("no-rights")
    table.ask(2, guest_messages.Leave)
    assert table.join(8, "New", rights=key.rights) == Seated(1, "New")
    assert table.shown().holder == 1


@pytest.mark.parametrize("seat", [2, 3, 9])
def test_rights_are_passed_on_only_to_somebody_present(seat: int) -> None:
    table = hosted("Ann", "Bob")
    table.lost(3)
    assert table.manage(1, "pass-on", seat) in ("unknown", "no-chair")
    assert table.shown().holder == 0


@pytest.mark.parametrize("playing", [False, True])
def test_the_holder_of_the_rights_cannot_sit_down_twice(playing: bool) -> None:
    table = hosted("Ann")
    if playing:
        table.fill_and_start()
    table.lost(2)
    before = table.shown()
    for wish in (
        Join("Wim", None, RIGHTS),
        Join("Wim", 3, RIGHTS),
        Join("Wim", 1, RIGHTS, claim=True),
    ):
        assert table.enter(7, wish) == Outcome(Refused("seat-in-use"))
    assert table.shown() == before
    assert table.manage(1, "code") == "ok"


@pytest.mark.parametrize("playing", [False, True])
def test_showing_the_rights_on_another_machine_gives_the_holders_chair(playing: bool) -> None:
    table = hosted("Ann", "Bob", "Cas")
    if playing:
        table.fill_and_start()
    table.restart(rights="new rights")
    outcome = table.enter(7, Join("Root", None, "new rights"))
    assert outcome.answer == Seated(0, "Wim", table.tokens[7], last_id=table.ids[1])
    assert outcome.letters == ((ConnectionId(7), Key("code 1")),)
    assert table.names() == ["Wim", "Ann", "Bob", "Cas"]
    assert (table.shown().holder, table.chair(0).away) == (0, False)
    assert table.resume(8, table.tokens[1]).answer == Refused("taken")


def test_a_holder_who_left_for_good_may_show_the_rights_again() -> None:
    table = hosted("Ann")
    table.ask(1, guest_messages.Leave)
    assert (table.shown().holder, table.shown().host) == (None, 1)
    assert table.enter(ConnectionId(7), Join("Wim", None, RIGHTS)).letters == (
        (ConnectionId(7), Key("code 1")),
    )
    assert table.shown().holder == 0
