"""How fast the engine is: random full deals and legality queries, on one core.

Run as ``python tests/benchmarks/bench_deals.py``. Each figure is the best of many short runs, to
minimize the effect of other load.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

from manillen_tui.engine import PRESETS, Card, Suit, legal_cards
from manillen_tui.engine.cards import mask_of
from manillen_tui.engine.playout import any_card, play_out, random_deal, random_hands
from manillen_tui.engine.trick import legal, trick_rules


GOAL_DEALS = 25_000
LEAST_DEALS = 10_000
#: No base profile may be slower than 0.6 of the first one's speed.
BASES = ("west-flanders", "belgian", "malilla")
OTHERS = ("three", "two", "espanola")


def per_second(run: Callable[[], object], calls: int, rounds: int = 60) -> float:
    """Calls of `run` per second, in the best of several rounds of `calls` calls."""
    best = float("inf")
    for _ in range(rounds):
        began = perf_counter()
        for _ in range(calls):
            run()
        best = min(best, perf_counter() - began)
    return calls / best


def main() -> None:
    rng = Random(1)
    rules = PRESETS["west-flanders"]
    print("random full deals a second, and as a part of those of west-flanders:")
    deals = {
        name: per_second(partial(random_deal, PRESETS[name], rng), 100)
        for name in (*BASES, *OTHERS)
    }
    for name, figure in deals.items():
        print(f"  {name:<28} {figure:>10,.0f} {figure / deals[BASES[0]]:>6.2f}")
    print(f"  of the goal of {GOAL_DEALS:,}:       {deals[BASES[0]] / GOAL_DEALS:>10.2f}")
    print(f"  of the least, {LEAST_DEALS:,}:        {deals[BASES[0]] / LEAST_DEALS:>10.2f}")

    hands, policy = random_hands(rules, rng), any_card(rng)
    playouts = per_second(lambda: play_out(rules, Suit.CLUBS, hands, 0, policy), 200)
    print(f"playouts of given hands:       {playouts:>10,.0f}")

    trick = [Card.parse("A♣"), Card.parse("Q♦")]
    hand = [Card.parse(text) for text in ("J♦", "7♦", "10♥", "8♠")]
    mask, winning = mask_of(hand), int(trick[1])
    print("legal cards a second, on masks and by the public function, and their parts:")
    first: tuple[float, float] | None = None
    for name in BASES:
        profile = PRESETS[name]
        duties = trick_rules(profile, Suit.DIAMONDS).duties_after(trick)
        masks = per_second(partial(legal, duties, winning, mask), 5_000)
        cards = per_second(partial(legal_cards, profile, Suit.DIAMONDS, trick, hand), 500)
        first = first or (masks, cards)
        parts = f"{masks / first[0]:>6.2f} {cards / first[1]:>6.2f}"
        print(f"  {name:<28} {masks:>10,.0f} {cards:>10,.0f} {parts}")


if __name__ == "__main__":
    main()
