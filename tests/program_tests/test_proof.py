"""What a guest can prove of a deal, and what a host that cheats cannot get past him."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules
from manillen_tui.engine.cards import Card
from manillen_tui.engine.events import CardPlayed, PackCut
from manillen_tui.engine.records import Phase
from manillen_tui.engine.shuffle import digest_of
from manillen_tui.engine.view import View
from manillen_tui.proof import DEALS, Doubt, Proofs, Verdict
from net.messages import Commit, Contribution, Reveal
from support.guests import Guests, revealed
from support.tables import TABLES


PROVED = Verdict()


def verdicts_of(name: str, seed: int, deals: int) -> Counter[Verdict | None]:
    """What guests say of random deals under the rules of a table; void deals prove nothing."""
    rules = replace(TABLES[name], deals=0, target=min(TABLES[name].target, 40))
    at = Guests(rules, f"{name} {seed}", looks=0.02)
    counted: Counter[Verdict | None] = Counter()
    while counted.total() < deals * rules.players:
        at.start()
        at.play(deals)
        for record in at.sheet:
            told = at.verdicts(record.number)
            assert (record.score is None) == (told[0] == Verdict(Doubt.VOID) and rules.open_hands)
            counted.update(told)
        if at.table.to_move():
            break
    return counted


@pytest.mark.parametrize("name", TABLES)
def test_every_guest_proves_every_deal_of_an_honest_host(name: str) -> None:
    counted = verdicts_of(name, 0, 3)
    expected = PROVED if TABLES[name].open_hands else Verdict(Doubt.CLOSED)
    assert counted[expected] >= 2 * TABLES[name].players
    assert set(counted) <= {expected, Verdict(Doubt.VOID)}


@pytest.mark.deep
@pytest.mark.parametrize("name", TABLES)
def test_every_guest_proves_many_deals_of_an_honest_host(name: str) -> None:
    counted: Counter[Verdict | None] = Counter()
    for seed in range(1, 11):
        counted += verdicts_of(name, seed, 10)
    expected = PROVED if TABLES[name].open_hands else Verdict(Doubt.CLOSED)
    print(f"{name}: {counted[expected]} of {counted.total()} verdicts: {expected}")
    assert counted[expected] > 50 * TABLES[name].players
    assert set(counted) <= {expected, Verdict(Doubt.VOID)}


# A host that cheats -------------------------------------------------------------------------------


def doubts(rules: Rules = PRESETS["malilla"], deal: int = 1, **bent: Any) -> list[Doubt | None]:
    """Why each guest does not believe a deal of a host that bends the road so; None: he does."""
    at = Guests(replace(rules, target=999), "a cheat")
    for name, bend in bent.items():
        setattr(at, name, bend)
    at.start()
    at.play(deal)
    told = at.verdicts(deal)
    return [verdict.doubt if verdict else Doubt.NOT_SHOWN for verdict in told]


def test_an_honest_deal_is_believed_by_all() -> None:
    assert doubts() == [None] * 4
    assert doubts(deal=2) == [None] * 4


def test_a_secret_that_was_changed_after_the_shares_came() -> None:
    def other(reveal: Reveal) -> Reveal:
        return replace(reveal, secret=bytes(32))

    assert doubts(bend_reveal=other) == [Doubt.OTHER_SECRET] * 4


def test_a_digest_of_something_else() -> None:
    def other(commit: Commit) -> Commit:
        return replace(commit, digest=digest_of(b"something else"))

    assert doubts(bend_commit=other) == [Doubt.OTHER_SECRET] * 4


def test_a_share_that_was_left_out_is_missed_by_its_guest_alone() -> None:
    def without_two(shares: dict[int, bytes]) -> dict[int, bytes]:
        return {seat: share for seat, share in shares.items() if seat != 2}

    assert doubts(bend_shares=without_two) == [None, None, Doubt.LEFT_OUT, None]


def test_a_share_that_was_changed_is_noticed_by_its_guest_alone() -> None:
    def chosen(shares: dict[int, bytes]) -> dict[int, bytes]:
        return {**shares, 1: bytes(16)}

    assert doubts(bend_shares=chosen) == [None, Doubt.LEFT_OUT, None, None]


def test_shares_that_are_shown_otherwise_than_they_were_used() -> None:
    def swapped(reveal: Reveal) -> Reveal:
        first, second, *rest = reveal.shares
        swap = (Contribution(first.seat, second.share), Contribution(second.seat, first.share))
        return replace(reveal, shares=(*swap, *rest))

    def one_more(reveal: Reveal) -> Reveal:
        return replace(reveal, shares=(*reveal.shares, Contribution(9, bytes(16))))

    def none(reveal: Reveal) -> Reveal:
        return replace(reveal, shares=())

    assert doubts(bend_reveal=swapped) == [Doubt.OTHER_CARDS] * 4
    assert doubts(bend_reveal=one_more) == [Doubt.OTHER_CARDS] * 4
    assert doubts(bend_reveal=none) == [Doubt.LEFT_OUT] * 4


def test_a_host_that_shows_nothing_is_found_out_when_the_next_deal_begins() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "a cheat")
    at.bend_reveal = lambda reveal: None
    at.start()
    at.play(1)
    assert at.verdicts(1) == [None] * 4
    at.play(2)
    assert at.verdicts(1) == [Verdict(Doubt.NOT_SHOWN)] * 4
    assert at.verdicts(2) == [None] * 4


def swapped(view: View, one: Card, other: Card) -> View:
    """The same view with two cards in each other's place, in a hand and wherever they were seen."""
    change = {one: other, other: one}

    def card(card: Card) -> Card:
        return change.get(card, card)

    return replace(
        view,
        hand=None if view.hand is None else tuple(map(card, view.hand)),
        legal=tuple(map(card, view.legal)),
        events=tuple(
            replace(event, card=card(event.card)) if isinstance(event, CardPlayed) else event
            for event in view.events
        ),
        hands=view.hands and tuple(tuple(map(card, hand)) for hand in view.hands),
    )


def test_two_cards_that_changed_hands() -> None:
    pack = PRESETS["malilla"].cards.cards
    for one, other in ((pack[0], pack[-1]), (pack[3], pack[12]), (pack[30], pack[31])):
        told = doubts(bend_view=lambda view, a=one, b=other: swapped(view, a, b))
        assert told == [Doubt.OTHER_CARDS] * 4


def test_a_card_in_hand_that_was_another_when_it_was_played() -> None:
    """Only the hand as it was held shows it: everything else is as it was dealt."""

    def other_hand(view: View) -> View:
        if view.seat != 0 or not view.hand:
            return view
        strange = next(card for card in view.rules.cards.cards if card not in view.hand)
        return replace(view, hand=(strange, *view.hand[1:]))

    told = doubts(bend_view=other_hand)
    assert told == [Doubt.OTHER_CARDS, None, None, None]


def test_a_cut_that_was_somewhere_else_and_a_dealer_who_was_not_drawn() -> None:
    def other_cut(view: View) -> View:
        events = tuple(
            replace(event, position=event.position % 31 + 1)
            if isinstance(event, PackCut)
            else event
            for event in view.events
        )
        return replace(view, events=events)

    def other_dealer(view: View) -> View:
        return replace(view, dealer=(view.dealer + 1) % 4)

    assert doubts(bend_view=other_cut) == [Doubt.OTHER_CARDS] * 4
    automatic = replace(PRESETS["west-flanders"], cut_automatic=True)
    assert doubts(automatic, bend_view=other_cut) == [Doubt.OTHER_CARDS] * 4
    assert doubts(bend_view=other_dealer) == [Doubt.OTHER_CARDS] * 4


def test_closed_cards_of_stacks_are_proved_as_well() -> None:
    """With stacks, a closed card is turned up when the open one on it is gone."""
    assert doubts(PRESETS["two"]) == [None] * 2
    pack = PRESETS["two"].cards.cards

    def other(view: View) -> View:
        return swapped(view, pack[0], pack[16])

    assert doubts(PRESETS["two"], bend_view=other) == [Doubt.OTHER_CARDS] * 2


# Coming and going ---------------------------------------------------------------------------------


def committed(deal: int, text: bytes) -> Commit:
    return Commit(deal, digest_of(text))


def test_a_host_that_was_restarted_gets_the_same_share_again() -> None:
    guest = Proofs()
    share = guest.commit(committed(1, b"one"))
    assert guest.commit(committed(1, b"one")) == share
    assert guest.commit(committed(2, b"two")).share != share.share


def test_a_host_that_commits_twice_learns_no_second_share_and_is_not_believed() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "a cheat")
    for guest in at.guests:
        refused = guest.commit(committed(1, b"an unlucky secret"))
        assert guest.commit(committed(1, b"a luckier one")) == refused
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.COMMITTED_TWICE)] * 4
    at.play(2)
    assert at.verdicts(2) == [PROVED] * 4


def test_nobody_shuffles_a_deal_again_that_was_begun() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "a cheat")
    at.start()
    at.deal()
    guest = at.guests[0]
    guest.commit(committed(1, b"again"))
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.COMMITTED_TWICE), PROVED, PROVED, PROVED]


def test_who_comes_in_the_middle_proves_what_he_was_there_for() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "late")
    at.start()
    at.deal()
    late = Proofs()
    at.guests[2] = at.at[2] = late
    at.play(1)
    assert late.of(1) == Verdict(Doubt.ABSENT)
    at.play(3)
    assert [late.of(n) for n in (1, 2, 3)] == [Verdict(Doubt.ABSENT), PROVED, PROVED]
    assert at.guests[0].of(1) == PROVED


def test_who_answers_too_late_proves_nothing_and_holds_nobody_up() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "slow", silent=(3,))
    at.start()
    at.play(1)
    assert at.verdicts(1) == [PROVED] * 3 + [Verdict(Doubt.LEFT_OUT)]


def test_where_no_hands_are_laid_open_nothing_is_proved_and_nothing_shown() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999, open_hands=False), "closed")
    at.start()
    at.play(2)
    assert at.table.proven() is None
    assert at.verdicts(1) == at.verdicts(2) == [Verdict(Doubt.CLOSED)] * 4


@pytest.mark.parametrize("length", [1, 3])
def test_a_rematch_is_proved_anew(length: int) -> None:
    at = Guests(replace(PRESETS["malilla"], deals=length), "rematch")
    for _ in range(3):
        at.start()
        at.play()
        if len(at.sheet) == length:  # a tie is decided by one more
            assert [at.verdicts(n + 1) for n in range(length)] == [[PROVED] * 4] * length
    assert at.guests[0].of(99) is None


def test_a_guest_who_missed_the_end_of_a_match_still_proves_the_next() -> None:
    at = Guests(replace(PRESETS["malilla"], deals=3), "rematch")
    at.start()
    at.play(2)
    away = at.at.pop(0)
    at.guests.remove(away)
    at.play()
    at.start()
    at.guests.append(away)
    at.at[0] = away
    at.play(2)
    assert at.verdicts(1) == at.verdicts(2) == [PROVED] * 4


def test_a_reveal_that_comes_before_the_end_of_the_deal_is_no_verdict() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "early")
    at.start()
    at.deal()
    at.guests[0].reveal(revealed(1, bytes(32), {}))
    assert at.guests[0].of(1) is None
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.OTHER_SECRET), PROVED, PROVED, PROVED]


def test_the_first_word_of_a_host_counts() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "twice")
    at.start()
    at.play(1)
    for guest in at.guests:
        guest.reveal(revealed(1, bytes(32), {}))
    assert at.verdicts(1) == [PROVED] * 4


def test_a_host_that_talks_without_end_is_not_remembered_without_end() -> None:
    guest = Proofs()
    for number in range(1, 3 * DEALS):
        guest.commit(committed(number, b"x"))
        guest.reveal(Reveal(number, bytes(32), ()))
    assert len(guest._deals) == DEALS


def test_a_deal_of_which_only_the_beginning_was_seen_is_proved_as_far_as_it_was() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "dropped")
    at.start()
    at.deal()
    sees: Callable[[View], None] = at.guests[1].see
    at.guests[1].see = lambda view: sees(view) if view.deal > 1 else None  # type: ignore[method-assign]
    at.play(2)
    assert at.verdicts(1) == [PROVED] * 4
    assert at.view(0).phase is Phase.SCORE
