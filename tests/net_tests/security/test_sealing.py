"""The seal of a share, as other programs have to make it."""

import hashlib

from net.security.sealing import seal_of


SHARE = bytes(range(16))


def test_a_seal_is_the_digest_described_on_the_protocol_page() -> None:
    told = b"manillen seal" + b"\0" + b"\0\0\1\2" + b"\3" + SHARE
    assert seal_of(258, 3, SHARE) == hashlib.sha256(told).digest()


def test_a_seal_fits_only_one_deal_seat_and_share() -> None:
    seals = {
        seal_of(deal, seat, share)
        for deal in (1, 2, 2**31 - 1)
        for seat in (0, 1, 15)
        for share in (SHARE, bytes(16))
    }
    assert len(seals) == 3 * 3 * 2
