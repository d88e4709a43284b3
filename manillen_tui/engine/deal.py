"""A deal in progress, from the cut to the last trick: where it stands and who may do what."""

from msgspec import Struct

from manillen_tui.engine.cards import Card, mask_of
from manillen_tui.engine.commands import (
    Command,
)
from manillen_tui.engine.dealing import Stack
from manillen_tui.engine.records import Phase, PlayedCard, Trick
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.talk import questions, signalled_leads
from manillen_tui.engine.trick import trick_winner
from manillen_tui.engine.trump import Called, Calling, Choosing, StandingBid, Trump


class Deal(Struct, frozen=True):
    """A deal in progress, secrets included. Hands are masks, by seat."""

    rules: Rules
    number: int  # from 1
    dealer: int
    pack: tuple[Card, ...]  # from the top
    dealt: tuple[int, ...] = ()  # all the cards of each seat; empty before the cut
    hands: tuple[int, ...] = ()  # what each seat can play: its hand, and its open stack cards
    stacks: tuple[tuple[Stack, ...], ...] = ()  # by seat, if the rules have them
    turned: Card | None = None  # the dealer's own card, turned up to make its suit trump
    choosing: Choosing | None = None
    trump: Trump | None = None
    calling: Calling | None = None
    void: bool = False
    asked: bool = False  # the leader has asked a question before this lead
    trick: tuple[PlayedCard, ...] = ()
    tricks: tuple[Trick, ...] = ()  # the complete ones

    @property
    def phase(self) -> Phase:
        """Where this deal stands; `Phase.SCORE` once there is nothing left to do."""
        if not self.dealt:
            return Phase.CUT
        if self.void or not (self.trick or any(self.hands)):
            return Phase.SCORE
        if self.trump is None:
            return Phase.TRUMP
        return Phase.CALL if self.calling and self.calling.to_act else Phase.PLAY

    @property
    def cards_are_out(self) -> bool:
        """Whether somebody holds cards that others must not know."""
        return self.phase in (Phase.TRUMP, Phase.CALL, Phase.PLAY)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats whose turn it is."""
        match self.phase:
            case Phase.CUT:
                return (self.rules.cutter(self.dealer),)
            case Phase.TRUMP if self.choosing is not None:
                return self.choosing.to_act
            case Phase.CALL if self.calling is not None:
                return self.calling.to_act
            case Phase.PLAY:
                return (self.rules.next_seat(self.leader, len(self.trick)),)
        return ()

    @property
    def leader(self) -> int:
        """The seat that leads, or has led, to the trick on the table."""
        return self.tricks[-1].winner if self.tricks else self.rules.next_seat(self.dealer)

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats that have not looked at their cards yet."""
        return self.choosing.covered if self.choosing and self.phase is Phase.TRUMP else ()

    @property
    def waiting(self) -> int | None:
        """The dealer's partner, while looking at their cards would void the deal."""
        partner = self.rules.partner(self.dealer)
        return partner if partner in self.covered else None

    @property
    def choices(self) -> tuple[Command, ...]:
        """All commands open to the seat to act, except cuts, bids and plays without a signal."""
        match self.phase:
            case Phase.TRUMP if self.choosing is not None:
                return self.choosing.choices(self.rules)
            case Phase.CALL if self.calling is not None:
                return self.calling.choices
            case Phase.PLAY if not self.trick:
                hand = self.hands[self.leader]
                signals = signalled_leads(self.rules, hand) if self.rules.signals else ()
                if not self.rules.questions or self.asked:
                    return signals
                return (*questions(self.rules, hand, self.played), *signals)
        return ()

    @property
    def cut_range(self) -> tuple[int, int]:
        """The fewest and the most cards that a cut may lift."""
        return 1, len(self.pack) - 1

    @property
    def bid(self) -> StandingBid | None:
        """The highest bid so far, or the one being played."""
        if self.choosing is not None:
            return self.choosing.bid
        trump = self.trump
        if trump is None or trump.bid is None or trump.suit is None:
            return None
        return StandingBid(trump.namer, trump.bid, trump.suit)

    @property
    def calls(self) -> tuple[Called, ...]:
        return self.calling.made if self.calling else ()

    @property
    def played(self) -> int:
        """The mask of all cards played so far."""
        trick = mask_of(play.card for play in self.trick)
        return trick | mask_of(play.card for done in self.tricks for play in done.plays)

    @property
    def winning(self) -> int | None:
        """The seat that is winning the trick on the table."""
        if not self.trick or self.trump is None:
            return None
        cards = [play.card for play in self.trick]
        return self.trick[trick_winner(self.rules, self.trump.suit, cards)].seat

    def tricks_of(self) -> tuple[int, ...]:
        """Tricks taken, by seat."""
        taken = [0] * self.rules.players
        for trick in self.tricks:
            taken[trick.winner] += 1
        return tuple(taken)

    def by_side(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Card points captured and tricks taken, by side."""
        points, taken = [0] * self.rules.sides, [0] * self.rules.sides
        for trick in self.tricks:
            points[self.rules.side(trick.winner)] += trick.points
            taken[self.rules.side(trick.winner)] += 1
        return tuple(points), tuple(taken)
