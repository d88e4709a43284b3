"""Matches of several games or a fixed number of deals, and how close matches are decided."""

from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Phase, Rules, Suit, apply, match_winner, view_of
from manillen_tui.engine.commands import Cut, Look
from manillen_tui.engine.events import GameWon, MatchWon, SeatsMoved
from manillen_tui.engine.match import Match, shuffle, start
from support.matches import all_seen, by_chance, cards, done, entropy, in_play, play, whole_match


WEST_FLANDERS = PRESETS["west-flanders"]
MALILLA = PRESETS["malilla"]


def end_deal(match: Match, points: int, *, dealer: int = 3) -> Match:
    """Play the last trick of a deal in which the side of seat 0 gets this many of 60 points."""
    before = [(1, 60 - points), (0, points - 5), (1, 0), (0, 0), (1, 0), (1, 0), (0, 0)]
    order = "10♣ 9♣ 8♣ 7♣" if match.rules.step == 1 else "10♣ 7♣ 8♣ 9♣"
    hands = "10♣|9♣|8♣|7♣"
    match = in_play(hands, trump=Suit.HEARTS, dealer=dealer, taken=before, match=match)
    return play(match, order)


def begin(match: Match) -> Match:
    return shuffle(all_seen(match), entropy("next game"))[0]


# --- best of


def test_the_first_with_two_games_of_three_wins_and_scores_restart() -> None:
    rules = replace(MALILLA, best_of=3, target=8)
    match = end_deal(start(rules), 40)
    assert (match.phase, match.totals, match.games) == (Phase.SCORE, (10, 0), (1, 0))
    assert match.events[-1] == GameWon(0, (1, 0))
    view = view_of(match, 0)
    assert (view.game, view.games, view.totals, view.winner) == (1, (1, 0), (10, 0), None)
    match = begin(match)
    assert (match.game, match.totals, match.dealer) == (2, (0, 0), 2)
    assert view_of(match, 0).game == view_of(match, None).game == 2
    match = end_deal(match, 20)
    assert (match.games, match.totals) == ((1, 1), (0, 10))
    match = end_deal(begin(match), 36)
    assert (match.games, match.phase) == ((1, 1), Phase.SCORE)
    match = end_deal(begin(match), 36)
    assert (match.games, match.phase, match.winner) == ((2, 1), Phase.OVER, 0)
    assert match.events[-2:] == (GameWon(0, (2, 1)), MatchWon(0))
    assert [record.game for record in match.sheet] == [1, 2, 3, 3]
    assert [record.number for record in match.sheet] == [1, 2, 3, 4]
    assert [record.totals for record in match.sheet] == [(10, 0), (0, 10), (6, 0), (12, 0)]


def test_a_match_of_five_games_ends_as_soon_as_it_is_decided() -> None:
    match = start(replace(MALILLA, best_of=5, target=8))
    for game in (1, 2, 3):
        assert match.phase is not Phase.OVER
        match = end_deal(match if game == 1 else begin(match), 40)
    assert (match.games, match.winner) == ((3, 0), 0)


def test_a_match_of_one_game_is_announced_as_won_only_once() -> None:
    match = end_deal(start(replace(MALILLA, target=8)), 40)
    assert (match.winner, match.games, match.events[-1]) == (0, (1, 0), MatchWon(0))
    assert not any(isinstance(event, GameWon) for event in match.events)


def test_a_tie_does_not_carry_over_to_the_next_game() -> None:
    rules = replace(WEST_FLANDERS, best_of=3, deals=2)
    match = end_deal(end_deal(start(rules), 40), 30)
    assert (match.ties, match.games) == (1, (1, 0))
    assert begin(match).ties == 0


def test_three_players_with_a_game_each_play_another_game() -> None:
    rules = replace(PRESETS["three"], best_of=3, target=30)
    seen = set()
    for seed in range(12):
        *_, (_, match) = whole_match(rules, by_chance(Random(seed)))
        assert match.winner is not None
        most = match.games[match.winner]
        assert list(match.games).count(most) == 1
        assert most == 2
        seen.add(sum(match.games))
    assert max(seen) == 4  # a fourth game after one for each


def test_with_four_sides_the_most_games_win_once_all_are_played() -> None:
    rules = replace(MALILLA, partners=False, best_of=5, target=8)
    for before, winner in (((1, 1, 1, 1), 0), ((1, 2, 1, 0), None), ((2, 2, 1, 0), 0)):
        taken = [(1, 10), (2, 15), (3, 10), (0, 20), *[(0, 0)] * 3]
        match = replace(start(rules), games=before)
        match = in_play("10♣|9♣|8♣|7♣", trump=Suit.HEARTS, taken=taken, match=match)
        match = play(match, "10♣ 7♣ 8♣ 9♣")
        assert (match.winner, match.games[0]) == (winner, before[0] + 1)


# --- seats move on


def test_everybody_moves_one_seat_on_between_games_and_keeps_their_games() -> None:
    for rules, places, before in (
        (WEST_FLANDERS, 1, "7♣ 10♣ 9♣ 8♣"),
        (MALILLA, -1, "9♣ 8♣ 7♣ 10♣"),
    ):
        rules = replace(rules, best_of=3, target=8, rotate_seats=True, watch_open=True)
        match = end_deal(start(rules), 40, dealer=0)
        assert match.games == (1, 0)
        match = begin(match)
        assert match.events[0] == SeatsMoved(places)
        assert match.games == (0, 1)  # the people of side 0 now sit on the seats of side 1
        # The next dealer sat at seat 0 + places, and moved on with everybody.
        assert match.dealer == (2 * places) % 4
        # A spectator sees what each of them held, at the seat where they sit now.
        assert view_of(match, None).hands == tuple((card,) for card in cards(before))
        match = begin(end_deal(match, 36))
        assert not any(isinstance(event, SeatsMoved) for event in match.events)


def test_three_players_move_one_seat_on_and_keep_their_games() -> None:
    rules = replace(PRESETS["three"], best_of=3, target=8, rotate_seats=True)
    taken = [(1, 15), (2, 15), (0, 25), *[(0, 0)] * 6]
    match = in_play("10♣|9♣|8♣", dealer=0, trump=Suit.HEARTS, taken=taken, match=start(rules))
    match = play(match, "10♣ 8♣ 9♣")
    assert match.games == (1, 0, 0)
    match = begin(match)
    assert match.events[0] == SeatsMoved(-1)
    assert match.games == (0, 0, 1)  # whoever sat at seat 0 now sits at seat 2
    assert match.dealer == 1  # seat 2 was to deal, and now sits at seat 1


def test_seats_stay_unless_the_rules_say_otherwise() -> None:
    match = end_deal(start(replace(MALILLA, best_of=3, target=8)), 40)
    assert not any(isinstance(event, SeatsMoved) for event in begin(match).events)


# --- a number of deals


def test_after_a_fixed_number_of_deals_the_higher_total_wins() -> None:
    rules = replace(PRESETS["belgian"], deals=3)
    match = start(rules)
    for points, phase in ((59, Phase.SCORE), (35, Phase.SCORE), (20, Phase.OVER)):
        match = end_deal(match if not match.sheet else begin(match), points)
        assert match.phase is phase
    assert match.winner == 0


def test_each_game_counts_its_own_deals_except_void_ones() -> None:
    rules = replace(WEST_FLANDERS, best_of=3, deals=2)
    match = end_deal(begin(end_deal(start(rules), 40)), 40)
    assert (match.games, match.totals) == ((1, 0), (20, 0))
    match = begin(match)
    match = done(apply(match, match.to_act[0], Cut(16)))
    assert match.deal is not None and match.deal.waiting is not None
    match = done(apply(match, match.deal.waiting, Look()))
    assert (match.sheet[-1].score, match.sheet[-1].game) == (None, 2)
    match = end_deal(begin(match), 40)
    assert (match.games, match.phase) == ((1, 0), Phase.SCORE)
    match = end_deal(begin(match), 40)
    assert (match.games, match.phase) == ((2, 0), Phase.OVER)
    assert [record.game for record in match.sheet] == [1, 1, 2, 2, 2]


def test_no_total_wins_before_the_fixed_number_of_deals() -> None:
    rules = replace(MALILLA, deals=1)
    assert match_winner(rules, (120, 0)) is None
    assert match_winner(rules, (120, 0), 1) == 0


def test_equal_totals_after_the_last_deal_lead_to_another() -> None:
    rules = replace(MALILLA, deals=2)
    match = end_deal(begin(end_deal(start(rules), 36)), 24)
    assert (match.totals, match.phase) == ((6, 6), Phase.SCORE)
    match = end_deal(begin(match), 29)
    assert (match.winner, len(match.sheet)) == (1, 3)


# --- both past the target


@pytest.mark.parametrize(
    ("rules", "totals", "winner"),
    [
        (replace(PRESETS["belgian"], cumulative=True, target=101), (128, 118), 0),
        (replace(PRESETS["belgian"], cumulative=True, target=101), (121, 121), None),
        (replace(MALILLA, turn_up_bonus=True), (102, 104), 1),
        (PRESETS["three"], (101, 105, 103), 1),
        (PRESETS["three"], (105, 99, 105), None),
        (replace(MALILLA, target=50), (49, 50), 1),
        (replace(MALILLA, target=201), (200, 150), None),
    ],
)
def test_the_higher_total_past_the_target_wins(
    rules: Rules, totals: tuple[int, ...], winner: int | None
) -> None:
    assert match_winner(rules, totals) == winner
