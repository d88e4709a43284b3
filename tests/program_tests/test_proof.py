"""What a guest can prove of a deal, and what a host that cheats cannot get past him."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules
from manillen_tui.engine import match as matches
from manillen_tui.engine.cards import Card, mask_of
from manillen_tui.engine.events import CardPlayed, PackCut
from manillen_tui.engine.match import Match
from manillen_tui.engine.records import Phase
from manillen_tui.engine.shuffle import digest_of, entropy_of
from manillen_tui.engine.view import View
from manillen_tui.proof import Doubt, Verdict
from manillen_tui.proofs import DEALS, Proofs
from net.messages import Commit, Contribution, Reveal, Sealed, Share
from net.sealing import seal_of
from support.guests import Guests, revealed, shown
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


def test_a_share_that_was_opened_and_left_out_is_missed_by_all() -> None:
    def without_two(shares: dict[int, bytes]) -> dict[int, bytes]:
        return {seat: share for seat, share in shares.items() if seat != 2}

    missing = Doubt.MISSING
    assert doubts(bend_shares=without_two) == [missing, missing, Doubt.LEFT_OUT, missing]


def test_a_share_that_was_changed_is_noticed_by_all() -> None:
    def chosen(shares: dict[int, bytes]) -> dict[int, bytes]:
        return {**shares, 1: bytes(16)}

    other = Doubt.OTHER_SHARE
    assert doubts(bend_shares=chosen) == [other, Doubt.LEFT_OUT, other, other]


def test_a_seat_that_adds_something_when_the_seals_were_shown() -> None:
    """A computer player's, say."""
    rules = replace(PRESETS["malilla"], target=999)
    at = Guests(rules, "a cheat", silent=(3,))
    at.bend_shares = lambda shares: {**shares, 3: bytes(16)}
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.OTHER_SHARE)] * 3 + [Verdict(Doubt.LEFT_OUT)]


def test_a_seal_that_the_host_left_out_or_exchanged_gets_no_share() -> None:
    def without_two(seals: dict[int, bytes]) -> dict[int, bytes]:
        return {seat: seal for seat, seal in seals.items() if seat != 2}

    def another(seals: dict[int, bytes]) -> dict[int, bytes]:
        return {**seals, 2: bytes(32)}

    def moved(seals: dict[int, bytes]) -> dict[int, bytes]:
        return {**seals, 2: seals[3], 3: seals[2]}

    missing, left_out = Doubt.MISSING, Doubt.LEFT_OUT
    assert doubts(bend_seals=without_two) == [None, None, left_out, None]
    assert doubts(bend_seals=another) == [missing, missing, left_out, missing]
    assert doubts(bend_seals=moved) == [missing, missing, left_out, left_out]


def test_shares_that_are_shown_otherwise_than_they_were_used() -> None:
    def swapped(reveal: Reveal) -> Reveal:
        first, second, *rest = reveal.shares
        swap = (Contribution(first.seat, second.share), Contribution(second.seat, first.share))
        return replace(reveal, shares=(*swap, *rest))

    def one_more(reveal: Reveal) -> Reveal:
        return replace(reveal, shares=(*reveal.shares, Contribution(9, bytes(16))))

    def one_less(reveal: Reveal) -> Reveal:
        return replace(reveal, shares=reveal.shares[1:])

    def none(reveal: Reveal) -> Reveal:
        return replace(reveal, shares=())

    cards, share = Doubt.OTHER_CARDS, Doubt.OTHER_SHARE
    assert doubts(bend_reveal=swapped) == [cards, cards, share, share]
    assert doubts(bend_reveal=one_more) == [share] * 4
    assert doubts(bend_reveal=one_less) == [cards] * 4
    assert doubts(bend_reveal=none) == [cards] * 4


def lucky(at: Guests, shares: dict[int, bytes]) -> bytes:
    """What seat 0 has to add to these to be dealt three of the four best cards."""
    best = [at.rules.cards.cards[8 * suit] for suit in range(4)]
    before = Match(at.rules, totals=(0, 0))
    while True:
        share = at.random.randbytes(16)
        entropy = entropy_of(at.table.secret(), {**shares, 0: share})
        deal = matches.shuffle(before, entropy)[0].deal
        assert deal is not None
        if (deal.dealt[0] & mask_of(best)).bit_count() >= 3:
            return share


def seat_of_the_host(seed: str) -> Guests:
    """The host's program sits at seat 0, and guests on the other three."""
    rules = replace(PRESETS["malilla"], target=999, cut_automatic=True)
    at = Guests(rules, seed)
    at.guests = at.guests[1:]
    del at.at[0]
    return at


def dealt_luckily(at: Guests) -> bool:
    hand = at.view(0).hand
    return hand is not None and sum(at.rules.cards.strength(card) == BEST for card in hand) >= 3


BEST = PRESETS["malilla"].cards.strength(PRESETS["malilla"].cards.cards[0])


@pytest.mark.parametrize("sealed", [None, bytes(32)])
def test_a_host_that_tries_shares_of_its_own_until_it_likes_the_cards(sealed: bytes | None) -> None:
    """Its seat has sealed nothing, or something else."""
    at = seat_of_the_host("tries")
    at.bend_seals = lambda seals: seals if sealed is None else {**seals, 0: sealed}
    at.bend_shares = lambda shares: {**shares, 0: lucky(at, shares)}
    at.start()
    at.deal()
    assert dealt_luckily(at)
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.OTHER_SHARE)] * 3


def test_a_host_that_tries_shares_and_then_dies_to_show_the_seal_of_the_best() -> None:
    at = seat_of_the_host("dies")
    seals: dict[int, bytes] = {}

    def remember(shown: dict[int, bytes]) -> dict[int, bytes]:
        seals.update(shown)
        return {**shown, 0: bytes(32)}

    def begin_again(shares: dict[int, bytes]) -> dict[int, bytes]:
        share = lucky(at, shares)
        commit = Commit(1, digest_of(at.table.secret()))
        for seat, guest in at.at.items():
            assert guest.commit(commit, seat).digest == seals[seat]
            assert guest.sealed(shown(1, {**seals, 0: seal_of(1, 0, share)})) is None
        return {**shares, 0: share}

    at.bend_seals, at.bend_shares = remember, begin_again
    at.start()
    at.deal()
    assert dealt_luckily(at)
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.BEGUN_AGAIN)] * 3


def test_a_host_that_makes_guests_forget_a_shuffle_that_it_does_not_like() -> None:
    """By telling them for a moment that another match begins."""
    at = Guests(replace(PRESETS["malilla"], deals=1), "forget")
    at.start()
    at.play()
    over = {seat: at.view(seat) for seat in at.at}
    assert over[0].phase is Phase.OVER

    def begin_again(shares: dict[int, bytes]) -> dict[int, bytes]:
        commit = Commit(1, digest_of(at.table.secret()))
        again = {}
        for seat, guest in at.at.items():
            guest.see(over[seat])
            again[seat] = guest.commit(commit, seat).digest
        again[0] = bytes(32)
        told = [guest.sealed(shown(1, again)) for guest in at.guests]
        assert told == [None] * 4
        return shares

    at.bend_shares = begin_again
    at.start()
    at.play()
    assert at.verdicts(1) == [Verdict(Doubt.BEGUN_AGAIN)] * 4


def test_a_host_that_shows_others_other_seals_does_not_get_past_all() -> None:
    at = seat_of_the_host("two lists")
    mine = at.random.randbytes(16)

    def to_one_first(seals: dict[int, bytes]) -> dict[int, bytes]:
        share = at.guests[0].sealed(shown(1, {**seals, 0: bytes(32)}))
        assert share is not None
        at.guests[0].sealed = lambda sealed: share  # type: ignore[method-assign]
        return {**seals, 0: seal_of(1, 0, mine)}

    at.bend_seals = to_one_first
    at.bend_shares = lambda shares: {**shares, 0: mine}
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.OTHER_SHARE), PROVED, PROVED]


def test_a_host_that_leaves_out_its_own_part_when_it_does_not_like_the_cards() -> None:
    at = seat_of_the_host("leaves out")
    at.bend_seals = lambda seals: {**seals, 0: seal_of(1, 0, bytes(16))}
    at.bend_shares = lambda shares: shares
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.MISSING)] * 3


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


def test_a_host_that_was_restarted_gets_the_same_seal_again() -> None:
    guest = Proofs()
    seal = guest.commit(committed(1, b"one"), 3)
    assert guest.commit(committed(1, b"one"), 3) == seal
    assert guest.commit(committed(1, b"one"), 2) != seal
    assert guest.commit(committed(2, b"two"), 3) != seal


def test_a_guest_opens_his_seal_when_it_was_shown_and_no_other() -> None:
    guest = Proofs(lambda: b"s" * 16)
    assert guest.sealed(shown(1, {})) is None  # nothing was committed to
    mine = guest.commit(committed(1, b"one"), 3).digest
    assert guest.sealed(shown(2, {3: mine})) is None
    seals = shown(1, {0: bytes(32), 3: mine})
    assert guest.sealed(seals) == Share(1, b"s" * 16)
    assert guest.sealed(shown(1, {3: mine})) is None
    assert guest.sealed(seals) == Share(1, b"s" * 16)  # to a host that he came back to


def test_a_host_that_dies_at_any_step_and_goes_on_with_the_same_people_is_believed() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "dies")
    commit = Commit(1, b"")

    def dies_before_the_seals_are_shown(seals: dict[int, bytes]) -> dict[int, bytes]:
        return {seat: guest.commit(commit, seat).digest for seat, guest in at.at.items()}

    def dies_before_the_shares_are_there(shares: dict[int, bytes]) -> dict[int, bytes]:
        seals = {seat: guest.commit(commit, seat).digest for seat, guest in at.at.items()}
        again = {seat: guest.sealed(shown(1, seals)) for seat, guest in at.at.items()}
        assert again == {seat: Share(1, share) for seat, share in shares.items()}
        return shares

    at.bend_seals = dies_before_the_seals_are_shown
    at.bend_shares = dies_before_the_shares_are_there
    at.start()
    commit = Commit(1, digest_of(at.table.secret()))
    at.play(1)
    assert at.verdicts(1) == [PROVED] * 4


def test_a_host_that_goes_on_with_others_at_the_table_is_not_believed_nor_called_a_cheat() -> None:
    """One is late, and hears nothing of what is done meanwhile; another has a new program."""
    at = Guests(replace(PRESETS["malilla"], target=999), "goes on")

    def dies_and_goes_on(shares: dict[int, bytes]) -> dict[int, bytes]:
        commit = Commit(1, digest_of(at.table.secret()))
        at.guests[2] = at.at[2] = Proofs()
        back = {seat: guest for seat, guest in at.at.items() if seat != 3}
        seals = {seat: guest.commit(commit, seat).digest for seat, guest in back.items()}
        opened = {seat: guest.sealed(shown(1, seals)) for seat, guest in back.items()}
        return {seat: share.share for seat, share in opened.items() if share is not None}

    at.bend_shares = dies_and_goes_on
    at.start()
    at.play(1)
    again, left_out = Verdict(Doubt.BEGUN_AGAIN), Verdict(Doubt.LEFT_OUT)
    assert at.verdicts(1) == [again, again, Verdict(Doubt.MISSING), left_out]


def test_a_seal_that_is_never_opened_is_somebodys_missing_part() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "asleep", closed=(3,))
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.MISSING)] * 3 + [Verdict(Doubt.LEFT_OUT)]


def test_who_misses_the_seals_adds_nothing_and_the_others_prove_theirs() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "dropped")
    at.guests[3].sealed = lambda sealed: None  # type: ignore[method-assign]
    at.bend_seals = lambda seals: {seat: seal for seat, seal in seals.items() if seat != 3}
    at.start()
    at.play(1)
    assert at.verdicts(1) == [PROVED] * 3 + [Verdict(Doubt.LEFT_OUT)]


def test_a_host_that_commits_twice_learns_no_second_share_and_is_not_believed() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "a cheat")
    for guest in at.guests:
        refused = guest.commit(committed(1, b"an unlucky secret"), 0)
        assert guest.commit(committed(1, b"a luckier one"), 0) == refused
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
    guest.commit(committed(1, b"again"), 0)
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
        guest.commit(committed(number, b"x"), 0)
        guest.sealed(Sealed(number, ()))
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
