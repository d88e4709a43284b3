"""What happened at the table, one line per event, and what each player said, in a few words."""

from collections.abc import Callable, Sequence
from typing import Final

from manillen_tui.engine.cards import Suit
from manillen_tui.engine.commands import CallKind, Signal
from manillen_tui.engine.events import (
    AllPassed,
    Asked,
    BidMade,
    CallMade,
    CardOpened,
    CardPlayed,
    CardTurned,
    CutForDeal,
    DealBegan,
    DealScored,
    Event,
    GameWon,
    HandedOver,
    LookedEarly,
    Manner,
    MatchWon,
    PackCut,
    Passed,
    PickedUp,
    SeatsMoved,
    Signalled,
    TrickTaken,
    TrumpNamed,
)
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.words.catalogue import _, ngettext
from manillen_tui.words.nouns import suit_name, trump_text
from manillen_tui.words.score_sheet import deal_line, side_name, sides_from, win_line


Names = Sequence[str]


def event_line(event: Event, names: Names, rules: Rules) -> str:
    """One event as a line that makes sense on its own."""
    spanish = rules.cards.spanish
    match event:
        case CutForDeal(cards):
            lifted = ", ".join(f"{names[seat]} {card}" for seat, card in cards)
            return _("Cut for the deal: {cards}").format(cards=lifted)
        case DealBegan(number, dealer, _cutter, by_lot):
            line = (
                _("Deal {number}: {dealer} deals, drawn by lot")
                if by_lot
                else _("Deal {number}: {dealer} deals")
            )
            return line.format(number=number, dealer=names[dealer])
        case PackCut(seat, position, automatic):
            if automatic:
                return _("Pack cut automatically at {position}").format(position=position)
            return _("{name} cuts the pack at {position}").format(
                name=names[seat], position=position
            )
        case LookedEarly(seat):
            return _("{name} looked at their cards too early: the deal is void").format(
                name=names[seat]
            )
        case CardTurned(seat, card):
            return _("{name} turns {card}: {suit} are trump").format(
                name=names[seat], card=card, suit=suit_name(card.suit, spanish=spanish)
            )
        case PickedUp(seat):
            return _("{name} looks at their cards first").format(name=names[seat])
        case HandedOver(seat, to):
            return _("{name} leaves the choice to {partner}").format(
                name=names[seat], partner=names[to]
            )
        case Passed(seat):
            return _("{name} passes").format(name=names[seat])
        case BidMade(seat, points, suit):
            return _("{name} bids {points} with {suit}").format(
                name=names[seat], points=points, suit=trump_text(suit, spanish=spanish)
            )
        case AllPassed():
            return _("Everybody passed: no card is played, nobody scores")
        case TrumpNamed(seat, None, blind):
            line = _("{name} names no trump, blind") if blind else _("{name} names no trump")
            return line.format(name=names[seat])
        case TrumpNamed(seat, suit, _blind):
            return _("{name} names {suit} as trump").format(
                name=names[seat], suit=trump_text(suit, spanish=spanish)
            )
        case CallMade(seat, kind):
            return _called(kind).format(name=names[seat])
        case Asked(seat, suit, card, answer):
            partner = rules.partner(seat)
            return _asked(suit, answer).format(
                name=names[seat],
                partner=_("partner") if partner is None else names[partner],
                suit=suit_name(suit, spanish=spanish),
                card=card,
                n=answer,
            )
        case Signalled(seat, signal):
            return _signalled(signal).format(name=names[seat])
        case CardPlayed(seat, card, manner):
            return _played(manner).format(name=names[seat], card=card)
        case TrickTaken(_number, seat, points):
            return ngettext(
                "{name} takes the trick, {points} point",
                "{name} takes the trick, {points} points",
                points,
            ).format(name=names[seat], points=points)
        case CardOpened(seat, card):
            return _("{name} turns up {card}").format(name=names[seat], card=card)
        case DealScored(score):
            return deal_line(score, names, rules)
        case GameWon(side, games):
            won = [str(games[other]) for other in sides_from(side, rules)]
            return _("{side} won a game, {games}").format(
                side=side_name(side, names, rules), games=" - ".join(won)
            )
        case SeatsMoved():
            return _("New game: everybody moves on by one seat")
        case MatchWon(side):
            return win_line(side, names, rules)


def _played(manner: Manner) -> str:
    match manner:
        case Manner.LEAD:
            return _("{name} leads {card}")
        case Manner.FOLLOW:
            return _("{name} plays {card}")
        case Manner.RUFF:
            return _("{name} trumps with {card}")
        case Manner.DISCARD:
            return _("{name} discards {card}")


def _called(kind: CallKind) -> str:
    match kind:
        case CallKind.ALONG:
            return _("{name} goes along: the deal counts × 2")
        case CallKind.AGAINST:
            return _("{name} goes against: the deal counts × 4")


def _asked(suit: Suit | None, answer: int) -> str:
    if suit is not None:
        return _("{name} asks how many {suit}: {partner} has {n}")
    if answer:
        return _("{name} asks for {card}: {partner} has it")
    return _("{name} asks for {card}: {partner} doesn't have it")


def _signalled(signal: Signal) -> str:
    match signal:
        case Signal.KNOCK:
            return _("{name} knocks: play your best of this suit, and return it")
        case Signal.SLIDE:
            return _("{name} slides: more of this suit")
        case Signal.FLY:
            return _("{name} flies: the last of this suit")


_SAID: Final = (
    AllPassed,
    Asked,
    BidMade,
    CallMade,
    CardTurned,
    HandedOver,
    LookedEarly,
    Passed,
    PickedUp,
    Signalled,
    TrumpNamed,
)


def said_lines(view: View, names_at: Callable[[int], Names]) -> list[str]:
    """Everything said aloud in this deal, a line each; a signal with the card it came with.

    `names_at` gives the names by seat at the time of the event with this number.
    """
    lines = []
    for place, event in enumerate(view.events):
        if not isinstance(event, _SAID):
            continue
        line = event_line(event, names_at(view.first_event + place), view.rules)
        match event, view.events[place + 1 : place + 2]:
            case Signalled(), (CardPlayed(_seat, card),):
                line = _("{signal} ({card})").format(signal=line, card=card)
        lines.append(line)
    return lines


def said(view: View) -> dict[int, str]:
    """What each seat has said, in a few words to stand beside a name.

    Passes, bids and calls until the first card is played; then questions and signals of the trick.
    """
    choice: dict[int, str] = {}
    talk: dict[int, str] = {}
    for event in view.events:
        match event:
            case CardPlayed():
                choice.clear()
            case TrickTaken():
                talk.clear()
            case Passed(seat):
                choice[seat] = _("passes")
            case BidMade(seat, points, suit):
                choice[seat] = _("bids {points} {suit}").format(points=points, suit=suit)
            case PickedUp(seat):
                choice[seat] = _("looks first")
            case HandedOver(seat, _to):
                choice[seat] = _("leaves it")
            case TrumpNamed(seat, None, _blind):
                choice[seat] = _("no trump")
            case TrumpNamed(seat, suit, _blind) if view.bid is None:
                choice[seat] = _("names {suit}").format(suit=suit)
            case CallMade(seat, kind):
                along = kind is CallKind.ALONG
                choice[seat] = _("goes along") if along else _("goes against")
            case Asked(seat, suit, card, answer):
                talk[seat] = _("asks {what}?").format(what=card if suit is None else suit)
                partner = view.rules.partner(seat)
                if partner is not None:
                    talk[partner] = _answer(suit, answer)
            case Signalled(seat, signal):
                talk[seat] = _sign(signal)
            case _:
                pass
    return choice | talk


def _answer(suit: Suit | None, answer: int) -> str:
    if suit is not None:
        return _("has {n} {suit}").format(n=answer, suit=suit)
    return _("has it") if answer else _("doesn't have it")


def _sign(signal: Signal) -> str:
    match signal:
        case Signal.KNOCK:
            return _("knocks")
        case Signal.SLIDE:
            return _("slides")
        case Signal.FLY:
            return _("flies")
