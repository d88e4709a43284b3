"""Whatever people type for a name, it is shown as one short line of text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.names import NAMELESS, clean_name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Wieske", "Wieske"),
        ("  Jan   Van\tDamme \n", "Jan Van Damme"),
        ("x" * 10_000, "x" * 20),
        ("Jo\x1b[31mse\x1b[0m", "Jose"),
        ("\x1b]0;title\x07Jan", "Jan"),
        ("J\x9b1;1Han", "Jan"),
        ("Jan\x1b", "Jan"),
        ("[red]Jan[/]", "[red]Jan[/]"),
        ("\u202enaJ\u202c", "naJ"),
        ("J\u200ba\u200dn\ufeff", "Jan"),
        ("Jan\r\nhost", "Jan host"),
        ("Zoe\u0301", "Zoé"),
        ("Z\u0328\u0329\u032a\u032b", "Z\u0328"),
        ("\u0301Jan", "Jan"),
        ("♥\ufe0f", "♥"),
        ("\ud800Jan", "Jan"),
        ("漢字" * 10, "漢字" * 5),
        ("x漢" * 10, "x漢" * 6 + "x"),
        ("1234567890123456789 1", "1234567890123456789"),
    ],
)
def test_a_name_is_cleaned(typed: str, shown: str) -> None:
    assert clean_name(typed, 20) == shown


@pytest.mark.parametrize("typed", ["", "   ", "\x00", "\u200b\u202e", "\u3164\u2800", "\u0301"])
def test_a_name_with_nothing_left_is_not_empty(typed: str) -> None:
    assert clean_name(typed, 20) == NAMELESS


@given(st.text(max_size=60), st.integers(1, 20))
def test_any_name_fits_and_is_printable(typed: str, cells: int) -> None:
    name = clean_name(typed, cells)
    width = sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in name
        if not unicodedata.category(letter).startswith("M")
    )
    assert name
    assert width <= cells
    assert all(unicodedata.category(letter)[0] != "C" for letter in name)
    assert name == " ".join(name.split(" ")).strip()


@given(st.text(max_size=60))
def test_a_clean_name_stays_unchanged(typed: str) -> None:
    name = clean_name(typed, 20)
    assert clean_name(name, 20) == name
