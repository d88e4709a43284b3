"""What a person may type for a table's address."""

import pytest

from net.address import DEFAULT_PORT, Address, parse_address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.20", "192.168.1.20", DEFAULT_PORT),
        (" 192.168.1.20:9000 ", "192.168.1.20", 9000),
        ("laptop.local", "laptop.local", DEFAULT_PORT),
        ("laptop.local:1", "laptop.local", 1),
        ("[fe80::1]:9000", "fe80::1", 9000),
        ("[fe80::1%eth0]", "fe80::1%eth0", DEFAULT_PORT),
        ("fe80::1", "fe80::1", DEFAULT_PORT),
        ("::1", "::1", DEFAULT_PORT),
    ],
)
def test_an_address_is_parsed(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize("text", ["192.168.1.20:9000", "laptop.local:1", "[fe80::1]:9000"])
def test_an_address_is_printed_as_it_is_typed(text: str) -> None:
    assert str(parse_address(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        ":7842",
        "host:",
        "host:0",
        "host:65536",
        "host:-1",
        "host:+1",
        "host:1_0",
        "host:٣",
        "host:99999999999999999999",
        "[fe80::1",
        "[fe80::1]7842",
        "[]:7842",
        "[host]:7842",
        "two words",
        "http://host",
        "host/path",
        "a" * 254,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        parse_address(text)
