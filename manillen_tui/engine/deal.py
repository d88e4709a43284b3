"""One deal: cut, deal out, name trump, play every trick. Commands in, new states and events out."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine.cards import Card, cards_in
from manillen_tui.engine.commands import Command, Cut, Look, NameTrump, Play, Reason, Refusal
from manillen_tui.engine.events import (
    CardPlayed,
    Event,
    LookedEarly,
    Manner,
    PackCut,
    TrickTaken,
    TrumpNamed,
)
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trick import trick_winner, why_not
from manillen_tui.engine.trump import CHOICES, Choosing, Trump
from manillen_tui.engine.view import Phase, PlayedCard, Trick


class Deal(Struct, frozen=True):
    """A deal under way, secrets included. Hands are masks, by seat."""

    rules: Rules
    number: int  # from 1
    dealer: int
    pack: tuple[Card, ...]  # from the top, as it lies on the table
    dealt: tuple[int, ...] = ()  # the hands as they were dealt; none before the cut
    hands: tuple[int, ...] = ()
    choosing: Choosing | None = None
    trump: Trump | None = None
    void: bool = False
    trick: tuple[PlayedCard, ...] = ()
    tricks: tuple[Trick, ...] = ()  # complete ones

    @property
    def phase(self) -> Phase:
        """`Phase.SCORE` once there is nothing left to do."""
        if self.void or len(self.tricks) == self.rules.tricks:
            return Phase.SCORE
        if not self.dealt:
            return Phase.CUT
        return Phase.TRUMP if self.trump is None else Phase.PLAY

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that we wait for."""
        match self.phase:
            case Phase.CUT:
                return (self.rules.cutter(self.dealer),)
            case Phase.TRUMP if self.choosing is not None:
                return self.choosing.to_act
            case Phase.PLAY:
                return (self.rules.next_seat(self.leader, len(self.trick)),)
        return ()

    @property
    def leader(self) -> int:
        """The seat that leads, or has led, to the trick on the table."""
        return self.tricks[-1].winner if self.tricks else self.rules.next_seat(self.dealer)

    @property
    def waiting(self) -> int | None:
        """The seat that may not look at its cards yet: the dealer's partner before trump."""
        if self.phase is Phase.TRUMP and self.rules.partner_waits:
            return self.rules.partner(self.dealer)
        return None

    @property
    def cut_range(self) -> tuple[int, int]:
        """The fewest and the most cards that a cut may lift."""
        return 1, len(self.pack) - 1

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


def apply(deal: Deal, seat: int, command: Command) -> Step | Refusal:
    """The deal after the command of a seat, with what everybody sees of it; or why not."""
    match deal.phase, command:
        case Phase.TRUMP, Look():
            return _look(deal, seat)
        case (Phase.CUT, Cut()) | (Phase.TRUMP, NameTrump()) | (Phase.PLAY, Play()):
            if seat not in deal.to_act:
                return Refusal(Reason.NOT_YOUR_TURN)
        case _:
            return Refusal(Reason.NOT_NOW)
    match command:
        case Cut(position=position):
            low, high = deal.cut_range
            if not low <= position <= high:
                return Refusal(Reason.CUT_RANGE, low=low, high=high)
            return cut(deal, position, automatic=False)
        case NameTrump():
            return _name_trump(deal, command)
        case Play(card=card):
            return _play(deal, seat, card)
    raise AssertionError(command)


def cut(deal: Deal, position: int, *, automatic: bool) -> Step:
    """Cut the pack and deal it out."""
    pack = deal.pack[position:] + deal.pack[:position]
    hands = deal_out(deal.rules, deal.dealer, pack)
    choosing = CHOICES[deal.rules.trump_choice](deal.dealer)
    deal = replace(deal, pack=pack, dealt=hands, hands=hands, choosing=choosing)
    return deal, (PackCut(deal.rules.cutter(deal.dealer), position, automatic),)


def deal_out(rules: Rules, dealer: int, pack: Sequence[Card]) -> tuple[int, ...]:
    """The hand of each seat, from a pack in dealing order and in the packets of the rules."""
    hands = [0] * rules.players
    top = iter(pack)
    for size in rules.packets:
        for place in range(1, rules.players + 1):
            seat = rules.next_seat(dealer, place)
            for _ in range(size):
                hands[seat] |= 1 << next(top)
    return tuple(hands)


def _look(deal: Deal, seat: int) -> Step | Refusal:
    if seat != deal.waiting:
        return Refusal(Reason.MAY_LOOK)
    return replace(deal, void=True), (LookedEarly(seat),)


def _name_trump(deal: Deal, command: NameTrump) -> Step | Refusal:
    assert deal.choosing is not None
    outcome = deal.choosing.apply(deal.rules, command)
    match outcome:
        case Refusal():
            return outcome
        case Trump(namer=namer, suit=suit):
            return replace(deal, choosing=None, trump=outcome), (TrumpNamed(namer, suit),)
    return replace(deal, choosing=outcome), ()


def _play(deal: Deal, seat: int, card: Card) -> Step | Refusal:
    assert deal.trump is not None
    trump, before = deal.trump.suit, [play.card for play in deal.trick]
    refusal = why_not(deal.rules, trump, before, cards_in(deal.hands[seat]), card)
    if refusal is not None:
        by = None if refusal.by is None else deal.trick[refusal.by].seat
        return replace(refusal, by=by)
    hands = tuple(
        hand ^ 1 << card if holder == seat else hand for holder, hand in enumerate(deal.hands)
    )
    deal = replace(deal, hands=hands, trick=(*deal.trick, PlayedCard(seat, card)))
    played = CardPlayed(seat, card, _manner(before, card, trump is card.suit))
    if len(deal.trick) < deal.rules.players:
        return deal, (played,)
    deal, taken = _take(deal)
    return deal, (played, taken)


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
