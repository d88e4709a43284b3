"""From captured cards to match points."""

from collections.abc import Sequence

from msgspec import Struct

from manillen_tui.engine.rules import Rules, Tie


class DealScore(Struct, frozen=True, array_like=True):
    """How a deal counts, with everything its scores are derived from.

    `scores` is what each side adds to its match total: its excess over par (with cumulative rules
    all its points; after a failed bid what that earns) times every factor, plus its bonus. A factor
    that does not apply is 1.
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
    bidder: int | None = None  # ... by this side, which made its bid if it is the winner
    bonus: tuple[int, ...] = ()  # for the turned card, by side; () if the rules have none

    @property
    def factor(self) -> int:
        """All factors together."""
        return self.no_trump_factor * self.tie_factor * self.sweep_factor * self.call_factor


def stakes(
    rules: Rules, *, no_trump: bool, doubled: int, calls: int, blind: bool
) -> tuple[int, int, int]:
    """The factors of a deal known before it is played: for no trump, earlier ties, and calls."""
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

    `points` are the card points captured by each side, including bonuses for the last trick or for
    every trick, and `tricks` the tricks it took. `doubled` is how many earlier ties count (at most
    one unless ties accumulate). `calls` are those made after trump was named: ``"along"``, then
    ``"against"``. `blind`: no trump was named before looking. `bid` is the side that won the
    auction, with the points it undertook; `turned` the dealer's side, with the worth of the turned
    card. Does not check that points and tricks add up.

    If no side is above par the deal is a tie and nobody scores. The winner is the one side that
    captured most; after a bid, the bidding side if it made the bid, else the other.

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
    """What each side counts before factors, after one of two sides made this bid."""
    bidder, undertaken = bid
    if points[bidder] >= undertaken:  # which is above par, so the others are not
        return tuple(excess)
    short = undertaken - rules.par
    return tuple(0 if side == bidder else max(over, short) for side, over in enumerate(excess))


def _only_best(counted: Sequence[int]) -> int | None:
    """The one side that counts most, if any."""
    most = max(counted)
    return counted.index(most) if most and list(counted).count(most) == 1 else None


def match_winner(rules: Rules, totals: Sequence[int], deals: int = 0) -> int | None:
    """The side that has won with these totals after `deals` complete deals; None: play on.

    To win, a side must reach the target (or, with a fixed number of deals, all must be played) and
    have more than any other side; if the best totals are equal, another deal is played.
    """
    most = max(totals)
    ended = deals >= rules.deals if rules.deals else most >= rules.target
    if not ended or list(totals).count(most) > 1:
        return None
    return list(totals).index(most)
