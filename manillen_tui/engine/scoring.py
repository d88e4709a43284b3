"""From captured cards to match points."""

from msgspec import Struct


class DealScore(Struct, frozen=True, array_like=True):
    """How a deal counts, with everything its last line is derived from.

    `scores` is what each side adds to its match total: the winner's excess over par times every
    factor. A factor that does not apply is 1.
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
