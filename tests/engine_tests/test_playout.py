"""Deals played out on masks follow the same rules as a match."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from manillen_tui.engine import (
    PRESETS,
    Card,
    Rules,
    Suit,
    legal_cards,
    playout,
    trick_winner,
    view_of,
)
from manillen_tui.engine.cards import CARDS, SUITS, cards_in, mask_of
from manillen_tui.engine.commands import NameTrump, Play
from manillen_tui.engine.match import apply, shuffle, start
from manillen_tui.engine.playout import Below, Policy, any_card, play_out, random_deal, random_hands
from support.matches import cards, done, entropy
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


@pytest.mark.parametrize("name", PRESETS)
def test_bonuses_for_tricks_and_the_last_trick_are_counted(name: str) -> None:
    rules = PRESETS[name]
    more = replace(rules, trick_points=1, last_trick_bonus=3)
    for number in range(10):
        points, tricks = random_deal(rules, Random(number))
        others, same = random_deal(more, Random(number))
        assert same == tricks
        added = [
            after - before - won for before, after, won in zip(points, others, tricks, strict=True)
        ]
        assert sorted(added) == [0] * (rules.sides - 1) + [3 - rules.last_trick_bonus]


def test_the_bonus_for_the_last_trick_goes_to_its_taker() -> None:
    assert play_out(BELGIAN, None, [0, 0, 0, 0], 3, never) == ([0, 1], [0, 0])


def never(seat: int, hand: int, may: int, trick: list[int], taker: int) -> int:
    raise AssertionError("there is nothing to choose")


@pytest.mark.parametrize("led", ["2♣ 3♣ 4♣ 5♣", "5♣ 2♣ 3♣ 4♣", "5♣ 3♣ 4♣ 2♣"])
def test_the_policy_is_not_asked_about_a_single_legal_card(led: str) -> None:
    hands = [1 << Card.parse(card) for card in led.split()]
    points, tricks = play_out(PRESETS["mexicana"], Suit.HEARTS, hands, 3, never)
    taker = led.split().index("5♣")
    assert (points, tricks[taker % 2]) == ([0, 0], 1)


def test_random_hands_deal_out_the_whole_pack() -> None:
    hands = random_hands(WEST_FLANDERS, Random("hands"))
    assert [hand.bit_count() for hand in hands] == [8, 8, 8, 8]
    assert sum(hands) == WEST_FLANDERS.cards.mask


def test_each_card_is_equally_likely_in_every_hand() -> None:
    rng, holders = Random("holders"), Counter[tuple[Card, int]]()
    for _ in range(2_000):
        for seat, hand in enumerate(random_hands(WEST_FLANDERS, rng)):
            holders.update((card, seat) for card in cards_in(hand))
    for card in WEST_FLANDERS.cards.cards:
        for seat in range(4):
            # One in four, with a standard deviation of about 19.
            assert abs(holders[card, seat] - 500) < 95


def test_a_random_deal_has_any_trump_its_rules_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Suit | None, int, int]] = []

    def played(
        rules: Rules,
        trump: Suit | None,
        hands: list[int],
        leader: int,
        policy: Policy,
        below: Below,
    ) -> tuple[list[int], list[int]]:
        seen.append((trump, leader, len(below)))
        return [], []

    monkeypatch.setattr(playout, "play_out", played)
    for name, trumps, stacks in (
        ("west-flanders", (*SUITS, None), 0),
        ("malilla", SUITS, 0),
        ("three", SUITS, 0),
        ("two", (*SUITS, None), 8),
    ):
        seen.clear()
        rng = Random(name)
        for _ in range(400):
            random_deal(PRESETS[name], rng)
        assert Counter(trump for trump, _, _ in seen).keys() == set(trumps)
        assert {leader for _, leader, _ in seen} == set(range(PRESETS[name].players))
        assert {below for _, _, below in seen} == {stacks}


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
        assert taker == (trick_winner(rules, trump, before) if before else -1)
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


@pytest.mark.parametrize("hand", ["10♥ A♥ K♥ Q♥ J♥ 9♥ 8♥ 7♥", "2♣ 3♣ 7♣ 2♦ 7♦ K♥ 2♠ A♠"])
def test_every_card_is_equally_likely(hand: str) -> None:
    choose = any_card(Random("fair"))
    may = mask_of(cards(hand))
    draws = [choose(0, may, may, [], -1) for _ in range(8_000)]
    for card in cards_in(may):
        # One in eight, with a standard deviation of about 30.
        assert abs(draws.count(card) - 1_000) < 130


class Drawn(Random):
    """A random generator that always returns the same."""

    def __init__(self, part: float) -> None:
        super().__init__()
        self.part = part

    def random(self) -> float:
        return self.part


def test_each_card_gets_an_equal_share_of_all_random_numbers() -> None:
    may = mask_of(cards("10♥ A♥ 2♣ 7♠"))
    for place, card in enumerate(cards_in(may)):
        assert any_card(Drawn(place / 4))(0, may, may, [], -1) == card
