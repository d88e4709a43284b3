"""Permitted talk during a deal: questions, which the engine answers, and signals with a lead."""

from manillen_tui.engine.cards import CARDS, SUITS, Card, cards_in
from manillen_tui.engine.commands import (
    AskCard,
    AskCount,
    Command,
    Play,
    Reason,
    Refusal,
    Signal,
)
from manillen_tui.engine.events import Asked
from manillen_tui.engine.rules import Rules


def askable(rules: Rules, own: int, played: int) -> tuple[Card, ...]:
    """The high cards that partner may hold: worth points, not in one's own hand, not yet played."""
    pack = rules.cards
    return tuple(card for card in pack.cards if pack.worth[card] and not (own | played) >> card & 1)


def questions(rules: Rules, own: int, played: int) -> tuple[Command, ...]:
    """All the questions the leader may ask their partner before leading."""
    counts = tuple(AskCount(suit) for suit in SUITS)
    return (*counts, *(AskCard(card) for card in askable(rules, own, played)))


def answer(
    rules: Rules, seat: int, question: AskCount | AskCard, own: int, partners: int, played: int
) -> Asked | Refusal:
    """The answer that everybody hears; `own`, `partners` and `played` are masks of cards."""
    match question:
        case AskCount(suit=suit):
            held = (partners & rules.cards.suit_masks[suit.number]).bit_count()
            return Asked(seat, suit, None, held)
        case AskCard(card=card):
            may = askable(rules, own, played)
            if card not in may:
                return Refusal(Reason.KNOWN_CARD, card=card, cards=may)
            return Asked(seat, None, card, partners >> card & 1)


def true_signals(rules: Rules, hand: int, card: Card) -> tuple[Signal, ...]:
    """The signals that may be given with a card led from this hand."""
    rest = hand & ~(1 << card) & rules.cards.suit_masks[card.suit.number]
    return Signal.KNOCK, Signal.SLIDE if rest else Signal.FLY


def signalled_leads(rules: Rules, hand: int) -> tuple[Command, ...]:
    """Every lead from this hand with every signal that is true of it."""
    return tuple(
        Play(CARDS[card], signal)
        for card in cards_in(hand)
        for signal in true_signals(rules, hand, card)
    )
