"""Scores under changed rules, beyond the worked cases."""

import pytest
from msgspec.structs import replace

from manillen_tui.engine import Rules, match_winner, score_deal
from support.profiles import BELGIAN, MALILLA, WEST_FLANDERS


THREE = replace(MALILLA, name="three", players=3, partners=False, packets=(3, 4, 3))


def test_a_score_can_be_derived_again_from_its_factors() -> None:
    score = score_deal(
        WEST_FLANDERS, (0, 60), (0, 8), no_trump=True, doubled=True, calls=("along", "against")
    )
    factors = (
        score.no_trump_factor,
        score.tie_factor,
        score.sweep_factor,
        score.call_factor,
    )
    assert factors == (2, 2, 2, 4)
    assert (score.excess, score.winner, score.tie) == ((0, 30), 1, False)
    assert score.scores == (0, 30 * 2 * 2 * 2 * 4)


def test_factors_that_do_not_apply_are_one() -> None:
    score = score_deal(WEST_FLANDERS, (38, 22), (5, 3), no_trump=False, doubled=False)
    assert score.no_trump_factor == score.tie_factor == score.sweep_factor == 1
    assert score.call_factor == 1


def test_a_close_win_has_no_factors_and_losers_may_lose_it() -> None:
    rules = replace(BELGIAN, fixed_close_win=True, zero_sum=True)
    score = score_deal(rules, (30, 31), (4, 4), no_trump=True, doubled=False, calls=("along",))
    assert (score.no_trump_factor, score.call_factor, score.scores) == (1, 1, (-1, 1))
    pending = replace(WEST_FLANDERS, fixed_close_win=True)
    score = score_deal(pending, (31, 29), (8, 0), no_trump=False, doubled=True)
    assert (score.tie_factor, score.sweep_factor, score.scores) == (1, 1, (1, 0))
    wider = score_deal(rules, (29, 32), (4, 4), no_trump=True, doubled=False)
    assert wider.scores == (-4, 4)


def test_ties_may_accumulate() -> None:
    rules = replace(WEST_FLANDERS, ties_accumulate=True)
    score = score_deal(rules, (35, 25), (5, 3), no_trump=False, doubled=3)
    assert (score.tie_factor, score.scores) == (8, (40, 0))


def test_a_tie_doubles_nothing_unless_it_is_carried_over() -> None:
    assert score_deal(MALILLA, (35, 25), (5, 3), no_trump=False, doubled=True).scores == (5, 0)


def test_each_side_adds_all_its_points_in_a_cumulative_match() -> None:
    rules = replace(BELGIAN, cumulative=True)
    score = score_deal(rules, (33, 28), (5, 3), no_trump=True, doubled=False)
    assert (score.winner, score.scores) == (0, (66, 56))
    even = score_deal(
        replace(rules, last_trick_bonus=0), (30, 30), (4, 4), no_trump=False, doubled=False
    )
    assert (even.tie, even.scores) == (True, (0, 0))


@pytest.mark.parametrize(
    ("rules", "total", "par"),
    [
        (WEST_FLANDERS, 60, 30),
        (BELGIAN, 61, 30),
        (replace(WEST_FLANDERS, trick_points=1), 68, 34),
        (replace(BELGIAN, trick_points=1), 69, 34),
        (replace(THREE), 60, 20),
    ],
)
def test_par_is_an_equal_share_rounded_down(rules: Rules, total: int, par: int) -> None:
    assert (rules.total, rules.par) == (total, par)


def test_a_point_per_trick_raises_par() -> None:
    rules = replace(WEST_FLANDERS, trick_points=1)
    assert score_deal(rules, (34, 34), (4, 4), no_trump=False, doubled=False).tie
    assert score_deal(rules, (40, 28), (5, 3), no_trump=False, doubled=False).scores == (6, 0)


def test_with_three_players_par_is_twenty() -> None:
    two = score_deal(THREE, (25, 25, 10), (4, 4, 2), no_trump=False, doubled=False)
    assert (two.scores, two.winner, two.tie) == ((5, 5, 0), None, False)
    one = score_deal(THREE, (26, 24, 10), (4, 4, 2), no_trump=False, doubled=False)
    assert (one.scores, one.winner) == ((6, 4, 0), 0)
    none = score_deal(THREE, (20, 20, 20), (4, 4, 2), no_trump=False, doubled=False)
    assert (none.scores, none.winner, none.tie) == ((0, 0, 0), None, True)


@pytest.mark.parametrize("calls", [("against",), ("along", "along"), ("along", "against", "along")])
def test_calls_must_come_in_order(calls: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="calls"):
        score_deal(WEST_FLANDERS, (38, 22), (5, 3), no_trump=False, doubled=False, calls=calls)


def test_past_the_target_the_higher_total_wins_and_equal_totals_play_on() -> None:
    assert match_winner(WEST_FLANDERS, (100, 100)) is None
    assert match_winner(WEST_FLANDERS, (120, 110)) == 0
    assert match_winner(WEST_FLANDERS, (110, 120)) == 1
    assert match_winner(WEST_FLANDERS, (110, 110)) is None


def test_with_a_fixed_number_of_deals_the_target_does_not_matter() -> None:
    rules = replace(BELGIAN, deals=4)
    assert match_winner(rules, (90, 10), deals=3) is None
    assert match_winner(rules, (10, 11), deals=4) == 1
    assert match_winner(rules, (10, 10), deals=4) is None
    assert match_winner(rules, (12, 10), deals=5) == 0
    assert match_winner(replace(BELGIAN, deals=1), (9, 0)) is None  # none has been played yet


def test_a_score_keeps_all_it_was_derived_from() -> None:
    score = score_deal(WEST_FLANDERS, [38, 22], [5, 3], no_trump=False, doubled=False)
    assert (score.points, score.tricks) == ((38, 22), (5, 3))
