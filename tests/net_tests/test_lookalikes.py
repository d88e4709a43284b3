"""Whoever has a name like another's at the table is known by it: nobody passes as somebody else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.lookalikes import alike, distinct_name
from net.names import clean_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jan", "JAN"),
        ("Anna", "Аnnа"),  # Cyrillic
        ("ANNA", "ΑΝΝΑ"),  # Greek
        ("Нина", "Hина"),
        ("νίκος", "ΝΊΚΟΣ"),
        ("Wim", "Ｗｉｍ"),
        ("Wim", "𝐖𝐢𝐦"),
        ("Wim", "Wıⅿ"),
        ("Noor", "N00r"),
        ("Ian", "lan"),
        ("Ian", "|an"),
        ("Bram", "Brarn"),
        ("Wim", "vvim"),
        ("Zoé", "Zoe\u0301"),
        ("Zoé", "Zoe"),
        ("Root", "Root."),
        ("Jan 2", "Jan2"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)
    assert distinct_name(other, [one], 20) == f"{other} 2"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Jan", "Hans"), ("Jan", "Jan 2"), ("Jan 2", "Jan 3"), ("♥", "♦"), ("कि", "के"), ("か", "が")],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not alike(one, other)
    assert distinct_name(other, [one], 20) == other


def test_a_duplicate_name_gets_the_first_free_suffix() -> None:
    assert distinct_name("Jan", ["Piet"], 20) == "Jan"
    assert distinct_name("Jan", ["Jan"], 20) == "Jan 2"
    assert distinct_name("jan", ["Jan", "JAN 2"], 20) == "jan 3"


def test_a_suffix_fits_too() -> None:
    assert distinct_name("x" * 20, ["x" * 20], 20) == "x" * 18 + " 2"


@given(st.lists(st.text("Aaаl1Iоo0.| ♥é", max_size=24), min_size=2, max_size=12))
def test_no_two_people_at_a_table_have_names_that_look_alike(typed: list[str]) -> None:
    names: list[str] = []
    for name in typed:
        names.append(distinct_name(clean_name(name, 20), names, 20))
    for place, name in enumerate(names):
        assert not any(alike(name, other) for other in names[:place])
        assert clean_name(name, 20) == name
