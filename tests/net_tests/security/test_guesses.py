"""Wrong codes cost time, with a clock that the tests move."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from net.limits import Limits
from net.security.guesses import Guesses


LIMITS = Limits(free_guesses=2, guess_s=1.0, guess_most_s=60.0, guess_forget_s=600.0, guessers=100)
MALLORY = "192.0.2.7"


def test_two_slips_are_free_and_then_each_costs_twice_as_much() -> None:
    guesses = Guesses(LIMITS)
    waits = []
    for _ in range(11):
        guesses.wrong(MALLORY, 100.0)
        waits.append(guesses.wait_s(MALLORY, 100.0))
    assert waits == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_wait_ends_with_time() -> None:
    guesses = Guesses(LIMITS)
    for _ in range(5):
        count = guesses.wrong(MALLORY, 100.0)
    assert count == 5
    assert guesses.wait_s(MALLORY, 103.0) == 1.0
    assert guesses.wait_s(MALLORY, 104.0) == 0.0
    assert guesses.wait_s(MALLORY, 1e9) == 0.0


@example(1012.81861453707)  # and 30 s later are a little more than 30 s apart
@given(st.floats(0.0, 1e9))
def test_nobody_waits_longer_than_told_whatever_the_clock_shows(now: float) -> None:
    guesses = Guesses(replace(LIMITS, guess_s=30.0))
    for _ in range(4):
        guesses.wrong(MALLORY, now)
    assert guesses.wait_s(MALLORY, now) == 60.0
    guesses = Guesses(replace(LIMITS, guess_s=30.0, free_guesses=0))
    guesses.wrong(MALLORY, now)
    assert guesses.wait_s(MALLORY, now) == 30.0
    assert 0.0 <= guesses.wait_s(MALLORY, now + 1.5) <= 30.0


def test_a_hundred_wrong_codes_take_an_hour_and_a_half() -> None:
    guesses = Guesses(LIMITS)
    now = 0.0
    for _ in range(100):
        now += guesses.wait_s(MALLORY, now)
        guesses.wrong(MALLORY, now)
    # 1 + 2 + 4 + 8 + 16 + 32, then a minute each; the first three are free of waiting.
    assert now == 63 + 91 * 60


def test_a_thousand_years_of_guessing_do_not_overflow() -> None:
    guesses = Guesses(LIMITS)
    for _ in range(5000):
        guesses.wrong(MALLORY, 0.0)
    assert guesses.wait_s(MALLORY, 0.0) == 60.0


def test_other_addresses_do_not_wait() -> None:
    guesses = Guesses(LIMITS)
    for _ in range(10):
        guesses.wrong(MALLORY, 0.0)
    assert guesses.wait_s("192.0.2.8", 0.0) == 0.0


def test_a_right_guess_resets_the_count() -> None:
    guesses = Guesses(LIMITS)
    for _ in range(10):
        guesses.wrong(MALLORY, 0.0)
    guesses.right(MALLORY)
    assert guesses.wait_s(MALLORY, 0.0) == 0.0
    assert guesses.wrong(MALLORY, 0.0) == 1


def test_wrong_guesses_are_forgotten_in_the_end() -> None:
    guesses = Guesses(LIMITS)
    for _ in range(10):
        guesses.wrong(MALLORY, 0.0)
    assert guesses.wrong(MALLORY, 600.0) == 11
    assert guesses.wrong(MALLORY, 1200.1) == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%wlan0", True),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
        ("192.0.2.7", "192.0.2.8", False),
        ("?", "?", True),
    ],
)
def test_addresses_that_one_machine_can_choose_from_count_as_one(
    one: str, other: str, same: bool
) -> None:
    guesses = Guesses(LIMITS)
    for _ in range(10):
        guesses.wrong(one, 0.0)
    assert (guesses.wait_s(other, 0.0) > 0) is same


def test_memory_is_bounded_without_giving_a_crowd_free_guesses() -> None:
    guesses = Guesses(LIMITS)
    crowd = [f"10.0.{n // 250}.{n % 250}" for n in range(10_000)]
    for address in crowd:
        guesses.wrong(address, 0.0)
    assert len(guesses) == 101
    assert guesses.wait_s(crowd[-1], 0.0) == 60.0
    assert guesses.wait_s("192.0.2.99", 0.0) == 60.0  # strangers are not trusted more
    assert guesses.wait_s(crowd[0], 0.0) == 0.0  # and known addresses keep their own count
    guesses.wrong("192.0.2.99", 601.0)
    assert len(guesses) == 1


def test_free_guesses_can_be_switched_off() -> None:
    guesses = Guesses(replace(LIMITS, free_guesses=0))
    guesses.wrong(MALLORY, 0.0)
    assert guesses.wait_s(MALLORY, 0.0) == 1.0
