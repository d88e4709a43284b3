"""What a seat can know of the others' cards: its own, those played, and what the play proves."""

from functools import cached_property
from typing import Final

from manillen_tui.engine.cards import Card, Suit, cards_in, mask_of
from manillen_tui.engine.events import CardPlayed
from manillen_tui.engine.trick import legal_in, trick_rules
from manillen_tui.engine.view import View


class Knowledge:
    """The deal as the seat of `view` knows it, while the cards are played.

    Sets of cards are masks. Chances take every split of the cards still out for equally likely and
    those cards for independent of one another: close enough to weigh one card against another.
    """

    def __init__(self, view: View) -> None:
        assert view.seat is not None and view.hand is not None
        self.rules: Final = view.rules
        self.pack: Final = view.rules.cards
        self.trump: Final = view.trump
        self._play: Final = trick_rules(view.rules, view.trump)
        self.seat: Final = view.seat
        self.hand: Final = mask_of(view.playable)
        self.trick: Final = tuple(play.card for play in view.trick)
        plays = [event for event in view.events if isinstance(event, CardPlayed)]
        #: cards in other hands
        self.out: Final = self.pack.mask & ~self.hand & ~mask_of(play.card for play in plays)
        self._stacks: Final = view.stacks
        on_stacks = [sum((s.open is not None) + s.closed for s in own) for own in view.stacks]
        #: cards of each seat, those on stacks included
        self._counts: Final = tuple(
            map(int.__add__, view.counts, on_stacks or view.rules.players * [0])
        )
        self._tricks: Final = tuple(
            plays[start : start + self.rules.players]
            for start in range(0, len(plays), self.rules.players)
        )

    @property
    def to_follow(self) -> list[int]:
        """The seats that play to this trick after this one."""
        places = range(1, self.rules.players - len(self.trick))
        return [self.rules.next_seat(self.seat, place) for place in places]

    @property
    def opponents_may_hold_trumps(self) -> bool:
        return self.trump is not None and any(
            cards & self.suit_mask(self.trump)
            for seat, cards in enumerate(self.may_hold)
            if not self.is_ours(seat)
        )

    def suit_mask(self, suit: Suit) -> int:
        return self.pack.suit_masks[suit.number]

    def is_ours(self, seat: int) -> bool:
        return self.rules.side(seat) == self.rules.side(self.seat)

    def held(self, suit: Suit) -> int:
        """How many cards of a suit this seat holds."""
        return (self.hand & self.suit_mask(suit)).bit_count()

    def higher_out(self, card: Card) -> int:
        """How many cards of its suit in other hands are above this one."""
        return (self.pack.above[card] & self.out).bit_count()

    def is_master(self, card: Card) -> bool:
        """Nobody else holds a higher card of its suit: only a trump can beat it, if it is led."""
        return self.higher_out(card) == 0

    @cached_property
    def may_hold(self) -> tuple[int, ...]:
        """For each seat the cards it may still hold.

        A seat cannot hold a card beside which the one it played would have been refused. Asking the
        rules for each pair of cards finds all that a play proves, as every duty is one to play some
        better card if it is held; and it holds for any rules.
        """
        masks = [self.out] * self.rules.players
        masks[self.seat] = self.hand
        if self._stacks:  # a card that was closed then may be held now
            return tuple(masks)
        for trick in self._tricks:
            cards = [play.card for play in trick]
            for place, play in enumerate(trick):
                if place == 0 or play.seat == self.seat:
                    continue
                played = 1 << play.card
                for card in cards_in(masks[play.seat]):
                    if not legal_in(self._play, cards[:place], played | 1 << card) & played:
                        masks[play.seat] &= ~(1 << card)
        return tuple(masks)

    def chance_none(self, seat: int, cards: int) -> float:
        """The chance that another seat holds none of these cards."""
        missing = self._missing[seat]
        chance = 1.0
        for card in cards_in(cards & self.may_hold[seat]):
            chance *= missing[card]
        return chance

    def chance_beats(self, seat: int, led: Suit, winning: Card) -> float:
        """The chance that another seat can beat the card that wins this trick so far."""
        higher = self.pack.above[winning]
        follows = 1 - self.chance_none(seat, higher) if winning.suit is led else 0.0
        if self.trump is None or led is self.trump:
            return follows
        ruffs = higher if winning.suit is self.trump else self.suit_mask(self.trump)
        void = self.chance_none(seat, self.suit_mask(led))
        return follows + void * (1 - self.chance_none(seat, ruffs))

    @cached_property
    def _missing(self) -> tuple[dict[Card, float], ...]:
        """For each seat and card still out, the chance that the seat does not hold the card."""
        missing: tuple[dict[Card, float], ...] = tuple({} for _ in self.may_hold)
        own_closed = sum(stack.closed for stack in self._stacks[self.seat]) if self._stacks else 0
        for card in cards_in(self.out):
            seats = [seat for seat, cards in enumerate(self.may_hold) if cards >> card & 1]
            held = own_closed + sum(self._counts[seat] for seat in seats)
            for seat in seats:
                missing[seat][card] = 1 - self._counts[seat] / held
        for seat, own in enumerate(self._stacks):
            missing[seat].update({stack.open: 0.0 for stack in own if stack.open is not None})
        return missing
