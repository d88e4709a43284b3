"""Whom a match waits for, for what, and what he may do by the rules."""

from collections.abc import Collection, Sequence

from manillen_tui.engine.commands import (
    Call,
    CallKind,
    Command,
    HandOver,
    NameBlind,
    NameTrump,
    Pass,
    PickUp,
)
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import TrumpChoice
from manillen_tui.engine.view import View
from manillen_tui.words.catalogue import _, listed
from manillen_tui.words.nouns import suit_name, trump_text


Names = Sequence[str]


def awaited(seats: Collection[int], names: Names, own: int | None) -> str:
    """These seats by name, with "you" before all others for the own one."""
    others = [names[seat] for seat in seats if seat != own]
    return listed([_("you"), *others] if own in seats else others)


def soon(patience_s: int | None) -> str:
    """When the next deal comes by itself; "" when it does not."""
    return "" if patience_s is None else _("next deal in {n} s").format(n=patience_s)


def waiting_line(view: View, names: Names) -> str:
    """Whom the table waits for, always by name, as one says it to the seat of the view."""
    who = awaited(view.to_act, names, view.seat)
    match view.phase:
        case Phase.SHUFFLE:
            return _("The cards are shuffled")
        case Phase.CUT:
            return _("Waiting for {name} to cut the pack").format(name=who)
        case Phase.TRUMP:
            return _waiting_for_trump(view).format(name=who)
        case Phase.CALL:
            if view.calls:
                return _("Waiting for {name} to go against it, or pass").format(name=who)
            return _("Waiting for {name} to go along, or pass").format(name=who)
        case Phase.PLAY:
            return _("Waiting for {name} to play").format(name=who)
        case Phase.SCORE:
            return _("Waiting for {name} to see the score").format(name=who)
        case Phase.OVER:
            return _("The match is over")


def _waiting_for_trump(view: View) -> str:
    match view.rules.trump_choice:
        case TrumpChoice.AUCTION:
            return _("Waiting for {name} to bid, or pass")
        case TrumpChoice.CHOICE_ROUND:
            return _("Waiting for {name} to name trump, or pass")
        case _:
            return _("Waiting for {name} to name trump")


def turn_line(view: View, names: Names) -> str:
    """What this seat has to do now, and by which rule; else whom the table waits for."""
    if view.seat is None or view.seat not in view.to_act:
        return waiting_line(view, names)
    match view.phase:
        case Phase.CUT:
            return _("cut the pack for {dealer}").format(dealer=names[view.dealer])
        case Phase.TRUMP:
            return _bidding(view, names) if view.bid_range else _naming(view)
        case Phase.CALL:
            return _calling(view, names)
        case Phase.PLAY:
            return duty_line(view, names)
        case _:
            return waiting_line(view, names)


def _naming(view: View) -> str:
    may = set(map(type, view.choices))
    if NameBlind in may:
        return _("no trump, blind, or look first")
    if Pass in may:
        return _("name trump, or pass")
    if HandOver in may:
        return _("name trump, or leave it to your partner")
    if view.rules.trump_choice is TrumpChoice.CHOICE_ROUND:
        return _("everybody passed: name trump")
    return _("name trump")


def _bidding(view: View, names: Names) -> str:
    low, high = view.bid_range or (0, 0)
    if low == high:
        line = _("bid {high}, or pass").format(high=high)
    else:
        line = _("bid from {low} to {high}, or pass").format(low=low, high=high)
    if view.bid is None:
        return line
    return (
        line
        + " · "
        + _("{name} bids {points}").format(name=names[view.bid.seat], points=view.bid.points)
    )


def _calling(view: View, names: Names) -> str:
    if view.calls:
        name = names[view.calls[-1].seat]
        return _("{name} goes along: against it, × 4, or pass").format(name=name)
    trump = trump_text(view.trump, spanish=view.rules.cards.spanish)
    return _("along with {trump}, × 2, or pass").format(trump=trump)


def saying(command: Command, *, spanish: bool = False) -> tuple[str, str]:
    """What a player may say, in full and in brief."""
    match command:
        case NameTrump(suit=suit):
            sign = suit_name(None) if suit is None else str(suit)
            return trump_text(suit, spanish=spanish), sign
        case NameBlind():
            return _("no trump, blind"), _("blind")
        case PickUp():
            return _("look at your cards"), _("look")
        case HandOver():
            return _("leave it to partner"), _("leave it")
        case Call(kind=CallKind.ALONG):
            return _("go along, × 2"), _("go along")
        case Call():
            return _("go against, × 4"), _("go against")
        case _:
            return _("pass"), _("pass")


def duty_line(view: View, names: Names) -> str:
    """Which cards the seat to move may play, said as a rule. Reads only what the host allowed."""
    if not view.trick:
        return _("you lead: any card")
    led = view.trick[0].card.suit
    suit = suit_name(led, spanish=view.rules.cards.spanish)
    legal, held = set(view.legal), view.playable
    following = [card for card in held if card.suit is led]
    winner = next((play for play in view.trick if play.seat == view.winning), view.trick[0])
    said = {"suit": suit, "card": winner.card, "name": names[winner.seat]}
    if following:
        if legal.issuperset(following):
            return _("follow with any of your {suit}").format(**said)
        return _("{suit} were led: go over {card} of {name}").format(**said)
    if legal.issuperset(held):
        return _("you have no {suit}: any card").format(**said)
    if any(card.suit is not view.trump for card in legal):
        return _("you have no {suit}: any card but a lower trump").format(**said)
    if winner.card.suit is not view.trump:
        return _("you have no {suit} and {name} is winning: ruff").format(**said)
    above = view.rules.cards.above[winner.card]
    if all(above >> card & 1 for card in legal):
        return _("you have no {suit}: overtrump {card} of {name}").format(**said)
    return _("you have no {suit}, and no trump over {card}: a lower one").format(**said)
