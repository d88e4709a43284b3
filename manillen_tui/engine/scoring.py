"""From captured cards to match points."""

from collections.abc import Sequence

from msgspec import Struct

from manillen_tui.engine.rules import Rules, Tie


class DealScore(Struct, frozen=True, array_like=True):
    """How a deal counts, with everything its last line is derived from.

    `scores` is what each side adds to its match total: its excess over par (all its points, where
    the rules are cumulative) times every factor. A factor that does not apply is 1.
    """

    points: tuple[int, ...]  # captured card points, bonuses included, by side
    tricks: tuple[int, ...]  # taken, by side
    excess: tuple[int, ...]  # over par, by side
    winner: int | None  # the side that won the deal
    tie: bool
    no_trump_factor: int
    tie_factor: int
    sweep_factor: int
    call_factor: int
    scores: tuple[int, ...]


def score_deal(
    rules: Rules,
    points: Sequence[int],
    tricks: Sequence[int],
    *,
    no_trump: bool,
    doubled: int,
    calls: Sequence[str] = (),
) -> DealScore:
    """Score a complete deal.

    `points` are the card points that each side captured, bonuses for the last trick or for every
    trick included, and `tricks` those it took. `doubled` tells that a tied deal waits for a
    decisive one; where ties accumulate, how many. `calls` are those made after trump was named:
    ``"along"``, then ``"against"``. Not checked: that points and tricks add up.

    A tie is a deal without a side above par: nobody scores. The winner is the one side that
    captured most.

    >>> from manillen_tui.engine import PRESETS
    >>> rules = PRESETS["west-flanders"]
    >>> score_deal(rules, (38, 22), (5, 3), no_trump=True, doubled=False).scores
    (16, 0)
    """
    if tuple(calls) not in ((), ("along",), ("along", "against")):
        raise ValueError(f"not a sequence of calls: {calls!r}")
    excess = tuple(max(0, captured - rules.par) for captured in points)
    most = max(points)
    winner = points.index(most) if most > rules.par and points.count(most) == 1 else None
    tie = not any(excess)
    close = rules.fixed_close_win and winner is not None and excess[winner] == 1
    swept = winner is not None and tricks[winner] == rules.tricks
    carried = int(doubled) if rules.tie is Tie.DOUBLES_NEXT else 0
    no_trump_factor = rules.no_trump_factor if no_trump and not close else 1
    tie_factor = 1 if close else rules.tie_factor**carried
    sweep_factor = rules.sweep_factor if swept and not close else 1
    call_factor = 1 if close else 2 ** len(calls)
    factor = no_trump_factor * tie_factor * sweep_factor * call_factor
    if rules.cumulative:
        scores = tuple(0 if tie else captured * factor for captured in points)
    else:
        scores = tuple(over * factor for over in excess)
        if rules.zero_sum and winner is not None:
            scores = tuple(won or -scores[winner] for won in scores)
    return DealScore(
        points=tuple(points),
        tricks=tuple(tricks),
        excess=excess,
        winner=winner,
        tie=tie,
        no_trump_factor=no_trump_factor,
        tie_factor=tie_factor,
        sweep_factor=sweep_factor,
        call_factor=call_factor,
        scores=scores,
    )


def match_winner(rules: Rules, totals: Sequence[int]) -> int | None:
    """The side that has won with these totals after a whole deal, or `None`: play on.

    It has reached the target and more than any other side; equal totals take another deal.
    """
    most = max(totals)
    if most < rules.target or list(totals).count(most) > 1:
        return None
    return list(totals).index(most)
