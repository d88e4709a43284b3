"""A table's address: a host and a port, and the text a person types for them."""

from typing import Final, NamedTuple


DEFAULT_PORT: Final = 7842


class Address(NamedTuple):
    """`host` is a name, an IPv4 or an IPv6 address (no brackets, possibly with a %zone)."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """Parse ``host``, ``host:port``, ``[v6]:port``, ``[v6]`` or a bare IPv6 address.

    Does not resolve the name. Raises `ValueError` for anything else.
    """
    text = text.strip()
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or ":" not in host or (rest and not rest.startswith(":")):
            raise ValueError(f"not an address: {text!r}")
        port = rest[1:] if rest else None
    elif text.count(":") > 1:
        host, port = text, None
    else:
        host, colon, rest = text.partition(":")
        port = rest if colon else None
    if not host or len(host) > 253 or not all(_may_be_in_a_host(letter) for letter in host):
        raise ValueError(f"not an address: {text!r}")
    return Address(host, default_port if port is None else _port(port))


def _may_be_in_a_host(letter: str) -> bool:
    return letter.isalnum() or letter in ".-_:%"


def _port(text: str) -> int:
    # `int` alone would accept signs, blanks and underscores.
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:6]) <= 65535:
        raise ValueError(f"not a port: {text!r}")
    return int(text)
