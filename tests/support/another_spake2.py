"""SPAKE2 as docs/protocol.md writes it down, with nothing but numbers: for `another_client`."""

import hmac
from hashlib import sha256


P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
GUEST, HOST = b"manillen guest", b"manillen host"

Point = tuple[int, int]
NEUTRAL: Point = (0, 1)


class NoPoint(ValueError):
    """These bytes are no point that may be used."""


def add(a: Point, b: Point) -> Point:
    (x1, y1), (x2, y2) = a, b
    both = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + both, -1, P) % P
    y = (y1 * y2 + x1 * x2) * pow(1 - both, -1, P) % P
    return x, y


def times(factor: int, point: Point) -> Point:
    result = NEUTRAL
    while factor:
        if factor & 1:
            result = add(result, point)
        point, factor = add(point, point), factor >> 1
    return result


def minus(point: Point) -> Point:
    return -point[0] % P, point[1]


def point_to_bytes(point: Point) -> bytes:
    """As in RFC 8032: y, and the lowest bit of x in the highest bit."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def point_from_bytes(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    y, odd = number & 2**255 - 1, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if len(data) != 32 or y >= P or x * x % P != square:
        raise NoPoint("not on the curve")
    return (-x % P if x & 1 != odd else x), y


def element_to_point(element: bytes, side: bytes) -> Point:
    """The point of what the other side sent."""
    if len(element) != 33 or element[:1] != side:
        raise NoPoint("not an element of that side")
    point = point_from_bytes(element[1:])
    if point == NEUTRAL or times(ORDER, point) != NEUTRAL:
        raise NoPoint("not in the group")
    return point


BASE = point_from_bytes(bytes.fromhex("58" + "66" * 31))
M = point_from_bytes(
    bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312")
)
N = point_from_bytes(
    bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3")
)


def scalar_of(password: bytes) -> int:
    """HKDF-SHA256 of RFC 5869 without salt, 48 bytes, mod the order."""
    key = hmac.digest(bytes(32), password, "sha256")
    first = hmac.digest(key, b"SPAKE2 pw\x01", "sha256")
    second = hmac.digest(key, first + b"SPAKE2 pw\x02", "sha256")
    return int.from_bytes((first + second)[:48], "big") % ORDER


class GuestProof:
    """The client's side, with the secret number `x`."""

    def __init__(self, password: bytes, x: int) -> None:
        self._password, self._x = password, x
        self._w = scalar_of(password)
        self._mine = point_to_bytes(add(times(x, BASE), times(self._w, M)))
        self.element = b"A" + self._mine

    def key(self, element: bytes) -> bytes:
        """The shared key, from what the host sent."""
        theirs = element_to_point(element, b"B")
        shared = times(self._x, add(theirs, minus(times(self._w, N))))
        parts = (self._password, GUEST, HOST)
        hashed = b"".join(sha256(part).digest() for part in parts)
        return sha256(hashed + self._mine + element[1:] + point_to_bytes(shared)).digest()


def guest_mac(key: bytes, seen: bytes) -> bytes:
    return hmac.digest(key, GUEST + seen, "sha256")


def host_mac(key: bytes, seen: bytes) -> bytes:
    return hmac.digest(key, HOST + seen, "sha256")
