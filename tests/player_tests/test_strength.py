"""The policy beats players who only know the rules. Fixed deals, played from every side."""

from random import Random

import pytest

from benchmarks.arena import anything, duel, lowest
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.players.policy import choose


every_preset = pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))


@every_preset
@pytest.mark.parametrize("deals", [24, pytest.param(400, marks=pytest.mark.deep)])
def test_beats_a_player_who_says_and_plays_anything_legal(deals: int, rules: Rules) -> None:
    margin = duel(choose, anything(Random(1)), range(deals), rules)
    assert margin.least > 0, margin


@pytest.mark.deep
@every_preset
def test_beats_a_player_who_plays_the_lowest_legal_card(rules: Rules) -> None:
    margin = duel(choose, lowest, range(400), rules)
    assert margin.least > 0, margin
