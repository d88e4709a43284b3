"""The shuffle is fixed for good: the same bytes always give the same pack."""

import hashlib
import hmac
from collections import Counter

import pytest

from manillen_tui.engine.cards import FRENCH_32
from manillen_tui.engine.shuffle import cut_position, digest_of, entropy_of, lot, shuffled
from support.matches import cards, entropy
from support.naive import HIGH_TO_LOW


VECTORS = [
    (
        bytes(32),
        "7♠ A♥ J♠ K♦ 10♦ 8♠ 8♣ 9♥ Q♠ Q♥ A♣ J♣ K♥ 8♥ 9♦ J♥ "
        "A♠ 10♠ K♠ 7♣ 7♥ 8♦ 7♦ J♦ K♣ 9♣ A♦ Q♦ 10♥ 9♠ 10♣ Q♣",
        0,
        16,
    ),
    (
        bytes(range(32)),
        "8♠ 9♣ 8♣ 10♠ 8♥ Q♣ J♥ 10♣ K♥ 7♣ Q♦ K♣ 7♠ 9♥ 9♦ J♦ "
        "10♥ Q♠ K♦ 7♥ K♠ 9♠ 10♦ J♠ A♣ A♦ J♣ 7♦ A♥ Q♥ 8♦ A♠",
        1,
        22,
    ),
    (
        b"\xff" * 32,
        "7♣ A♦ 7♠ Q♣ J♠ 7♥ Q♥ 9♦ K♥ J♣ 9♣ J♥ K♦ 8♠ 10♠ J♦ "
        "A♥ Q♦ 10♥ K♣ A♣ 10♦ 8♥ 10♣ Q♠ A♠ 8♦ 7♦ K♠ 9♥ 9♠ 8♣",
        0,
        20,
    ),
]


@pytest.mark.parametrize(("deal", "pack", "dealer", "position"), VECTORS)
def test_the_vectors(deal: bytes, pack: str, dealer: int, position: int) -> None:
    assert list(shuffled(FRENCH_32.cards, deal)) == cards(pack)
    assert lot(4, deal) == dealer
    assert cut_position(32, deal) == position


def numbers(deal: bytes, label: str, limits: list[int]) -> tuple[list[int], int]:
    """Numbers below these limits, made as the text specifies, and how many bytes were skipped.

    Each limit continues where the one before it ended.
    """
    stream = b"".join(
        hmac.new(deal, label.encode() + b"\x00" + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for block in range(8)
    )
    drawn, at, left_out = [], 0, 0
    for limit in limits:
        while stream[at] >= 256 - 256 % limit:
            at, left_out = at + 1, left_out + 1
        drawn.append(stream[at] % limit)
        at += 1
    return drawn, left_out


def test_the_specification_alone_gives_the_same_pack() -> None:
    left_out_in_all = 0
    for name in range(50):
        deal = entropy(name)
        others, left_out = numbers(deal, "manillen pack", list(range(32, 1, -1)))
        pack = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in HIGH_TO_LOW]
        for place, other in zip(range(31, 0, -1), others, strict=True):
            pack[place], pack[other] = pack[other], pack[place]
        assert [str(card) for card in shuffled(FRENCH_32.cards, deal)] == pack
        assert [lot(4, deal)] == numbers(deal, "manillen lot", [4])[0]
        assert [cut_position(32, deal) - 1] == numbers(deal, "manillen cut", [31])[0]
        left_out_in_all += left_out
    assert left_out_in_all > 20  # skipping bytes was tested


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    deals = 3_200
    tops = Counter(shuffled(FRENCH_32.cards, entropy(deal))[0] for deal in range(deals))
    fair = deals / 32
    # 31 degrees of freedom: a fair shuffle exceeds 61.1 once in a thousand; the bytes are fixed.
    assert sum((tops[card] - fair) ** 2 / fair for card in FRENCH_32.cards) < 61.1


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_deal_takes_exactly_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(FRENCH_32.cards, bytes(size))


# What a deal is shuffled from ---------------------------------------------------------------------


COUNTED = bytes(range(32))
MIXTURES: list[tuple[bytes, dict[int, bytes], str]] = [
    (bytes(32), {}, "3d96cd030b7f356803d19404adf89e3b6008cf2cbdbb16b397a4033313c1647e"),
    (COUNTED, {}, "613e4102e19f97051bcdd588e435b89bd289d3d838f0cc46a2666180ac7129f3"),
    (COUNTED, {0: bytes(16)}, "cb4f9c8d70b63aea884e59737e0285590db08990e0bc54669adc1667b859addf"),
    (
        COUNTED,
        {2: bytes(range(16)), 0: b"\xff" * 16},
        "f3d4765057787c07fafb217d03e8aaf6c0d70d769b5982577134b2465ac322c1",
    ),
    (
        b"\xff" * 32,
        {0: bytes(16), 1: bytes(16), 2: bytes(16), 3: b"\x01" * 16},
        "34cdd5e92d71a948652e73690a8e1f1cb98f69230d7680d9c1df95a538832ad5",
    ),
]


@pytest.mark.parametrize(("secret", "shares", "entropy"), MIXTURES)
def test_the_vectors_of_secret_and_shares(
    secret: bytes, shares: dict[int, bytes], entropy: str
) -> None:
    assert entropy_of(secret, shares).hex() == entropy
    # Made as the text specifies.
    message = b"manillen deal\x00"
    for seat in sorted(shares):
        message += bytes([seat]) + shares[seat]
    assert hmac.new(secret, message, hashlib.sha256).hexdigest() == entropy


def test_a_host_commits_by_the_plain_sha_256_of_its_secret() -> None:
    assert digest_of(b"abc").hex() == (  # the example of FIPS 180-2
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_every_bit_and_the_seat_of_every_share_change_the_deal() -> None:
    shares = {0: bytes(16), 1: bytes(range(16))}
    others = [
        {0: shares[0]},
        {1: shares[1]},
        {0: shares[1], 1: shares[0]},
        {0: shares[0], 2: shares[1]},
    ]
    for seat, share in shares.items():
        for bit in range(128):
            other = (int.from_bytes(share, "big") ^ 1 << bit).to_bytes(16, "big")
            others.append({**shares, seat: other})
    made = {entropy_of(COUNTED, other) for other in others}
    assert len(made) == len(others)
    assert entropy_of(COUNTED, shares) not in made


@pytest.mark.parametrize(
    ("secret", "shares"),
    [(bytes(31), {}), (bytes(33), {}), (bytes(32), {0: bytes(15)}), (bytes(32), {256: bytes(16)})],
)
def test_a_secret_or_a_share_of_another_size_is_an_error(
    secret: bytes, shares: dict[int, bytes]
) -> None:
    with pytest.raises(ValueError):
        entropy_of(secret, shares)
