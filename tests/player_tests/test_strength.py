"""The policy wins against players who only know the rules. Fixed deals, each played twice."""

from random import Random

import pytest

from benchmarks.arena import anything, duel, lowest
from manillen_tui.players.policy import choose


@pytest.mark.parametrize(
    ("deals", "least"), [(150, 8.0), pytest.param(2000, 10.0, marks=pytest.mark.deep)]
)
def test_gains_clearly_on_a_player_who_plays_any_legal_card(deals: int, least: float) -> None:
    margin = duel(choose, anything(Random(1)), range(deals))
    assert margin.least > least, margin


@pytest.mark.parametrize(
    ("deals", "least"), [(150, 1.0), pytest.param(2000, 3.0, marks=pytest.mark.deep)]
)
def test_gains_on_a_player_who_plays_the_lowest_legal_card(deals: int, least: float) -> None:
    margin = duel(choose, lowest, range(deals))
    assert margin.least > least, margin
