"""Hostile frames, from random bytes to messages that are almost right."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgpack

from net.protocol.framing import to_frame


#: The fields of each client message, which most generated frames are.
_KINDS: dict[str, list[str]] = {
    "probe": ["pv"],
    "hello": ["pv", "app", "language"],
    "prove": ["message", "seen"],
    "join": ["name", "seat", "rights", "watch", "claim"],
    "resume": ["token", "revision", "rights"],
    "do": ["id", "turn", "body"],
    "ready": ["id", "on"],
    "sit": ["id", "seat"],
    "say": ["id", "text"],
    "leave": ["id"],
    "pause": ["id", "on"],
    "manage": ["id", "what", "seat", "value"],
    "seal": ["deal", "digest"],
    "share": ["deal", "share"],
    "ping": [],
    "pong": [],
}
_TAGS: list[str] = [
    *_KINDS,
    "welcome",
    "seated",
    "state",
    "room",
    "bye",
    "commit",
    "sealed",
    "nonsense",
]
_WHATS: list[str] = [
    "start",
    "computer",
    "empty",
    "absence",
    "close",
    "remove",
    "shut",
    "open",
    "admit",
]
_WHATS += ["decline", "pass-on", "code", "nonsense"]
#: The messages that fit each stage, by its name.
IN_PLACE: dict[str, list[str]] = {
    "NEW": ["hello"],
    "KNOWN": ["prove", "resume"],
    "MET": ["prove"],
    "PROVEN": ["join"],
    "PENDING": ["ping"],
    "SEATED": ["do", "ready", "sit", "say", "pause", "manage", "seal", "share", "ping"],
}
#: Every field of any message, with values from somebody who knows the protocol.
_FIELDS: dict[str, Callable[[random.Random], Any]] = {
    "t": lambda r: r.choice(_TAGS),
    "pv": lambda r: r.choice([1, 1, 1, 0, 2]),
    "app": lambda r: _text(r),
    "language": lambda r: "nl",
    "message": lambda r: r.randbytes(r.choice([0, 32, 33, 33, 64, 65])),
    "seen": lambda r: r.randbytes(r.choice([0, 0, 31, 32, 32, 33])),
    "name": lambda r: _text(r),
    "seat": lambda r: r.choice([None, 0, 1, 2, 3, 15, 16]),
    "rights": lambda r: r.choice([None, None, _text(r)]),
    "watch": lambda r: r.random() < 0.2,
    "claim": lambda r: r.random() < 0.2,
    "token": lambda r: _text(r),
    "revision": lambda r: _count(r),
    "id": lambda r: r.choice([r.randint(0, 60), r.randint(0, 60), _count(r)]),
    "turn": lambda r: _count(r),
    "body": lambda r: r.choice([{"say": _count(r)}, {}, _junk(r, 3)]),
    "on": lambda r: r.random() < 0.5,
    "text": lambda r: _text(r),
    "what": lambda r: r.choice(_WHATS),
    "value": lambda r: r.choice([None, 0, 1000]),
    "deal": lambda r: _count(r),
    "digest": lambda r: r.randbytes(32),
    "share": lambda r: r.randbytes(16),
}
_ODD: list[Callable[[random.Random], bytes]] = [
    lambda r: b"",
    lambda r: r.randbytes(r.randint(1, 200)),
    lambda r: b"\x91" * 900,  # nested deep
    lambda r: b"\xdd\xff\xff\xff\xff",  # a list of 2**32 - 1 items
    lambda r: b"\xdf\xff\xff\xff\xff",
    lambda r: b"\xc6\xff\xff\xff\xff",
    lambda r: b"\xc1",
    lambda r: b"\xd6\xff\0\0\0\0",  # a timestamp
    lambda r: b"\x82\xa1t\xa4ping\xa1t\xa4ping",  # a duplicate key
    lambda r: b"\x81\xa1t\xa4p\xffng",  # not UTF-8
    lambda r: b"\x81\xc4\x01t\xa4ping",  # a key that is bytes
    lambda r: msgpack.packb(
        {"t": "say", "id": 1, "text": "\ud800"}, unicode_errors="surrogatepass"
    ),
    lambda r: msgpack.packb({"t": "ping", "x": float("nan")}),
    lambda r: msgpack.packb([None] * 600),
    lambda r: msgpack.packb({str(n): n for n in range(100)}),
]


def hostile_bytes(r: random.Random, in_place: Sequence[str] = ()) -> bytes:
    """One frame, or something like one. Most messages are of a kind listed in `in_place`."""
    kind = r.random()
    if kind < 0.02:
        return r.randbytes(r.randint(1, 64))
    if kind < 0.03:
        return r.choice([0, 4097, 16 * 1024 + 1, 2**32 - 1]).to_bytes(4, "big")
    if kind < 0.08:
        return to_frame(r.choice(_ODD)(r))
    payload = message(r, in_place)
    if kind < 0.12:  # flipped bits, or a truncated frame
        broken = bytearray(payload)
        broken[r.randrange(len(broken))] ^= 1 << r.randrange(8)
        payload = bytes(broken)[: r.randint(1, len(broken))] if r.random() < 0.5 else bytes(broken)
    return to_frame(payload)


def message(r: random.Random, in_place: Sequence[str] = ()) -> bytes:
    """A client message: often valid, sometimes almost."""
    tag = r.choice(in_place if in_place and r.random() < 0.9 else list(_KINDS))
    fields: dict[str, Any] = {"t": tag, **{name: _FIELDS[name](r) for name in _KINDS[tag]}}
    twist = r.random()
    if twist < 0.04:
        fields.pop(r.choice(list(fields)))
    elif twist < 0.08:
        fields[r.choice(list(_FIELDS))] = _junk(r, 3)
    elif twist < 0.12:
        fields[r.choice(list(fields))] = _junk(r, 8)
    packed: bytes = msgpack.packb(fields, unicode_errors="surrogatepass")
    return packed


def _count(r: random.Random) -> int:
    return r.choice([r.randint(0, 40), r.randint(0, 2000), 2**31 - 1, 2**31, -1])


def _text(r: random.Random) -> str:
    length = r.choice([0, 3, 3, 12, 12, 12, 12, 64, 65, 250])
    return "".join(r.choices("ab Ж漢\u202e\x1b[red]\0\u200d\ud800", k=length))


def _junk(r: random.Random, depth: int) -> Any:
    kind = r.randrange(9 if depth else 7)
    match kind:
        case 0:
            return None
        case 1:
            return r.random() < 0.5
        case 2:
            return r.choice([0, -1, 2**31, 2**63 - 1, -(2**63), 2**64 - 1])
        case 3:
            return _text(r)
        case 4:
            return r.randbytes(r.randint(0, 40))
        case 5:
            return r.choice([0.5, float("inf"), float("nan")])
        case 6:
            return ""
        case 7:
            return [_junk(r, depth - 1) for _ in range(r.randint(0, 4))]
        case _:
            return {_text(r)[:5]: _junk(r, depth - 1) for _ in range(r.randint(0, 4))}
