"""Whom the table waits for, for what, and what the rules let them do."""

from collections.abc import Collection, Sequence

from manillen_tui.engine.cards import Card
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
from manillen_tui.engine.records import Phase, PlayedCard
from manillen_tui.engine.rules import TrumpChoice
from manillen_tui.engine.view import View
from manillen_tui.words.catalogue import _, listed
from manillen_tui.words.nouns import suit_name, trump_text


Names = Sequence[str]


def awaited(seats: Collection[int], names: Names, own: int | None) -> str:
    """The players on these seats; the own one is "you" and comes first."""
    others = [names[seat] for seat in seats if seat != own]
    return listed([_("you"), *others] if own in seats else others)


def soon(patience_s: int | None) -> str:
    """When the next deal starts by itself; "" when it does not."""
    return "" if patience_s is None else _("next deal in {n} s").format(n=patience_s)


def waiting_line(view: View, names: Names) -> str:
    """Whom the table waits for, and to do what, as it is said to the seat of the view."""
    who = awaited(view.to_act, names, view.seat)
    match view.phase:
        case Phase.SHUFFLE:
            return _("The cards are being shuffled")
        case Phase.CUT:
            return _("Waiting for {name} to cut the pack").format(name=who)
        case Phase.TRUMP:
            return _waiting_for_trump(view).format(name=who)
        case Phase.CALL:
            if view.calls:
                return _("Waiting for {name} to go against, or pass").format(name=who)
            return _("Waiting for {name} to go along, or pass").format(name=who)
        case Phase.PLAY:
            return _("Waiting for {name} to play").format(name=who)
        case Phase.SCORE:
            return _("Waiting for {name} to read the score").format(name=who)
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
    """What this seat must do now, and by which rule; or else whom the table waits for."""
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
        return _("name no trump blind, or look first")
    if Pass in may:
        return _("name trump, or pass")
    if HandOver in may:
        return _("name trump, or leave it to your partner")
    if view.rules.trump_choice is TrumpChoice.CHOICE_ROUND:
        return _("everybody passed: name trump")
    return _("name trump")


def _bidding(view: View, names: Names) -> str:
    low, high = view.bid_range or (0, 0)
    said = {"low": low, "high": high}
    if view.bid is None:
        return _("bid from {low} to {high}, or pass").format(**said)
    line = (
        _("{name} bids {points}: bid {high}, or pass")
        if low == high
        else _("{name} bids {points}: bid from {low} to {high}, or pass")
    )
    return line.format(name=names[view.bid.seat], points=view.bid.points, **said)


def _calling(view: View, names: Names) -> str:
    if view.calls:
        name = names[view.calls[-1].seat]
        return _("{name} goes along: go against (× 4), or pass").format(name=name)
    trump = trump_text(view.trump, spanish=view.rules.cards.spanish)
    return _("{trump}: go along (× 2), or pass").format(trump=trump)


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
        return _("lead any card")
    led = view.trick[0].card.suit
    winner = next((play for play in view.trick if play.seat == view.winning), view.trick[0])
    following = [card for card in view.playable if card.suit is led]
    line = _following(view, winner, following) if following else _not_following(view, winner)
    return line.format(
        suit=suit_name(led, spanish=view.rules.cards.spanish),
        card=winner.card,
        name=names[winner.seat],
    )


def _following(view: View, winner: PlayedCard, following: Collection[Card]) -> str:
    trump_led = view.trick[0].card.suit is view.trump
    if set(view.legal).issuperset(following):
        return (
            _("follow with any of your trumps")
            if trump_led
            else _("follow with any of your {suit}")
        )
    if _is_partner(view, winner):
        return _("beat even your partner's {card}")
    if trump_led:
        return _("trump was led: beat {name}'s {card}")
    return _("{suit} were led: beat {name}'s {card}")


def _not_following(view: View, winner: PlayedCard) -> str:
    if set(view.legal).issuperset(view.playable):
        return _("no {suit}: play any card")
    if any(card.suit is not view.trump for card in view.legal):
        return _("no {suit}: play anything but a lower trump")
    if winner.card.suit is not view.trump:
        if _is_partner(view, winner):
            return _("no {suit}: trump even your partner's {card}")
        return _("no {suit} and {name} is winning: trump it")
    above = [bool(view.rules.cards.above[winner.card] >> card & 1) for card in view.legal]
    if not any(above):
        return _("no {suit} and no trump above {card}: undertrump")
    if not all(above):
        return _("no {suit}: play any trump")
    if _is_partner(view, winner):
        return _("no {suit}: overtrump even your partner's {card}")
    return _("no {suit}: overtrump {name}'s {card}")


def _is_partner(view: View, winner: PlayedCard) -> bool:
    return view.seat is not None and view.rules.partner(view.seat) == winner.seat
