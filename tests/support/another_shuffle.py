"""The provable deal as docs/protocol.md writes it down: for `another_client`."""

import hmac
import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple


Message = dict[str, Any]

#: The order of every suit, and the cards that a pack lacks.
PACKS = {
    "french-32": ("10 A K Q J 9 8 7", ""),
    "french-30": ("10 A K Q J 9 8 7", "7♣ 7♠"),
    "french-40": ("7 A K Q J 6 5 4 3 2", ""),
    "french-44": ("9 A K Q J 7 6 5 4 3 2", ""),
    "spanish-40": ("7 A K Q J 6 5 4 3 2", ""),
    "spanish-48": ("9 A K Q J 8 7 6 5 4 3 2", ""),
}


class Shuffle(NamedTuple):
    """All that comes out of the entropy of a deal."""

    pack: list[str]
    lot: int
    cut: int  # where it is automatic


def worth(rules: Message, card: str) -> int:
    """In card points."""
    ranks = PACKS[rules.get("pack", "french-32")][0].split()
    return max(0, 5 - ranks.index(card[:-1]))


def ordered_pack(rules: Message) -> list[str]:
    ranks, without = PACKS[rules.get("pack", "french-32")]
    cards = [rank + suit for suit in "♣♦♥♠" for rank in ranks.split()]
    return [card for card in cards if card not in without.split()]


def seal_of(deal: int, seat: int, share: bytes) -> bytes:
    return sha256(b"manillen seal\0" + struct.pack(">IB", deal, seat) + share).digest()


def entropy_of(secret: bytes, shares: dict[int, bytes]) -> bytes:
    added = b"".join(bytes([seat]) + shares[seat] for seat in sorted(shares))
    return hmac.digest(secret, b"manillen deal\0" + added, "sha256")


def stream(entropy: bytes, label: str) -> Iterator[int]:
    for number in count():
        block = label.encode() + b"\0" + struct.pack(">Q", number)
        yield from hmac.digest(entropy, block, "sha256")


def below(limit: int, numbers: Iterator[int]) -> int:
    return next(number for number in numbers if number < 256 - 256 % limit) % limit


def shuffle(rules: Message, entropy: bytes) -> Shuffle:
    pack, numbers = ordered_pack(rules), stream(entropy, "manillen pack")
    for place in range(len(pack) - 1, 0, -1):
        other = below(place + 1, numbers)
        pack[place], pack[other] = pack[other], pack[place]
    lot = below(rules.get("players", 4), stream(entropy, "manillen lot"))
    cut = 1 + below(len(pack) - 1, stream(entropy, "manillen cut"))
    return Shuffle(pack, lot, cut)


def first_cuts(rules: Message, entropy: bytes) -> tuple[list[list[list[Any]]], int]:
    """The cards that were lifted, round by round, and the seat that deals first."""
    numbers, rounds = stream(entropy, "manillen first"), []
    ranks = PACKS[rules.get("pack", "french-32")][0].split()
    seats: list[int] = list(range(rules.get("players", 4)))
    highest = rules["first_dealer"] == "highest-cut"
    while len(seats) > 1:
        left = ordered_pack(rules)
        lifted: list[list[Any]] = [[seat, left.pop(below(len(left), numbers))] for seat in seats]
        rounds.append(lifted)
        place = {seat: ranks.index(card[:-1]) for seat, card in lifted}
        best = min(place.values()) if highest else max(place.values())
        seats = [seat for seat in seats if place[seat] == best]
    return rounds, seats[0]


def dealt(rules: Message, pack: list[str], position: int, dealer: int) -> list[list[str]]:
    """Every seat's cards, sorted, those of its stacks too."""
    players = rules.get("players", 4)
    step = 1 if rules.get("direction", "clockwise") == "clockwise" else -1
    stacks = rules.get("stacks", 0)
    packets = [*rules.get("packets", [3, 2, 3]), *([stacks, stacks] if stacks else [])]
    cards = iter(pack[position:] + pack[:position])
    hands: list[list[str]] = [[] for _ in range(players)]
    for size in packets:
        for turn in range(1, players + 1):
            hands[(dealer + step * turn) % players] += [next(cards) for _ in range(size)]
    return [sorted(hand, key=ordered_pack(rules).index) for hand in hands]


class Deal:
    """What one seat was told of a deal, and what it added."""

    def __init__(self, commit: Message | None = None, seat: int = 0, share: bytes = b"") -> None:
        self._commit, self._seat, self._share = commit, seat, share
        self._seals: dict[int, bytes] = {}
        self.reveal: Message | None = None

    def seal(self) -> Message:
        assert self._commit is not None
        number = self._commit["deal"]
        return {"t": "seal", "deal": number, "digest": seal_of(number, self._seat, self._share)}

    def see_seals(self, sealed: Message) -> None:
        assert not self._seals, "other seals were shown before"
        self._seals = {promise["seat"]: promise["digest"] for promise in sealed["seals"]}
        assert self._seals[self._seat] == self.seal()["digest"]

    def share(self) -> Message:
        assert self._commit is not None
        return {"t": "share", "deal": self._commit["deal"], "share": self._share}

    def check(self, view: Message) -> None:
        """The cards of this view of the ended deal came from the shuffle that was promised."""
        commit, reveal, rules = self._commit, self.reveal, view["rules"]
        assert commit is not None and reveal is not None
        number, secret = reveal["deal"], reveal["secret"]
        assert commit["deal"] == number == view["deal"]
        assert sha256(secret).digest() == commit["digest"]
        shares = {added["seat"]: added["share"] for added in reveal["shares"]}
        assert {seat: seal_of(number, seat, share) for seat, share in shares.items()} == self._seals
        assert shares[self._seat] == self._share
        entropy = entropy_of(secret, shares)
        shuffled = shuffle(rules, entropy)
        began = next(event for event in view["events"] if event[0] == "deal")
        cut = next(event for event in view["events"] if event[0] == "cut")
        if began[4]:
            assert began[2] == shuffled.lot
        elif number == 1:
            rounds, dealer = first_cuts(rules, entropy)
            lifted = [event[1] for event in view["events"] if event[0] == "first-cut"]
            assert (lifted, began[2]) == (rounds, dealer)
        if cut[3]:
            assert cut[2] == shuffled.cut
        assert dealt(rules, shuffled.pack, cut[2], view["dealer"]) == view["hands"]
