"""Times rounded up to whole units."""

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
def test_a_time_in_whole_units_is_long_enough_and_never_a_unit_too_long(
    time: float, units: int
) -> None:
    assert whole(time) == units
