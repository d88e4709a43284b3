"""The shuffle is fixed for good: whoever knows the bytes of a deal lays out the same pack."""

import hashlib
import hmac
from collections import Counter

import pytest

from manillen_tui.engine.cards import FRENCH_32
from manillen_tui.engine.shuffle import cut_position, lot, shuffled
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
    """Numbers below these limits as the text tells to make them, and how many bytes were left out.

    Every limit begins where the one before it ended.
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


def test_the_text_alone_is_enough_to_make_the_same_pack() -> None:
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
    assert left_out_in_all > 20  # leaving bytes out was part of it


def test_every_card_comes_to_every_place_about_as_often() -> None:
    deals = 3_200
    tops = Counter(shuffled(FRENCH_32.cards, entropy(deal))[0] for deal in range(deals))
    fair = deals / 32
    # 31 degrees of freedom: a fair shuffle exceeds 61.1 once in a thousand; the bytes are fixed.
    assert sum((tops[card] - fair) ** 2 / fair for card in FRENCH_32.cards) < 61.1


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_deal_takes_exactly_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(FRENCH_32.cards, bytes(size))
