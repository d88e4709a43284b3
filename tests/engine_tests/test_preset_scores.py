"""The whole scoring table of every preset: each way to divide the points of a deal.

Expected scores are worked out here again, in plain numbers from the text of the rules.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules, score_deal


BELGIAN = ["belgian", "verplicht", "parlante", "ascolana"]
YES_NO = (False, True)
MALILLA = ["malilla", "parlee", "muette", "espanola", "mexicana"]


def splits(total: int) -> Iterator[tuple[int, int]]:
    return ((points, total - points) for points in range(total + 1))


def tricks_for(points: tuple[int, int], number: int, swept: bool) -> tuple[int, int]:
    most = number if swept else number - 1
    return (most, number - most) if points[0] > points[1] else (number - most, most)


@pytest.mark.parametrize(("name", "tricks"), [("west-flanders", 8), ("two", 16)])
def test_west_flanders_and_its_form_for_two(name: str, tricks: int) -> None:
    for points, no_trump, tied, swept in product(splits(60), YES_NO, YES_NO, YES_NO):
        if swept and points[0] == points[1]:
            continue
        score = score_deal(
            PRESETS[name],
            points,
            tricks_for(points, tricks, swept),
            no_trump=no_trump,
            doubled=tied,
        )
        times = (2 if no_trump else 1) * (2 if tied else 1) * (2 if swept else 1)
        expected = tuple((mine - 30) * times if mine > 30 else 0 for mine in points)
        assert score.scores == expected
        assert score.tie == (points == (30, 30))


@pytest.mark.parametrize("name", BELGIAN)
def test_the_belgian_profile(name: str) -> None:
    for points, no_trump, swept in product(splits(61), YES_NO, YES_NO):
        tricks = tricks_for(points, 8, swept)
        score = score_deal(PRESETS[name], points, tricks, no_trump=no_trump, doubled=False)
        times = 2 if no_trump else 1
        assert score.scores == tuple((mine - 30) * times if mine >= 31 else 0 for mine in points)
        assert score.winner == (0 if points[0] > points[1] else 1)
        assert not score.tie


def test_a_turned_trump_never_doubles() -> None:
    for points in splits(61):
        rules = PRESETS["manillen-troef"]
        score = score_deal(rules, points, (4, 4), no_trump=False, doubled=False)
        assert score.scores == tuple(mine - 30 if mine >= 31 else 0 for mine in points)


def test_at_no_trump_every_deal_counts_double() -> None:
    for points in splits(61):
        rules = PRESETS["zonder-troef"]
        score = score_deal(rules, points, (4, 4), no_trump=True, doubled=False)
        assert score.scores == tuple(2 * (mine - 30) if mine >= 31 else 0 for mine in points)


@pytest.mark.parametrize("name", MALILLA)
def test_malilla_has_no_factors(name: str) -> None:
    rules = PRESETS[name]
    for points, swept in product(splits(60), YES_NO):
        if swept and points[0] == points[1]:
            continue
        tricks = tricks_for(points, rules.tricks, swept)
        score = score_deal(rules, points, tricks, no_trump=False, doubled=True)
        assert score.scores == tuple(mine - 30 if mine > 30 else 0 for mine in points)
        assert score.tie == (points == (30, 30))


def test_the_losers_may_lose_as_much_as_the_winners_score() -> None:
    rules = replace(PRESETS["malilla"], zero_sum=True)
    for points in splits(60):
        score = score_deal(rules, points, (4, 4), no_trump=False, doubled=False)
        assert score.scores == (points[0] - 30, points[1] - 30)


@pytest.mark.parametrize("bonus", [0, 1])
def test_every_bid_is_either_made_or_failed(bonus: int) -> None:
    rules = replace(PRESETS["encheres"], last_trick_bonus=bonus)
    for bid, points, bidder in product(range(31, 61 + bonus), splits(60 + bonus), (0, 1)):
        score = score_deal(rules, points, (4, 4), no_trump=False, doubled=False, bid=(bidder, bid))
        mine, theirs = points[bidder], points[1 - bidder]
        expected = (mine - 30, 0) if mine >= bid else (0, max(theirs - 30, bid - 30))
        assert (score.scores[bidder], score.scores[1 - bidder]) == expected
        assert score.winner == (bidder if mine >= bid else 1 - bidder)
        assert not score.tie
        assert (score.bid, score.bidder) == (bid, bidder)


def test_with_three_players_each_scores_what_they_have_above_twenty() -> None:
    rules = PRESETS["three"]
    for one, two in product(range(61), range(61)):
        points = (one, two, 60 - one - two)
        if points[2] < 0:
            continue
        score = score_deal(rules, points, (4, 3, 3), no_trump=False, doubled=False)
        assert score.scores == tuple(max(0, mine - 20) for mine in points)
        assert score.tie == (points == (20, 20, 20))


# --- options


def test_a_point_per_trick_raises_total_and_par() -> None:
    spanish = replace(PRESETS["espanola"], pack="spanish-48", packets=(4, 4, 4), trick_points=1)
    for rules, total, par in (
        (replace(PRESETS["west-flanders"], trick_points=1), 68, 34),
        (replace(PRESETS["belgian"], trick_points=1), 69, 34),
        (replace(PRESETS["malilla"], trick_points=1), 68, 34),
        (replace(PRESETS["two"], trick_points=1), 76, 38),
        (spanish, 72, 36),
    ):
        assert (rules.total, rules.par) == (total, par)
        for points in splits(total):
            score = score_deal(rules, points, (4, 4), no_trump=False, doubled=False)
            assert score.scores == tuple(max(0, mine - par) for mine in points)


@pytest.mark.parametrize("no_trump", [False, True])
def test_with_cumulative_scores_both_sides_add_their_points(no_trump: bool) -> None:
    rules = replace(PRESETS["belgian"], cumulative=True, target=101)
    for points in splits(61):
        score = score_deal(rules, points, (4, 4), no_trump=no_trump, doubled=False)
        assert score.scores == tuple(mine * (2 if no_trump else 1) for mine in points)


def test_a_close_win_may_score_one_whatever_the_factors() -> None:
    rules = replace(PRESETS["belgian"], fixed_close_win=True)
    for points in splits(61):
        score = score_deal(rules, points, (4, 4), no_trump=True, doubled=False)
        plain = tuple(2 * (mine - 30) if mine >= 31 else 0 for mine in points)
        assert score.scores == (tuple(map(bool, plain)) if 31 in points else plain)


def test_no_trump_named_blind_counts_four_times() -> None:
    rules = replace(PRESETS["west-flanders"], blind_no_trump=True)
    for points in splits(60):
        score = score_deal(rules, points, (4, 4), no_trump=True, doubled=False, blind=True)
        assert score.scores == tuple(4 * max(0, mine - 30) for mine in points)
        assert score.no_trump_factor == 4


@pytest.mark.parametrize(("calls", "times"), [((), 1), (("along",), 2), (("along", "against"), 4)])
def test_calls_double_for_whoever_wins(calls: tuple[str, ...], times: int) -> None:
    for name in ("west-flanders", "malilla"):
        rules = replace(PRESETS[name], calls=True)
        for points in splits(60):
            score = score_deal(rules, points, (4, 4), no_trump=False, doubled=False, calls=calls)
            assert score.scores == tuple(times * max(0, mine - 30) for mine in points)


@pytest.mark.parametrize("worth", range(6))
def test_the_turned_cards_bonus_is_not_multiplied(worth: int) -> None:
    rules = replace(PRESETS["malilla"], turn_up_bonus=True, calls=True)
    for points in splits(60):
        score = score_deal(
            rules,
            points,
            (4, 4),
            no_trump=False,
            doubled=False,
            calls=("along",),
            turned=(1, worth),
        )
        expected = tuple(2 * max(0, mine - 30) for mine in points)
        assert score.scores == (expected[0], expected[1] + worth)
        assert score.bonus == (0, worth)
        unmoved = score_deal(
            PRESETS["malilla"], points, (4, 4), no_trump=False, doubled=False, turned=(1, worth)
        )
        assert unmoved.bonus == ()


def test_the_points_of_a_deal_add_up_to_the_rules_total() -> None:
    totals: dict[Rules, int] = {rules: rules.total for rules in PRESETS.values()}
    belgian = {"belgian", "manillen-troef", "zonder-troef", "verplicht", "parlante", "ascolana"}
    assert all(total == (61 if rules.name in belgian else 60) for rules, total in totals.items())
