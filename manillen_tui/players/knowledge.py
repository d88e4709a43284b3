"""What a seat can know about the other hands, from cards seen and from what play and talk prove."""

from functools import cached_property
from itertools import pairwise
from typing import Final

from manillen_tui.engine.cards import Card, Suit, cards_in, mask_of
from manillen_tui.engine.commands import Signal
from manillen_tui.engine.events import Asked, CardPlayed, Signalled
from manillen_tui.engine.trick import legal_in, trick_rules, trick_winner
from manillen_tui.engine.view import View
from manillen_tui.players.places import Places


class Knowledge:
    """The deal as the seat of `view` knows it, during play.

    Sets of cards are masks. Chances assume that every split of the cards still out is equally
    likely, and that cards are independent: close enough to weigh one card against another.
    """

    def __init__(self, view: View) -> None:
        assert view.seat is not None and view.hand is not None
        self.rules: Final = view.rules
        self.pack: Final = view.rules.cards
        self.trump: Final = view.trump
        self._play: Final = trick_rules(view.rules, view.trump)
        self.seat: Final = view.seat
        self.partner: Final = view.rules.partner(view.seat)
        self.hand: Final = mask_of(view.playable)
        self.trick: Final = tuple(play.card for play in view.trick)
        self._events: Final = view.events
        plays = [event for event in view.events if isinstance(event, CardPlayed)]
        played = mask_of(play.card for play in plays)
        #: cards in other hands, and closed cards of stacks
        self.out: Final = self.pack.mask & ~self.hand & ~played
        #: for each seat, its cards that everybody sees and that are not played yet
        self._open: Final = [0] * self.rules.players
        for seat, own in enumerate(view.stacks):
            self._open[seat] = mask_of(s.open for s in own if s.open is not None) & ~played
        if view.turned is not None:
            self._open[view.dealer] |= 1 << view.turned & ~played
        self._counts: Final = [
            count + (mask_of(s.open for s in own if s.open is not None) & ~played).bit_count()
            for count, own in zip(
                view.counts, view.stacks or ((),) * self.rules.players, strict=True
            )
        ]
        self._closed: Final = sum(stack.closed for own in view.stacks for stack in own)
        self._tricks: Final = tuple(
            plays[start : start + self.rules.players]
            for start in range(0, len(plays), self.rules.players)
        )

    @property
    def to_follow(self) -> list[int]:
        """The seats still to play to this trick after this one."""
        places = range(1, self.rules.players - len(self.trick))
        return [self.rules.next_seat(self.seat, place) for place in places]

    @property
    def opponents_may_hold_trumps(self) -> bool:
        return self.trump is not None and bool(self.opponents_may & self.suit_mask(self.trump))

    @cached_property
    def opponents_may(self) -> int:
        """The cards that an opponent may hold."""
        may = 0
        for seat, cards in enumerate(self.may_hold):
            may |= 0 if self.is_ours(seat) else cards
        return may

    def suit_mask(self, suit: Suit) -> int:
        return self.pack.suit_masks[suit.number]

    def is_ours(self, seat: int) -> bool:
        return self.rules.side(seat) == self.rules.side(self.seat)

    def held(self, suit: Suit) -> int:
        """How many cards of a suit this seat holds."""
        return (self.hand & self.suit_mask(suit)).bit_count()

    def higher_out(self, card: Card) -> int:
        """How many cards still out beat this one in its suit."""
        return (self.pack.above[card] & self.out).bit_count()

    def is_master(self, card: Card) -> bool:
        """Whether no higher card of its suit is still out: if led, only a trump can beat it."""
        return self.higher_out(card) == 0

    def master_out(self, suit: Suit) -> Card | None:
        """The highest card left of a suit, if it is in another hand."""
        cards = (self.hand | self.out) & self.suit_mask(suit)
        best = max(cards_in(cards), key=self.pack.strength, default=None)
        return None if best is None or self.hand >> best & 1 else best

    @property
    def knocked(self) -> bool:
        """Whether partner has led this trick with a knock, asking for the best card of the suit."""
        return len(self.trick) == 2 and self.trick[0] in self.partners_knocks

    @cached_property
    def partners_knocks(self) -> tuple[Card, ...]:
        """The cards that partner led with a knock."""
        return tuple(
            played.card
            for said, played in pairwise(self._events)
            if isinstance(said, Signalled)
            and said.signal is Signal.KNOCK
            and said.seat == self.partner
            and isinstance(played, CardPlayed)
        )

    def takes(self, card: Card) -> bool:
        """Whether the card would be winning this trick."""
        return trick_winner(self.rules, self.trump, (*self.trick, card)) == len(self.trick)

    @property
    def may_hold(self) -> tuple[int, ...]:
        """For each seat, the cards it may still hold."""
        return self._places.may

    @property
    def must_hold(self) -> tuple[int, ...]:
        """For each seat, the cards it is known to hold."""
        return self._places.must

    @cached_property
    def _places(self) -> Places:
        """Where the cards can be, given all that was played and said.

        A seat cannot hold a card that would have made its play illegal. Asking the rules about each
        unseen card finds all that a play proves, since every duty is to play some better card if
        one is held; this works for any rules. A card that lay closed on a stack at the time never
        gets into a hand, and so needs no exception.
        """
        places = Places(self.pack, self.rules.players, self.out, self._counts, self._closed)
        places.own(self.seat, self.hand)
        for trick in self._tricks:
            cards = [play.card for play in trick]
            for place, play in enumerate(trick):
                if place and play.seat != self.seat:
                    places.exclude(play.seat, self._refused(cards[:place], play, places))
        for seat, cards_open in enumerate(self._open):
            places.require(seat, cards_open)
        self._heed(places)
        places.settle()
        return places

    def _refused(self, before: list[Card], play: CardPlayed, places: Places) -> int:
        """The cards that a seat cannot hold, as its play would then have been illegal."""
        played, refused = 1 << play.card, 0
        for card in cards_in(places.may[play.seat]):
            if not legal_in(self._play, before, played | 1 << card) & played:
                refused |= 1 << card
        return refused

    def _heed(self, places: Places) -> None:
        """Take in the public answers and signals, all of which are true."""
        signal: Signal | None = None
        for event in self._events:
            match event:
                case Asked(seat=seat, suit=suit, card=card, answer=answer):
                    partner = self.rules.partner(seat)
                    if partner is None or partner == self.seat:
                        continue
                    if suit is not None:
                        places.count(partner, suit, answer)
                    elif card is not None and self.out >> card & 1:
                        said = places.require if answer else places.exclude
                        said(partner, 1 << card)
                case Signalled(signal=given):
                    signal = given
                case CardPlayed(seat=seat, card=card):
                    if seat == self.seat:
                        signal = None
                        continue
                    places.played(seat, card.suit)
                    if signal is Signal.FLY:
                        places.count(seat, card.suit, 0)
                    elif signal is Signal.SLIDE:
                        places.more(seat, card.suit)
                    signal = None

    def chance_none(self, seat: int, cards: int) -> float:
        """The chance that another seat holds none of these cards."""
        return self._places.chance_none(seat, cards)

    def chance_beats(self, seat: int, led: Suit, winning: Card) -> float:
        """The chance that another seat can beat the card winning this trick."""
        higher = self.pack.above[winning]
        follows = 1 - self.chance_none(seat, higher) if winning.suit is led else 0.0
        if self.trump is None or led is self.trump:
            return follows
        ruffs = higher if winning.suit is self.trump else self.suit_mask(self.trump)
        void = self.chance_none(seat, self.suit_mask(led))
        return follows + void * (1 - self.chance_none(seat, ruffs))
