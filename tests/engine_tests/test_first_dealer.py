"""Cutting for the first deal: the highest or the lowest card deals, and ties cut again."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest

from manillen_tui.engine import PRESETS, Rules
from manillen_tui.engine.cards import FRENCH_32, Card
from manillen_tui.engine.events import CutForDeal, DealBegan
from manillen_tui.engine.match import shuffle, start
from manillen_tui.engine.shuffle import best_cuts, first_cuts
from support import naive
from support.matches import cards, entropy


def test_only_ranks_decide_and_a_ten_beats_an_ace() -> None:
    cuts = tuple(enumerate(cards("A♣ 10♠ 7♦ 10♣")))
    assert best_cuts(FRENCH_32, cuts, highest=True) == [1, 3]
    assert best_cuts(FRENCH_32, cuts, highest=False) == [2]


@pytest.mark.parametrize("name", ["belgian", "malilla", "three", "espanola"])
def test_the_cuts_are_public_and_decide(name: str) -> None:
    rules = PRESETS[name]
    highest = name == "belgian"
    order = naive.ORDERS[rules.pack]
    rounds_seen, dealers = Counter[int](), set()
    for number in range(60):
        match, events = shuffle(start(rules), entropy(number))
        *cuts, began = events
        assert isinstance(began, DealBegan) and not began.by_lot
        in_it = list(range(rules.players))
        for cut in cuts:
            assert isinstance(cut, CutForDeal)
            assert [seat for seat, _ in cut.cards] == in_it
            assert len({card for _, card in cut.cards}) == len(in_it)
            ranks = {seat: order.index(card.rank) for seat, card in cut.cards}
            best = min(ranks.values()) if highest else max(ranks.values())
            in_it = [seat for seat in in_it if ranks[seat] == best]
        assert in_it == [match.dealer] == [began.dealer]
        rounds_seen[len(cuts)] += 1
        dealers.add(match.dealer)
    assert len(rounds_seen) > 1  # there were ties
    assert dealers == set(range(rules.players))


def test_the_specification_alone_gives_the_same_cuts() -> None:
    for number in range(30):
        deal = entropy(number)
        draw = Numbers(deal)
        seats, expected = list(range(4)), []
        while len(seats) > 1:
            left = naive.pack("french-32")
            cuts = [(seat, left.pop(draw(len(left)))) for seat in seats]
            expected.append(tuple((seat, Card.parse(text)) for seat, text in cuts))
            lowest = max(naive.HIGH_TO_LOW.index(text[:-1]) for _, text in cuts)
            seats = [s for s, text in cuts if naive.HIGH_TO_LOW.index(text[:-1]) == lowest]
        assert first_cuts(FRENCH_32, 4, deal, highest=False) == expected


class Numbers:
    """Numbers below a limit, from the bytes of a deal as specified in the text."""

    def __init__(self, deal: bytes) -> None:
        self._stream = self._bytes(deal)

    @staticmethod
    def _bytes(deal: bytes) -> Iterator[int]:
        for block in range(16):
            label = b"manillen first\x00" + block.to_bytes(8, "big")
            yield from hmac.new(deal, label, hashlib.sha256).digest()

    def __call__(self, limit: int) -> int:
        return next(byte for byte in self._stream if byte < 256 - 256 % limit) % limit


def test_the_same_bytes_shuffle_the_same_however_the_dealer_was_found() -> None:
    by_lot, by_cut = PRESETS["west-flanders"], PRESETS["malilla"]
    packs = []
    for rules in (by_lot, by_cut):
        match, _ = shuffle(start(rules), entropy("alike"))
        assert match.deal is not None
        packs.append(match.deal.pack)
    assert packs[0] == packs[1]


def test_a_cut_for_the_deal_happens_once() -> None:
    rules: Rules = PRESETS["malilla"]
    match, events = shuffle(start(rules), entropy("once"))
    assert isinstance(events[0], CutForDeal)
    again, later = shuffle(start(rules), entropy("once"))
    assert (again, later) == (match, events)
