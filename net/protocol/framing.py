"""Frames: a 4-byte big-endian length, then that many bytes."""

from typing import Final


HEADER_BYTES: Final = 4


class BadFrame(ValueError):
    """The input does not follow the protocol. The one error for every kind of bad input."""


def to_frame(payload: bytes) -> bytes:
    return len(payload).to_bytes(HEADER_BYTES, "big") + payload


class FrameReader:
    """Cuts a stream into frames, however the stream was split.

    `limit` is the longest payload accepted, in bytes. It may be changed between frames and applies
    to every header not yet read.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._length: int | None = None  # of the frame whose header has been read

    @property
    def inside(self) -> bool:
        """Whether a frame has started but not ended."""
        return self._length is not None or bool(self._buffer)

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def next_frame(self) -> bytes | None:
        """The next complete payload, or None if more bytes are needed.

        Raises `BadFrame` on a header whose length is zero or over the limit; the rest of the stream
        is then unusable.
        """
        if self._length is None:
            if len(self._buffer) < HEADER_BYTES:
                return None
            length = int.from_bytes(self._buffer[:HEADER_BYTES], "big")
            if not 0 < length <= self.limit:
                self._buffer.clear()
                raise BadFrame(f"a frame of {length} bytes, where {self.limit} may come")
            del self._buffer[:HEADER_BYTES]
            self._length = length
        if len(self._buffer) < self._length:
            return None
        payload = bytes(self._buffer[: self._length])
        del self._buffer[: self._length]
        self._length = None
        return payload
