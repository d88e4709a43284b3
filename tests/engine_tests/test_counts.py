"""How many ways there are to play out small deals: one wrong duty changes the numbers.

The numbers come from the naive player and are pinned here; the engine has to find the same.
"""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Card, Rules, Suit, legal_cards, trick_winner
from support import naive
from support.matches import cards
from support.profiles import BELGIAN, MALILLA, WEST_FLANDERS


#: Hands in playing order; the first leads.
SHORT = "10♣ Q♥ K♠|10♦ Q♦ J♦|9♦ J♣ 8♣|A♦ 9♠ 8♦"
MIXED = "Q♥ 9♠ 7♣ K♠|9♥ 10♦ J♦ 8♣|Q♦ A♠ J♣ 10♥|J♥ 7♦ K♣ 8♥"
OPEN = "K♥ 7♠ A♦ J♠|K♦ 9♠ A♠ J♦|A♥ 8♦ 9♣ 8♥|J♥ Q♠ Q♥ 10♦"
RUFFS = "A♣ K♣ 9♣ 7♥|Q♦ 7♦ 10♥ 8♠|8♣ J♦ 8♦ K♠|10♦ 9♦ Q♣ A♠"
TRUMPS = "A♣ K♣ 7♥|Q♦ J♠ 9♠|8♣ 9♣ 10♥|A♦ 8♦ 7♦"

SOFT = replace(WEST_FLANDERS, all_trumps_are_free=True)
THREE_HANDS = "A♣ K♣ 9♦ 8♥|Q♦ 9♣ 10♥ K♠|10♣ J♦ 8♦ A♥"
TWO_HANDS = "A♣ K♣ 9♦ 8♥ Q♠|Q♦ 7♣ 10♥ K♠ 9♥"
SEVENS = "A♣ 7♣ 6♦ 5♥|7♦ 2♦ 4♥ K♠|3♣ J♦ 3♦ 7♠|A♦ 5♦ 6♣ A♠"
NINES = "A♣ 9♣ 6♦ 5♥|9♦ 2♦ 4♥ K♠|3♣ J♦ 3♦ 9♠|A♦ 7♦ 6♣ A♠"
FRENCH_44 = replace(PRESETS["mexicana"], pack="french-44", packets=(4, 3, 4))
EXEMPT = replace(MALILLA, partner_exemption=True)


def count(rules: Rules, trump: Suit | None, hands: Sequence[Sequence[Card]]) -> int:
    """The number of sequences of legal cards that play out these hands."""

    def after(hands: Sequence[Sequence[Card]], leader: int, trick: Sequence[Card]) -> int:
        if len(trick) == rules.players:
            place = trick_winner(rules, trump, trick)
            return after(hands, (leader + place) % rules.players, ())
        seat = (leader + len(trick)) % rules.players
        if not hands[seat]:
            return 1
        return sum(
            after(
                [
                    [other for other in hand if other != card] if holder == seat else hand
                    for holder, hand in enumerate(hands)
                ],
                leader,
                (*trick, card),
            )
            for card in legal_cards(rules, trump, trick, hands[seat])
        )

    return after(hands, 0, ())


def naive_count(rules: Rules, trump: str | None, hands: Sequence[Sequence[str]]) -> int:
    def after(hands: Sequence[Sequence[str]], leader: int, trick: Sequence[str]) -> int:
        if len(trick) == rules.players:
            place = naive.winner(trump, trick, naive.ORDERS[rules.pack])
            return after(hands, (leader + place) % rules.players, ())
        seat = (leader + len(trick)) % rules.players
        if not hands[seat]:
            return 1
        total = 0
        for card in naive.legal(rules, trump, trick, hands[seat]):
            left = [[other for other in hand if other != card] for hand in hands]
            total += after(left, leader, (*trick, card))
        return total

    return after(hands, 0, ())


COUNTS = [
    (WEST_FLANDERS, SHORT, "♦", 192),
    (WEST_FLANDERS, SHORT, "♣", 564),
    (WEST_FLANDERS, SHORT, None, 648),
    (BELGIAN, SHORT, "♦", 112),
    (MALILLA, SHORT, "♦", 128),
    (WEST_FLANDERS, MIXED, "♦", 404),
    (WEST_FLANDERS, MIXED, "♣", 348),
    (WEST_FLANDERS, MIXED, None, 1_884),
    (BELGIAN, MIXED, "♦", 348),
    (MALILLA, MIXED, "♦", 376),
    (WEST_FLANDERS, OPEN, "♦", 608),
    (WEST_FLANDERS, OPEN, "♣", 2_716),
    (WEST_FLANDERS, OPEN, None, 3_912),
    (BELGIAN, OPEN, "♦", 560),
    (MALILLA, OPEN, "♦", 560),
    (WEST_FLANDERS, RUFFS, "♦", 736),
    (WEST_FLANDERS, RUFFS, "♣", 8_512),
    (WEST_FLANDERS, RUFFS, None, 9_940),
    (BELGIAN, RUFFS, "♦", 684),
    (MALILLA, RUFFS, "♦", 852),
    (EXEMPT, RUFFS, "♦", 884),
    (WEST_FLANDERS, TRUMPS, "♦", 80),
    (BELGIAN, TRUMPS, "♦", 80),
    (MALILLA, TRUMPS, "♦", 80),
    (SOFT, TRUMPS, "♦", 240),
    (PRESETS["three"], THREE_HANDS, "♦", 82),
    (PRESETS["three"], THREE_HANDS, "♣", 64),
    (PRESETS["three"], THREE_HANDS, None, 176),
    (PRESETS["two"], TWO_HANDS, "♦", 304),
    (PRESETS["two"], TWO_HANDS, "♣", 408),
    (PRESETS["two"], TWO_HANDS, None, 568),
    (PRESETS["espanola"], SEVENS, "♦", 428),
    (PRESETS["espanola"], SEVENS, "♣", 3_652),
    (FRENCH_44, NINES, "♦", 464),
    (FRENCH_44, NINES, "♣", 3_584),
]


@pytest.mark.parametrize(("rules", "hands", "trump", "number"), COUNTS)
def test_the_number_of_ways_to_play_a_small_deal(
    rules: Rules, hands: str, trump: str | None, number: int
) -> None:
    suit = None if trump is None else Suit.parse(trump)
    assert count(rules, suit, [cards(hand) for hand in hands.split("|")]) == number


@pytest.mark.deep
@pytest.mark.parametrize(("rules", "hands", "trump", "number"), COUNTS)
def test_the_naive_player_counts_the_same(
    rules: Rules, hands: str, trump: str | None, number: int
) -> None:
    assert naive_count(rules, trump, [hand.split() for hand in hands.split("|")]) == number
