"""What a guest can prove about a deal, whoever comes and goes."""

from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from manillen_tui.engine.records import Phase
from manillen_tui.engine.shuffle import digest_of
from manillen_tui.engine.view import View
from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.guest.deal_proofs import DEALS, Proofs
from net.protocol.guest_messages import Share
from net.protocol.host_messages import Commit, Reveal, Sealed
from support.guests import PROVED, Guests, revealed, shown
from support.tables import TABLES


def verdicts_of(name: str, seed: int, deals: int) -> Counter[Verdict | None]:
    """The guests' verdicts on random deals under these rules; void deals prove nothing."""
    rules = replace(TABLES[name], deals=0, target=min(TABLES[name].target, 40))
    at = Guests(rules, f"{name} {seed}", looks=0.02)
    counted: Counter[Verdict | None] = Counter()
    while counted.total() < deals * rules.players:
        at.start()
        at.play(deals)
        for record in at.sheet:
            told = at.verdicts(record.number)
            void = record.score is None and rules.open_hands
            assert void == (told[0] == Verdict(Doubt.VOID))
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


# Coming and going ---------------------------------------------------------------------------------


def committed(deal: int, text: bytes) -> Commit:
    return Commit(deal, digest_of(text))


def test_a_restarted_host_gets_the_same_seal_again() -> None:
    guest = Proofs()
    seal = guest.commit(committed(1, b"one"), 3)
    assert guest.commit(committed(1, b"one"), 3) == seal
    assert guest.commit(committed(1, b"one"), 2) != seal
    assert guest.commit(committed(2, b"two"), 3) != seal


def test_a_guest_opens_a_seal_only_if_it_was_shown() -> None:
    guest = Proofs(lambda: b"s" * 16)
    assert guest.sealed(shown(1, {})) is None  # there was no commitment
    mine = guest.commit(committed(1, b"one"), 3).digest
    assert guest.sealed(shown(2, {3: mine})) is None
    seals = shown(1, {0: bytes(32), 3: mine})
    assert guest.sealed(seals) == Share(1, b"s" * 16)
    assert guest.sealed(shown(1, {3: mine})) is None
    assert guest.sealed(seals) == Share(1, b"s" * 16)  # to a host that the guest came back to


def test_a_host_restarted_at_any_step_with_the_same_people_is_believed() -> None:
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


def test_a_host_restarted_with_other_people_is_neither_believed_nor_blamed() -> None:
    """One guest is late and misses what happens meanwhile; another has a restarted program."""
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


def test_a_seal_that_is_never_opened_is_reported_as_missing() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "asleep", closed=(3,))
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.MISSING)] * 3 + [Verdict(Doubt.LEFT_OUT)]


def test_a_guest_who_misses_the_seals_adds_nothing_and_others_prove_theirs() -> None:
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


def test_a_deal_whose_shuffle_is_asked_for_again_is_not_proved() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "a cheat")
    at.start()
    at.deal()
    guest = at.guests[0]
    guest.commit(committed(1, b"again"), 0)
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.COMMITTED_TWICE), PROVED, PROVED, PROVED]


def test_a_newcomer_proves_the_deals_they_were_present_for() -> None:
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


def test_a_guest_who_answers_too_late_proves_nothing_and_delays_nobody() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "slow", silent=(3,))
    at.start()
    at.play(1)
    assert at.verdicts(1) == [PROVED] * 3 + [Verdict(Doubt.LEFT_OUT)]


def test_with_hidden_hands_nothing_is_proved_and_nothing_revealed() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999, open_hands=False), "closed")
    at.start()
    at.play(2)
    assert at.table.proven() is None
    assert at.verdicts(1) == at.verdicts(2) == [Verdict(Doubt.CLOSED)] * 4


@pytest.mark.parametrize("length", [1, 3])
def test_a_rematch_is_proved_too(length: int) -> None:
    at = Guests(replace(PRESETS["malilla"], deals=length), "rematch")
    for _ in range(3):
        at.start()
        at.play()
        if len(at.sheet) == length:  # after a tie one more deal decides
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


def test_a_reveal_before_the_end_of_the_deal_gives_no_verdict() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "early")
    at.start()
    at.deal()
    at.guests[0].reveal(revealed(1, bytes(32), {}))
    assert at.guests[0].of(1) is None
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.OTHER_SECRET), PROVED, PROVED, PROVED]


def test_only_a_hosts_first_reveal_counts() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "twice")
    at.start()
    at.play(1)
    for guest in at.guests:
        guest.reveal(revealed(1, bytes(32), {}))
    assert at.verdicts(1) == [PROVED] * 4


def test_an_endlessly_talking_host_does_not_fill_memory() -> None:
    guest = Proofs()
    for number in range(1, 3 * DEALS):
        guest.commit(committed(number, b"x"), 0)
        guest.sealed(Sealed(number, ()))
        guest.reveal(Reveal(number, bytes(32), ()))
    assert len(guest._deals) == DEALS


def test_a_guest_who_saw_only_a_part_of_a_deal_is_told_so() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "dropped")
    at.start()
    at.deal()
    sees: Callable[[View], None] = at.guests[1].see
    at.guests[1].see = lambda view: sees(view) if view.deal > 1 else None  # type: ignore[method-assign]
    at.play(2)
    missed = Verdict(Doubt.NOT_SEEN)
    assert at.verdicts(1) == [PROVED, missed, PROVED, PROVED]
    assert at.view(0).phase is Phase.SCORE
