"""Every reason for a refusal, and what it lets the interface say."""

import pytest
from msgspec.structs import replace

from manillen_tui.engine import Card, Reason, Refusal, Suit, Unplayable, apply, check, why_not
from manillen_tui.engine.commands import Command, Cut, Look, NameTrump, Next, Play
from manillen_tui.engine.match import Match, shuffle, start
from support.matches import cards, done, entropy, in_play, refused
from support.profiles import MALILLA, WEST_FLANDERS


D = Suit.DIAMONDS


def to_cut() -> Match:
    """Seat 2 deals, seat 1 is to cut."""
    return shuffle(replace(start(WEST_FLANDERS), dealer=2), entropy("refusals"))[0]


def to_name() -> Match:
    """Seat 2 is to name trump."""
    return done(apply(to_cut(), 1, Cut(9)))


def explained(hand: str, card: str, trick: str = "", trump: Suit | None = D) -> Refusal:
    refusal = why_not(WEST_FLANDERS, trump, cards(trick), cards(hand), Card.parse(card))
    assert refusal is not None
    return refusal


def test_a_card_that_is_not_held() -> None:
    assert explained("Q♣ 7♣", "10♦") == Refusal(Reason.NOT_HELD, card=Card.parse("10♦"))


def test_the_suit_led_has_to_be_followed() -> None:
    assert explained("10♥ 7♣ 9♣", "10♥", "A♣") == Refusal(
        Reason.MUST_FOLLOW,
        suit=Suit.CLUBS,
        card=Card.parse("10♥"),
        cards=tuple(cards("9♣ 7♣")),
    )


def test_an_opponents_card_has_to_be_beaten() -> None:
    assert explained("Q♣ 7♣ 10♦", "7♣", "J♣ 8♣ 9♣") == Refusal(
        Reason.MUST_HEAD,
        suit=Suit.CLUBS,
        card=Card.parse("7♣"),
        winning=Card.parse("J♣"),
        by=0,
        cards=(Card.parse("Q♣"),),
    )


def test_an_opponents_card_has_to_be_trumped() -> None:
    assert explained("10♥ 8♦ K♦", "10♥", "9♣ 7♣ A♣") == Refusal(
        Reason.MUST_RUFF,
        suit=D,
        card=Card.parse("10♥"),
        winning=Card.parse("A♣"),
        by=2,
        cards=tuple(cards("K♦ 8♦")),
    )


def test_an_opponents_trump_has_to_be_overtrumped() -> None:
    for card in ("7♦", "9♥"):
        assert explained("A♦ K♦ 7♦ 9♥", card, "K♣ Q♦") == Refusal(
            Reason.MUST_OVERTRUMP,
            suit=D,
            card=Card.parse(card),
            winning=Card.parse("Q♦"),
            by=1,
            cards=tuple(cards("A♦ K♦")),
        )


def test_undertrumping_partner_or_an_opponent_is_forbidden() -> None:
    for trick, by in (("A♣ Q♦ 9♣", 1), ("A♣ 9♣ Q♦", 2)):
        assert explained("J♦ 7♦ 10♥", "J♦", trick) == Refusal(
            Reason.NO_UNDERTRUMP,
            suit=D,
            card=Card.parse("J♦"),
            winning=Card.parse("Q♦"),
            by=by,
            cards=tuple(cards("10♥")),
        )


def test_partner_is_overtrumped_only_if_lower_trumps_are_forbidden() -> None:
    refusal = explained("A♦ 8♦", "8♦", "A♣ Q♦ 9♣")
    assert (refusal.reason, refusal.cards) == (Reason.NO_UNDERTRUMP, tuple(cards("A♦")))


def test_undertrumping_is_forced_if_the_rules_say_so() -> None:
    trick, hand = cards("A♣ Q♦ 9♣"), cards("J♦ 10♥")
    refusal = why_not(MALILLA, D, trick, hand, Card.parse("10♥"))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == (Reason.MUST_RUFF, tuple(cards("J♦")))


def test_at_the_table_a_refusal_names_the_seat_to_beat() -> None:
    match = in_play("7♠ 8♠|J♣ 8♣|9♣ 7♥|Q♣ 7♣", trump=D, taken=[(1, 0)] * 6)
    for seat, card in ((1, "J♣"), (2, "9♣")):
        match = done(apply(match, seat, Play(Card.parse(card))))
    refusal = refused(apply(match, 3, Play(Card.parse("10♦"))))
    assert refusal == Refusal(Reason.NOT_HELD, card=Card.parse("10♦"))
    match = in_play("7♠ 8♠|7♣ 8♥|J♣ 7♥|Q♣ 9♣", trump=D, taken=[(1, 0)] * 5 + [(2, 0)])
    match = done(apply(match, 2, Play(Card.parse("J♣"))))
    refusal = refused(apply(match, 3, Play(Card.parse("9♣"))))
    assert refusal.reason is Reason.MUST_HEAD
    assert (refusal.winning, refusal.by) == (Card.parse("J♣"), 2)
    match = in_play("7♠ 8♠|A♣ 8♥|Q♦ 7♥|A♦ 7♦", trump=D, taken=[(1, 0)] * 6)
    for seat, card in ((1, "A♣"), (2, "Q♦")):
        match = done(apply(match, seat, Play(Card.parse(card))))
    refusal = refused(apply(match, 3, Play(Card.parse("7♦"))))
    assert (refusal.reason, refusal.suit) == (Reason.MUST_OVERTRUMP, D)
    assert (refusal.winning, refusal.by) == (Card.parse("Q♦"), 2)


@pytest.mark.parametrize(
    ("match", "command"),
    [
        (start(WEST_FLANDERS), Cut(5)),
        (start(WEST_FLANDERS), Next()),
        (to_cut(), NameTrump(D)),
        (to_cut(), Look()),
        (to_cut(), Next()),
        (to_name(), Cut(5)),
        (to_name(), Play(Card.parse("10♦"))),
        (in_play("10♦|K♦|7♥|8♥"), NameTrump(D)),
        (in_play("10♦|K♦|7♥|8♥"), Look()),
        (in_play("10♦|K♦|7♥|8♥"), Next()),
    ],
)
def test_a_command_at_the_wrong_moment_is_refused(match: Match, command: Command) -> None:
    for seat in range(4):
        assert apply(match, seat, command) == Refusal(Reason.NOT_NOW)


@pytest.mark.parametrize(
    ("match", "seat", "command"),
    [
        (to_cut(), 1, Cut(5)),
        (to_name(), 2, NameTrump(D)),
        (in_play("10♦|K♦|7♥|8♥"), 0, Play(Card.parse("10♦"))),
    ],
)
def test_only_the_seat_to_act_may(match: Match, seat: int, command: Command) -> None:
    for other in {0, 1, 2, 3} - {seat}:
        assert apply(match, other, command) == Refusal(Reason.NOT_YOUR_TURN)
    done(apply(match, seat, command))


@pytest.mark.parametrize("position", [-1, 0, 32, 33])
def test_a_cut_leaves_cards_in_both_parts(position: int) -> None:
    assert apply(to_cut(), 1, Cut(position)) == Refusal(Reason.CUT_RANGE, low=1, high=31)


@pytest.mark.parametrize("position", [1, 31])
def test_a_cut_may_be_as_thin_as_one_card(position: int) -> None:
    assert done(apply(to_cut(), 1, Cut(position))).to_act == (2,)


def test_only_the_dealers_partner_may_look_early() -> None:
    for seat in (1, 2, 3):
        assert apply(to_name(), seat, Look()) == Refusal(Reason.MAY_LOOK)


def test_nobody_looks_early_if_everybody_may_look() -> None:
    match = shuffle(start(replace(WEST_FLANDERS, partner_waits=False)), entropy("free"))[0]
    match = done(apply(match, match.to_act[0], Cut(9)))
    for seat in range(4):
        assert apply(match, seat, Look()) == Refusal(Reason.MAY_LOOK)


def test_no_trump_only_if_the_rules_have_it() -> None:
    match = shuffle(start(replace(WEST_FLANDERS, no_trump=False)), entropy("suits"))[0]
    match = done(apply(match, match.to_act[0], Cut(9)))
    (dealer,) = match.to_act
    assert apply(match, dealer, NameTrump(None)) == Refusal(Reason.NO_TRUMP_NOT_ALLOWED)
    assert done(apply(match, dealer, NameTrump(D))).to_act == ((dealer + 1) % 4,)


def test_a_seat_closes_the_sheet_only_once() -> None:
    match = done(apply(to_name(), 0, Look()))
    match = done(apply(match, 3, Next()))
    assert apply(match, 3, Next()) == Refusal(Reason.NOT_YOUR_TURN)


def test_unplayable_rules_are_refused_at_the_start() -> None:
    with pytest.raises(Unplayable, match="packets beside pack") as caught:
        start(replace(WEST_FLANDERS, packets=(4, 3)))
    assert caught.value.clashes == check(replace(WEST_FLANDERS, packets=(4, 3)))


@pytest.mark.parametrize("card", ["A♦", "K♦", "7♦"])
def test_every_lower_trump_is_refused_as_an_undertrump(card: str) -> None:
    refusal = why_not(WEST_FLANDERS, D, cards("A♣ 10♦ 9♣"), cards(f"{card} 10♥"), Card.parse(card))
    assert refusal is not None
    assert refusal.reason is Reason.NO_UNDERTRUMP


@pytest.mark.parametrize("card", ["A♣", "A♥", "7♠"])
def test_a_refused_plain_card_is_not_called_an_undertrump(card: str) -> None:
    led = "J♠" if card != "7♠" else "J♥"
    refusal = why_not(WEST_FLANDERS, D, cards(led), cards(f"{card} 7♦"), Card.parse(card))
    assert refusal is not None
    assert refusal.reason is Reason.MUST_RUFF
