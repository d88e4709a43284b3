"""The provable deal, as the room drives it: commitment, seals, shares, shuffle, reveal."""

from collections.abc import Callable

from net.ids import ConnectionId
from net.protocol import guest_messages
from net.protocol.host_messages import Contribution, Reveal, Sealed
from net.security.sealing import seal_of
from support.at_table import AtTable
from support.shuffles import (
    BOTH,
    FIRST,
    before_the_deal,
    deal,
    reveals,
    say_next,
    seal_all,
    sealed,
    share_of,
    shuffle,
    words_to,
)
from support.toy_game import ToyGame


def test_the_host_commits_once_before_anybody_shares() -> None:
    table = before_the_deal("Ann", "Bob")
    assert table.room.state == "playing"  # even though nobody is to move
    assert table.room.commit(table.now) == FIRST
    assert table.room.commit(table.now) is None


def test_no_deal_is_due_in_a_lobby_or_in_a_game_without_deals() -> None:
    assert AtTable("Ann", game=ToyGame(deal_every=4)).room.commit(0) is None
    table = AtTable("Ann")
    table.fill_and_start()
    assert table.room.commit(0) is None
    assert table.seals() is None
    assert not table.room.deal_ready(0)


def test_the_seals_are_shown_once_as_soon_as_all_have_sealed() -> None:
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.seal(2, 1, share_of(2))
    assert table.seals() is None
    table.seal(1, 1, share_of(1))
    assert table.seals() == BOTH
    assert table.seals() is None


def test_the_deal_is_shuffled_as_soon_as_all_seals_are_opened() -> None:
    table = before_the_deal("Ann", "Bob")
    seal_all(table)
    table.share(1, 1, share_of(1))
    assert not table.room.deal_ready(table.now)
    table.share(2, 1, share_of(2))
    assert table.room.deal_ready(table.now)
    outcome = shuffle(table)
    assert outcome.changed
    assert outcome.record == {"shares": [[0, share_of(1)], [1, share_of(2)]]}
    assert table.game.shares == {0: share_of(1), 1: share_of(2)}
    assert table.say(1, 0, 1) == "ok"


def test_a_guest_who_never_seals_adds_nothing_and_stalls_nobody() -> None:
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.seal(2, 1, share_of(2))
    assert table.room.ticks_at() == table.now + 2
    table.now += 1.9
    assert table.seals() is None
    table.now += 0.1
    assert table.seals() == sealed(1, seat1=2)
    table.share(2, 1, share_of(2))
    assert table.room.deal_ready(table.now)
    shuffle(table)
    assert table.game.shares == {1: share_of(2)}


def test_a_guest_who_never_opens_a_seal_adds_nothing_and_stalls_nobody() -> None:
    table = before_the_deal("Ann", "Bob")
    table.now = 1
    seal_all(table)
    table.share(2, 1, share_of(2))
    assert table.room.ticks_at() == table.now + 2
    table.now += 1.9
    assert not table.room.deal_ready(table.now)
    table.now += 0.1
    assert table.room.deal_ready(table.now)
    shuffle(table)
    assert table.game.shares == {1: share_of(2)}


def test_if_nobody_seals_the_host_shuffles_alone() -> None:
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.now += 2
    assert table.seals() == Sealed(1, ())
    assert table.room.deal_ready(table.now)
    shuffle(table)
    assert table.game.shares == {}


def test_the_last_seal_before_they_are_shown_counts_for_its_own_deal_only() -> None:
    table = before_the_deal("Ann", "Bob")
    table.seal(1, 1, share_of(8))  # before the host has committed
    table.room.commit(table.now)
    assert table.seals() is None
    table.seal(1, 1, share_of(9))
    table.seal(1, 1, share_of(1))
    table.seal(1, 2, share_of(9))
    table.seal(2, 1, share_of(2))
    assert table.seals() == BOTH
    table.seal(1, 1, share_of(9))  # too late
    table.share(1, 1, share_of(9))
    table.share(1, 1, share_of(1))
    table.share(2, 1, share_of(2))
    shuffle(table)
    assert table.game.shares == {0: share_of(1), 1: share_of(2)}


def test_a_share_counts_only_after_the_seals_and_if_it_fits_its_own() -> None:
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.seal(1, 1, share_of(1))
    table.seal(2, 1, share_of(2))
    table.share(2, 1, share_of(2))  # too early
    table.seals()
    table.share(2, 1, share_of(1))  # somebody else's share
    table.share(2, 1, share_of(9))
    table.share(2, 2, share_of(2))  # of another deal
    table.share(1, 1, share_of(1))
    assert not table.room.deal_ready(table.now)
    table.now += 2
    shuffle(table)
    assert table.game.shares == {0: share_of(1)}
    table.share(2, 1, share_of(2))  # too late
    assert table.game.shares == {0: share_of(1)}


def test_a_copied_seal_cannot_be_opened() -> None:
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.room.add(ConnectionId(1), guest_messages.Seal(1, seal_of(1, 0, share_of(1))))
    table.room.add(ConnectionId(2), guest_messages.Seal(1, seal_of(1, 0, share_of(1))))
    table.seals()
    table.share(1, 1, share_of(1))
    table.share(2, 1, share_of(1))
    table.now += 2
    shuffle(table)
    assert table.game.shares == {0: share_of(1)}


def test_the_seal_of_a_lost_guest_is_not_shown_and_nobody_waits_for_it() -> None:
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.seal(2, 1, share_of(2))
    table.seal(1, 1, share_of(1))
    table.lost(2)
    assert table.seals() == sealed(1, seat0=1)
    table.share(1, 1, share_of(1))
    assert table.room.deal_ready(table.now)


def test_a_guest_lost_after_the_seals_has_time_to_come_back() -> None:
    table = before_the_deal("Ann", "Bob")
    seal_all(table)
    table.share(1, 1, share_of(1))
    table.lost(2)
    table.now += 1.9
    assert not table.room.deal_ready(table.now)
    assert words_to(table.resume(7, table.tokens[2]), 7) == [FIRST, BOTH]
    table.share(7, 1, share_of(2))
    assert table.room.deal_ready(table.now)
    shuffle(table)
    assert table.game.shares == {0: share_of(1), 1: share_of(2)}


def test_a_guest_coming_back_is_told_the_commitment() -> None:
    table = before_the_deal("Ann", "Bob")
    table.lost(2)
    table.room.commit(table.now)
    assert table.resume(7, table.tokens[2]).letters == ((ConnectionId(7), FIRST),)
    table.seal(1, 1, share_of(1))
    assert table.seals() is None
    table.add(1, {7: share_of(7), 1: share_of(1)})
    shuffle(table)
    assert table.game.shares == {0: share_of(1), 1: share_of(7)}


def test_a_guest_back_before_the_seals_are_shown_seals_again() -> None:
    """On another machine they cannot know what they had sealed."""
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.seal(2, 1, share_of(2))
    table.lost(2)
    table.resume(7, table.tokens[2])
    table.seal(1, 1, share_of(1))
    assert table.seals() is None
    table.seal(7, 1, share_of(7))
    assert table.seals() == sealed(1, seat0=1, seat1=7)


def test_a_newcomer_on_a_seat_seals_their_own_share_or_comes_too_late() -> None:
    for shown in (False, True):
        table = before_the_deal("Ann", "Bob")
        table.room.commit(table.now)
        table.seal(1, 1, share_of(1))
        table.seal(2, 1, share_of(2))
        if shown:
            assert table.seals() == BOTH
        table.ask(2, guest_messages.Leave)
        entered = table.enter(7, guest_messages.Join("Eva", 1))
        assert words_to(entered, 7) == [FIRST, *[BOTH] * shown]
        assert table.seals() is None
        table.seal(7, 1, share_of(7))
        assert table.seals() == (None if shown else sealed(1, seat0=1, seat1=7))
        table.share(1, 1, share_of(1))
        table.share(7, 1, share_of(7))
        assert table.room.deal_ready(table.now) is not shown
        table.now += 2
        shuffle(table)
        assert table.game.shares == {0: share_of(1), **({} if shown else {1: share_of(7)})}


def test_a_table_with_nobody_present_deals_no_cards() -> None:
    table = before_the_deal("Ann")
    table.lost(1)
    assert table.room.commit(table.now) is None
    table.resume(7, table.tokens[1])
    assert table.room.commit(table.now) == FIRST


def test_a_deal_everybody_was_cut_off_from_starts_over_with_the_first_one_back() -> None:
    table = before_the_deal("Ann", "Bob")
    table.room.commit(table.now)
    table.seal(1, 1, share_of(1))
    table.lost(1, 2)
    assert table.seals() is None
    table.now += 100
    assert table.seals() is None
    assert words_to(table.resume(7, table.tokens[2]), 7) == []
    assert table.seals() is None
    assert table.room.commit(table.now) == FIRST
    table.add(1, {7: share_of(7)})
    shuffle(table)
    assert table.game.shares == {1: share_of(7)}


def test_seals_once_shown_stay_valid_after_everybody_is_cut_off() -> None:
    """Some may have been opened: anybody sealing again could choose their share by them."""
    table = before_the_deal("Ann", "Bob")
    seal_all(table)
    table.share(1, 1, share_of(1))
    table.lost(1, 2)
    table.now += 100
    assert table.room.commit(table.now) is None
    assert not table.room.deal_ready(table.now)
    assert words_to(table.resume(7, table.tokens[2]), 7) == [FIRST, BOTH]
    assert table.room.commit(table.now) is None
    assert not table.room.deal_ready(table.now)
    assert table.room.ticks_at() == table.now + 2
    table.share(7, 1, share_of(2))
    assert table.room.deal_ready(table.now)
    shuffle(table)
    assert table.game.shares == {0: share_of(1), 1: share_of(2)}


def test_a_shuffle_makes_no_progress_during_a_pause() -> None:
    table = before_the_deal("Ann", "Bob")
    table.pause(1)
    assert table.room.commit(table.now) is None
    table.pause(2, on=False)
    assert table.room.commit(table.now) == FIRST
    table.seal(1, 1, share_of(1))
    steps: tuple[Callable[[], bool], ...] = (
        lambda: table.seals() is not None,
        lambda: table.room.deal_ready(table.now),
    )
    for step in steps:
        table.now += 1
        table.pause(1)
        table.now += 100
        assert not step()
        table.pause(2, on=False)
        table.now += 0.9
        assert not step()
        table.now += 0.1
        assert step()


def test_seals_and_shares_sent_during_a_pause_count_after_it() -> None:
    table = before_the_deal("Ann")
    table.room.commit(table.now)
    table.pause(1)
    table.seal(1, 1, share_of(1))
    assert table.seals() is None
    table.pause(1, on=False)
    assert table.seals() is not None
    table.pause(1)
    table.share(1, 1, share_of(1))
    assert not table.room.deal_ready(table.now)
    table.pause(1, on=False)
    assert table.room.deal_ready(table.now)


def test_after_a_deal_its_shuffle_is_revealed_to_all_seated_once() -> None:
    table = before_the_deal("Ann", "Bob")
    deal(table)
    shown = [reveals(say_next(table)) for _ in range(4)]
    first = Reveal(1, b"\x01" * 32, (Contribution(0, share_of(1)), Contribution(1, share_of(2))))
    assert shown == [{}, {}, {}, {1: first, 2: first}]
    assert reveals(table.room.lost(ConnectionId(2), table.now)) == {}
    deal(table)
    table.wait(60)
    table.play_to_the_end()


def test_nothing_is_revealed_if_hands_stay_hidden() -> None:
    table = before_the_deal("Ann")
    table.game.open_hands = False
    deal(table)
    assert [reveals(say_next(table)) for _ in range(4)] == [{}] * 4


def test_a_guest_away_at_the_end_of_a_deal_gets_the_reveal_when_back() -> None:
    table = before_the_deal("Ann", "Bob")
    deal(table)
    table.lost(2)
    table.wait(60)
    while table.game.said < 4:
        table.play_a_turn()
    shown = reveals(table.resume(7, table.tokens[2]))
    assert shown[7].deal == 1
    assert set(shown) == {7}


def test_the_first_deal_of_the_next_match_is_revealed_too() -> None:
    table = before_the_deal("Ann", deal_every=8)
    for _ in range(2):
        deal(table)
        shown = [reveals(say_next(table)) for _ in range(8)]
        assert shown[-1][1].deal == 1
        assert table.room.state == "over"
        table.ask(1, guest_messages.Ready, True)
        assert table.room.state == "playing"
