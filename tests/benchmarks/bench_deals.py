"""How fast the engine plays: random full deals and questions of legality, on one core.

Run as ``python tests/benchmarks/bench_deals.py``. Each figure is the best of many short runs, so
that what else the machine does counts as little as possible.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter

from manillen_tui.engine import PRESETS, Card, Suit, legal_cards
from manillen_tui.engine.cards import mask_of
from manillen_tui.engine.playout import any_card, play_out, random_deal, random_hands
from manillen_tui.engine.trick import legal, trick_rules


GOAL_DEALS = 25_000
LEAST_DEALS = 10_000


def per_second(run: Callable[[], object], calls: int, rounds: int = 60) -> float:
    """Calls of `run` a second, in the best of some rounds of so many calls."""
    best = float("inf")
    for _ in range(rounds):
        began = perf_counter()
        for _ in range(calls):
            run()
        best = min(best, perf_counter() - began)
    return calls / best


def main() -> None:
    rules = PRESETS["west-flanders"]
    rng = Random(1)
    deals = per_second(lambda: random_deal(rules, rng), 200)
    print(f"random full deals a second:    {deals:>10,.0f}")
    print(f"  of the goal of {GOAL_DEALS:,}:       {deals / GOAL_DEALS:>10.2f}")
    print(f"  of the least, {LEAST_DEALS:,}:        {deals / LEAST_DEALS:>10.2f}")

    hands, policy = random_hands(rules, rng), any_card(rng)
    playouts = per_second(lambda: play_out(rules, Suit.CLUBS, hands, 0, policy), 200)
    print(f"playouts of given hands:       {playouts:>10,.0f}")

    trick = [Card.parse("A♣"), Card.parse("Q♦")]
    hand = [Card.parse(text) for text in ("J♦", "7♦", "10♥", "8♠")]
    duties = trick_rules(rules, Suit.DIAMONDS).duties_after(trick)
    mask, winning = mask_of(hand), int(trick[1])
    on_masks = per_second(lambda: legal(duties, winning, mask), 5_000)
    print(f"legal cards, on masks:         {on_masks:>10,.0f}")
    public = per_second(lambda: legal_cards(rules, Suit.DIAMONDS, trick, hand), 500)
    print(f"legal cards, public function:  {public:>10,.0f}")


if __name__ == "__main__":
    main()
