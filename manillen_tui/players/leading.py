"""Which card to lead, with a signal or a question to partner if the rules have them."""

from typing import Final

from manillen_tui.engine.cards import SUITS, Card, Suit, cards_in
from manillen_tui.engine.commands import AskCard, Play, Signal
from manillen_tui.players.following import chance_ours, highest, lowest
from manillen_tui.players.knowledge import Knowledge


_SAFE: Final = 0.4  # a master is led if the chance of taking the trick is at least this
_PARTNERS: Final = 0.6  # a suit is led to partner if the chance that they take it is at least this
_LONG: Final = 4  # with this many trumps, they are drawn even without the highest


def say_and_lead(known: Knowledge, *, may_ask: bool) -> Play | AskCard:
    """The lead, with a signal if useful; or first a question, if allowed and useful."""
    card = _draw(known)
    if card is None:
        card = _sure(known)
    if card is None:
        card = _to_partner(known)
    if card is None:
        question = _question(known) if may_ask else None
        if question is not None:
            return AskCard(question)
        card = _try(known)
    return Play(card, _signal(known, card) if known.rules.signals else None)


def _draw(known: Knowledge) -> Card | None:
    """A trump while the opponents may hold any, with the highest one or with many."""
    trumps = [card for card in cards_in(known.hand) if card.suit is known.trump]
    if len(trumps) < 2 or not known.opponents_may_hold_trumps:
        return None
    masters = [card for card in trumps if known.is_master(card)]
    return lowest(known, masters or trumps) if masters or len(trumps) >= _LONG else None


def _sure(known: Knowledge) -> Card | None:
    """The highest plain card that wins unless trumped, and probably will not be."""
    sure = [
        card
        for card in _plain(known)
        if known.is_master(card) and chance_ours(known, card) >= _SAFE
    ]
    return highest(known, sure) if sure else None


def _to_partner(known: Knowledge) -> Card | None:
    """A low card of a suit that partner can take, with the highest or a trump, or asked for."""
    suits = {card.suit for card in _plain(known)}
    chances = {suit: _partner_takes(known, suit) for suit in SUITS if suit in suits}
    best = max(chances, key=chances.__getitem__, default=None)
    if best is not None and chances[best] >= _PARTNERS:
        return _low_of(known, best)
    knocked = [card.suit for card in known.partners_knocks if card.suit in suits]
    return _low_of(known, knocked[-1]) if knocked and not _is_theirs(known, knocked[-1]) else None


def _partner_takes(known: Knowledge, suit: Suit) -> float:
    """The chance that partner takes a low lead of a plain suit; 0 unless there is reason to."""
    partner, master = known.partner, known.master_out(suit)
    if partner is None:
        return 0.0
    opponents = [seat for seat in known.to_follow if seat != partner]
    if master is not None and known.must_hold[partner] >> master & 1:
        chance = 1.0
        for seat in opponents:
            chance *= 1 - known.chance_beats(seat, suit, master)
        return chance
    cards = known.suit_mask(suit)
    if known.trump is None or known.may_hold[partner] & cards:
        return 0.0
    chance = 1 - known.chance_none(partner, known.suit_mask(known.trump))
    for seat in opponents:
        chance *= 1 - known.chance_none(seat, cards)
    return chance


def _question(known: Knowledge) -> Card | None:
    """The highest card of a suit to lead to partner, if they may hold it: worth asking about."""
    partner = known.partner
    if partner is None:
        return None
    may, must = known.may_hold[partner], known.must_hold[partner]
    suits = {card.suit for card in _plain(known) if not known.pack.worth[card]}
    masters = [known.master_out(suit) for suit in SUITS if suit in suits]
    asked = [
        card
        for card in masters
        if card is not None and known.pack.worth[card] and (may & ~must) >> card & 1
    ]
    return max(asked, key=lambda card: (known.held(card.suit), -card), default=None)


def _try(known: Knowledge) -> Card:
    """With nothing better, a worthless card of the longest suit not known to be the opponents'."""
    worthless = [card for card in _plain(known) if not known.pack.worth[card]]
    if not worthless:
        return lowest(known, cards_in(known.hand))
    suits = {
        card.suit: (not _is_theirs(known, card.suit), known.held(card.suit)) for card in worthless
    }
    suit = max(worthless, key=lambda card: (suits[card.suit], -card)).suit
    return lowest(known, [card for card in worthless if card.suit is suit])


def _is_theirs(known: Knowledge, suit: Suit) -> bool:
    """Whether an opponent is known to hold the highest card left of a suit."""
    master, partner = known.master_out(suit), known.partner
    if partner is None or master is None:
        return False
    return not known.may_hold[partner] >> master & 1


def _signal(known: Knowledge, card: Card) -> Signal | None:
    """A useful signal to partner: I can trump this suit, I have more winners, or play your best."""
    if card.suit is known.trump:
        return None
    rest = [other for other in _plain(known) if other.suit is card.suit and other != card]
    if not rest:
        ruffs = known.trump is not None and known.held(known.trump)
        return Signal.FLY if ruffs and not known.is_master(card) else None
    if known.is_master(card):
        return Signal.SLIDE if any(map(known.is_master, rest)) else None
    best = highest(known, rest)
    return Signal.KNOCK if known.higher_out(best) == 1 else None


def _plain(known: Knowledge) -> list[Card]:
    return [card for card in cards_in(known.hand) if card.suit is not known.trump]


def _low_of(known: Knowledge, suit: Suit) -> Card:
    return lowest(known, cards_in(known.hand & known.suit_mask(suit)))
