"""Who cuts, deals, speaks, leads and deals next, under every preset.

Seats are numbered clockwise, so that the left neighbour of seat 1 is seat 2.
"""

from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Phase, Rules, view_of
from manillen_tui.engine.cards import cards_in
from manillen_tui.engine.commands import Cut, Pass, Play
from manillen_tui.engine.match import Match, apply, shuffle, start
from manillen_tui.engine.rules import Tie
from support.matches import all_seen, by_chance, done, entropy, in_play, play, take


CLOCKWISE = {"west-flanders", "two"}
#: The presets in which nobody chooses trump.
GIVEN = {
    "malilla",
    "manillen-troef",
    "zonder-troef",
    "parlee",
    "muette",
    "three",
    "espanola",
    "mexicana",
}


def to_cut(rules: Rules, dealer: int = 1) -> Match:
    return shuffle(replace(start(rules), dealer=dealer), entropy("flow"))[0]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_the_seats_around_the_dealer(rules: Rules) -> None:
    players = rules.players
    left, right = 2 % players, 0
    cutter, first = (right, left) if rules.name in CLOCKWISE else (left, right)
    match = to_cut(rules)
    assert (match.phase, match.to_act) == (Phase.CUT, (cutter,))
    match = done(apply(match, cutter, Cut(7)))
    assert match.deal is not None
    pack = match.deal.pack
    assert set(pack[: rules.packets[0]]) <= set(cards_in(match.deal.hands[first]))
    assert match.deal.dealt[1] >> pack[-1] & 1
    assert match.deal.leader == first
    if rules.name in GIVEN:
        assert (match.phase, match.to_act) == (Phase.PLAY, (first,))
    else:
        speaker = 1 if rules.name in CLOCKWISE else first
        assert (match.phase, match.to_act) == (Phase.TRUMP, (speaker,))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_cards_are_played_around_the_table(rules: Rules) -> None:
    match, rng = to_cut(rules), Random("round")
    step = by_chance(rng)
    while match.phase is not Phase.PLAY or not match.to_act:
        if match.phase is Phase.SCORE:  # nobody bid
            match = to_cut(rules)
        match = take(match, step(match))
    (seat,) = match.to_act
    way = 1 if rules.name in CLOCKWISE else -1
    for place in range(rules.players):
        assert match.to_act == ((seat + way * place) % rules.players,)
        (mover,) = match.to_act
        match = done(apply(match, mover, Play(view_of(match, mover).legal[0])))
    assert match.deal is not None
    assert match.to_act == (match.deal.tricks[0].winner,)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_the_deal_passes_on(rules: Rules) -> None:
    match, rng = to_cut(replace(rules, target=999)), Random("on")
    step = by_chance(rng)
    while match.phase is not Phase.SCORE:
        match = take(match, step(match))
    way = 1 if rules.name in CLOCKWISE else -1
    assert all_seen(match).dealer == (1 + way) % rules.players


@pytest.mark.parametrize(
    ("name", "dealer"),
    [("west-flanders", 2), ("malilla", 0), ("parlee", 0), ("two", 0)],
)
def test_a_tied_deal_passes_on_too(name: str, dealer: int) -> None:
    assert all_seen(tied(PRESETS[name])).dealer == dealer


@pytest.mark.parametrize("name", ["belgian", "manillen-troef", "zonder-troef", "verplicht"])
def test_without_a_bonus_the_same_dealer_deals_a_tied_deal_again(name: str) -> None:
    rules = replace(PRESETS[name], last_trick_bonus=0)
    match = tied(rules)
    assert match.totals == (0, 0)
    assert all_seen(match).dealer == 1
    assert all_seen(tied(replace(rules, tie=Tie.NEXT_DEALER))).dealer == 0


def tied(rules: Rules) -> Match:
    """The end of a deal by seat 1 in which both sides have 30 points."""
    hands = "10♣|9♣|8♣|7♣" if rules.players == 4 else "10♣|9♣"
    points = [30, 25, *[0] * (rules.tricks - 3)]
    taken = [(1, points[0]), *((0, worth) for worth in points[1:])]
    match = Match(rules, totals=(0,) * rules.sides)
    match = play(in_play(hands, dealer=1, taken=taken, match=match), "10♣")
    while match.phase is Phase.PLAY:
        (seat,) = match.to_act
        match = play(match, str(view_of(match, seat).legal[0]))
    score = match.sheet[-1].score
    assert score is not None and score.tie
    return match


def test_when_all_pass_the_next_dealer_deals_and_nobody_scores() -> None:
    match = to_cut(PRESETS["encheres"])
    match = done(apply(match, 2, Cut(9)))
    for seat in (0, 3, 2, 1):
        assert match.to_act == (seat,)
        match = done(apply(match, seat, Pass()))
    assert match.phase is Phase.SCORE
    (record,) = match.sheet
    assert (record.score, record.namer, record.totals) == (None, None, (0, 0))
    assert all_seen(match).dealer == 0


def test_three_players_go_around_three_chairs() -> None:
    match = to_cut(PRESETS["three"], dealer=0)
    assert match.to_act == (1,)
    match = done(apply(match, 1, Cut(3)))
    assert match.to_act == (2,)
    assert match.deal is not None
    assert [hand.bit_count() for hand in match.deal.hands] == [10, 10, 10]
