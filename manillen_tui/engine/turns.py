"""Applying a seat's command to a deal: the new state with its events, or a refusal."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from manillen_tui.engine.cards import Card, cards_in
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
from manillen_tui.engine.deal import Deal
from manillen_tui.engine.dealing import Stack, closed, deal_out, opened
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
from manillen_tui.engine.records import Phase, PlayedCard, Trick
from manillen_tui.engine.talk import answer, true_signals
from manillen_tui.engine.trick import legal_in, trick_rules, why_not
from manillen_tui.engine.trump import Calling, Trump, begin


Step = tuple[Deal, tuple[Event, ...]]

# The commands for each phase, open to the seat to act.
_BELONGS: Final[dict[Phase, tuple[type[Command], ...]]] = {
    Phase.CUT: (Cut,),
    Phase.TRUMP: (NameTrump, NameBlind, PickUp, HandOver, Pass, Bid),
    Phase.CALL: (Call, Pass),
    Phase.PLAY: (Play, AskCount, AskCard),
}


def apply(deal: Deal, seat: int, command: Command) -> Step | Refusal:
    """The deal after a seat's command, with the public events; or why it is refused."""
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
    hands = cards = dealt.hands
    if dealt.stacks:
        hands = tuple(map(int.__or__, hands, map(opened, dealt.stacks)))
        cards = tuple(map(int.__or__, hands, map(closed, dealt.stacks)))
    deal = replace(deal, pack=pack, dealt=cards, hands=hands, stacks=dealt.stacks)
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
    hand = deal.hands[seat]
    if not legal_in(trick_rules(deal.rules, trump), before, hand) >> card & 1:
        refusal = why_not(deal.rules, trump, before, cards_in(hand), card)
        assert refusal is not None
        by = None if refusal.by is None else deal.trick[refusal.by].seat
        return replace(refusal, by=by)
    said: tuple[Event, ...] = ()
    if signal is not None:
        if not deal.rules.signals or before:
            return Refusal(Reason.NO_SIGNAL, card=card, signal=signal)
        if signal not in true_signals(deal.rules, hand, card):
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
    deal, turned_up = _open_stacks(deal) if deal.stacks else (deal, ())
    return deal, (*said, played, taken, *turned_up)


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
    """Take the played cards off their stacks, and turn up the cards below."""
    played = {play.card for play in deal.tricks[-1].plays}
    hands, stacks = list(deal.hands), [list(own) for own in deal.stacks]
    turned_up: list[Event] = []
    for seat in deal.rules.around(deal.leader):
        for place, stack in enumerate(stacks[seat]):
            if stack.open not in played:
                continue
            stacks[seat][place] = Stack(stack.closed, None)
            if stack.closed is not None:
                hands[seat] |= 1 << stack.closed
                turned_up.append(CardOpened(seat, stack.closed))
    deal = replace(deal, hands=tuple(hands), stacks=tuple(tuple(own) for own in stacks))
    return deal, tuple(turned_up)
