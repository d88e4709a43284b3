"""Claiming a seat from another machine: the holder of the host's rights decides."""

import pytest
from msgspec.structs import replace

from net.ids import ConnectionId
from net.limits import Limits
from net.protocol import guest_messages
from net.protocol.host_messages import Ack, Claim, Key, Nack, Pending, Refused, Seated
from net.room.outcome import Outcome
from support.at_table import RIGHTS, AtTable
from support.toy_game import ToyGame


def someone_away(*, last: int = 40, limits: Limits | None = None) -> AtTable:
    """Ann, Cas, and Dot, who holds the rights; Bob, on seat 1, is away."""
    table = AtTable("Ann", "Bob", "Cas", game=ToyGame(last=last), limits=limits)
    table.join(4, "Dot", rights=RIGHTS)
    table.fill_and_start(who=4)
    table.lost(2)
    return table


def test_a_claimant_waits_and_everybody_sees_the_claim() -> None:
    table = someone_away()
    outcome = table.enter(7, guest_messages.Join("Bobby", 1, claim=True))
    assert outcome.answer == Pending(1)
    assert outcome.changed
    assert table.shown().claims == (Claim(1, "Bobby"),)
    assert ConnectionId(7) not in table.room.audience()


def test_the_code_alone_never_gives_a_taken_seat() -> None:
    table = someone_away()
    table.claim(7, 1)
    table.wait(3600)
    assert table.room.seated() == {ConnectionId(1): 0, ConnectionId(3): 2, ConnectionId(4): 3}
    assert (
        table.room.obey(ConnectionId(7), guest_messages.Do(1, 0, {"say": 1}), table.now)
        == Outcome()
    )


def test_the_holder_admits_the_claim_and_the_old_token_is_void() -> None:
    table = someone_away()
    table.claim(7, 1, "Bobby")
    outcome = table.ask(4, guest_messages.Manage, "admit", 1)
    assert isinstance(outcome.answer, Ack)
    ((who, seated),) = outcome.letters
    assert (who, seated) == (
        ConnectionId(7),
        Seated(1, "Bob", table.tokens[7], last_id=table.ids[2]),
    )
    assert table.shown().claims == ()
    assert table.resume(8, table.tokens[2]).answer == Refused("taken")
    table.say(1, 0, 1)
    assert table.say(7, 1, 2) == "ok"
    table.lost(7)
    assert isinstance(table.resume(9, table.tokens[7]).answer, Seated)


def test_the_holder_declines_the_claim() -> None:
    table = someone_away()
    table.claim(7, 1)
    outcome = table.ask(4, guest_messages.Manage, "decline", 1)
    assert outcome.letters == ((ConnectionId(7), Refused("declined")),)
    assert table.shown().claims == ()
    assert isinstance(table.resume(8, table.tokens[2]).answer, Seated)


@pytest.mark.parametrize("what", ["admit", "decline"])
def test_nobody_else_decides(what: str) -> None:
    table = someone_away()
    table.claim(7, 1)
    assert table.manage(1, what, 1) == "no-rights"
    table.lost(4)  # nor may a stand-in decide
    assert table.shown().host == 0
    assert table.manage(1, what, 1) == "no-rights"
    assert table.shown().claims == (Claim(1, "Jan"),)


def test_a_claim_is_declined_when_the_person_comes_back() -> None:
    table = someone_away()
    table.claim(7, 1)
    outcome = table.resume(8, table.tokens[2])
    assert (ConnectionId(7), Refused("declined")) in outcome.letters
    assert table.shown().claims == ()
    assert table.manage(4, "admit", 1) == "unknown"


def test_a_removed_persons_seat_cannot_be_claimed() -> None:
    table = someone_away()
    table.claim(7, 1)
    outcome = table.ask(4, guest_messages.Manage, "remove", 1)
    assert (ConnectionId(7), Refused("not-away")) in outcome.letters
    assert table.shown().claims == ()
    assert table.join(8, "Eva") == Seated(1, "Eva")


def test_a_claim_ends_when_the_chair_is_freed_in_the_lobby() -> None:
    table = AtTable("Ann", "Bob")
    table.lost(2)
    table.claim(7, 1)
    table.wait(59)
    assert table.shown().claims == (Claim(1, "Jan"),)
    table.now += 1
    assert table.room.tick(table.now).letters == ((ConnectionId(7), Refused("not-away")),)


def test_a_claimant_who_hangs_up_is_forgotten() -> None:
    table = someone_away()
    table.claim(7, 1)
    assert table.room.lost(ConnectionId(7), table.now).changed
    assert table.shown().claims == ()
    assert table.manage(4, "admit", 1) == "unknown"


@pytest.mark.parametrize("seat", [None, 0, 12])
def test_only_the_seat_of_somebody_away_can_be_claimed(seat: int | None) -> None:
    table = someone_away()
    assert table.claim(7, seat) == Refused("not-away")
    assert table.shown().claims == ()


def test_a_computer_players_chair_cannot_be_claimed() -> None:
    table = AtTable("Ann")
    table.fill_and_start()
    assert table.claim(7, 2) == Refused("not-away")


def test_each_seat_has_at_most_one_claim_and_a_table_only_a_few() -> None:
    table = someone_away(limits=replace(Limits(), claims=2))
    table.lost(1, 3)
    assert table.claim(7, 1) == Pending(1)
    assert table.claim(8, 1) == Refused("full", {"watch": False})
    assert table.claim(9, 0) == Pending(0)
    assert table.claim(10, 2) == Refused("full", {"watch": False})
    table.lost(9)
    assert table.claim(10, 2) == Pending(2)


def test_a_claim_follows_its_person_when_everybody_moves_on() -> None:
    table = someone_away()
    table.claim(7, 1)
    table.game.moves_on_at = 1
    table.say(1, 0, 1)
    assert table.shown().claims == (Claim(2, "Jan"),)
    assert table.manage(4, "admit", 2) == "ok"
    assert table.room.seated()[ConnectionId(7)] == 2


def test_the_holder_on_another_machine_needs_no_confirmation() -> None:
    table = someone_away()
    table.lost(4)
    outcome = table.enter(7, guest_messages.Join("Dot", 3, rights=RIGHTS, claim=True))
    assert outcome.answer == Seated(3, "Dot", table.tokens[7], last_id=table.ids[4])
    assert outcome.letters == ((ConnectionId(7), Key(None)),)
    assert table.shown().holder == 3
    assert table.resume(8, table.tokens[4]).answer == Refused("taken")


def test_wrong_rights_claim_nothing() -> None:
    table = someone_away()
    answer = table.enter(7, guest_messages.Join("Dot", 1, rights="wrong", claim=True)).answer
    assert answer == Refused("no-rights")


def test_admitting_without_a_claim_is_unknown() -> None:
    table = someone_away()
    assert table.ask(4, guest_messages.Manage, "admit", 1).answer == Nack(table.ids[4], "unknown")
    assert table.manage(4, "admit", 9) == "no-chair"
    assert table.manage(4, "admit") == "unknown"
