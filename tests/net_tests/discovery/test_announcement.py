"""What a table announces on the network: read, or no table."""

import pytest

from net.address import Address
from net.discovery.announcement import read_announcement


TEXT = {
    b"id": b"0a1b",
    b"name": b"Kroon",
    b"host": b"Wim",
    b"state": b"lobby",
    b"people": b"1",
    b"seats": b"4",
}


def test_an_announcement_is_read() -> None:
    notice = read_announcement("Kroon 0a1b", 7843, ["10.0.0.2"], {**TEXT, b"later": b"more"})
    assert notice is not None
    assert (notice.table_id, notice.people, notice.seats) == ("0a1b", 1, 4)
    assert notice.addresses == (Address("10.0.0.2", 7843),)


@pytest.mark.parametrize(
    "broken",
    [
        {b"id": b""},
        {b"id": None},
        {b"name": b"\xff\xfe"},
        {b"people": b"many"},
        {b"people": b""},
        {b"people": b"-1"},
        {b"seats": b"99"},
        {b"state": b"\x1b]0;owned\x07"},
        {b"\xff": b"x"},
    ],
    ids=repr,
)
def test_an_announcement_that_makes_no_sense_is_no_table(broken: dict[bytes, bytes | None]) -> None:
    assert read_announcement("x", 7842, ["10.0.0.2"], {**TEXT, **broken}) is None


@pytest.mark.parametrize("field", TEXT)
def test_an_announcement_with_a_field_missing_is_no_table(field: bytes) -> None:
    rest = {key: value for key, value in TEXT.items() if key != field}
    assert read_announcement("x", 7842, ["10.0.0.2"], rest) is None


def test_an_announcement_without_an_address_is_no_table() -> None:
    assert read_announcement("x", 7842, [], TEXT) is None
    assert read_announcement("x", None, ["10.0.0.2"], TEXT) is None
