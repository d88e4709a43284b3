"""The engine's legal cards against a naive player's, and facts about any position."""

from collections import Counter
from itertools import cycle, islice, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from manillen_tui.engine import (
    PRESETS,
    Card,
    Reason,
    Rules,
    Suit,
    legal_cards,
    trick_winner,
    why_not,
)
from manillen_tui.engine.cards import FRENCH_32, PACKS, SUITS
from manillen_tui.engine.rules import Duty, Undertrump
from support import naive
from support.matches import cards
from support.profiles import BELGIAN, MALILLA, WEST_FLANDERS


Position = tuple[Suit | None, list[Card], list[Card]]

#: Every combination of the duties when void, when following, and their exceptions.
ALL_DUTIES = [
    replace(
        WEST_FLANDERS,
        head_plain=head_plain,
        head_trump=head_trump,
        ruff=ruff,
        overtrump=overtrump,
        undertrump=undertrump,
        all_trumps_are_free=all_trumps_are_free,
        partner_exemption=partner_exemption,
        partners=partners,
    )
    for (
        head_plain,
        head_trump,
        ruff,
        overtrump,
        undertrump,
        all_trumps_are_free,
        partner_exemption,
        partners,
    ) in product(Duty, Duty, Duty, Duty, Undertrump, (False, True), (False, True), (True, False))
]


def position(rng: Random, rules: Rules = WEST_FLANDERS) -> Position:
    """A random trump, trick and hand; often of few suits, so that several duties apply."""
    suits = rng.sample(SUITS, rng.randint(1, 4))
    pack = [card for card in rules.cards.cards if card.suit in suits]
    rng.shuffle(pack)
    places = rng.randint(0, rules.players - 1)
    trump = rng.choice((*suits, *SUITS, None))
    return trump, pack[:places], pack[places : places + rng.randint(1, 8)]


def agree(rules: Rules, drawn: Position, reasons: Counter[Reason]) -> None:
    trump, trick, hand = drawn
    texts = [str(card) for card in trick], [str(card) for card in hand]
    legal = legal_cards(rules, trump, trick, hand)
    assert {str(card) for card in legal} == naive.legal(rules, trump, *texts), (trump, *texts)
    if trick:
        order = naive.ORDERS[rules.pack]
        assert trick_winner(rules, trump, trick) == naive.winner(trump, texts[0], order)
    for card in hand:
        refusal = why_not(rules, trump, trick, hand, card)
        assert (refusal is None) == (card in legal)
        if refusal is not None:
            assert set(refusal.cards) == legal
            reasons[refusal.reason] += 1


PLAYING = {
    Reason.MUST_FOLLOW,
    Reason.MUST_HEAD,
    Reason.MUST_RUFF,
    Reason.MUST_OVERTRUMP,
    Reason.NO_UNDERTRUMP,
}


@pytest.mark.parametrize("positions", [1_000, pytest.param(100_000, marks=pytest.mark.deep)])
def test_the_naive_player_finds_the_same_cards_legal(positions: int) -> None:
    """Half of the examples use the profiles, half any combination of duties."""
    rng = Random("legality")
    seen: Counter[Reason] = Counter()
    for rules in (WEST_FLANDERS, BELGIAN, MALILLA):
        reasons: Counter[Reason] = Counter()
        for _ in range(positions):
            agree(rules, position(rng), reasons)
        seen.update(reasons)
        if rules is WEST_FLANDERS:
            assert set(reasons) == PLAYING
    for _ in range(positions):
        agree(rng.choice(ALL_DUTIES), position(rng), seen)
    assert set(seen) == PLAYING


#: The presets that differ in the rules of a trick.
DIFFERENT = [
    PRESETS[name] for name in ("west-flanders", "belgian", "malilla", "three", "two", "espanola")
]
#: Each obligation, with its possible values.
OBLIGATIONS: list[tuple[str, tuple[Any, ...]]] = [
    ("head_plain", tuple(Duty)),
    ("head_trump", tuple(Duty)),
    ("ruff", tuple(Duty)),
    ("overtrump", tuple(Duty)),
    ("undertrump", tuple(Undertrump)),
    ("all_trumps_are_free", (False, True)),
    ("partner_exemption", (False, True)),
    ("pack", tuple(PACKS)),
    ("players", (2, 3, 4)),
]


@pytest.mark.parametrize(("field", "values"), OBLIGATIONS, ids=[name for name, _ in OBLIGATIONS])
@pytest.mark.parametrize(
    ("number", "reasons"), [(1_000, 4), pytest.param(100_000, 5, marks=pytest.mark.deep)]
)
def test_every_obligation_agrees_with_the_naive_player(
    field: str, values: tuple[Any, ...], number: int, reasons: int
) -> None:
    """Each kind of table in turn, with every value of the field."""
    rng, seen = Random(field), Counter[Reason]()
    tables = [replace(rules, **{field: value}) for rules in DIFFERENT for value in values]
    tables = [replace(rules, partners=rules.partners and rules.players == 4) for rules in tables]
    for rules in islice(cycle(tables), number):
        agree(rules, position(rng, rules), seen)
    assert len(seen) >= reasons


def test_every_combination_of_duties_agrees_with_the_naive_player() -> None:
    rng = Random("combinations")
    seen: Counter[Reason] = Counter()
    for rules in ALL_DUTIES:
        for _ in range(3):
            agree(rules, position(rng), seen)
    assert set(seen) == PLAYING


@settings(deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(ALL_DUTIES))
def test_there_is_always_a_legal_card_and_it_is_held(rng: Random, rules: Rules) -> None:
    trump, trick, hand = position(rng)
    legal = legal_cards(rules, trump, trick, hand)
    assert legal
    assert legal <= set(hand)


@settings(deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(ALL_DUTIES))
def test_exactly_one_card_takes_the_trick(rng: Random, rules: Rules) -> None:
    trump = rng.choice((*SUITS, None))
    trick = rng.sample(FRENCH_32.cards, 4)
    taker = trick[trick_winner(rules, trump, trick)]
    # For the same lead, the taker keeps the trick whatever the order of the other cards.
    rest = trick[1:]
    rng.shuffle(rest)
    again = [trick[0], *rest]
    assert again[trick_winner(rules, trump, again)] == taker
    ranked = [FRENCH_32.strength(card) for card in trick if card.suit is taker.suit]
    assert FRENCH_32.strength(taker) == max(ranked)
    assert taker.suit in (trump, trick[0].suit)


@pytest.mark.parametrize(
    ("trick", "hand", "strict", "free"),
    [
        # partner trumped: lower trumps are forbidden, or free if the hand has nothing else
        ("8♣ Q♥ 7♣", "K♥ J♥ 7♥", "K♥", "K♥ J♥ 7♥"),
        ("8♣ Q♥ 7♣", "K♥ J♥ 7♠", "K♥ 7♠", "K♥ 7♠"),
        ("8♣ Q♥ 7♣", "J♥ 7♥", "J♥ 7♥", "J♥ 7♥"),
        # an opponent trumped: a higher trump is compulsory in any case
        ("8♣ 7♣ Q♥", "K♥ J♥ 7♥", "K♥", "K♥"),
        ("8♣ Q♥", "K♥ J♥ 7♥", "K♥", "K♥"),
        ("8♣ Q♥ A♥", "K♥ J♥ 10♥", "10♥", "10♥"),
    ],
)
def test_with_only_trumps_a_player_may_be_free_while_partner_wins(
    trick: str, hand: str, strict: str, free: str
) -> None:
    softer = replace(WEST_FLANDERS, all_trumps_are_free=True)
    for rules, may in ((WEST_FLANDERS, strict), (softer, free)):
        assert legal_cards(rules, Suit.HEARTS, cards(trick), cards(hand)) == set(cards(may))


def test_an_empty_hand_has_no_legal_card() -> None:
    assert legal_cards(WEST_FLANDERS, None, [Card.parse("J♣")], []) == frozenset()


def test_nobody_wins_a_trick_without_cards() -> None:
    with pytest.raises(ValueError, match=r"^nobody wins a trick without cards$"):
        trick_winner(WEST_FLANDERS, None, [])
