"""Times in whole units."""

import pytest

from net.clock import whole


@pytest.mark.parametrize(
    ("time", "units"),
    [
        (0.0, 0),
        (0.2, 1),
        (29_999.0, 29_999),
        (29_999.5, 30_000),
        (30_000.0, 30_000),
        (30_000.000000000114, 30_000),  # what floats make of 30 s
        (29_999.999999999886, 30_000),
        (30_000.01, 30_001),
        (-0.4, 0),
    ],
)
def test_whoever_waits_for_whole_units_waits_long_enough_and_no_unit_more(
    time: float, units: int
) -> None:
    assert whole(time) == units
