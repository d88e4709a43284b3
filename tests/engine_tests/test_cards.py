"""Cards and suits are parsed and printed, and a pack knows which card outranks which."""

import pytest

from manillen_tui.engine import Card, Suit
from manillen_tui.engine.cards import CARDS, FRENCH_32, PACKS, SUITS, cards_in, mask_of


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_survives_its_text(card: Card) -> None:
    assert Card.parse(str(card)) is card
    letter = "CDHS"[card.suit.number]
    assert Card.parse(f"{card.rank}{letter}") is card
    assert Card.parse(f"{card.rank}{letter}".lower()) is card


def test_the_repr_of_a_card_is_code_that_makes_it() -> None:
    assert [repr(card) for card in (CARDS[0], Card.parse("TD"))] == [
        "Card.parse('2♣')",
        "Card.parse('10♦')",
    ]


def test_a_ten_may_be_a_t() -> None:
    assert str(Card.parse("TD")) == str(Card.parse("10D")) == "10♦"


@pytest.mark.parametrize("text", ["", "♦", "10", "1♦", "11♦", "10♦♦", "10X", " 10♦", "TT♦", "0♦"])
def test_anything_but_a_card_is_an_error(text: str) -> None:
    with pytest.raises(ValueError):
        Card.parse(text)


def test_a_suit_survives_its_text() -> None:
    for suit, letter in zip(SUITS, "CDHS", strict=True):
        assert Suit.parse(str(suit)) is Suit.parse(letter) is Suit.parse(letter.lower()) is suit
    for text in ("", "X", "♦♦", "DH"):
        with pytest.raises(ValueError):
            Suit.parse(text)


def test_the_pack_is_ordered_and_worth_sixty_points() -> None:
    hearts = [str(card) for card in FRENCH_32.cards if card.suit is Suit.HEARTS]
    assert hearts == ["10♥", "A♥", "K♥", "Q♥", "J♥", "9♥", "8♥", "7♥"]
    assert [FRENCH_32.worth[Card.parse(text)] for text in hearts] == [5, 4, 3, 2, 1, 0, 0, 0]
    assert len(FRENCH_32.cards) == 32
    assert FRENCH_32.total == 60


def test_a_ten_outranks_the_ace() -> None:
    above_king = set(cards_in(FRENCH_32.above[Card.parse("K♠")]))
    assert above_king == {Card.parse("10♠"), Card.parse("A♠")}
    assert not FRENCH_32.above[Card.parse("10♠")]


def test_strength_counts_up_from_the_lowest_rank_of_a_pack() -> None:
    for pack, from_below in ((FRENCH_32, "7 8 9 J Q K A 10"), (PACKS["spanish-48"], "2 3 4")):
        ranks = from_below.split()
        for suit in SUITS:
            strengths = [pack.strength(Card.of(rank, suit)) for rank in ranks]
            assert strengths == list(range(len(ranks)))
    assert PACKS["spanish-48"].strength(Card.parse("9♣")) == 11


def test_a_mask_holds_each_card_once() -> None:
    hand = [Card.parse(text) for text in ("A♠", "2♣", "10♦")]
    assert list(cards_in(mask_of([*hand, *hand]))) == sorted(hand)
