"""What a cheating host cannot get past its guests."""

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
from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.guest.replay import Part
from net.protocol.host_messages import Commit, Contribution, Reveal
from net.security.sealing import seal_of
from support.guests import PROVED, Guests, shown


def doubts(rules: Rules = PRESETS["malilla"], deal: int = 1, **bent: Any) -> list[Doubt | None]:
    """Why each guest does not believe a deal of a host that cheats like this; None: they do."""
    at = Guests(replace(rules, target=999), "a cheat")
    for name, bend in bent.items():
        setattr(at, name, bend)
    at.start()
    at.play(deal)
    told = at.verdicts(deal)
    return [verdict.doubt if verdict else Doubt.NOT_SHOWN for verdict in told]


def test_an_honest_deal_is_proved_by_all() -> None:
    assert doubts() == [None] * 4
    assert doubts(deal=2) == [None] * 4


def test_a_secret_changed_after_the_shares_came_is_noticed() -> None:
    def other(reveal: Reveal) -> Reveal:
        return replace(reveal, secret=bytes(32))

    assert doubts(bend_reveal=other) == [Doubt.OTHER_SECRET] * 4


def test_a_digest_of_something_else_is_noticed() -> None:
    def other(commit: Commit) -> Commit:
        return replace(commit, digest=digest_of(b"something else"))

    assert doubts(bend_commit=other) == [Doubt.OTHER_SECRET] * 4


def test_an_opened_share_that_was_left_out_is_missed_by_all() -> None:
    def without_two(shares: dict[int, bytes]) -> dict[int, bytes]:
        return {seat: share for seat, share in shares.items() if seat != 2}

    missing = Doubt.MISSING
    assert doubts(bend_shares=without_two) == [missing, missing, Doubt.LEFT_OUT, missing]


def test_a_share_that_was_changed_is_noticed_by_all() -> None:
    def chosen(shares: dict[int, bytes]) -> dict[int, bytes]:
        return {**shares, 1: bytes(16)}

    other = Doubt.OTHER_SHARE
    assert doubts(bend_shares=chosen) == [other, Doubt.LEFT_OUT, other, other]


def test_a_share_added_after_the_seals_were_shown_is_noticed() -> None:
    """For example a computer player's seat."""
    rules = replace(PRESETS["malilla"], target=999)
    at = Guests(rules, "a cheat", silent=(3,))
    at.bend_shares = lambda shares: {**shares, 3: bytes(16)}
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.OTHER_SHARE)] * 3 + [Verdict(Doubt.LEFT_OUT)]


def test_a_guest_whose_seal_is_left_out_or_replaced_sends_no_share() -> None:
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


def test_shares_revealed_differently_than_used_are_noticed() -> None:
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

    cards, share = Doubt.DIFFERS, Doubt.OTHER_SHARE
    assert doubts(bend_reveal=swapped) == [cards, cards, share, share]
    assert doubts(bend_reveal=one_more) == [share] * 4
    assert doubts(bend_reveal=one_less) == [cards] * 4
    assert doubts(bend_reveal=none) == [cards] * 4


def lucky(at: Guests, shares: dict[int, bytes]) -> bytes:
    """A share for seat 0 that, with these shares, deals it three of the four best cards."""
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
    """The host's own program is on seat 0, with guests on the other three."""
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
def test_a_host_that_tries_shares_of_its_own_for_better_cards_is_noticed(
    sealed: bytes | None,
) -> None:
    """Its own seat has sealed nothing, or something else."""
    at = seat_of_the_host("tries")
    at.bend_seals = lambda seals: seals if sealed is None else {**seals, 0: sealed}
    at.bend_shares = lambda shares: {**shares, 0: lucky(at, shares)}
    at.start()
    at.deal()
    assert dealt_luckily(at)
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.OTHER_SHARE)] * 3


def test_a_host_that_tries_shares_then_restarts_with_the_best_is_noticed() -> None:
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


def test_a_host_that_makes_guests_forget_a_shuffle_is_noticed() -> None:
    """It pretends for a moment that another match begins."""
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


def test_a_host_that_shows_guests_different_seals_is_noticed_by_some() -> None:
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


def test_a_host_that_withholds_its_own_share_for_better_cards_is_noticed() -> None:
    at = seat_of_the_host("leaves out")
    at.bend_seals = lambda seals: {**seals, 0: seal_of(1, 0, bytes(16))}
    at.bend_shares = lambda shares: shares
    at.start()
    at.play(1)
    assert at.verdicts(1) == [Verdict(Doubt.MISSING)] * 3


def test_a_host_that_reveals_nothing_is_noticed_at_the_next_deal() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "a cheat")
    at.bend_reveal = lambda reveal: None
    at.start()
    at.play(1)
    assert at.verdicts(1) == [None] * 4
    at.play(2)
    assert at.verdicts(1) == [Verdict(Doubt.NOT_SHOWN)] * 4
    assert at.verdicts(2) == [None] * 4


def swapped(view: View, one: Card, other: Card) -> View:
    """The same view with two cards swapped, in a hand and wherever they were seen."""
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


def test_two_swapped_cards_are_noticed() -> None:
    pack = PRESETS["malilla"].cards.cards
    for one, other in ((pack[0], pack[-1]), (pack[3], pack[12]), (pack[30], pack[31])):
        told = doubts(bend_view=lambda view, a=one, b=other: swapped(view, a, b))
        assert told == [Doubt.DIFFERS] * 4


def test_a_card_that_was_another_when_it_was_played_is_noticed() -> None:
    """Only the hand held before reveals it: everything else is as dealt."""

    def other_hand(view: View) -> View:
        if view.seat != 0 or not view.hand:
            return view
        strange = next(card for card in view.rules.cards.cards if card not in view.hand)
        return replace(view, hand=(strange, *view.hand[1:]))

    told = doubts(bend_view=other_hand)
    assert told == [Doubt.DIFFERS, None, None, None]


def test_another_cut_or_another_dealer_is_noticed() -> None:
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

    assert doubts(bend_view=other_cut) == [Doubt.DIFFERS] * 4
    automatic = replace(PRESETS["west-flanders"], cut_automatic=True)
    assert doubts(automatic, bend_view=other_cut) == [Doubt.DIFFERS] * 4
    assert doubts(bend_view=other_dealer) == [Doubt.DIFFERS] * 4


def test_closed_cards_of_stacks_are_proved_too() -> None:
    """A closed card is turned up once the open one on it has been played."""
    assert doubts(PRESETS["two"]) == [None] * 2
    pack = PRESETS["two"].cards.cards

    def other(view: View) -> View:
        return swapped(view, pack[0], pack[16])

    assert doubts(PRESETS["two"], bend_view=other) == [Doubt.DIFFERS] * 2


@pytest.mark.parametrize(
    ("part", "lie"),
    [
        (Part.TOTALS, {"totals": (9, 9)}),
        (Part.FACTOR, {"factor": 16}),
        (Part.HAND, {"legal": ()}),
        (Part.WINNER, {"winner": 1, "phase": Phase.OVER}),
        (Part.GAMES, {"game": 2}),
    ],
)
@pytest.mark.parametrize("deal", [1, 3])
def test_a_lie_told_for_a_moment_during_a_deal_is_noticed(
    part: Part, lie: dict[str, Any], deal: int
) -> None:
    """Though it is taken back: the match that was over goes on."""
    at = Guests(replace(PRESETS["malilla"], target=999), "for a moment")

    def bent(view: View) -> View:
        now = view.deal == deal and view.phase is Phase.PLAY and view.legal and view.seat == 2
        return replace(view, **lie) if now and sum(view.tricks) < 7 else view

    at.bend_view = bent
    at.start()
    at.play(deal + 1)
    assert at.guests[2].of(deal) == Verdict(Doubt.DIFFERS, part)
    assert at.guests[2].of(deal + 1) == PROVED
    assert [at.guests[seat].of(deal) for seat in (0, 1, 3)] == [PROVED] * 3
    assert all(at.verdicts(earlier) == [PROVED] * 4 for earlier in range(1, deal))


def test_deals_that_came_out_cannot_be_changed_behind_one_that_is_not_shown() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "a gap")

    def bent(view: View) -> View:
        first, *others = view.sheet or (None,)
        if view.deal < 3 or first is None:
            return view
        return replace(view, sheet=(replace(first, totals=(90, 0)), *others))

    at.bend_view = bent
    at.bend_reveal = lambda reveal: None if reveal.deal == 2 else reveal
    at.start()
    at.play(3)
    assert at.verdicts(1) == [PROVED] * 4
    assert at.verdicts(2) == [Verdict(Doubt.NOT_SHOWN)] * 4
    assert at.verdicts(3) == [Verdict(Doubt.DIFFERS, Part.SCORE)] * 4
