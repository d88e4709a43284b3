"""What a hand promises before a card is played."""

from random import Random

import pytest

from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.presets import PRESETS
from manillen_tui.players.estimate import excess


@pytest.mark.parametrize("name", ["west-flanders", "belgian", "malilla", "three"])
def test_a_hand_promises_the_same_in_any_order_of_its_cards(name: str) -> None:
    rules, rng = PRESETS[name], Random(name)
    for _ in range(500):
        hand = rng.sample(rules.cards.cards, 12)
        mixed = rng.sample(hand, len(hand))
        for trump in (*SUITS, None):
            assert excess(rules, mixed, trump) == excess(rules, hand, trump)
