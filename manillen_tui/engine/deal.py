"""One deal: cut, deal out, choose trump, play every trick. Commands in, states and events out."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine.cards import Card, cards_in, mask_of
from manillen_tui.engine.commands import (
    AskCard,
    AskCount,
    Bid,
    Call,
    Command,
    Cut,
    HandOver,
    Look,
    NameBlind,
    NameTrump,
    Pass,
    PickUp,
    Play,
    Reason,
    Refusal,
    Signal,
)
from manillen_tui.engine.dealing import Stack, deal_out
from manillen_tui.engine.events import (
    CardOpened,
    CardPlayed,
    Event,
    LookedEarly,
    Manner,
    PackCut,
    Signalled,
    TrickTaken,
)
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.talk import answer, questions, signalled_leads, true_signals
from manillen_tui.engine.trick import trick_winner, why_not
from manillen_tui.engine.trump import Called, Calling, Choosing, StandingBid, Trump, begin
from manillen_tui.engine.view import Phase, PlayedCard, Trick


class Deal(Struct, frozen=True):
    """A deal under way, secrets included. Hands are masks, by seat."""

    rules: Rules
    number: int  # from 1
    dealer: int
    pack: tuple[Card, ...]  # from the top, as it lies on the table
    dealt: tuple[int, ...] = ()  # all the cards of each seat; none before the cut
    hands: tuple[int, ...] = ()  # what each seat can play: its hand, and its open stack cards
    stacks: tuple[tuple[Stack, ...], ...] = ()  # by seat, where the rules have them
    turned: Card | None = None  # the dealer's own, for its suit
    choosing: Choosing | None = None
    trump: Trump | None = None
    calling: Calling | None = None
    void: bool = False
    asked: bool = False  # the leader had his question
    trick: tuple[PlayedCard, ...] = ()
    tricks: tuple[Trick, ...] = ()  # complete ones

    @property
    def phase(self) -> Phase:
        """`Phase.SCORE` once there is nothing left to do."""
        if self.void or len(self.tricks) == self.rules.tricks:
            return Phase.SCORE
        if not self.dealt:
            return Phase.CUT
        if self.trump is None:
            return Phase.TRUMP
        return Phase.CALL if self.calling and self.calling.to_act else Phase.PLAY

    @property
    def cards_are_out(self) -> bool:
        """Somebody holds cards that others must not know of."""
        return self.phase in (Phase.TRUMP, Phase.CALL, Phase.PLAY)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that we wait for."""
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
        """The seats whose own cards lie face down before them."""
        return self.choosing.covered if self.choosing and self.phase is Phase.TRUMP else ()

    @property
    def waiting(self) -> int | None:
        """The seat that may look at its cards only at the price of the deal: dealer's partner."""
        partner = self.rules.partner(self.dealer)
        return partner if partner in self.covered else None

    @property
    def choices(self) -> tuple[Command, ...]:
        """All that the seat to act may say, but for cuts, bids and plays without a signal."""
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
        """The highest bid so far, or the one that is played."""
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
        """The seat that would take the trick on the table."""
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


Step = tuple[Deal, tuple[Event, ...]]

# What may be said in each phase, by the seat to act.
_BELONGS: Final[dict[Phase, tuple[type[Command], ...]]] = {
    Phase.CUT: (Cut,),
    Phase.TRUMP: (NameTrump, NameBlind, PickUp, HandOver, Pass, Bid),
    Phase.CALL: (Call, Pass),
    Phase.PLAY: (Play, AskCount, AskCard),
}


def apply(deal: Deal, seat: int, command: Command) -> Step | Refusal:
    """The deal after the command of a seat, with what everybody sees of it; or why not."""
    phase = deal.phase
    if phase is Phase.TRUMP and isinstance(command, Look):
        return _look(deal, seat)
    if not isinstance(command, _BELONGS.get(phase, ())):
        return Refusal(Reason.NOT_NOW)
    if seat not in deal.to_act:
        return Refusal(Reason.NOT_YOUR_TURN)
    match command:
        case Cut(position=position):
            low, high = deal.cut_range
            if not low <= position <= high:
                return Refusal(Reason.CUT_RANGE, low=low, high=high)
            return cut(deal, position, automatic=False)
        case AskCount() | AskCard():
            return _ask(deal, seat, command)
        case Play(card=card, signal=signal):
            return _play(deal, seat, card, signal)
    return _choose(deal, command) if phase is Phase.TRUMP else _call(deal, command)


def cut(deal: Deal, position: int, *, automatic: bool) -> Step:
    """Cut the pack and deal it out."""
    rules, dealer = deal.rules, deal.dealer
    pack = deal.pack[position:] + deal.pack[:position]
    dealt = deal_out(rules, dealer, pack)
    opened = [mask_of(s.open for s in own if s.open is not None) for own in dealt.stacks]
    closed = [mask_of(s.closed for s in own if s.closed is not None) for own in dealt.stacks]
    hands = dealt.hands
    if dealt.stacks:
        hands = tuple(hand | cards for hand, cards in zip(hands, opened, strict=True))
    deal = replace(
        deal,
        pack=pack,
        dealt=tuple(map(int.__or__, hands, closed)) if closed else hands,
        hands=hands,
        stacks=dealt.stacks,
    )
    was_cut = PackCut(rules.cutter(dealer), position, automatic)
    choosing, events = begin(rules, dealer, pack[-1])
    if not isinstance(choosing, Trump):
        return replace(deal, choosing=choosing), (was_cut, *events)
    turned = pack[-1] if choosing.suit is not None else None
    return _with_trump(replace(deal, turned=turned), choosing), (was_cut, *events)


def _with_trump(deal: Deal, trump: Trump) -> Deal:
    calling = Calling.begin(deal.rules, trump.namer, deal.leader) if deal.rules.calls else None
    return replace(deal, choosing=None, trump=trump, calling=calling)


def _look(deal: Deal, seat: int) -> Step | Refusal:
    if seat != deal.waiting:
        return Refusal(Reason.MAY_LOOK)
    return replace(deal, void=True), (LookedEarly(seat),)


def _choose(deal: Deal, command: Command) -> Step | Refusal:
    assert deal.choosing is not None
    outcome = deal.choosing.apply(deal.rules, command)
    if isinstance(outcome, Refusal):
        return outcome
    after, events = outcome
    if after is None:
        return replace(deal, choosing=None, void=True), events
    if isinstance(after, Trump):
        return _with_trump(deal, after), events
    return replace(deal, choosing=after), events


def _call(deal: Deal, command: Command) -> Step | Refusal:
    assert deal.calling is not None
    outcome = deal.calling.apply(deal.rules, command)
    if isinstance(outcome, Refusal):
        return outcome
    calling, event = outcome
    return replace(deal, calling=calling), (event,)


def _ask(deal: Deal, seat: int, question: AskCount | AskCard) -> Step | Refusal:
    partner = deal.rules.partner(seat)
    if not deal.rules.questions or deal.asked or deal.trick or partner is None:
        return Refusal(Reason.NO_QUESTION)
    own, partners = deal.hands[seat], deal.hands[partner]
    asked = answer(deal.rules, seat, question, own, partners, deal.played)
    return asked if isinstance(asked, Refusal) else (replace(deal, asked=True), (asked,))


def _play(deal: Deal, seat: int, card: Card, signal: Signal | None) -> Step | Refusal:
    assert deal.trump is not None
    trump, before = deal.trump.suit, [play.card for play in deal.trick]
    refusal = why_not(deal.rules, trump, before, cards_in(deal.hands[seat]), card)
    if refusal is not None:
        by = None if refusal.by is None else deal.trick[refusal.by].seat
        return replace(refusal, by=by)
    said: tuple[Event, ...] = ()
    if signal is not None:
        if not deal.rules.signals or before:
            return Refusal(Reason.NO_SIGNAL, card=card, signal=signal)
        if signal not in true_signals(deal.rules, deal.hands[seat], card):
            return Refusal(Reason.UNTRUE_SIGNAL, suit=card.suit, card=card, signal=signal)
        said = (Signalled(seat, signal),)
    hands = tuple(
        hand ^ 1 << card if holder == seat else hand for holder, hand in enumerate(deal.hands)
    )
    trick = (*deal.trick, PlayedCard(seat, card))
    deal = replace(deal, hands=hands, asked=False, trick=trick)
    played = CardPlayed(seat, card, _manner(before, card, trump is card.suit))
    if len(trick) < deal.rules.players:
        return deal, (*said, played)
    deal, taken = _take(deal)
    deal, opened = _open_stacks(deal) if deal.stacks else (deal, ())
    return deal, (*said, played, taken, *opened)


def _manner(before: Sequence[Card], card: Card, is_trump: bool) -> Manner:
    if not before:
        return Manner.LEAD
    if before[0].suit is card.suit:
        return Manner.FOLLOW
    return Manner.RUFF if is_trump else Manner.DISCARD


def _take(deal: Deal) -> tuple[Deal, TrickTaken]:
    """Turn the complete trick over to its winner."""
    winner = deal.winning
    assert winner is not None
    rules, number = deal.rules, len(deal.tricks) + 1
    points = sum(rules.cards.worth[play.card] for play in deal.trick) + rules.trick_points
    if number == rules.tricks:
        points += rules.last_trick_bonus
    trick = Trick(deal.trick, winner, points)
    deal = replace(deal, trick=(), tricks=(*deal.tricks, trick))
    return deal, TrickTaken(number, winner, points)


def _open_stacks(deal: Deal) -> Step:
    """Lift the played cards off their stacks, and turn up what lies below."""
    played = {play.card for play in deal.tricks[-1].plays}
    hands, stacks = list(deal.hands), [list(own) for own in deal.stacks]
    opened: list[Event] = []
    for seat in deal.rules.around(deal.leader):
        for place, stack in enumerate(stacks[seat]):
            if stack.open not in played:
                continue
            stacks[seat][place] = Stack(stack.closed, None)
            if stack.closed is not None:
                hands[seat] |= 1 << stack.closed
                opened.append(CardOpened(seat, stack.closed))
    deal = replace(deal, hands=tuple(hands), stacks=tuple(tuple(own) for own in stacks))
    return deal, tuple(opened)
