"""What all messages share. Each is one msgpack map; `t` names its kind.

Those of a guest are in `guest_messages`, those of a host in `host_messages`.

Unknown kinds and unknown fields are refused, lengths and ranges are bounded. The bodies of the game
(`view`, `body`, `info`, `args`) are opaque here.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct


#: The version of the protocol. Both sides name theirs in their first message.
PROTOCOL: Final = 1
#: The first bytes of every connection, from the client.
MAGIC: Final = b"MANILLEN"
#: The `Nack` that a flood of talk gets, and that is itself no reason to close a connection.
TOO_MUCH: Final = "too-much"

Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Short = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(max_length=64)]  # 128 random bits, URL-safe base64
Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]  # SHA-256, or an HMAC of it
Bytes16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Proving = Annotated[bytes, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=200)]  # cleaned by the room
Text = Annotated[str, Meta(max_length=16 * 1024)]  # cleaned and cut short by the room
Body = dict[str, Any]


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Fields at their defaults are sent too: a reader of the wire sees them all."""


class Ping(Message, frozen=True, tag="ping"):
    """Either side; answered with `Pong` at once."""


class Pong(Message, frozen=True, tag="pong"):
    pass
