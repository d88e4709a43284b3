"""Every sentence a person reads, made here from codes and values.

Nothing else in the program speaks: the engine, the wire and the host carry codes with arguments.
`names` is always a sequence of names by seat. Suits are written with their signs; `in_letters`
turns a finished text into one without them.
"""

import gettext as _gettext
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import Reason, Refusal
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
from manillen_tui.wire import refusal_from_body


Names = Sequence[str]

_catalogue: Final = _gettext.translation(
    "manillen", Path(__file__).with_name("locale"), fallback=True
)
_ = _catalogue.gettext
ngettext = _catalogue.ngettext

_LETTERS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})


def in_letters(text: str) -> str:
    """The same text for a terminal or a reader that has no use for suit signs.

    >>> in_letters("Wim leads 10♦")
    'Wim leads 10D'
    """
    return text.translate(_LETTERS)


# Names of things ----------------------------------------------------------------------------------


def suit_name(suit: Suit | None) -> str:
    """The name of a trump; `None` is no trump."""
    match suit:
        case Suit.CLUBS:
            return _("clubs")
        case Suit.DIAMONDS:
            return _("diamonds")
        case Suit.HEARTS:
            return _("hearts")
        case Suit.SPADES:
            return _("spades")
        case None:
            return _("no trump")


def trump_text(suit: Suit | None) -> str:
    """A trump with its sign: "♦ diamonds"."""
    return suit_name(None) if suit is None else f"{suit} {suit_name(suit)}"


def rules_name(name: str) -> str:
    """How a rule set is called at the table."""
    return {"west-flanders": _("West-Flanders")}.get(name, name)


def computer_name(seat: int) -> str:
    return _("Computer {number}").format(number=seat + 1)


def empty_name() -> str:
    return _("empty chair")


def room_state(state: str) -> str:
    """What a table is doing, from the state of its room."""
    return {"lobby": _("open"), "playing": _("playing"), "over": _("finished")}.get(state, state)


def listed(items: Sequence[str], last: str | None = None) -> str:
    """ "a", "a and b", "a, b and c"; `last` replaces "and"."""
    if len(items) < 2:
        return "".join(items)
    return "{} {} {}".format(", ".join(items[:-1]), last or _("and"), items[-1])


def _any_of(cards: Sequence[Card]) -> str:
    return listed([str(card) for card in cards], _("or"))


# What happens -------------------------------------------------------------------------------------


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


# What went wrong ----------------------------------------------------------------------------------


def trouble(code: str, details: Mapping[str, Any], names: Names = ()) -> str:
    """What happened and what to do, in one line, for any refusal of a host or a connection.

    `details` are its arguments as they came over the wire; what is missing or senseless in them
    costs a less exact sentence, never an error.
    """
    if code in set(Reason):
        try:
            return why(refusal_from_body({**details, "reason": code}), names)
        except (msgspec.ValidationError, ValueError, IndexError):
            return _("That is not allowed now ({code}).").format(code=code)
    known = _sentence(code)
    if known is None:
        return _("That did not work ({code}). The log file tells more.").format(code=code)
    seats = details.get("seats", ())
    known_seats = [names[s] for s in seats if isinstance(s, int) and 0 <= s < len(names)]
    return known.format_map(_Gaps({**details, "names": listed(known_seats) or _("somebody")}))


class _Gaps(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def why(refusal: Refusal, names: Names) -> str:
    """Why the engine refuses, as a friend at the table would explain it."""
    by = names[refusal.by] if refusal.by is not None and refusal.by < len(names) else _("somebody")
    said = {
        "card": refusal.card,
        "suit": suit_name(refusal.suit),
        "Suit": suit_name(refusal.suit).capitalize(),
        "winning": refusal.winning,
        "by": by,
        "cards": _any_of(refusal.cards),
        "low": refusal.low,
        "high": refusal.high,
    }
    return _reason(refusal.reason).format(**said)


def _reason(reason: Reason) -> str:
    match reason:
        case Reason.NOT_NOW:
            return _("Not now: the deal is not at that point.")
        case Reason.NOT_YOUR_TURN:
            return _("It is not your turn yet.")
        case Reason.CUT_RANGE:
            return _("Cut somewhere from {low} to {high}.")
        case Reason.MAY_LOOK:
            return _("You may look at your cards anyway.")
        case Reason.NO_TRUMP_NOT_ALLOWED:
            return _("No trump is not played at this table: name a suit.")
        case Reason.NOT_HELD:
            return _("{card} is not in your hand.")
        case Reason.MUST_FOLLOW:
            return _("Not {card}: {suit} were led and you hold {cards}, so you must follow.")
        case Reason.MUST_HEAD:
            return _(
                "Not {card}: {suit} were led and {by} is winning with {winning}:"
                " you hold {cards}, so you must head it."
            )
        case Reason.MUST_RUFF:
            return _(
                "Not {card}: you cannot follow and {by} is winning with {winning}:"
                " you hold {cards}, so you must ruff."
            )
        case Reason.MUST_OVERTRUMP:
            return _(
                "Not {card}: {by} is winning with the trump {winning}:"
                " you hold {cards}, so you must overtrump."
            )
        case Reason.NO_UNDERTRUMP:
            return _(
                "Not {card}: {winning} already lies there and a lower trump is forbidden:"
                " play {cards}."
            )


def _sentence(code: str) -> str | None:
    match code:
        # the table
        case "full":
            return _("People sit on every chair of that table. Ask for one, or host a table.")
        case "no-rights":
            return _("Only the host of the table can do that.")
        case "chair-taken":
            return _("Somebody sits on that chair. Choose another.")
        case "chairs-empty":
            return _("Some chairs are empty: wait for people, or put computer players there.")
        case "not-ready":
            return _("Not everybody is ready yet: waiting for {names}.")
        case "not-in-lobby":
            return _("That is only possible before the match starts.")
        case "not-playing":
            return _("The match has not started yet.")
        case "no-chair":
            return _("There is no such chair.")
        case "stale":
            return _("Too late: that turn is already over.")
        case "old":
            return _("That was already done.")
        # the way to it
        case "refused":
            return _("Nobody hosts at {address}. Is the address right, and the table open?")
        case "timeout":
            return _("{address} does not answer. Are both machines on the same network?")
        case "no-route":
            return _("There is no way to {address} from here. Is this machine on the network?")
        case "unknown-host":
            return _("No machine is called {address}. Type its number: 192.168.1.20:7842.")
        case "not-a-table":
            return _("Something answers at {address}, but it is not a card table.")
        case "bad-address":
            return _("That is no address. It looks like 192.168.1.20:7842.")
        case "version":
            return _("You and the table have different versions: bring both up to date.")
        case "closing" | "closed":
            return _("The host closed the table.")
        case "gone":
            return _("The connection to the table is lost. Join again to go on.")
        case "slept":
            return _("This machine slept and the connection is lost. Join again to go on.")
        case "silent" | "slow" | "late":
            return _("The connection was too slow or fell silent. Join again to go on.")
        case "deserted":
            return _("The table was left alone too long and closed.")
        case "badframe" | "garbage" | "flood":
            return _("The table ended this connection ({code}). Join again to go on.")
        case "busy":
            return _("Too many people are at that table's door. Try again in a moment.")
        case "bad-host":
            return _("The table sent something senseless. Do both sides have the same version?")
        # this machine
        case "no-terminal":
            return _("This is no terminal that can be drawn on; `manillen demo` needs none.")
        case "dumb-terminal":
            return _("This terminal (TERM=dumb) cannot draw cards; `manillen demo` needs none.")
        case "port-taken":
            return _("No port is free for the table. Close another one, or choose with --port.")
        case "host-failed":
            return _("The table could not be opened. The log file tells why: {log}")
        case "no-network":
            return _("This machine is on no network: only its own programs find the table.")
        case "no-multicast":
            return _("This network cannot be searched. Join by address instead.")
        case "nothing-found":
            return _("No table was found. An address always works: `manillen join ADDRESS`.")
        case "settings-broken":
            return _("Your settings in {path} cannot be read; the usual ones are used.")
        case "keys-clash":
            return _("Your settings give the key {key} to both {one} and {other}.")
        case "settings-unwritable":
            return _("Your settings cannot be kept in {path}: {reason}.")
        case _:
            return None
