"""What a sensible player does in various situations at the table."""

from random import Random

import pytest

from manillen_tui.engine.cards import Suit
from manillen_tui.engine.commands import Command, Cut, Next, Play
from manillen_tui.engine.match import Match, apply, shuffle, start
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.players.policy import choose
from support.matches import cards, done, entropy, in_play, play
from support.profiles import WEST_FLANDERS


CLUBS, DIAMONDS, HEARTS, SPADES = Suit


def dealt(hands: str, trump: Suit | None) -> Match:
    """Seat 0 is to lead in this deal; hands of fewer than eight cards are filled up with others."""
    held = [cards(hand) for hand in hands.split("|")]
    given = {card for hand in held for card in hand}
    rest = [card for card in WEST_FLANDERS.cards.cards if card not in given]
    Random(1).shuffle(rest)
    for hand in held:
        while len(hand) < 8:
            hand.append(rest.pop())
    full = "|".join(" ".join(map(str, hand)) for hand in held)
    return in_play(full, trump=trump)


def answer(match: Match) -> str:
    """The card that the seat whose turn it is plays."""
    (seat,) = match.to_act
    command = choose(view_of(match, seat))
    assert isinstance(command, Play)
    return str(command.card)


# Following ----------------------------------------------------------------------------------------


def test_feeds_a_partner_sure_to_win_and_keeps_the_ten() -> None:
    match = dealt("8♣|10♣|7♣|K♦ 10♦ 7♦ 8♦ 10♥ 9♥ 8♥ 7♥", SPADES)
    assert answer(play(match, "8♣ 10♣ 7♣")) == "K♦"


def test_feeds_even_a_ten_rather_than_nothing() -> None:
    match = dealt("8♣|10♣|7♣|10♦ 9♦ 8♦ 7♦ 10♥ 9♥ 8♥ 7♥", SPADES)
    assert answer(play(match, "8♣ 10♣ 7♣")) == "10♦"


def test_feeds_before_the_last_player_if_nobody_can_beat_partner() -> None:
    match = dealt("10♣|7♣|A♣ 9♣ 8♣|K♣", None)
    assert answer(play(match, "10♣ 7♣")) == "A♣"


def test_does_not_feed_a_partner_whom_the_next_player_may_beat() -> None:
    match = dealt("7♣|J♣ 8♣|Q♦ 9♦ 8♦ 7♦ Q♥ 9♥ 8♥ 7♥|10♣", None)
    assert answer(play(match, "7♣ J♣")) in {"7♦", "7♥"}


def test_wins_cheaply_as_the_last_player() -> None:
    match = dealt("8♣|7♣ 7♦ 8♦ 9♦ J♦ Q♦ 7♥ 8♥|J♣|10♣ Q♣", SPADES)
    assert answer(play(match, "8♣ 7♣ J♣")) == "Q♣"


def test_trumps_with_the_lowest_trump() -> None:
    match = dealt("K♣|7♣ 9♣ 9♦ J♦ Q♦ 9♥ J♥ Q♥|8♣|J♠ 9♠ 7♠ K♦ 8♦ 7♦ K♥ 7♥", SPADES)
    assert answer(play(match, "K♣ 7♣ 8♣")) == "7♠"


def test_beats_with_a_card_that_holds_while_opponents_are_still_to_play() -> None:
    # The queen would do for now; one of the two cards above it is likely to come next.
    match = dealt("J♣|Q♣ 10♣|7♣|", None)
    assert answer(play(match, "J♣")) == "10♣"


def test_keeps_the_ten_out_of_an_opponents_trumped_trick() -> None:
    match = dealt("8♣|7♣ 7♦ 8♦ K♦ A♦ 7♥ 8♥ K♥|7♠ 8♠ J♠ Q♦ J♦ 9♦ J♥ 9♥|10♣ 9♣", SPADES)
    assert answer(play(match, "8♣ 7♣ 7♠")) == "9♣"


def test_discards_the_cheapest_card_on_a_lost_trick() -> None:
    match = dealt("10♣|8♣|7♣|10♦ K♦ Q♥ 7♥ 10♥ A♥ K♠ 10♠", None)
    assert answer(play(match, "10♣ 8♣ 7♣")) == "7♥"


# Leading ------------------------------------------------------------------------------------------


def test_draws_trumps_with_the_highest_in_hand() -> None:
    match = dealt("10♠ 8♠ 10♣ 7♦ 8♦ 7♥ 8♥ 9♥|||", SPADES)
    assert answer(match) == "10♠"


def test_draws_trumps_with_many_of_them() -> None:
    match = dealt("A♠ K♠ 8♠ 7♠ 10♣ 7♦ 7♥ 8♥|10♠||", SPADES)
    assert answer(match) == "7♠"


def test_leaves_trumps_alone_once_the_opponents_have_none() -> None:
    hands = "10♠ A♠ K♠ 10♣ 7♦ 8♦ 7♥ 8♥|7♣ 8♣ 9♥ J♥ Q♥ K♥ 9♦ J♦|7♠ 8♠ 9♠ J♠ Q♠|9♣ J♣"
    match = play(dealt(hands, SPADES), "10♠ 9♦ 7♠ 9♣")
    assert answer(match) == "10♣"


def test_cashes_a_ten_before_it_is_trumped() -> None:
    match = dealt("10♣ 7♣ Q♦ 8♦ Q♥ 8♥ 7♠ 9♦|10♠||", SPADES)
    assert answer(match) == "10♣"


def test_does_not_lead_a_ten_that_will_be_trumped() -> None:
    # East has trumped the first heart, and is very unlikely to be out of trumps now.
    hands = (
        "10♥ 8♥ 10♦ K♣ Q♣ J♣ 9♣ 7♣"
        "|K♠ Q♠ J♠ 7♠ A♦ K♦ 9♦ 8♣"
        "|9♠ 8♠ K♥ Q♥ 9♥ 7♦ A♣ 10♣"
        "|A♠ 10♠ A♥ J♥ 7♥ Q♦ J♦ 8♦"
    )
    match = play(dealt(hands, SPADES), "8♥ 7♠ 9♥ J♥ 9♦ 7♦ 8♦ 10♦")
    assert answer(match) == "7♣"


def test_tries_its_longest_suit_if_nothing_is_sure() -> None:
    match = dealt("Q♣ J♣ 9♣ 8♣ 7♦ K♦ 7♥ 7♠|||", SPADES)
    assert answer(match) == "8♣"


# The rest -----------------------------------------------------------------------------------------


def test_cuts_in_the_middle_and_closes_the_sheet_at_once() -> None:
    match, _ = shuffle(start(WEST_FLANDERS), entropy("a deal"))
    while match.phase is not Phase.SCORE:
        (seat,) = match.to_act
        command: Command = choose(view_of(match, seat))
        if match.phase is Phase.CUT:
            assert command == Cut(16)
        match = done(apply(match, seat, command))
    assert [choose(view_of(match, seat)) for seat in range(4)] == [Next()] * 4


def test_has_nothing_to_say_out_of_turn() -> None:
    match, _ = shuffle(start(WEST_FLANDERS), entropy("a deal"))
    (cutter,) = match.to_act
    for seat in (None, (cutter + 1) % 4):
        with pytest.raises(ValueError, match="nothing to do"):
            choose(view_of(match, seat))
