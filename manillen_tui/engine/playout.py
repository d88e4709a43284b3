"""Fast playing out of deals on masks, without states, events or views, for search."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Final

from manillen_tui.engine.cards import SUITS, Suit, cards_in, mask_of
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trick import legal, trick_rules


#: A way to play: ``(seat, hand, may, trick, taker) -> card``. `hand` and `may` (the legal cards)
#: are masks; `trick` holds the cards on the table in playing order, `taker` is the place of the
#: winning one, -1 on a lead. Not called when only one card is legal.
Policy = Callable[[int, int, int, list[int], int], int]

_TRUMPS: Final = (*SUITS, None)


#: For each open card of a stack, the closed card below it.
Below = Mapping[int, int]
_NO_STACKS: Final[Below] = MappingProxyType({})


def play_out(
    rules: Rules,
    trump: Suit | None,
    hands: Sequence[int],
    leader: int,
    policy: Policy,
    below: Below = _NO_STACKS,
) -> tuple[list[int], list[int]]:
    """Play every trick of these hands (masks, by seat, of equal size).

    If the rules have stacks, a hand includes their open cards, and `below` has the closed ones.
    Returns card points captured, bonuses included, and tricks taken, both by side.
    """
    play = trick_rules(rules, trump)
    beats, all_duties, worth = play.beats, play.duties, rules.cards.worth
    sides, trick_points, others = rules.sides, rules.trick_points, _others(rules)
    held = list(hands)
    points, tricks = [0] * sides, [0] * sides
    side = leader % sides
    # With stacks, hands may differ in size by closed cards; in total they make whole tricks.
    cards = sum(hand.bit_count() for hand in held) + len(below)
    for _ in range(cards // len(held)):
        hand = held[leader]
        card = policy(leader, hand, hand, [], -1) if hand & hand - 1 else hand.bit_length() - 1
        held[leader] = hand ^ 1 << card
        trick = [card]
        duties = all_duties[card]
        winning, taker, captured = card, 0, worth[card] + trick_points
        for place, seat in others[leader]:
            hand = held[seat]
            may = legal(duties[place - taker == 2], winning, hand)
            card = policy(seat, hand, may, trick, taker) if may & may - 1 else may.bit_length() - 1
            held[seat] = hand ^ 1 << card
            trick.append(card)
            captured += worth[card]
            if beats[winning] >> card & 1:
                winning, taker = card, place
        if below:
            seats = (leader, *(seat for _, seat in others[leader]))
            for seat, card in zip(seats, trick, strict=True):
                if card in below:
                    held[seat] |= 1 << below[card]
        if taker:
            leader = others[leader][taker - 1][1]
        side = leader % sides
        points[side] += captured
        tricks[side] += 1
    points[side] += rules.last_trick_bonus
    return points, tricks


@lru_cache(maxsize=256)
def _others(rules: Rules) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each leader, the place in the trick and the seat of those who follow."""
    return tuple(
        tuple((place, rules.next_seat(leader, place)) for place in range(1, rules.players))
        for leader in range(rules.players)
    )


def any_card(rng: Random) -> Policy:
    """A policy that plays each legal card with the same probability."""
    random = rng.random

    def choose(seat: int, hand: int, may: int, trick: list[int], taker: int) -> int:
        skip = random() * may.bit_count()
        while skip >= 1.0:
            may &= may - 1
            skip -= 1.0
        return (may & -may).bit_length() - 1

    return choose


def random_hands(rules: Rules, rng: Random) -> list[int]:
    """Each seat's cards as a mask, stacks included; every deal is equally likely."""
    random = rng.random
    order = sorted(rules.cards.bits, key=lambda bit: random())
    size = rules.tricks
    return [sum(order[seat * size : (seat + 1) * size]) for seat in range(rules.players)]


def random_deal(rules: Rules, rng: Random) -> tuple[list[int], list[int]]:
    """Play a random deal: hands, dealer, trump and every card. Returns the same as `play_out`."""
    trump = rng.choice(_TRUMPS if rules.no_trump else SUITS)
    leader = rng.randrange(rules.players)
    hands = random_hands(rules, rng)
    below = _with_stacks(rules, hands, rng) if rules.stacks else _NO_STACKS
    return play_out(rules, trump, hands, leader, any_card(rng), below)


def _with_stacks(rules: Rules, hands: list[int], rng: Random) -> dict[int, int]:
    """Remove random closed cards from the hands, and put each below a card that is left."""
    below: dict[int, int] = {}
    for seat, hand in enumerate(hands):
        picked: list[int] = rng.sample(list(cards_in(hand)), 2 * rules.stacks)
        closed, opened = picked[: rules.stacks], picked[rules.stacks :]
        hands[seat] = hand ^ mask_of(closed)
        below.update(zip(opened, closed, strict=True))
    return below
