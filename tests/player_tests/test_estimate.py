"""What a hand can be expected to capture before a card is played."""

from random import Random

import pytest

from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.presets import PRESETS
from manillen_tui.players.estimate import excess


@pytest.mark.parametrize("name", ["west-flanders", "belgian", "malilla", "three"])
def test_an_estimate_does_not_depend_on_the_order_of_cards(name: str) -> None:
    rules, rng = PRESETS[name], Random(name)
    for _ in range(500):
        hand = rng.sample(rules.cards.cards, 12)
        mixed = rng.sample(hand, len(hand))
        for trump in (*SUITS, None):
            assert excess(rules, mixed, trump) == excess(rules, hand, trump)
