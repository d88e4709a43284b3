"""How a share of the shuffle is sealed: nobody can read it before it is shown, or change it."""

from hashlib import sha256


def seal_of(deal: int, seat: int, share: bytes) -> bytes:
    """The 32 bytes that bind a seat to its share of 16 bytes.

    Of one deal and one seat: whoever copies a seal cannot open it as their own.
    """
    return sha256(b"manillen seal\0" + deal.to_bytes(4, "big") + bytes((seat,)) + share).digest()
