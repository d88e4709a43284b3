"""What all messages share. Each is one msgpack map; `t` names its kind.

A guest's are in `guest_messages`, a host's in `host_messages`.

Unknown kinds and fields are refused; lengths and ranges are bounded. The game's own bodies
(`view`, `body`, `info`, `args`) are opaque here.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct


#: The protocol version. Each side sends its own in its first message.
PROTOCOL: Final = 1
#: The first bytes a client sends on every connection.
MAGIC: Final = b"MANILLEN"
#: The `Nack` for too much chat: it does not count towards the limit that closes a connection.
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
    """Fields with default values are sent too: the wire shows every field."""


class Ping(Message, frozen=True, tag="ping"):
    """From either side; answered with `Pong` at once."""


class Pong(Message, frozen=True, tag="pong"):
    pass
