"""Each way of choosing trump, as played at the table; seat 1 deals."""

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Phase, Reason, Refusal, Rules, Suit, apply, view_of
from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.commands import (
    Bid,
    Call,
    CallKind,
    Command,
    Cut,
    HandOver,
    Look,
    NameBlind,
    NameTrump,
    Next,
    Pass,
    PickUp,
    Play,
)
from manillen_tui.engine.events import (
    AllPassed,
    BidMade,
    CallMade,
    CardTurned,
    HandedOver,
    Passed,
    PickedUp,
    TrumpNamed,
)
from manillen_tui.engine.match import Match, shuffle, start
from manillen_tui.engine.trump import Called, StandingBid
from support.matches import done, entropy, refused


HEARTS, SPADES = Suit.HEARTS, Suit.SPADES
NAMES = {NameTrump(suit) for suit in (*SUITS, None)}
WEST_FLANDERS = PRESETS["west-flanders"]


def dealt(rules: Rules) -> Match:
    match = shuffle(replace(start(rules), dealer=1), entropy("trump"))[0]
    return done(apply(match, *cut(match)))


def cut(match: Match) -> tuple[int, Command]:
    (cutter,) = match.to_act
    return cutter, Cut(10)


def say(match: Match, *commands: Command) -> Match:
    """Apply commands, each by the seat whose turn it is."""
    for command in commands:
        (seat,) = match.to_act
        match = done(apply(match, seat, command))
    return match


def no(match: Match, command: Command) -> Refusal:
    (seat,) = match.to_act
    return refused(apply(match, seat, command))


def choices(match: Match) -> set[Command]:
    """What the seat to act may say; checks that nobody else may say anything."""
    (seat,) = match.to_act
    assert not any(
        view_of(match, other).choices
        for other in (*range(match.rules.players), None)
        if other != seat
    )
    return set(view_of(match, seat).choices)


# --- the dealer names


def test_the_dealer_names_a_suit_or_no_trump_and_may_not_pass() -> None:
    match = dealt(WEST_FLANDERS)
    assert choices(match) == NAMES
    assert no(match, Pass()) == Refusal(Reason.MUST_NAME)
    assert no(match, HandOver()) == Refusal(Reason.NO_HAND_OVER)
    assert no(match, NameBlind()) == Refusal(Reason.NO_BLIND)
    assert no(match, PickUp()) == Refusal(Reason.NOT_NOW)
    assert no(match, Bid(40, HEARTS)) == Refusal(Reason.NOT_NOW)
    assert no(match, Call(CallKind.ALONG)) == Refusal(Reason.NOT_NOW)
    for suit in (*SUITS, None):
        named = say(match, NameTrump(suit))
        assert (named.phase, named.events[-1]) == (Phase.PLAY, TrumpNamed(1, suit))


def test_no_trump_is_offered_only_if_the_rules_have_it() -> None:
    match = dealt(replace(WEST_FLANDERS, no_trump=False))
    assert choices(match) == NAMES - {NameTrump(None)}


# --- blind


BLIND = replace(WEST_FLANDERS, blind_no_trump=True)


def test_the_dealer_may_name_no_trump_before_looking() -> None:
    match = dealt(BLIND)
    assert choices(match) == {PickUp(), NameBlind()}
    assert view_of(match, 1).hand is None and view_of(match, 3).hand is None
    assert view_of(match, 0).hand is not None
    assert not view_of(match, 1).may_look and view_of(match, 3).may_look
    assert no(match, NameTrump(None)) == Refusal(Reason.NOT_NOW)
    match = say(match, NameBlind())
    assert match.events[-1] == TrumpNamed(1, None, blind=True)
    view = view_of(match, 1)
    assert (view.phase, view.trump, view.namer, view.blind) == (Phase.PLAY, None, 1, True)
    assert view.hand is not None


def test_a_dealer_who_has_looked_names_as_usual() -> None:
    match = say(dealt(BLIND), PickUp())
    assert match.events[-1] == PickedUp(1)
    assert choices(match) == NAMES
    assert view_of(match, 1).hand is not None
    assert view_of(match, 3).hand is None
    assert no(match, NameBlind()) == Refusal(Reason.NO_BLIND)
    match = say(match, NameTrump(None))
    assert not view_of(match, 0).blind


def test_partner_who_looks_before_a_blind_dealer_voids_the_deal_too() -> None:
    match = dealt(BLIND)
    assert apply(match, 1, Look()) == Refusal(Reason.MAY_LOOK)
    assert done(apply(match, 3, Look())).phase is Phase.SCORE


def test_a_blind_no_trump_counts_four_times() -> None:
    for said, factor in (((NameBlind(),), 4), ((PickUp(), NameTrump(None)), 2)):
        match = say(dealt(BLIND), *said)
        while match.phase is Phase.PLAY:
            (seat,) = match.to_act
            match = say(match, Play(view_of(match, seat).legal[0]))
        score = match.sheet[0].score
        assert score is not None and score.no_trump_factor == factor


# --- partner chooses


EN_FACE = replace(WEST_FLANDERS, partner_choice=True)


def test_the_dealer_may_hand_the_choice_to_their_partner_who_must_name() -> None:
    match = dealt(EN_FACE)
    assert choices(match) == NAMES | {HandOver()}
    assert view_of(match, 3).may_look
    match = say(match, HandOver())
    assert match.events[-1] == HandedOver(1, 3)
    assert (match.phase, match.to_act) == (Phase.TRUMP, (3,))
    assert view_of(match, 3).hand is not None and not view_of(match, 3).may_look
    assert choices(match) == NAMES
    assert no(match, HandOver()) == Refusal(Reason.NO_HAND_OVER)
    assert no(match, Pass()) == Refusal(Reason.MUST_NAME)
    assert apply(match, 1, NameTrump(HEARTS)) == Refusal(Reason.NOT_YOUR_TURN)
    match = say(match, NameTrump(SPADES))
    assert match.events[-1] == TrumpNamed(3, SPADES)
    assert (view_of(match, 0).namer, view_of(match, 0).trump) == (3, SPADES)
    assert match.to_act == (2,)


def test_a_dealer_who_never_looked_may_hand_over_and_then_nobody_names_blind() -> None:
    match = dealt(replace(EN_FACE, blind_no_trump=True))
    assert choices(match) == {PickUp(), NameBlind(), HandOver()}
    match = say(match, HandOver())
    assert all(view_of(match, seat).hand for seat in range(4))
    assert choices(match) == NAMES
    assert no(match, NameBlind()) == Refusal(Reason.NO_BLIND)


# --- choice round


def test_players_name_or_pass_in_turn_and_the_first_to_name_ends_it() -> None:
    match = dealt(PRESETS["belgian"])
    for seat in (0, 3, 2):
        assert match.to_act == (seat,)
        assert choices(match) == NAMES | {Pass()}
        match = say(match, Pass())
        assert match.events[-1] == Passed(seat)
    assert match.to_act == (1,)
    assert choices(match) == NAMES
    assert no(match, Pass()) == Refusal(Reason.MUST_NAME)
    assert no(match, HandOver()) == Refusal(Reason.NOT_NOW)
    match = say(match, NameTrump(None))
    assert (match.phase, match.to_act, match.events[-1]) == (Phase.PLAY, (0,), TrumpNamed(1, None))
    match = say(dealt(PRESETS["belgian"]), Pass(), NameTrump(SPADES))
    assert (match.phase, match.events[-1]) == (Phase.PLAY, TrumpNamed(3, SPADES))
    assert (view_of(match, 2).namer, view_of(match, 2).trump) == (3, SPADES)


def test_a_choice_round_may_exclude_no_trump() -> None:
    match = dealt(replace(PRESETS["belgian"], no_trump=False))
    assert choices(match) == NAMES - {NameTrump(None)} | {Pass()}
    assert no(match, NameTrump(None)) == Refusal(Reason.NO_TRUMP_NOT_ALLOWED)


def test_everybody_may_look_before_a_choice_round() -> None:
    match = dealt(PRESETS["belgian"])
    assert all(view_of(match, seat).hand for seat in range(4))
    assert apply(match, 3, Look()) == Refusal(Reason.MAY_LOOK)


def test_four_passes_may_mean_no_trump_for_the_dealers_side() -> None:
    match = say(dealt(PRESETS["verplicht"]), *[Pass()] * 3)
    assert choices(match) == NAMES | {Pass()}
    match = say(match, Pass())
    assert match.events[-2:] == (Passed(1), TrumpNamed(1, None))
    assert (view_of(match, 0).namer, view_of(match, 0).trump) == (1, None)


# --- nobody chooses


def test_the_dealers_last_card_is_turned_and_stays_in_their_hand() -> None:
    for name in ("malilla", "manillen-troef", "three", "espanola"):
        match = dealt(PRESETS[name])
        assert match.deal is not None
        turned = match.deal.pack[-1]
        assert match.events[-1] == CardTurned(1, turned)
        for seat in (*range(match.rules.players), None):
            view = view_of(match, seat)
            assert (view.turned, view.trump, view.namer) == (turned, turned.suit, 1)
            assert (view.hand is not None and turned in view.hand) == (seat == 1)


def test_a_turned_card_stays_public_when_it_is_played() -> None:
    match = dealt(PRESETS["malilla"])
    turned = view_of(match, 0).turned
    while match.phase is Phase.PLAY:
        (seat,) = match.to_act
        match = say(match, Play(view_of(match, seat).legal[0]))
        assert view_of(match, 0).turned == turned


def test_every_deal_may_be_at_no_trump() -> None:
    match = dealt(PRESETS["zonder-troef"])
    view = view_of(match, 0)
    assert (view.phase, view.trump, view.namer, view.turned) == (Phase.PLAY, None, 1, None)


# --- auction


def test_players_bid_once_ever_higher_and_the_highest_bid_makes_trump() -> None:
    match = dealt(PRESETS["encheres"])
    assert (match.to_act, choices(match)) == ((0,), {Pass()})
    assert view_of(match, 0).bid_range == (31, 60)
    assert view_of(match, 3).bid_range is None
    for points in (30, 61, 0, -5):
        assert no(match, Bid(points, HEARTS)) == Refusal(Reason.BID_RANGE, low=31, high=60)
    assert no(match, NameTrump(HEARTS)) == Refusal(Reason.NOT_NOW)
    match = say(match, Bid(36, HEARTS))
    assert match.events[-1] == BidMade(0, 36, HEARTS)
    for seat in (0, 1, 2, 3, None):
        assert view_of(match, seat).bid == StandingBid(0, 36, HEARTS)
    assert view_of(match, 3).bid_range == (37, 60)
    assert no(match, Bid(36, SPADES)).low == 37
    match = say(match, Pass(), Bid(41, SPADES))
    assert match.to_act == (1,)
    match = say(match, Pass())
    assert match.events[-1] == TrumpNamed(2, SPADES)
    view = view_of(match, 0)
    assert (view.phase, view.to_act) == (Phase.PLAY, (0,))
    assert (view.namer, view.trump, view.bid) == (2, SPADES, StandingBid(2, 41, SPADES))


def test_nobody_can_bid_above_the_highest_possible_bid() -> None:
    match = say(dealt(PRESETS["encheres"]), Bid(60, HEARTS))
    assert view_of(match, 3).bid_range is None
    assert no(match, Bid(60, SPADES)) == Refusal(Reason.BID_RANGE)
    match = say(dealt(PRESETS["encheres"]), Bid(59, HEARTS))
    assert view_of(match, 3).bid_range == (60, 60)
    assert say(match, Bid(60, SPADES)).events[-1] == BidMade(3, 60, SPADES)
    bonus = dealt(replace(PRESETS["encheres"], last_trick_bonus=1))
    assert view_of(bonus, 0).bid_range == (31, 61)


def test_when_all_pass_no_card_is_played() -> None:
    match = say(dealt(PRESETS["encheres"]), *[Pass()] * 4)
    assert match.events[-1] == AllPassed()
    assert match.phase is Phase.SCORE
    for seat in range(4):
        view = view_of(match, seat)
        assert (view.hands, view.bid, view.bid_range, view.choices) == (None, None, None, (Next(),))


@pytest.mark.parametrize("bid", [31, 60])
def test_a_bid_scores_for_its_side_if_made_else_for_the_other(bid: int) -> None:
    match = say(dealt(PRESETS["encheres"]), Bid(bid, HEARTS), Pass(), Pass(), Pass())
    while match.phase is Phase.PLAY:
        (seat,) = match.to_act
        match = say(match, Play(view_of(match, seat).legal[0]))
    score = match.sheet[0].score
    assert score is not None
    assert (score.bid, score.bidder) == (bid, 0)
    made = score.points[0] >= bid
    assert made == (score.winner == 0)
    expected = score.points[0] - 30 if made else max(score.points[1] - 30, bid - 30)
    assert match.totals[0 if made else 1] == expected


# --- calls


ALONG, AGAINST = Call(CallKind.ALONG), Call(CallKind.AGAINST)
CALLS = replace(WEST_FLANDERS, calls=True)


def test_the_opponents_are_asked_leader_first_and_all_may_pass() -> None:
    match = say(dealt(CALLS), NameTrump(HEARTS))
    assert (match.phase, match.to_act) == (Phase.CALL, (2,))
    assert choices(match) == {ALONG, Pass()}
    assert all(view_of(match, seat).hand for seat in range(4))
    assert no(match, AGAINST) == Refusal(Reason.NO_CALL)
    assert no(match, NameTrump(HEARTS)) == Refusal(Reason.NOT_NOW)
    assert apply(match, 0, ALONG) == Refusal(Reason.NOT_YOUR_TURN)
    match = say(match, Pass())
    assert match.to_act == (0,)
    match = say(match, Pass())
    assert (match.phase, match.to_act, view_of(match, 0).calls) == (Phase.PLAY, (2,), ())


def test_once_one_goes_along_the_namers_may_go_against() -> None:
    match = say(dealt(CALLS), NameTrump(HEARTS), ALONG)
    assert match.events[-1] == CallMade(2, CallKind.ALONG)
    assert match.to_act == (1,)
    assert choices(match) == {AGAINST, Pass()}
    assert no(match, ALONG) == Refusal(Reason.NO_CALL)
    match = say(match, Pass())
    assert match.to_act == (3,)
    match = say(match, AGAINST)
    called = (Called(2, CallKind.ALONG), Called(3, CallKind.AGAINST))
    assert (match.phase, view_of(match, None).calls) == (Phase.PLAY, called)


def test_the_namers_answer_once_and_may_pass() -> None:
    match = say(dealt(CALLS), NameTrump(HEARTS), Pass(), ALONG)
    assert match.to_act == (1,)
    against = say(match, AGAINST)
    assert against.phase is Phase.PLAY
    left = say(match, Pass(), Pass())
    assert (left.phase, len(view_of(left, 0).calls)) == (Phase.PLAY, 1)


@pytest.mark.parametrize(
    ("said", "factor"),
    [((Pass(), Pass()), 1), ((ALONG, Pass(), Pass()), 2), ((Pass(), ALONG, AGAINST), 4)],
)
def test_calls_multiply_the_deal(said: tuple[Command, ...], factor: int) -> None:
    match = say(dealt(CALLS), NameTrump(HEARTS), *said)
    while match.phase is Phase.PLAY:
        (seat,) = match.to_act
        match = say(match, Play(view_of(match, seat).legal[0]))
    score = match.sheet[0].score
    assert score is not None and score.call_factor == factor


def test_the_side_that_named_trump_decides_who_is_asked() -> None:
    turned = dealt(replace(PRESETS["malilla"], calls=True))
    assert (turned.phase, turned.to_act) == (Phase.CALL, (0,))  # the dealer's side named trump
    round_ = dealt(replace(PRESETS["belgian"], calls=True))
    assert say(round_, NameTrump(HEARTS)).to_act == (3,)  # the leader named trump
    assert say(round_, Pass(), NameTrump(HEARTS)).to_act == (0,)
    auction = dealt(replace(PRESETS["encheres"], calls=True))
    assert say(auction, Pass(), Bid(31, HEARTS), Pass(), Pass()).to_act == (0,)
    two = dealt(replace(PRESETS["two"], calls=True))
    two = say(two, NameTrump(HEARTS))
    assert two.to_act == (0,)
    two = say(two, ALONG)
    assert two.to_act == (1,)
    assert say(two, Pass()).phase is Phase.PLAY
