"""What a sensible player asks, signals, and learns from what is said and seen at the table."""

from collections.abc import Sequence
from typing import Final

import pytest
from msgspec.structs import replace

from manillen_tui.engine.cards import Card, Suit, cards_in, mask_of
from manillen_tui.engine.commands import AskCard, AskCount, Command, Play, Signal
from manillen_tui.engine.dealing import Stack
from manillen_tui.engine.match import Match, apply
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.players.knowledge import Knowledge
from manillen_tui.players.policy import choose
from support.matches import cards, done, in_play, play


CLUBS, DIAMONDS, HEARTS, SPADES = Suit

PARLEE: Final = PRESETS["parlee"]
PARLANTE: Final = PRESETS["parlante"]
MALILLA: Final = PRESETS["malilla"]


def dealt(rules: Rules, hands: str, trump: Suit | None = None) -> Match:
    """Seat 0 is to lead; the order of play is 0, 3, 2, 1, and 2 is the partner."""
    return in_play(hands, trump=trump, dealer=1, match=Match(rules, totals=(0, 0)))


def seen(match: Match, seat: int | None = None) -> View:
    return view_of(match, match.to_act[0] if seat is None else seat)


def say(match: Match, command: Command) -> Match:
    return done(apply(match, match.to_act[0], command))


def held(known: Sequence[int], seat: int) -> set[str]:
    return set(map(str, cards_in(known[seat])))


# Questions ----------------------------------------------------------------------------------------

ASKING: Final = "Q♣ 9♣ 7♣ Q♥ 7♥|10♥ A♥ 8♣ K♦ 9♠|10♣ J♣ 8♦ 7♦ 7♠|A♣ K♣ J♥ 9♥ 10♠"


def test_asks_for_the_highest_card_of_the_suit_it_would_lead() -> None:
    assert choose(seen(dealt(PARLEE, ASKING))) == AskCard(Card.parse("10♣"))


def test_leads_to_the_ten_that_partner_has() -> None:
    asked = say(dealt(PARLEE, ASKING), AskCard(Card.parse("10♣")))
    assert choose(seen(asked)) == Play(Card.parse("7♣"))


def test_leads_another_suit_if_partner_does_not_have_it() -> None:
    theirs = ASKING.replace("10♣ J♣", "A♣ J♣").replace("A♣ K♣ J♥", "10♣ K♣ J♥")
    asked = say(dealt(PARLEE, theirs), AskCard(Card.parse("10♣")))
    assert choose(seen(asked)) == Play(Card.parse("7♥"))


def test_asks_nothing_when_the_lead_is_sure() -> None:
    match = dealt(PARLEE, "10♣ 9♣ 7♣ Q♥|10♥ A♥ 8♣ 9♠|J♣ 8♦ 7♦ 7♠|A♣ K♣ J♥ 10♠")
    assert choose(seen(match)) == Play(Card.parse("10♣"))


def test_asks_nothing_if_the_rules_have_no_questions() -> None:
    assert isinstance(choose(seen(dealt(MALILLA, ASKING))), Play)


def test_everybody_learns_from_the_answer() -> None:
    asked = say(dealt(PARLEE, ASKING), AskCard(Card.parse("10♣")))
    for seat in (0, 1, 3):
        known = Knowledge(seen(asked, seat))
        assert "10♣" in held(known.must_hold, 2)
        assert all("10♣" not in held(known.may_hold, other) for other in {1, 3} - {seat})
        assert known.chance_none(2, mask_of(cards("10♣"))) == 0


def test_a_count_shrinks_with_every_card_played() -> None:
    match = say(dealt(PARLEE, ASKING), AskCount(CLUBS))
    clubs = Knowledge(seen(match, 1)).suit_mask(CLUBS)
    for trick, left in (("Q♣ A♣ J♣ 8♣", True), ("9♥ 10♣ A♥ 7♥", False)):
        match = play(match, trick)
        assert bool(Knowledge(seen(match, 1)).may_hold[2] & clubs) is left


def test_an_answer_of_none_leaves_no_card_of_the_suit() -> None:
    none = say(dealt(PARLEE, ASKING), AskCount(HEARTS))
    known = Knowledge(seen(none, 1))
    assert not known.may_hold[2] & known.suit_mask(HEARTS)


# Signals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trump", "lead"),
    [
        ("7♣ 8♠ 9♦ J♦", SPADES, Play(Card.parse("9♦"))),
        ("A♣ Q♣ 7♣ 8♥", None, Play(Card.parse("7♣"), Signal.KNOCK)),
        ("10♣ A♣ 7♣ 8♥", None, Play(Card.parse("10♣"), Signal.SLIDE)),
        ("7♣ 8♠ Q♦ J♥", SPADES, Play(Card.parse("7♣"), Signal.FLY)),
        ("7♣ Q♦ J♥ K♥", None, Play(Card.parse("7♣"))),
    ],
)
def test_tells_partner_what_they_can_use(hand: str, trump: Suit | None, lead: Play) -> None:
    others = [card for card in PARLANTE.cards.cards if card not in cards(hand)]
    rest = [" ".join(map(str, others[start::7])) for start in range(3)]
    match = dealt(PARLANTE, "|".join([hand, *rest]), trump)
    assert choose(seen(match)) == lead
    say(match, lead)


def test_gives_no_signal_where_there_are_none() -> None:
    match = dealt(PRESETS["belgian"], "A♣ Q♣ 7♣ 8♥|K♣ 9♦ 7♥ 8♦|10♣ J♣ 7♠ 8♠|9♣ 8♣ 9♥ 9♠")
    assert choose(seen(match)) == Play(Card.parse("7♣"))


KNOCKING: Final = "Q♣ A♣ 7♣ 8♥|8♣ 9♦ 7♥ 8♦|10♣ J♣ 7♠ 8♠|9♣ K♣ 9♥ 9♠"


def test_plays_its_best_when_partner_knocks_and_returns_the_suit() -> None:
    match = say(dealt(PARLANTE, KNOCKING), Play(Card.parse("7♣"), Signal.KNOCK))
    match = play(match, "9♣")
    assert choose(seen(match)) == Play(Card.parse("10♣"))
    match = play(match, "10♣ 8♣")
    command = choose(seen(match))
    assert isinstance(command, Play)
    assert command.card == Card.parse("J♣")


def test_does_not_waste_a_good_card_on_a_knock() -> None:
    hands = KNOCKING.replace("10♣ J♣", "K♣ J♣").replace("9♣ K♣", "9♣ 10♣")
    match = say(dealt(PARLANTE, hands), Play(Card.parse("7♣"), Signal.KNOCK))
    assert choose(seen(play(match, "10♣"))) == Play(Card.parse("J♣"))


def test_leads_back_the_suit_that_partner_signalled_to_trump() -> None:
    hands = "7♣ 9♠ 8♥ K♦|9♣ 9♦ 7♥ 8♦|10♣ J♣ 7♦ A♦|8♣ K♣ 9♥ J♥"
    match = say(dealt(PARLANTE, hands, SPADES), Play(Card.parse("7♣"), Signal.FLY))
    match = play(match, "8♣ 10♣ 9♣")
    known = Knowledge(seen(match))
    assert not known.may_hold[0] & known.suit_mask(CLUBS)
    command = choose(seen(match))
    assert isinstance(command, Play)
    assert command.card == Card.parse("J♣")


def test_a_slide_leaves_a_card_of_the_suit_until_it_is_played() -> None:
    match = say(dealt(PARLANTE, KNOCKING), Play(Card.parse("7♣"), Signal.SLIDE))
    match = play(match, "9♣")
    known = Knowledge(seen(match))
    assert known.chance_none(0, known.suit_mask(CLUBS)) == 0
    match = play(match, "10♣ 8♣ J♣ 9♦ Q♣")
    known = Knowledge(seen(match))
    assert known.chance_none(0, known.suit_mask(CLUBS)) > 0


# What lies open -----------------------------------------------------------------------------------


def test_the_dealer_holds_the_turned_card_until_it_is_played() -> None:
    match = dealt(MALILLA, "Q♣ 7♣|8♠ 10♥|9♣ 7♥|8♣ 9♠", SPADES)
    assert match.deal is not None
    match = replace(match, deal=replace(match.deal, turned=Card.parse("8♠")))
    known = Knowledge(seen(match))
    assert held(known.must_hold, 1) == {"8♠"}
    assert "8♠" not in held(known.may_hold, 2) | held(known.may_hold, 3)
    played = play(match, "7♣ 8♣ 9♣ 8♠")
    assert "8♠" not in held(Knowledge(seen(played, 0)).may_hold, 1)


def test_with_three_players_nobody_is_fed() -> None:
    match = in_play(
        "7♦ K♥ A♦|10♣ 8♦ 8♥|9♣ 7♥ 9♥", dealer=2, match=Match(PRESETS["three"], totals=(0, 0, 0))
    )
    assert choose(seen(play(match, "10♣"))) == Play(Card.parse("7♦"))


def test_two_players_see_open_cards_and_do_not_know_closed_ones() -> None:
    match = in_play("Q♣ 9♣ 10♦|A♣ J♣ 7♥", match=Match(PRESETS["two"], totals=(0, 0)), dealer=1)
    assert match.deal is not None
    stacks = (
        (Stack(Card.parse("10♦"), Card.parse("8♣")),),
        (Stack(Card.parse("A♣"), Card.parse("10♣")),),
    )
    match = replace(match, deal=replace(match.deal, stacks=stacks))
    known = Knowledge(seen(match))
    assert set(map(str, cards_in(known.hand))) == {"Q♣", "9♣", "10♦"}
    assert held(known.must_hold, 1) == {"A♣"}
    assert 0 < known.chance_none(1, mask_of(cards("10♣"))) < 1
    assert choose(seen(match)) == Play(Card.parse("10♦"))
