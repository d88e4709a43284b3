"""How well the computer players play: duplicate deals against simple opponents.

Run by hand: ``python tests/benchmarks/arena.py [DEALS]``. Margins are match points a deal.
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

from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.commands import Command, NameTrump, Play, Refusal
from manillen_tui.engine.match import apply, shuffle, start
from manillen_tui.engine.rules import WEST_FLANDERS, Rules
from manillen_tui.engine.view import Phase, View, view_of
from manillen_tui.players.policy import choose


Player = Callable[[View], Command]


def anything(rng: Random) -> Player:
    """Names any trump, and plays any card that it may."""

    def move(view: View) -> Command:
        if view.phase is Phase.TRUMP:
            return NameTrump(rng.choice((*SUITS, None)))
        return Play(rng.choice(view.legal))

    return move


def lowest(view: View) -> Command:
    """Names trump as the policy does, and plays the lowest card that it may."""
    if view.phase is not Phase.PLAY:
        return choose(view)
    return Play(min(view.legal, key=lambda card: (view.rules.cards.strength(card), card)))


class Margin(NamedTuple):
    """What one player gains on another, with a 95 % interval."""

    deals: int
    mean: float
    half: float

    @property
    def least(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.half:.2f} a deal ({self.deals} deals, each played twice)"


def duel(one: Player, other: Player, deals: Iterable[int], rules: Rules = WEST_FLANDERS) -> Margin:
    """Each deal is played twice, with the sides swapped: the luck of the cards cancels out."""
    gains = [
        (_score(rules, deal, (one, other)) - _score(rules, deal, (other, one))) / 2
        for deal in deals
    ]
    half = 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
    return Margin(len(gains), statistics.mean(gains), half)


def _score(rules: Rules, deal: int, sides: tuple[Player, Player]) -> int:
    """The match points of side 0 less those of side 1, in one deal."""
    entropy = hashlib.sha256(f"arena {deal}".encode()).digest()
    match, _ = shuffle(start(replace(rules, cut_automatic=True)), entropy)
    while not match.sheet:
        (seat,) = match.to_act
        step = apply(match, seat, sides[seat % 2](view_of(match, seat)))
        assert not isinstance(step, Refusal), step
        match, _ = step
    score = match.sheet[0].score
    assert score is not None
    return score.scores[0] - score.scores[1]


class Timed:
    """A player, and the CPU time that each of its moves takes, in ms."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.times: list[float] = []

    def __call__(self, view: View) -> Command:
        begin = time.process_time()
        command = self._player(view)
        self.times.append(1000 * (time.process_time() - begin))
        return command


def main(deals: int) -> None:
    timed = Timed(choose)
    print("over any legal card:    ", duel(timed, anything(Random(1)), range(deals)))
    print("over its lowest card:   ", duel(timed, lowest, range(deals, 2 * deals)))
    slowest = statistics.quantiles(timed.times, n=100)[-1]
    print(f"CPU time a move: {statistics.mean(timed.times):.2f} ms, 99 % below {slowest:.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
