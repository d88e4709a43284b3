"""Permitted talk during a deal: questions with true answers, and true signals."""

from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine import (
    PRESETS,
    Card,
    Phase,
    Reason,
    Refusal,
    Suit,
    apply,
    view_of,
)
from manillen_tui.engine.commands import AskCard, AskCount, Cut, Play, Signal
from manillen_tui.engine.events import Asked, CardPlayed, Signalled
from manillen_tui.engine.match import Match, shuffle, start
from support.matches import all_seen, by_chance, cards, done, entropy, in_play, play, refused, take


CLUBS, DIAMONDS, HEARTS, SPADES = Suit
HANDS = "10♣ 7♦ 8♥|A♣ 9♣ 7♥|K♣ 10♦ 9♦|Q♣ J♦ 10♥"


def parlee() -> Match:
    """Seat 0 leads the sixth trick, seat 2 is the partner; J♠ and A♥ are played."""
    match = in_play(
        HANDS,
        trump=SPADES,
        dealer=1,
        taken=[(0, 0)] * 5,
        match=Match(PRESETS["parlee"], totals=(0, 0)),
    )
    assert match.to_act == (0,)
    return match


# --- parlée


def test_everybody_learns_how_many_of_a_suit_the_leaders_partner_holds() -> None:
    for suit, held in ((CLUBS, 1), (DIAMONDS, 2), (HEARTS, 0), (SPADES, 0)):
        match = done(apply(parlee(), 0, AskCount(suit)))
        assert match.events[-1] == Asked(0, suit, None, held)
        for seat in (0, 1, 2, 3, None):
            assert view_of(match, seat).events[-1] == Asked(0, suit, None, held)


def test_the_leader_learns_whether_partner_holds_a_high_card() -> None:
    for text, answer in (("K♣", 1), ("10♦", 1), ("A♣", 0), ("J♦", 0), ("10♠", 0)):
        card = Card.parse(text)
        match = done(apply(parlee(), 0, AskCard(card)))
        assert match.events[-1] == Asked(0, None, card, answer)


def test_one_question_per_lead() -> None:
    match = done(apply(parlee(), 0, AskCount(CLUBS)))
    assert (match.phase, match.to_act) == (Phase.PLAY, (0,))
    assert view_of(match, 0).choices == ()
    assert apply(match, 0, AskCount(HEARTS)) == Refusal(Reason.NO_QUESTION)
    match = play(match, "10♣ Q♣ K♣ A♣")
    assert match.to_act == (0,)
    assert done(apply(match, 0, AskCount(DIAMONDS))).events[-1] == Asked(0, DIAMONDS, None, 2)


def test_only_the_leader_may_ask_and_only_before_leading() -> None:
    match = parlee()
    for seat in (1, 2, 3):
        assert apply(match, seat, AskCount(CLUBS)) == Refusal(Reason.NOT_YOUR_TURN)
        assert view_of(match, seat).choices == ()
    match = play(match, "10♣")
    assert apply(match, 3, AskCount(CLUBS)) == Refusal(Reason.NO_QUESTION)
    assert view_of(match, 3).choices == ()


def test_questions_are_about_high_cards_that_partner_may_hold() -> None:
    match = play(parlee(), "10♣ Q♣ K♣ A♣")
    asked = {c.card for c in view_of(match, 0).choices if isinstance(c, AskCard)}
    high = {card for card in match.rules.cards.cards if card.rank in ("10", "A", "K", "Q", "J")}
    assert asked == high - set(cards("10♣ Q♣ K♣ A♣"))  # the leader holds 7♦ and 8♥
    for text in ("K♣", "9♦", "7♦"):
        refusal = refused(apply(match, 0, AskCard(Card.parse(text))))
        assert (refusal.reason, refusal.card) == (Reason.KNOWN_CARD, Card.parse(text))
        assert set(refusal.cards) == asked
    own = in_play(HANDS, dealer=1, match=Match(PRESETS["parlee"], totals=(0, 0)))
    assert AskCard(Card.parse("10♣")) not in view_of(own, 0).choices
    assert {c.suit for c in view_of(own, 0).choices if isinstance(c, AskCount)} == set(Suit)


def test_a_question_obliges_to_nothing_and_does_not_end_the_turn() -> None:
    match = done(apply(parlee(), 0, AskCount(CLUBS)))
    assert set(view_of(match, 0).legal) == set(cards("10♣ 7♦ 8♥"))


def test_nobody_may_ask_unless_the_rules_have_questions() -> None:
    match = in_play(HANDS, dealer=1, match=Match(PRESETS["malilla"], totals=(0, 0)))
    assert view_of(match, 0).choices == ()
    for question in (AskCount(CLUBS), AskCard(Card.parse("K♣"))):
        assert apply(match, 0, question) == Refusal(Reason.NO_QUESTION)


# --- parlante


def parlante(hands: str = HANDS) -> Match:
    return in_play(hands, trump=SPADES, dealer=1, match=Match(PRESETS["parlante"], totals=(0, 0)))


@pytest.mark.parametrize(
    ("hand", "card", "signal", "true"),
    [
        ("10♣ 7♣ 8♥", "10♣", Signal.SLIDE, True),
        ("10♣ 7♣ 8♥", "10♣", Signal.FLY, False),
        ("10♣ 7♣ 8♥", "8♥", Signal.SLIDE, False),
        ("10♣ 7♣ 8♥", "8♥", Signal.FLY, True),
        ("10♣ 7♣ 8♥", "10♣", Signal.KNOCK, True),
        ("10♣ 7♣ 8♥", "8♥", Signal.KNOCK, True),
        ("8♥", "8♥", Signal.FLY, True),
    ],
)
def test_a_signal_with_the_lead_must_be_true(
    hand: str, card: str, signal: Signal, true: bool
) -> None:
    match = parlante(f"{hand}|A♣ 9♣ 7♥|K♣ 10♦ 9♦|Q♣ J♦ 10♥")
    led = Play(Card.parse(card), signal)
    assert (led in view_of(match, 0).choices) == true
    if not true:
        refusal = Refusal(Reason.UNTRUE_SIGNAL, suit=led.card.suit, card=led.card, signal=signal)
        assert apply(match, 0, led) == refusal
        return
    match = done(apply(match, 0, led))
    said, played = match.events[-2:]
    assert said == Signalled(0, signal)
    assert isinstance(played, CardPlayed) and played.card == led.card
    for seat in (1, 2, 3, None):
        assert Signalled(0, signal) in view_of(match, seat).events


def test_a_lead_needs_no_signal() -> None:
    match = done(apply(parlante(), 0, Play(Card.parse("10♣"))))
    assert not any(isinstance(event, Signalled) for event in match.events)


def test_only_a_lead_carries_a_signal_and_only_if_the_rules_have_them() -> None:
    match = play(parlante(), "10♣")
    card = Card.parse("Q♣")
    assert view_of(match, 3).choices == ()
    refusal = Refusal(Reason.NO_SIGNAL, card=card, signal=Signal.KNOCK)
    assert apply(match, 3, Play(card, Signal.KNOCK)) == refusal
    silent = in_play(HANDS, dealer=1, match=Match(PRESETS["belgian"], totals=(0, 0)))
    assert refused(apply(silent, 0, Play(Card.parse("7♦"), Signal.FLY))).reason is Reason.NO_SIGNAL


def test_an_illegal_card_is_refused_before_its_signal() -> None:
    refusal = refused(apply(parlante(), 0, Play(Card.parse("A♠"), Signal.FLY)))
    assert refusal.reason is Reason.NOT_HELD


# --- free chat


@pytest.mark.parametrize("name", PRESETS)
def test_when_people_may_chat_during_a_deal(name: str) -> None:
    rules = replace(PRESETS[name], target=999)
    closed = name in ("west-flanders", "muette", "parlee", "two")
    match = start(rules)
    assert match.may_chat
    match = shuffle(match, entropy("chat"))[0]
    assert match.may_chat  # no cards are out yet
    match = done(apply(match, match.to_act[0], Cut(8)))
    step = by_chance(Random("chat"))
    while match.phase is not Phase.SCORE:
        assert match.may_chat == view_of(match, None).may_chat == (not closed)
        match = take(match, step(match))
    assert match.may_chat and view_of(match, 0).may_chat
    assert all_seen(match).may_chat
