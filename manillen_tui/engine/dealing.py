"""Dealing out a pack in packets."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from manillen_tui.engine.cards import Card, mask_of
from manillen_tui.engine.rules import Rules


class Stack(Struct, frozen=True):
    """An open card on a closed one. Nobody knows the closed card until it is turned up."""

    open: Card | None
    closed: Card | None


def opened(stacks: Iterable[Stack]) -> int:
    """The mask of their open cards."""
    return mask_of(stack.open for stack in stacks if stack.open is not None)


def closed(stacks: Iterable[Stack]) -> int:
    """The mask of their closed cards."""
    return mask_of(stack.closed for stack in stacks if stack.closed is not None)


class Dealt(Struct, frozen=True):
    """What was dealt, by seat. A hand is the mask of the cards that only its holder sees."""

    hands: tuple[int, ...]
    stacks: tuple[tuple[Stack, ...], ...]


def deal_out(rules: Rules, dealer: int, pack: Sequence[Card]) -> Dealt:
    """Deal out a pack from its top: the hands in packets, then closed and open stack cards."""
    top = iter(pack)
    order = rules.around(rules.next_seat(dealer))
    hands = [0] * rules.players

    def packets(size: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
        for seat in order:
            yield seat, tuple(islice(top, size))

    for size in rules.packets:
        for seat, packet in packets(size):
            hands[seat] |= mask_of(packet)
    if not rules.stacks:
        return Dealt(tuple(hands), ())
    below, above = dict(packets(rules.stacks)), dict(packets(rules.stacks))
    stacks = tuple(tuple(map(Stack, above[seat], below[seat])) for seat in range(rules.players))
    return Dealt(tuple(hands), stacks)
