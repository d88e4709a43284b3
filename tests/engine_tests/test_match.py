"""Matches as played at the table, from drawing the first dealer to the last card."""

from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine import Card, Phase, Reason, Refusal, Rules, Suit, apply, view_of
from manillen_tui.engine.cards import mask_of
from manillen_tui.engine.commands import Cut, Look, NameTrump, Next, Play
from manillen_tui.engine.events import (
    CardPlayed,
    DealBegan,
    DealScored,
    LookedEarly,
    Manner,
    MatchWon,
    PackCut,
    TrickTaken,
    TrumpNamed,
)
from manillen_tui.engine.match import Match, shuffle, start
from manillen_tui.engine.rules import Direction, Neighbour, Tie
from manillen_tui.engine.shuffle import cut_position, lot, shuffled
from support.matches import (
    all_seen,
    by_chance,
    done,
    entropy,
    in_play,
    play,
    take,
    whole_match,
)
from support.profiles import WEST_FLANDERS


def end_deal(points: int, match: Match | None = None, *, dealer: int = 3) -> Match:
    """Play the last trick of a deal in which the side of seat 0 gets this many of 60 points."""
    before = [(1, 60 - points), (0, points - 5), (1, 0), (0, 0), (1, 0), (1, 0), (0, 0)]
    match = in_play("10♣|9♣|8♣|7♣", dealer=dealer, taken=before, trump=Suit.HEARTS, match=match)
    return play(match, "10♣ 9♣ 8♣ 7♣")


def look_early(match: Match, name: str = "void") -> Match:
    """A whole deal that the dealer's partner voids by looking early."""
    match = shuffle(match, entropy(name))[0]
    match = done(apply(match, match.to_act[0], Cut(16)))
    assert match.dealer is not None
    return done(apply(match, (match.dealer + 2) % 4, Look()))


# --- a deal begins


def test_the_first_dealer_is_drawn_by_lot() -> None:
    drawn = set()
    for name in range(12):
        match, events = shuffle(start(WEST_FLANDERS), entropy(name))
        dealer = lot(4, entropy(name))
        assert match.dealer == dealer
        assert events == (DealBegan(1, dealer, (dealer - 1) % 4, by_lot=True),)
        drawn.add(dealer)
    assert drawn == {0, 1, 2, 3}


def test_the_dealers_right_cuts_and_everybody_gets_3_2_3() -> None:
    match, _ = shuffle(replace(start(WEST_FLANDERS), dealer=0), entropy("cut"))
    pack = shuffled(WEST_FLANDERS.cards.cards, entropy("cut"))
    assert (match.phase, match.to_act) == (Phase.CUT, (3,))
    match = done(apply(match, 3, Cut(10)))
    assert match.events[-1] == PackCut(3, 10, automatic=False)
    pack = pack[10:] + pack[:10]
    assert match.deal is not None
    assert match.deal.hands[1] == mask_of(pack[0:3] + pack[12:14] + pack[20:23])
    assert match.deal.hands[0] == mask_of(pack[9:12] + pack[18:20] + pack[29:32])


def test_the_cut_may_be_automatic() -> None:
    rules = replace(WEST_FLANDERS, cut_automatic=True)
    match, events = shuffle(start(rules), entropy("auto"))
    position = cut_position(32, entropy("auto"))
    assert match.dealer is not None
    assert events[1] == PackCut((match.dealer - 1) % 4, position, automatic=True)
    assert (match.phase, match.to_act) == (Phase.TRUMP, (match.dealer,))
    by_hand, _ = shuffle(start(WEST_FLANDERS), entropy("auto"))
    by_hand = done(apply(by_hand, by_hand.to_act[0], Cut(position)))
    assert match.deal is not None and by_hand.deal is not None
    assert match.deal.hands == by_hand.deal.hands


def test_the_dealer_names_trump_and_the_player_on_their_left_leads() -> None:
    match, _ = shuffle(replace(start(WEST_FLANDERS), dealer=3), entropy("name"))
    match = done(apply(match, 2, Cut(16)))
    assert match.to_act == (3,)
    match = done(apply(match, 3, NameTrump(None)))
    assert match.events[-1] == TrumpNamed(3, None)
    assert (match.phase, match.to_act) == (Phase.PLAY, (0,))


def test_a_shuffle_is_an_error_unless_due() -> None:
    match, _ = shuffle(start(WEST_FLANDERS), entropy(1))
    with pytest.raises(ValueError, match="no shuffle"):
        shuffle(match, entropy(2))


# --- a deal is played


def test_cards_are_played_in_turn_and_the_winner_leads() -> None:
    match = in_play("A♣ 7♥|K♠ 8♥|9♣ 9♥|7♦ 10♥", trump=Suit.DIAMONDS, taken=[(0, 0)] * 6)
    match = play(match, "A♣ K♠ 9♣ 7♦")
    assert match.events == (
        CardPlayed(0, Card.parse("A♣"), Manner.LEAD),
        CardPlayed(1, Card.parse("K♠"), Manner.DISCARD),
        CardPlayed(2, Card.parse("9♣"), Manner.FOLLOW),
        CardPlayed(3, Card.parse("7♦"), Manner.RUFF),
        TrickTaken(7, 3, 7),
    )
    assert match.to_act == (3,)


def test_play_goes_counter_clockwise_if_the_rules_say_so() -> None:
    rules = replace(
        WEST_FLANDERS, direction=Direction.COUNTER_CLOCKWISE, cut_by=Neighbour.LEFT, packets=(4, 4)
    )
    match, _ = shuffle(replace(start(rules), dealer=0), entropy("round"))
    assert match.to_act == (1,)
    match = done(apply(match, 1, Cut(16)))
    match = done(apply(match, 0, NameTrump(None)))
    assert match.to_act == (3,)
    match = in_play("A♣|K♣|9♣|7♣", dealer=0, taken=[(3, 0)] * 7, match=Match(rules, (0, 0)))
    match = all_seen(play(match, "7♣ 9♣ K♣ A♣"))
    assert match.dealer == 3


def test_the_last_trick_may_be_worth_more() -> None:
    rules = replace(WEST_FLANDERS, last_trick_bonus=1, trick_points=1)
    match = in_play("10♣ 7♥|9♣ 8♥|8♣ A♥|7♣ Q♥", taken=[(0, 0)] * 6, match=Match(rules, (0, 0)))
    match = play(match, "10♣ 9♣ 8♣ 7♣")
    assert match.events[-1] == TrickTaken(7, 0, 5 + 1)
    match = play(match, "7♥ 8♥ A♥ Q♥")
    assert TrickTaken(8, 2, 6 + 1 + 1) in match.events


# --- a deal is scored


def test_the_sheet_stays_open_until_everybody_has_seen_it() -> None:
    match = end_deal(38)
    assert (match.phase, match.to_act) == (Phase.SCORE, (0, 1, 2, 3))
    assert match.totals == (8, 0)
    assert isinstance(match.events[-1], DealScored)
    (record,) = match.sheet
    assert (record.number, record.dealer, record.namer, record.game) == (1, 3, 3, 1)
    assert (record.trump, record.score) == (Suit.HEARTS, match.events[-1].score)
    for seat in (2, 0, 3):
        match = done(apply(match, seat, Next()))
    assert (match.phase, match.to_act) == (Phase.SCORE, (1,))
    assert set(view_of(match, 1).seen) == {0, 2, 3}
    match = done(apply(match, 1, Next()))
    assert (match.phase, match.to_act) == (Phase.SHUFFLE, ())
    match, events = shuffle(match, entropy("second"))
    assert events == (DealBegan(2, 0, 3, by_lot=False),)
    assert match.seen == ()


def test_all_tricks_count_double() -> None:
    match = in_play("10♣|9♣|8♣|7♣", trump=Suit.HEARTS, taken=[(0, 30), (2, 25), *[(0, 0)] * 5])
    match = play(match, "10♣ 9♣ 8♣ 7♣")
    assert match.totals == (60, 0)


def test_a_tie_doubles_the_next_decisive_deal_once() -> None:
    match = all_seen(end_deal(30))
    match = all_seen(end_deal(30, match))
    assert (match.totals, match.ties) == ((0, 0), 1)
    match = all_seen(end_deal(35, match))
    assert (match.totals, match.ties) == ((10, 0), 0)
    match = all_seen(end_deal(35, match))
    assert match.totals == (15, 0)
    scores = [record.score for record in match.sheet]
    assert [score and score.tie_factor for score in scores] == [1, 2, 2, 1]


def test_a_void_deal_leaves_a_tie_pending_and_is_not_a_tie() -> None:
    match = look_early(all_seen(end_deal(30)))
    assert (match.ties, match.sheet[-1].score) == (1, None)
    match = end_deal(35, all_seen(match))
    assert match.totals == (10, 0)
    match = end_deal(35, all_seen(look_early(start(WEST_FLANDERS))))
    assert match.totals == (5, 0)


def test_ties_accumulate_if_the_rules_say_so() -> None:
    match = Match(replace(WEST_FLANDERS, ties_accumulate=True), totals=(0, 0))
    for points in (30, 30, 35):
        match = all_seen(end_deal(points, match))
    assert match.totals == (20, 0)


def test_the_deal_passes_on_after_a_tie_unless_the_rules_say_otherwise() -> None:
    assert all_seen(end_deal(30, dealer=1)).dealer == 2
    same = Match(replace(WEST_FLANDERS, tie=Tie.SAME_DEALER), totals=(0, 0))
    match = all_seen(end_deal(30, same, dealer=1))
    assert (match.dealer, match.ties) == (1, 0)
    assert all_seen(end_deal(35, same, dealer=1)).dealer == 2


def test_looking_early_loses_the_deal() -> None:
    match = look_early(start(WEST_FLANDERS))
    looker = match.events[-1]
    assert isinstance(looker, LookedEarly) and match.dealer is not None
    assert looker.seat == (match.dealer + 2) % 4
    (record,) = match.sheet
    assert (record.score, record.namer, record.totals) == (None, None, (0, 0))
    assert match.phase is Phase.SCORE
    assert all_seen(match).dealer == (match.dealer + 1) % 4


# --- a match ends


def test_the_target_is_checked_after_the_whole_deal() -> None:
    match = Match(WEST_FLANDERS, totals=(100, 90))
    match = in_play("10♣ 7♥|9♣ 8♥|8♣ A♥|7♣ Q♥", taken=[(0, 40)] * 6, match=match)
    match = play(match, "10♣ 9♣ 8♣ 7♣")
    assert match.phase is Phase.PLAY
    match = play(match, "7♥ 8♥ A♥ Q♥")
    assert match.phase is Phase.OVER


def test_the_first_side_at_the_target_wins_and_nobody_is_to_act() -> None:
    match = end_deal(22, Match(WEST_FLANDERS, totals=(100, 93)))
    assert (match.phase, match.totals, match.winner) == (Phase.OVER, (100, 101), 1)
    assert match.games == (0, 1)
    for seat in (0, 1, 2, 3, None):
        view = view_of(match, seat)
        assert (view.phase, view.winner, view.games, view.totals) == (
            Phase.OVER,
            1,
            (0, 1),
            (100, 101),
        )
    assert match.events[-1] == MatchWon(1)
    assert match.to_act == ()
    for command in (Next(), Look(), Cut(3), NameTrump(None), Play(Card.parse("10♣"))):
        assert apply(match, 0, command) == Refusal(Reason.NOT_NOW)
    with pytest.raises(ValueError, match="no shuffle"):
        shuffle(match, entropy("over"))


def test_a_point_short_of_the_target_plays_on() -> None:
    assert end_deal(35, Match(WEST_FLANDERS, totals=(95, 40))).phase is Phase.SCORE


# --- turns and events


def test_the_turn_number_rises_after_every_turn() -> None:
    match = start(WEST_FLANDERS)
    for step in (entropy("turns"), None, None, None):
        before = match.turn
        match = take(match, step or by_chance(Random("turns"))(match))
        assert match.turn == before + 1


def test_looking_and_closing_the_sheet_belong_to_no_turn() -> None:
    match, _ = shuffle(start(WEST_FLANDERS), entropy("no turn"))
    match = done(apply(match, match.to_act[0], Cut(4)))
    turn = match.turn
    assert match.dealer is not None
    match = all_seen(done(apply(match, (match.dealer + 2) % 4, Look())))
    assert match.turn == turn
    assert shuffle(match, entropy("later"))[0].turn == turn + 1


def test_events_are_numbered_through_the_match() -> None:
    total = 0
    for step, match in whole_match(WEST_FLANDERS, by_chance(Random("events"), looks=0.3)):
        if isinstance(step, bytes):
            assert match.first_event == total
        total = match.first_event + len(match.events)
    assert total > 300


# --- whole matches


def check_sheet(rules: Rules, match: Match) -> None:
    """Derive every line of the score sheet again from what was captured."""
    totals, pending, dealer = [0, 0], 1, match.sheet[0].dealer
    for number, record in enumerate(match.sheet, start=1):
        assert (record.number, record.dealer) == (number, dealer)
        dealer = (dealer + 1) % 4
        if record.score is None:
            assert record.namer is None
            continue
        points, tricks = record.score.points, record.score.tricks
        assert (sum(points), sum(tricks)) == (60, 8)
        factor = pending
        if record.trump is None:
            factor *= 2
        if 8 in tricks:
            factor *= 2
        for side in (0, 1):
            won = max(0, points[side] - 30) * factor
            assert record.score.scores[side] == won
            totals[side] += won
        pending = 2 if points == (30, 30) else 1
        assert max(totals) < rules.target or record == match.sheet[-1]
    assert list(match.totals) == totals
    assert match.winner == totals.index(max(totals))


@pytest.mark.parametrize("number", [10, pytest.param(1_000, marks=pytest.mark.deep)])
def test_random_matches_end_score_correctly_and_replay_the_same(number: int) -> None:
    rules = WEST_FLANDERS
    ties_before_void = 0
    for seed in range(number):
        rng = Random(f"match {seed}")
        *_, (_, match) = states = list(whole_match(rules, by_chance(rng, looks=0.2)))
        check_sheet(rules, match)
        ties_before_void += sum(
            one.score is not None and one.score.tie and other.score is None
            for one, other in zip(match.sheet, match.sheet[1:], strict=False)
        )
        replayed = start(rules)
        for step, _ in states:
            replayed = replayed if step is None else take(replayed, step)
        assert replayed == match
    assert ties_before_void
