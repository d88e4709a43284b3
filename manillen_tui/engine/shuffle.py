"""The order of the pack, the first dealer and an automatic cut, all from the bytes of one deal.

Specified exactly, so that other programs can reproduce it:

- The host has 32 *secret* bytes for a deal, and commits to them before anybody adds to them, by
  their *digest*, ``SHA-256(secret)``. Each seat may then add a *share* of 16 bytes.
- The *entropy* of the deal is ``HMAC-SHA256(key=secret, message)``. The message is
  ``manillen deal`` in ASCII and 0x00, followed, for each seat that gave a share, in the order of
  seats, by its number as one byte and its 16 bytes.

Everything else is derived from the entropy:

- The *stream* of a label is the bytes of block 0, block 1, ... where block ``i`` is
  ``HMAC-SHA256(key=entropy, message=label + 0x00 + i)``, ``label`` in ASCII and ``i`` as eight
  bytes, big-endian. Labels: ``manillen pack``, ``manillen lot``, ``manillen first``,
  ``manillen cut``.
- A number *below n* (1 to 256) is the next byte ``b`` of the stream with ``b < 256 - 256 % n``,
  modulo n. Other bytes are skipped, so that every number stays equally likely.
- The *pack* starts in the order of `Pack.cards` (♣ ♦ ♥ ♠, each from its highest card down). For
  ``i`` from the last place down to 1, the cards at places ``i`` and "below i + 1" are swapped
  (Fisher-Yates). Place 0 is the top, the first card dealt.
- The *lot* is one number below the number of players: the seat that deals first.
- A *first cut* gives each seat taking part a card, in the order of seats: the one at place
  "below n" of the n cards left of the whole pack, in the order of `Pack.cards`. Seats that tie for
  the best draw again, from a whole pack, continuing the same stream.
- An automatic *cut* lifts 1 + "below (cards - 1)" cards.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final

from manillen_tui.engine.cards import Card, Pack


ENTROPY_BYTES: Final = 32
SECRET_BYTES: Final = 32
SHARE_BYTES: Final = 16
#: One round of cuts for the deal: each seat with its card.
Cuts = tuple[tuple[int, Card], ...]


def digest_of(secret: bytes) -> bytes:
    """The digest by which a host commits to its secret for a deal."""
    return hashlib.sha256(secret).digest()


def entropy_of(secret: bytes, shares: Mapping[int, bytes]) -> bytes:
    """The bytes of a deal, from the host's secret and the shares by seat.

    Raises `ValueError` for a secret or share of the wrong length, or a seat that is not a byte.
    """
    if len(secret) != SECRET_BYTES or any(len(s) != SHARE_BYTES for s in shares.values()):
        raise ValueError("a secret has 32 bytes, and a share 16")
    added = b"".join(bytes((seat,)) + shares[seat] for seat in sorted(shares))
    return hmac.digest(secret, b"manillen deal\0" + added, hashlib.sha256)


def shuffled(cards: Sequence[Card], entropy: bytes) -> tuple[Card, ...]:
    """The shuffled pack, before the cut. Raises `ValueError` unless given 32 bytes."""
    order = list(cards)
    stream = _stream(entropy, b"manillen pack")
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def lot(players: int, entropy: bytes) -> int:
    """The seat that deals first."""
    return _below(players, _stream(entropy, b"manillen lot"))


def first_cuts(pack: Pack, players: int, entropy: bytes, *, highest: bool) -> list[Cuts]:
    """The cards that seats cut to find the first dealer, round by round.

    The best card deals, the highest or the lowest in the order of the game; seats that tie for it
    cut again in the next round. In the last round a single seat is best.
    """
    stream = _stream(entropy, b"manillen first")
    seats, rounds = list(range(players)), []
    while len(seats) > 1:
        left = list(pack.cards)
        cuts = tuple((seat, left.pop(_below(len(left), stream))) for seat in seats)
        rounds.append(cuts)
        seats = best_cuts(pack, cuts, highest=highest)
    return rounds


def best_cuts(pack: Pack, cuts: Cuts, *, highest: bool) -> list[int]:
    """The seats with the highest, or the lowest, rank among these; suits do not matter."""
    ranks = {seat: pack.strength(card) for seat, card in cuts}
    best = max(ranks.values()) if highest else min(ranks.values())
    return [seat for seat, rank in ranks.items() if rank == best]


def cut_position(cards: int, entropy: bytes) -> int:
    """How many of `cards` cards an automatic cut lifts: at least one, never all."""
    return 1 + _below(cards - 1, _stream(entropy, b"manillen cut"))


def _stream(entropy: bytes, label: bytes) -> Iterator[int]:
    if len(entropy) != ENTROPY_BYTES:
        raise ValueError(f"a deal takes {ENTROPY_BYTES} bytes, not {len(entropy)}")
    return (
        byte
        for block in count()
        for byte in hmac.digest(entropy, label + b"\0" + block.to_bytes(8, "big"), hashlib.sha256)
    )


def _below(limit: int, stream: Iterator[int]) -> int:
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit
