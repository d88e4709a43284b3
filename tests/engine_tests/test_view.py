"""What a seat is shown, and that it is shown nothing else."""

from collections.abc import Iterator
from itertools import count
from random import Random

import msgpack
import pytest
from msgspec.structs import replace

from manillen_tui.engine import Card, Phase, Suit, apply, legal_cards, view_of
from manillen_tui.engine.cards import cards_in
from manillen_tui.engine.commands import (
    Call,
    CallKind,
    Command,
    Cut,
    Look,
    NameBlind,
    NameTrump,
    Pass,
)
from manillen_tui.engine.match import Match, shuffle, start
from manillen_tui.engine.records import PlayedCard
from manillen_tui.wire import view_from_body, view_to_body
from support.matches import all_seen, by_chance, cards, done, entropy, in_play, play, whole_match
from support.profiles import WEST_FLANDERS


EVERYBODY = (0, 1, 2, 3, None)


def to_name() -> Match:
    """Seat 0 deals and is to name trump; seat 2 waits with their cards face down."""
    match, _ = shuffle(replace(start(WEST_FLANDERS), dealer=0), entropy("view"))
    return done(apply(match, 3, Cut(7)))


def test_before_the_cut_nobody_has_cards() -> None:
    match, _ = shuffle(replace(start(WEST_FLANDERS), dealer=0), entropy("view"))
    for seat in EVERYBODY:
        view = view_of(match, seat)
        assert (view.phase, view.hand, view.counts) == (Phase.CUT, None, (0, 0, 0, 0))
        assert view.cut_range == ((1, 31) if seat == 3 else None)
        assert (view.to_act, view.dealer, view.deal) == ((3,), 0, 1)


def test_the_dealers_partners_cards_are_face_down_until_trump_is_named() -> None:
    match = to_name()
    assert match.deal is not None
    for seat in range(4):
        view = view_of(match, seat)
        assert view.counts == (8, 8, 8, 8)
        assert (view.hand is None) == view.may_look == (seat == 2)
        assert view.legal == ()
    match = done(apply(match, 0, NameTrump(Suit.SPADES)))
    view = view_of(match, 2)
    assert view.hand is not None and len(view.hand) == 8
    assert not view.may_look
    assert (view.namer, view.trump) == (0, Suit.SPADES)


def test_a_partner_looking_early_sees_their_cards_and_nobody_sees_more() -> None:
    match = done(apply(to_name(), 2, Look()))
    assert match.deal is not None
    for seat in range(4):
        view = view_of(match, seat)
        assert view.hand is not None
        assert set(view.hand) == set(cards_in(match.deal.dealt[seat]))
        assert view.hands is None


def test_a_hand_is_sorted_by_suit_and_rank() -> None:
    view = view_of(in_play("7♠ A♣ 8♥ 10♠ J♣ 10♣|9♣|8♣|7♣"), 0)
    assert view.hand == tuple(cards("10♣ A♣ J♣ 8♥ 10♠ 7♠"))


def test_only_the_seat_to_act_is_shown_legal_cards() -> None:
    match = in_play("J♣ 7♥|Q♣ 7♣|8♣ 9♥|9♣ 10♥", trump=Suit.DIAMONDS, taken=[(0, 0)] * 6)
    assert view_of(match, 0).legal == tuple(cards("J♣ 7♥"))
    match = play(match, "J♣")
    assert view_of(match, 1).legal == tuple(cards("Q♣"))
    for seat in (0, 2, 3, None):
        assert view_of(match, seat).legal == ()


def test_the_table_shows_the_trick_and_who_is_winning_it() -> None:
    match = in_play("J♣ 7♥|Q♣ 7♣|8♣ 9♥|9♣ 10♥", trump=Suit.DIAMONDS, taken=[(0, 5)] * 6)
    match = play(match, "J♣ Q♣ 8♣")
    view = view_of(match, None)
    assert view.trick == (
        PlayedCard(0, Card.parse("J♣")),
        PlayedCard(1, Card.parse("Q♣")),
        PlayedCard(2, Card.parse("8♣")),
    )
    assert (view.winning, view.to_act, view.counts) == (1, (3,), (1, 1, 1, 2))
    assert (view.tricks, view.points) == ((6, 0, 0, 0), (30, 0))
    view = view_of(play(match, "9♣"), None)
    assert (view.trick, view.winning, view.tricks) == ((), None, (6, 1, 0, 0))
    assert view.last_trick is not None
    assert (view.last_trick.winner, view.last_trick.points) == (1, 3)
    assert view.points == (30, 3)


def test_a_table_may_hide_the_running_points() -> None:
    quiet = Match(replace(WEST_FLANDERS, running_points=False), totals=(0, 0))
    match = in_play("10♣|9♣|8♣|7♣", taken=[(1, 55), *[(0, 0)] * 6], match=quiet)
    assert view_of(match, 0).points is None
    assert view_of(play(match, "10♣ 9♣ 8♣ 7♣"), 0).points == (5, 55)


def test_after_the_deal_the_hands_are_shown_if_the_rules_say_so() -> None:
    for open_hands in (True, False):
        rules = replace(WEST_FLANDERS, open_hands=open_hands)
        match = in_play("10♣|9♣|8♣|7♣", taken=[(0, 0)] * 7, match=Match(rules, totals=(0, 0)))
        assert view_of(match, 0).hands is None
        hands = tuple((card,) for card in cards("10♣ 9♣ 8♣ 7♣"))
        match = play(match, "10♣ 9♣ 8♣ 7♣")
        assert view_of(match, 0).hands == (hands if open_hands else None)


def test_spectators_see_the_previous_deals_hands_if_the_rules_say_so() -> None:
    for watch_open in (True, False):
        rules = replace(WEST_FLANDERS, watch_open=watch_open)
        match = in_play("10♣|9♣|8♣|7♣", taken=[(0, 0)] * 7, match=start(rules))
        match = play(match, "10♣ 9♣ 8♣ 7♣")
        assert view_of(match, None).hands is None
        match = shuffle(all_seen(match), entropy("second"))[0]
        hands = tuple((card,) for card in cards("10♣ 9♣ 8♣ 7♣"))
        assert view_of(match, None).hands == (hands if watch_open else None)
        assert [view_of(match, seat).hands for seat in range(4)] == [None] * 4


def test_spectators_see_no_hand_of_a_void_deal() -> None:
    match = in_play(
        "10♣|9♣|8♣|7♣",
        dealer=3,
        taken=[(0, 0)] * 7,
        match=start(replace(WEST_FLANDERS, watch_open=True)),
    )
    match = shuffle(all_seen(play(match, "10♣ 9♣ 8♣ 7♣")), entropy("void"))[0]
    match = done(apply(match, 3, Cut(7)))
    match = done(apply(match, 2, Look()))
    match = shuffle(all_seen(match), entropy("third"))[0]
    assert view_of(match, None).deal == 3
    assert view_of(match, None).hands is None


def tied(match: Match) -> Match:
    """The match before the cut of the deal that follows a tie."""
    match = in_play("10♣|9♣|8♣|7♣", taken=[(1, 30), (0, 25), *[(0, 0)] * 5], match=match)
    return shuffle(all_seen(play(match, "10♣ 9♣ 8♣ 7♣")), entropy("next"))[0]


def factors(match: Match, *commands: Command) -> list[int]:
    """The deal's factor, the same in everybody's view, now and after each command."""
    matches = [match]
    for command in commands:
        (seat,) = match.to_act
        match = done(apply(match, seat, command))
        matches.append(match)
    (seen,) = {tuple(view_of(match, seat).factor for match in matches) for seat in EVERYBODY}
    return list(seen)


def test_everybody_sees_the_factor_of_the_deal() -> None:
    rules = replace(WEST_FLANDERS, calls=True)
    first = shuffle(start(rules), entropy("first"))[0]
    after_a_tie, again = tied(start(rules)), tied(tied(start(rules)))
    along, against = Call(CallKind.ALONG), Call(CallKind.AGAINST)
    said = (Cut(7), NameTrump(None), along, against)
    assert factors(first, *said) == [1, 1, 2, 4, 8]
    assert factors(after_a_tie, *said) == [2, 2, 4, 8, 16]
    assert factors(again, Cut(7), NameTrump(Suit.CLUBS), Pass(), Pass()) == [2] * 5


def test_all_accumulated_ties_show_in_the_factor() -> None:
    match = start(replace(WEST_FLANDERS, ties_accumulate=True, tie_factor=3))
    seen = []
    for _ in range(3):
        match = tied(match)
        seen.append(view_of(match, 0).factor)
    assert seen == [3, 9, 27]
    match = in_play("10♣|9♣|8♣|7♣", taken=[(1, 30), (0, 25), *[(0, 0)] * 5], match=match)
    assert all_seen(play(match, "10♣ 9♣ 8♣ 7♣")).factor == 81  # known before the next shuffle


def test_the_factor_shows_blind_no_trump_counting_four_times() -> None:
    match = shuffle(start(replace(WEST_FLANDERS, blind_no_trump=True)), entropy("blind"))[0]
    assert factors(match, Cut(7), NameBlind()) == [1, 1, 4]


def test_while_the_sheet_is_open_the_factor_is_its_deals() -> None:
    ties, hands = [(1, 30), (0, 25), *[(0, 0)] * 5], "10♣|9♣|8♣|7♣"
    tie = in_play(hands, trump=Suit.HEARTS, taken=ties)
    assert view_of(play(tie, "10♣ 9♣ 8♣ 7♣"), 0).factor == 1
    sweep = in_play(hands, taken=[(0, 55), *[(0, 0)] * 6], match=replace(tie, ties=1))
    assert view_of(sweep, 0).factor == 4  # no trump after a tie
    assert view_of(play(sweep, "10♣ 9♣ 8♣ 7♣"), 0).factor == 8
    void = done(apply(replace(to_name(), ties=1), 2, Look()))
    assert view_of(void, 0).factor == 1
    assert view_of(shuffle(all_seen(void), entropy("next"))[0], 0).factor == 2


def test_between_deals_there_is_nothing_to_see() -> None:
    with pytest.raises(ValueError, match=r"^the next deal is not shuffled yet$"):
        view_of(start(WEST_FLANDERS), 0)


# --- secrecy


def states(deals: int) -> Iterator[Match]:
    """All states of this many random deals, some of them void."""
    for seed in count():
        for step, match in whole_match(WEST_FLANDERS, by_chance(Random(seed), looks=0.1)):
            deals -= isinstance(step, bytes)
            if deals < 0:
                return
            if match.deal is not None:
                yield match


def hidden(match: Match, seat: int | None) -> set[Card]:
    """The cards whose place this seat must not know."""
    assert match.deal is not None
    if not match.deal.hands:
        return set(WEST_FLANDERS.cards.cards)
    secret = set()
    for holder, hand in enumerate(match.deal.hands):
        if holder != seat or (match.phase is Phase.TRUMP and seat == (match.deal.dealer + 2) % 4):
            secret |= set(cards_in(hand))
    return secret


@pytest.mark.parametrize("deals", [8, pytest.param(1_000, marks=pytest.mark.deep)])
def test_no_view_names_a_hidden_card(deals: int) -> None:
    for match in states(deals):
        assert match.deal is not None
        for seat in EVERYBODY:
            body = view_to_body(view_of(match, seat))
            packed = msgpack.packb(body)
            secret = hidden(match, seat)
            shown = [card for card in secret if str(card).encode() in packed]
            assert not shown, (match.phase, seat, shown)
            if seat is not None and match.deal.hands:
                own = set(cards_in(match.deal.hands[seat])) - secret
                assert all(str(card).encode() in packed for card in own)
            assert view_to_body(view_from_body(msgpack.unpackb(packed))) == body


def test_a_view_does_not_depend_on_hidden_cards() -> None:
    rng = Random("swap")
    compared = 0
    for match in states(20):
        deal = match.deal
        assert deal is not None
        if match.phase in (Phase.SCORE, Phase.OVER):
            continue
        seat = rng.choice(EVERYBODY)
        unknown = sorted(hidden(match, seat))
        mixed = unknown[:]
        rng.shuffle(mixed)
        elsewhere = dict(zip(unknown, mixed, strict=True))
        pack = tuple(elsewhere.get(card, card) for card in deal.pack)
        other = replace(deal, pack=pack)
        if deal.hands:
            hands = tuple(
                sum(1 << elsewhere.get(card, card) for card in cards_in(hand))
                for hand in deal.hands
            )
            dealt = tuple(
                sum(1 << elsewhere.get(card, card) for card in cards_in(hand))
                for hand in deal.dealt
            )
            other = replace(other, hands=hands, dealt=dealt)
        assert view_of(replace(match, deal=other), seat) == view_of(match, seat)
        compared += other != deal
    assert compared > 400


def test_a_view_has_the_legal_cards_of_the_rules() -> None:
    for match in states(10):
        if match.phase is not Phase.PLAY:
            continue
        (seat,) = match.to_act
        view = view_of(match, seat)
        assert view.hand is not None
        trick = [play.card for play in view.trick]
        assert set(view.legal) == legal_cards(view.rules, view.trump, trick, view.hand)
