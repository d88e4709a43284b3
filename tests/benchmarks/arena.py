"""How well the computer players play: duplicate deals against simple opponents.

Run by hand: ``PYTHONPATH=tests python tests/benchmarks/arena.py [DEALS
[PRESET ...]]``. Margins are match points per deal.
"""

import hashlib
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from manillen_tui.engine.commands import Command, Play, Refusal
from manillen_tui.engine.match import apply, shuffle, start
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import WEST_FLANDERS, Rules
from manillen_tui.engine.view import View
from manillen_tui.players.policy import choose
from support.matches import any_command


Player = Callable[[View], Command]


def anything(rng: Random) -> Player:
    """Says and plays anything legal at random."""
    return lambda view: any_command(rng, view)


def lowest(view: View) -> Command:
    """Speaks like the policy, but plays the lowest legal card."""
    if view.phase is not Phase.PLAY:
        return choose(view)
    return Play(min(view.legal, key=lambda card: (view.rules.cards.strength(card), card)))


class Margin(NamedTuple):
    """One player's gain over another, with a 95 % confidence interval."""

    deals: int
    mean: float
    half: float

    @property
    def least(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half

    def __str__(self) -> str:
        return f"{self.mean:+6.2f} ± {self.half:.2f}"


def duel(one: Player, other: Player, deals: Iterable[int], rules: Rules = WEST_FLANDERS) -> Margin:
    """Play each deal once for every side that `one` can have, so that the luck cancels out."""
    gains = [
        statistics.mean(_gain(rules, deal, side, one, other) for side in range(rules.sides))
        for deal in deals
    ]
    half = 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
    return Margin(len(gains), statistics.mean(gains), half)


def _gain(rules: Rules, deal: int, side: int, one: Player, other: Player) -> float:
    """The match points of `one` on this side in one deal, minus the mean of all other sides."""
    entropy = hashlib.sha256(f"arena {deal}".encode()).digest()
    match, _ = shuffle(start(replace(rules, cut_automatic=True)), entropy)
    while not match.sheet:
        seat = match.to_act[0]
        player = one if rules.side(seat) == side else other
        step = apply(match, seat, player(view_of(match, seat)))
        assert not isinstance(step, Refusal), step
        match, _ = step
    score = match.sheet[0].score
    if score is None:  # all passed
        return 0.0
    others = [scored for scorer, scored in enumerate(score.scores) if scorer != side]
    return score.scores[side] - statistics.mean(others)


class Timed:
    """A player, with the CPU time that each of its moves takes, in ms."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.times: list[float] = []

    def __call__(self, view: View) -> Command:
        begin = time.process_time()
        command = self._player(view)
        self.times.append(1000 * (time.process_time() - begin))
        return command


def main(deals: int, names: Iterable[str]) -> None:
    print(f"{deals} deals, each played once for each side")
    over = f"{'over any legal card':>22}{'over its lowest card':>22}"
    print(f"{'':16}{over}{'ms a move':>12}{'99 %':>8}")
    for name in names:
        timed, rules = Timed(choose), PRESETS[name]
        over_any = duel(timed, anything(Random(1)), range(deals), rules)
        over_lowest = duel(timed, lowest, range(deals, 2 * deals), rules)
        slowest = statistics.quantiles(timed.times, n=100)[-1]
        mean = statistics.mean(timed.times)
        print(f"{name:16}{over_any!s:>22}{over_lowest!s:>22}{mean:12.2f}{slowest:8.2f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:] or PRESETS)
