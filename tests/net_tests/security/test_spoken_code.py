"""The spoken code: its words, and what a proof tells each side."""

import re
from itertools import combinations, product

import pytest

from net.security.spoken_code import WORDS, BadElement, Prover, Verifier, new_code, normal


MINE, THEIRS = b"m" * 32, b"t" * 32


# Words --------------------------------------------------------------------------------------------


def test_two_words_of_256_make_65536_codes() -> None:
    assert len(set(WORDS)) == 256
    assert len({normal(f"{first} {second}") for first, second in product(WORDS, WORDS)}) == 65536


def test_every_word_is_short_and_needs_no_accent() -> None:
    assert all(re.fullmatch("[a-z]{4,8}", word) for word in WORDS)


def test_no_word_is_mistaken_for_another_heard_or_mistyped() -> None:
    assert not [
        (one, other)
        for one, other in combinations(WORDS, 2)
        if one.startswith(other)
        or other.startswith(one)
        or _is_one_slip(one, other)
        or _is_one_slip(_sound(one), _sound(other))
    ]


def test_a_new_code_is_two_of_the_words() -> None:
    codes = [new_code().split(" ") for _ in range(50)]
    assert all(len(code) == 2 and set(code) <= set(WORDS) for code in codes)
    assert len({tuple(code) for code in codes}) > 40


@pytest.mark.parametrize(
    "typed",
    [
        "tango kilo",
        "TANGO KILO",
        "Tango-Kilo",
        "tango-kilo",
        "tangokilo",
        "  tango   kilo ",
        "tango\u2011kilo",
        "tango\u00a0kilo",
        "tango_kilo.",
        "t a n g o k i l o",
        "tàngo kiló",
        "ＴＡＮＧＯ　ＫＩＬＯ",
    ],
)
def test_only_the_letters_of_a_code_count(typed: str) -> None:
    assert normal(typed) == normal("tango kilo")


@pytest.mark.parametrize(
    "typed", ["", "kilo tango", "tango", "tango kilos", "танго", "1 2", "\x00"]
)
def test_anything_else_is_another_code(typed: str) -> None:
    assert normal(typed) != normal("tango kilo")


def _sound(word: str) -> str:
    """Roughly what a word sounds like in any of the four languages."""
    for letters, sound in [("ph", "f"), ("qu", "k"), ("ck", "k"), ("ch", "k"), ("sh", "s")]:
        word = word.replace(letters, sound)
    word = word.translate(str.maketrans("czyvwj", "ksibbi", "h")).replace("x", "ks")
    return re.sub(r"(.)\1", r"\1", word)


def _is_one_slip(one: str, other: str) -> bool:
    """Whether they differ by one letter added, missing or changed, or by two swapped letters."""
    if one == other:
        return True
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return abs(len(one) - len(other)) == 1
    a, b = one[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or a[1::-1] + a[2:] == b


# Proofs -------------------------------------------------------------------------------------------


def proof(guests: str, hosts: str) -> tuple[Prover, Verifier]:
    prover = Prover(guests)
    verifier = Verifier(hosts, prover.element)
    prover.meet(verifier.element)
    return prover, verifier


def test_guest_and_host_prove_the_same_code_to_each_other() -> None:
    prover, verifier = proof("Tango-KILO", "tango kilo")
    assert verifier.proves(prover.confirm(MINE), MINE)
    assert prover.confirmed(verifier.confirm(MINE), MINE)


def test_a_wrong_code_proves_nothing_to_either_side() -> None:
    prover, verifier = proof("tango lima", "tango kilo")
    assert not verifier.proves(prover.confirm(MINE), MINE)
    assert not prover.confirmed(verifier.confirm(MINE), MINE)


def test_each_side_learns_for_certain_what_the_other_saw() -> None:
    prover, verifier = proof("tango kilo", "tango kilo")
    assert verifier.proves(prover.confirm(THEIRS), THEIRS)
    assert not verifier.proves(prover.confirm(THEIRS), MINE)
    assert not prover.confirmed(verifier.confirm(MINE), THEIRS)


def test_a_reflected_message_is_no_proof() -> None:
    prover, verifier = proof("tango kilo", "tango kilo")
    mac = prover.confirm(MINE)
    assert not prover.confirmed(mac, MINE)
    assert not verifier.proves(verifier.confirm(MINE), MINE)
    other_prover, other_verifier = proof("tango kilo", "tango kilo")
    assert not other_verifier.proves(mac, MINE)
    assert not other_prover.confirmed(verifier.confirm(MINE), MINE)


def junk() -> dict[str, bytes]:
    element = Prover("tango kilo").element
    order = 2**252 + 27742317777372353535851937790883648493
    return {
        "nothing": b"",
        "only its side": b"A",
        "no side": element[1:],
        "another side": b"Q" + element[1:],
        "the host's side": b"B" + element[1:],
        "too short": element[:-1],
        "too long": element + b"x",
        "zero": b"A" + (1).to_bytes(32, "little"),
        "of order two": b"A" + (2**255 - 20).to_bytes(32, "little"),
        "of order four": b"A" + bytes(32),
        "not on the curve": b"A" + (2).to_bytes(32, "little"),
        "over the prime": b"A" + b"\xff" * 32,
        "the order": b"A" + order.to_bytes(32, "little"),
        "64 bytes": b"A" + b"\xff" * 63,
    }


@pytest.mark.parametrize("element", junk().values(), ids=junk().keys())
def test_junk_for_an_element_is_a_bad_element(element: bytes) -> None:
    with pytest.raises(BadElement):
        Verifier("tango kilo", element)
    with pytest.raises(BadElement):
        Prover("tango kilo").meet({b"A": b"B", b"B": b"A"}.get(element[:1], b"") + element[1:])


def test_a_reflected_element_is_a_bad_element() -> None:
    prover = Prover("tango kilo")
    with pytest.raises(BadElement):
        prover.meet(prover.element)
    with pytest.raises(BadElement):
        Prover("tango kilo").meet(b"B" + prover.element[:0])
