"""What happens in a match, how it counts, and whom it waits for."""

from collections.abc import Sequence
from typing import NamedTuple

from manillen_tui.engine.events import (
    CardPlayed,
    DealBegan,
    DealScored,
    Event,
    LookedEarly,
    Manner,
    MatchWon,
    PackCut,
    TrickTaken,
    TrumpNamed,
)
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import DealRecord, Phase, View
from manillen_tui.words.catalogue import _, listed, ngettext
from manillen_tui.words.things import suit_name, trump_text


Names = Sequence[str]


def event_line(event: Event, names: Names) -> str:
    """One event as a line that makes sense alone."""
    match event:
        case DealBegan(number, dealer, _cutter, by_lot):
            line = (
                _("Deal {number}: {dealer} deals, drawn by lot")
                if by_lot
                else _("Deal {number}: {dealer} deals")
            )
            return line.format(number=number, dealer=names[dealer])
        case PackCut(seat, position, automatic):
            if automatic:
                return _("The pack is cut by itself, at {position}").format(position=position)
            return _("{name} cuts the pack at {position}").format(
                name=names[seat], position=position
            )
        case LookedEarly(seat):
            return _("{name} looked before the announcement: the deal is void").format(
                name=names[seat]
            )
        case TrumpNamed(seat, suit):
            if suit is None:
                return _("{name} names no trump").format(name=names[seat])
            return _("{name} names {suit} trump").format(name=names[seat], suit=trump_text(suit))
        case CardPlayed(seat, card, manner):
            return _played(manner).format(name=names[seat], card=card)
        case TrickTaken(_number, seat, points):
            return ngettext(
                "{name} takes the trick, {points} point",
                "{name} takes the trick, {points} points",
                points,
            ).format(name=names[seat], points=points)
        case DealScored(score):
            return deal_line(score, names)
        case MatchWon(side):
            return _("{side} win the match").format(side=side_name(side, names))


def _played(manner: Manner) -> str:
    match manner:
        case Manner.LEAD:
            return _("{name} leads {card}")
        case Manner.FOLLOW:
            return _("{name} plays {card}")
        case Manner.RUFF:
            return _("{name} ruffs with {card}")
        case Manner.DISCARD:
            return _("{name} discards {card}")


def side_name(side: int, names: Names) -> str:
    """A side by its people: "Wim and Noor"."""
    return listed([name for seat, name in enumerate(names) if seat % 2 == side])


def deal_line(score: DealScore, names: Names) -> str:
    """A deal's result in one line."""
    if score.winner is None:
        return _("A tie, {points} each: nobody scores").format(points=score.points[0])
    return ngettext(
        "{side} score {count} point", "{side} score {count} points", score.scores[score.winner]
    ).format(side=side_name(score.winner, names), count=score.scores[score.winner])


def factors(score: DealScore) -> list[tuple[str, int]]:
    """Everything that multiplied a deal's excess, by name."""
    every = (
        (_("no trump"), score.no_trump_factor),
        (_("previous deal tied"), score.tie_factor),
        (_("all eight tricks"), score.sweep_factor),
        (_("calls"), score.call_factor),
    )
    return [(name, factor) for name, factor in every if factor != 1]


class SheetRow(NamedTuple):
    """One line of a deal's account, with one cell a side."""

    label: str
    cells: tuple[str, ...]


def sheet_title(record: DealRecord, names: Names) -> str:
    """Which deal it was: "Deal 6 · no trump by Noor · after a tie"."""
    parts = [_("Deal {number}").format(number=record.number)]
    if record.namer is not None:
        trump = trump_text(record.trump)
        parts.append(_("{trump} by {name}").format(trump=trump, name=names[record.namer]))
    if record.score is None:
        parts.append(_("void: no score"))
    elif record.score.tie_factor != 1:
        parts.append(_("after a tie"))
    return " · ".join(parts)


def sheet_rows(record: DealRecord, rules: Rules) -> list[SheetRow]:
    """How a deal counts: captured points, excess, each factor, the deal, the match."""
    totals = SheetRow(_("match"), tuple(str(total) for total in record.totals))
    score = record.score
    if score is None:
        void = tuple("–" for _side in record.totals)
        return [SheetRow(_("void deal"), void), totals]
    rows = [
        SheetRow(_("captured points"), tuple(str(points) for points in score.points)),
        SheetRow(
            _("excess over {par}").format(par=rules.par),
            tuple(str(excess) if excess > 0 else "–" for excess in score.excess),
        ),
    ]
    for name, factor in factors(score):
        cells = tuple(
            f"× {factor}" if side == score.winner else "" for side in range(len(score.points))
        )
        rows.append(SheetRow("  " + name, cells))
    rows.append(
        SheetRow(
            _("this deal"), tuple(f"{points:+d}" if points else "0" for points in score.scores)
        )
    )
    return [*rows, totals]


# Whom we wait for, and for what -------------------------------------------------------------------


def waiting_line(view: View, names: Names) -> str:
    """Whom the table waits for, always by name, as anybody would say it."""
    who = listed([names[seat] for seat in view.to_act])
    match view.phase:
        case Phase.SHUFFLE:
            return _("The cards are shuffled")
        case Phase.CUT:
            return _("Waiting for {name} to cut the pack").format(name=who)
        case Phase.TRUMP:
            return _("Waiting for {name} to name trump").format(name=who)
        case Phase.PLAY:
            return _("Waiting for {name} to play").format(name=who)
        case Phase.SCORE:
            return _("Waiting for {name} to see the score").format(name=who)
        case Phase.OVER:
            return _("The match is over")


def turn_line(view: View, names: Names) -> str:
    """What this seat has to do now, and by which rule; else whom the table waits for."""
    if view.seat is None or view.seat not in view.to_act:
        return waiting_line(view, names)
    match view.phase:
        case Phase.CUT:
            return _("cut the pack for {dealer}").format(dealer=names[view.dealer])
        case Phase.TRUMP:
            return _("name trump")
        case Phase.PLAY:
            return duty_line(view, names)
        case _:
            return waiting_line(view, names)


def duty_line(view: View, names: Names) -> str:
    """Which cards the seat to move may play, said as a rule. Reads only what the host allowed."""
    if not view.trick:
        return _("you lead: any card")
    led = view.trick[0].card.suit
    legal, hand = set(view.legal), view.hand or ()
    following = [card for card in hand if card.suit is led]
    winner = next((play for play in view.trick if play.seat == view.winning), view.trick[0])
    if following:
        if legal.issuperset(following):
            return _("follow with any of your {suit}").format(suit=suit_name(led))
        return _("{suit} were led: go over {card} of {name}").format(
            suit=suit_name(led).capitalize(), card=winner.card, name=names[winner.seat]
        )
    if legal.issuperset(hand):
        return _("you have no {suit}: any card").format(suit=suit_name(led))
    if all(card.suit is view.trump for card in legal):
        if winner.card.suit is view.trump:
            return _("you have no {suit}: overtrump {card} of {name}").format(
                suit=suit_name(led), card=winner.card, name=names[winner.seat]
            )
        return _("you have no {suit} and {name} is winning: ruff").format(
            suit=suit_name(led), name=names[winner.seat]
        )
    return _("you have no {suit}: any card but a lower trump").format(suit=suit_name(led))
