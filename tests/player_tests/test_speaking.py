"""What a sensible player says about trump in various situations at the table."""

from typing import Final

import pytest
from msgspec.structs import replace

from manillen_tui.engine.cards import Suit
from manillen_tui.engine.commands import (
    Bid,
    Call,
    CallKind,
    Command,
    HandOver,
    NameBlind,
    NameTrump,
    Pass,
    PickUp,
)
from manillen_tui.engine.match import Match, apply, shuffle, start
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import StackView
from manillen_tui.players.policy import choose
from support.matches import cards, done, entropy
from support.profiles import BELGIAN, MALILLA, WEST_FLANDERS


CLUBS, DIAMONDS, HEARTS, SPADES = Suit

LONG: Final = "10♠ A♠ Q♠ 8♠ 7♠ 10♦ 7♦ 8♥"
HIGH: Final = "10♣ A♣ 10♦ A♦ 10♥ 7♥ A♠ 8♠"
FAIR: Final = "10♠ K♠ 9♠ 8♠ A♦ 7♦ 8♥ 7♣"
POOR: Final = "J♠ 9♠ 8♠ Q♦ 7♦ J♥ 8♥ 7♣"

ENCHERES: Final = PRESETS["encheres"]
VERPLICHT: Final = PRESETS["verplicht"]


def begun(rules: Rules, *said: Command) -> Match:
    """A deal after these commands."""
    match, _ = shuffle(start(replace(rules, cut_automatic=True)), entropy("a deal"))
    for command in said:
        match = done(apply(match, match.to_act[0], command))
    return match


def says(match: Match, hand: str) -> Command:
    """What the seat to speak says with this hand; checks that it is allowed."""
    (seat,) = match.to_act
    command = choose(replace(view_of(match, seat), hand=tuple(cards(hand))))
    done(apply(match, seat, command))
    return command


# Naming -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        (LONG, SPADES),
        ("K♥ Q♥ J♥ 9♥ 8♥ 10♣ 7♣ 7♦", HEARTS),
        (HIGH, None),
        ("10♣ 7♣ 10♦ 8♦ 10♥ 7♥ 10♠ 8♠", None),
    ],
)
@pytest.mark.parametrize("rules", [WEST_FLANDERS, BELGIAN], ids=lambda rules: rules.name)
def test_names_a_long_suit_or_no_trump_with_the_high_cards(
    rules: Rules, hand: str, trump: Suit | None
) -> None:
    assert says(begun(rules), hand) == NameTrump(trump)


def test_names_a_suit_if_there_is_no_no_trump() -> None:
    command = says(begun(replace(WEST_FLANDERS, no_trump=False)), HIGH)
    assert isinstance(command, NameTrump)
    assert command.suit is not None


def test_knows_the_order_of_a_spanish_pack() -> None:
    rules = replace(PRESETS["espanola"], trump_choice=BELGIAN.trump_choice)
    assert says(begun(rules), "7♥ A♥ K♥ 3♥ 2♥ 7♣ 4♣ 10♦") == NameTrump(HEARTS)


def test_passes_with_a_poor_hand_and_names_with_a_good_one() -> None:
    assert says(begun(BELGIAN), POOR) == Pass()
    assert says(begun(BELGIAN, Pass(), Pass()), POOR) == Pass()
    assert isinstance(says(begun(BELGIAN, Pass(), Pass()), LONG), NameTrump)


def test_the_last_to_speak_names_the_best_of_a_poor_hand() -> None:
    assert isinstance(says(begun(BELGIAN, Pass(), Pass(), Pass()), POOR), NameTrump)


def test_a_dealer_who_may_pass_knows_that_passing_means_no_trump() -> None:
    last = begun(VERPLICHT, Pass(), Pass(), Pass())
    poor = says(last, "J♠ 9♠ 8♠ 7♠ Q♦ J♦ 9♦ 7♦")
    assert isinstance(poor, NameTrump)
    assert poor.suit is not None
    assert says(last, HIGH) in (NameTrump(None), Pass())


def test_never_names_blind() -> None:
    rules = replace(WEST_FLANDERS, blind_no_trump=True)
    match = begun(rules)
    (dealer,) = match.to_act
    assert NameBlind() in view_of(match, dealer).choices
    assert choose(view_of(match, dealer)) == PickUp()
    assert says(begun(rules, PickUp()), HIGH) == NameTrump(None)


def test_hands_the_choice_over_only_with_a_hopeless_hand() -> None:
    rules = replace(WEST_FLANDERS, partner_choice=True)
    assert says(begun(rules), POOR) == HandOver()
    assert isinstance(says(begun(rules), FAIR), NameTrump)
    assert isinstance(says(begun(rules, HandOver()), POOR), NameTrump)


def test_two_players_count_their_open_cards_with_the_hand() -> None:
    match = begun(PRESETS["two"])
    (dealer,) = match.to_act
    hand = tuple(cards("Q♠ 9♠ 8♠ 10♣ 7♣ 7♦ 8♥ 7♥"))
    opened = tuple(StackView(card, True) for card in cards("10♠ A♠ K♠ J♠"))
    stacks = tuple(opened if seat == dealer else () for seat in range(2))
    assert choose(replace(view_of(match, dealer), hand=hand, stacks=stacks)) == NameTrump(SPADES)


# Bidding ------------------------------------------------------------------------------------------


def test_bids_as_low_as_possible_with_a_good_hand() -> None:
    assert says(begun(ENCHERES), LONG) == Bid(31, SPADES)
    assert says(begun(ENCHERES, Bid(33, CLUBS)), LONG) == Bid(34, SPADES)


def test_passes_when_a_bid_would_hardly_be_made() -> None:
    assert says(begun(ENCHERES), POOR) == Pass()
    assert says(begun(ENCHERES, Bid(58, CLUBS)), LONG) == Pass()


def test_passes_when_no_bid_is_possible_any_more() -> None:
    assert says(begun(ENCHERES, Bid(60, CLUBS)), LONG) == Pass()


def test_overbids_partner_only_with_a_strong_hand() -> None:
    assert says(begun(ENCHERES, Bid(34, CLUBS), Pass()), FAIR) == Pass()
    assert says(begun(ENCHERES, Bid(34, CLUBS), Pass()), LONG) == Bid(35, SPADES)


# Calls --------------------------------------------------------------------------------------------


def test_goes_along_only_with_real_strength() -> None:
    named = begun(replace(BELGIAN, calls=True), Pass(), NameTrump(SPADES))
    assert named.phase is Phase.CALL
    assert says(named, LONG) == Call(CallKind.ALONG)
    for hand in (FAIR, POOR):
        assert says(named, hand) == Pass()


def test_goes_against_only_with_a_hand_to_win_alone() -> None:
    called = begun(replace(BELGIAN, calls=True), NameTrump(SPADES), Call(CallKind.ALONG))
    assert says(called, LONG) == Call(CallKind.AGAINST)
    assert says(called, FAIR) == Pass()


def test_a_turned_trump_is_easier_to_double_than_one_that_was_chosen() -> None:
    hand = FAIR.replace("♠", "x").replace("♥", "♠").replace("x", "♥")
    turned = begun(replace(MALILLA, calls=True))
    assert turned.deal is not None
    assert turned.deal.trump is not None
    trump = turned.deal.trump.suit
    assert trump is not None
    own = hand.replace("♥", "x").replace(trump, "♥").replace("x", trump)
    assert says(turned, own) == Call(CallKind.ALONG)
    assert says(begun(replace(BELGIAN, calls=True), NameTrump(HEARTS)), hand) == Pass()
