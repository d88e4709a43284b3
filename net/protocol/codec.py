"""Messages as msgpack, decoded strictly: anything that is not exactly a message is a `BadFrame`."""

import unicodedata
from typing import Any, TypeVar, cast

import msgpack
import msgspec

from net.limits import Limits
from net.protocol.framing import BadFrame, to_frame
from net.protocol.guest_messages import FromClient
from net.protocol.host_messages import FromHost


T = TypeVar("T")

# Unions are type forms, which `type[T]` cannot express.
_FROM_CLIENT = cast("type[FromClient]", FromClient)
_FROM_HOST = cast("type[FromHost]", FromHost)

# OutOfData and BufferFull are not ValueErrors.
_UNREADABLE = (ValueError, TypeError, RecursionError, msgpack.exceptions.UnpackException)


def encode(message: FromClient | FromHost) -> bytes:
    """The whole frame of a message. A lone surrogate, not encodable in UTF-8, becomes `?`."""
    builtin = msgspec.to_builtins(message, builtin_types=(bytes,))
    return to_frame(cast("bytes", msgpack.packb(builtin, unicode_errors="replace")))


def decode_from_client(payload: bytes, limits: Limits) -> FromClient:
    """A message from a client. Its names are cleaned later, by the room."""
    return _decode(payload, _FROM_CLIENT, limits)


def decode_from_host(payload: bytes, limits: Limits) -> FromHost:
    """A message from a host. All its text may be shown, so a control character is a `BadFrame`."""
    return _decode(payload, _FROM_HOST, limits, printable=True)


def peek_version(payload: bytes, limits: Limits) -> int | None:
    """The `pv` of a first message that this version cannot decode, so that the peer can be told."""
    try:
        fields = _unpack(payload, limits)
    except BadFrame:
        return None
    version = fields.get("pv") if isinstance(fields, dict) else None
    return version if type(version) is int else None


def _decode(payload: bytes, kind: type[T], limits: Limits, *, printable: bool = False) -> T:
    fields = _unpack(payload, limits)
    if printable:
        _check_printable(fields)
    try:
        return msgspec.convert(fields, kind, builtin_types=(bytes,))
    except _UNREADABLE as error:
        raise BadFrame("not a message") from error


def _unpack(payload: bytes, limits: Limits) -> object:
    try:
        # The bounds on counts keep nested headers from claiming memory for items that never come.
        value: object = msgpack.unpackb(
            payload,
            object_pairs_hook=_distinct,
            max_ext_len=0,
            max_array_len=limits.items,
            max_map_len=limits.keys,
        )
    except _UNREADABLE as error:
        raise BadFrame("not msgpack") from error
    _check(value, limits.depth)
    return value


def _distinct(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key came twice")
    return fields


def _check_printable(value: object) -> None:
    """Refuse control, direction and zero-width characters in any text."""
    match value:
        case str() if not value.isprintable() and any(map(_commands, value)):
            raise BadFrame("a control character")
        case dict():
            for key, item in value.items():
                _check_printable(key)
                _check_printable(item)
        case list():
            for item in value:
                _check_printable(item)


def _commands(letter: str) -> bool:
    # Unassigned characters pass: they may be letters of a newer Unicode than this machine's.
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _check(value: object, depth: int) -> None:
    """Refuse floats, extension values, keys that are not strings, and nesting over `depth`."""
    if isinstance(value, dict | list):
        if depth == 0:
            raise BadFrame("nested too deep")
        if isinstance(value, dict):
            if not all(isinstance(key, str) for key in value):
                raise BadFrame("a key is not a string")
            value = list(value.values())
        for item in value:
            _check(item, depth - 1)
    elif not (value is None or isinstance(value, bool | int | str | bytes)):
        raise BadFrame(f"a {type(value).__name__} is not sent")
