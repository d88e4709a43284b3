"""From captured cards to match points."""

from collections.abc import Sequence

from msgspec import Struct

from manillen_tui.engine.rules import Rules, Tie


class DealScore(Struct, frozen=True, array_like=True):
    """How a deal counts, with everything its last line is derived from.

    `scores` is what each side adds to its match total: its excess over par (all its points, where
    the rules are cumulative; what a failed bid gives, where there was one) times every factor, and
    its bonus. A factor that does not apply is 1.
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
    bid: int | None = None  # the card points undertaken ...
    bidder: int | None = None  # ... by this side; it made them if it is the winner
    bonus: tuple[int, ...] = ()  # for the turned card, by side; () where the rules have none

    @property
    def factor(self) -> int:
        """All factors together."""
        return self.no_trump_factor * self.tie_factor * self.sweep_factor * self.call_factor


def stakes(
    rules: Rules, *, no_trump: bool, doubled: int, calls: int, blind: bool
) -> tuple[int, int, int]:
    """The factors of a deal that are known before it is played: no trump, ties before, calls."""
    return (
        rules.no_trump_factor * (1 + blind) if no_trump else 1,
        rules.tie_factor ** int(doubled) if rules.tie is Tie.DOUBLES_NEXT else 1,
        2**calls,
    )


def score_deal(
    rules: Rules,
    points: Sequence[int],
    tricks: Sequence[int],
    *,
    no_trump: bool,
    doubled: int,
    calls: Sequence[str] = (),
    blind: bool = False,
    bid: tuple[int, int] | None = None,
    turned: tuple[int, int] | None = None,
) -> DealScore:
    """Score a complete deal.

    `points` are the card points that each side captured, bonuses for the last trick or for every
    trick included, and `tricks` those it took. `doubled` tells that a tied deal waits for a
    decisive one; where ties accumulate, how many. `calls` are those made after trump was named:
    ``"along"``, then ``"against"``. `blind`: no trump was named before looking. `bid` is the side
    that won the auction with the points it undertook, `turned` the dealer's side with the worth of
    the turned card. Not checked: that points and tricks add up.

    A tie is a deal without a side above par: nobody scores. The winner is the one side that
    captured most; after a bid, the side that made it or else the other.

    >>> from manillen_tui.engine import PRESETS
    >>> rules = PRESETS["west-flanders"]
    >>> score_deal(rules, (38, 22), (5, 3), no_trump=True, doubled=False).scores
    (16, 0)
    >>> rules = PRESETS["encheres"]
    >>> score_deal(rules, (38, 22), (5, 3), no_trump=False, doubled=False, bid=(0, 40)).scores
    (0, 10)
    """
    if tuple(calls) not in ((), ("along",), ("along", "against")):
        raise ValueError(f"not a sequence of calls: {calls!r}")
    excess = tuple(max(0, captured - rules.par) for captured in points)
    counted = excess if bid is None else _after_bid(rules, points, excess, bid)
    winner = _only_best(counted)
    tie = not any(counted)
    close = rules.fixed_close_win and winner is not None and counted[winner] == 1
    swept = winner is not None and tricks[winner] == rules.tricks
    no_trump_factor, tie_factor, call_factor = stakes(
        rules, no_trump=no_trump, doubled=doubled, calls=len(calls), blind=blind
    )
    sweep_factor = rules.sweep_factor if swept else 1
    if close:
        no_trump_factor = tie_factor = sweep_factor = call_factor = 1
    factor = no_trump_factor * tie_factor * sweep_factor * call_factor
    if rules.cumulative:
        scores = tuple(0 if tie else captured * factor for captured in points)
    else:
        scores = tuple(over * factor for over in counted)
        if rules.zero_sum and winner is not None:
            scores = tuple(won or -scores[winner] for won in scores)
    bonus: tuple[int, ...] = ()
    if rules.turn_up_bonus and turned is not None:
        bonus = tuple(turned[1] if side == turned[0] else 0 for side in range(rules.sides))
        scores = tuple(map(int.__add__, scores, bonus))
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
        bid=None if bid is None else bid[1],
        bidder=None if bid is None else bid[0],
        bonus=bonus,
    )


def _after_bid(
    rules: Rules, points: Sequence[int], excess: Sequence[int], bid: tuple[int, int]
) -> tuple[int, ...]:
    """What each side counts before factors when one of two undertook so many points."""
    bidder, undertaken = bid
    if points[bidder] >= undertaken:  # above par, so that the others are not
        return tuple(excess)
    short = undertaken - rules.par
    return tuple(0 if side == bidder else max(over, short) for side, over in enumerate(excess))


def _only_best(counted: Sequence[int]) -> int | None:
    """The one side that counts most, if there is one."""
    most = max(counted)
    return counted.index(most) if most and list(counted).count(most) == 1 else None


def match_winner(rules: Rules, totals: Sequence[int], deals: int = 0) -> int | None:
    """The side that has won with these totals after so many whole deals, or `None`: play on.

    It has reached the target (where a number of deals was agreed: they are played) and has more
    than any other side; equal totals take another deal.
    """
    most = max(totals)
    ended = deals >= rules.deals if rules.deals else most >= rules.target
    if not ended or list(totals).count(most) > 1:
        return None
    return list(totals).index(most)
