"""Sealing a share of the shuffle: nobody can read it before it is opened, or change it after."""

from hashlib import sha256


def seal_of(deal: int, seat: int, share: bytes) -> bytes:
    """The 32 bytes that bind a seat to its 16-byte share.

    Deal and seat are part of it, so that nobody can copy a seal and open it as their own.
    """
    return sha256(b"manillen seal\0" + deal.to_bytes(4, "big") + bytes((seat,)) + share).digest()
