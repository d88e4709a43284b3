"""Deals played out on masks keep to the same rules as a match."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Card, Rules, legal_cards, view_of
from manillen_tui.engine.cards import CARDS, SUITS, cards_in
from manillen_tui.engine.commands import NameTrump, Play
from manillen_tui.engine.match import apply, shuffle, start
from manillen_tui.engine.playout import any_card, play_out, random_deal, random_hands
from support.matches import done, entropy
from support.profiles import BELGIAN, WEST_FLANDERS


@settings(deadline=None, max_examples=60)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([*PRESETS.values(), replace(BELGIAN, trick_points=1)]),
)
def test_no_point_and_no_trick_is_lost(rng: Random, rules: Rules) -> None:
    points, tricks = random_deal(rules, rng)
    assert sum(points) == rules.total
    assert sum(tricks) == rules.tricks


def test_hands_by_chance_share_out_the_pack() -> None:
    hands = random_hands(WEST_FLANDERS, Random("hands"))
    assert [hand.bit_count() for hand in hands] == [8, 8, 8, 8]
    assert sum(hands) == WEST_FLANDERS.cards.mask


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("name", ["west-flanders", "two"])
def test_a_playout_is_the_deal_that_a_match_plays(name: str, number: int) -> None:
    rules = replace(PRESETS[name], cut_automatic=True)
    rng = Random(number)
    choose, trump = any_card(rng), rng.choice((*SUITS, None))
    chosen: list[tuple[int, Card]] = []

    def policy(seat: int, hand: int, may: int, trick: list[int], taker: int) -> int:
        before = [CARDS[card] for card in trick]
        assert set(cards_in(may)) == legal_cards(rules, trump, before, cards_in(hand))
        card = choose(seat, hand, may, trick, taker)
        chosen.append((seat, CARDS[card]))
        return card

    match, _ = shuffle(start(rules), entropy(number))
    assert match.deal is not None
    hands, dealer = match.deal.hands, match.deal.dealer
    below: dict[int, int] = {
        stack.open: stack.closed
        for own in match.deal.stacks
        for stack in own
        if stack.open is not None and stack.closed is not None
    }
    points, tricks = play_out(rules, trump, hands, rules.next_seat(dealer), policy, below)

    match = done(apply(match, dealer, NameTrump(trump)))
    while not match.sheet:
        (seat,) = match.to_act
        legal = view_of(match, seat).legal
        if len(legal) > 1:
            chooser, card = chosen.pop(0)
            assert chooser == seat
        else:
            (card,) = legal
        match = done(apply(match, seat, Play(card)))
    score = match.sheet[0].score
    assert not chosen
    assert score is not None
    assert (score.points, score.tricks) == (tuple(points), tuple(tricks))


def test_any_card_is_as_likely_as_another() -> None:
    choose = any_card(Random("fair"))
    may = WEST_FLANDERS.cards.suit_masks[2]
    draws = [choose(0, may, may, [], -1) for _ in range(8_000)]
    for card in cards_in(may):
        # One in eight, with a standard deviation of about 30.
        assert abs(draws.count(card) - 1_000) < 130
