"""Why something is refused or went wrong, and what to do about it."""

from collections.abc import Mapping, Sequence
from typing import Any

from manillen_tui.engine.cards import Card, mask_of
from manillen_tui.engine.commands import Reason, Refusal, Signal
from manillen_tui.engine.view import View
from manillen_tui.wire import refusal_from_body
from manillen_tui.words.catalogue import LONGEST, _, either, filled, listed
from manillen_tui.words.clashes import rules_trouble
from manillen_tui.words.connection import coming_trouble
from manillen_tui.words.nouns import suit_name
from net.names import fit


Names = Sequence[str]


def trouble_line(
    code: str, details: Mapping[str, Any], names: Names = (), view: View | None = None
) -> str:
    """What happened and what to do, in one line, for any refusal of a host or a connection.

    `details` are its arguments as they came over the wire; what is missing or senseless in them
    costs a less exact sentence, never an error. `view` is what this person sees of the match.
    """
    return fit(_trouble_line(code, details, names, view), LONGEST)


def _trouble_line(code: str, details: Mapping[str, Any], names: Names, view: View | None) -> str:
    if code in set(Reason):
        try:
            refusal = refusal_from_body({**details, "reason": code})
            return why(refusal, names, view)
        except (ValueError, LookupError):  # a card of another pack, a seat of another table
            return _("That is not allowed now ({code}).").format(code=code)
    if (said := rules_trouble(code, details)) is not None:
        return said
    known = _sentence_here(code) if _is_here(details.get("address")) else None
    known = known or coming_trouble(code, details) or _sentence(code)
    if known is None:
        return _("That did not work ({code}). The log file says more.").format(code=code)
    return filled(known, {**details, "names": listed(_named(details.get("seats"), names))})


def _named(seats: object, names: Names) -> Names:
    """Whose seats these are, as far as it is known."""
    listed_seats = seats if isinstance(seats, list | tuple) else ()
    known = [names[s] for s in listed_seats if isinstance(s, int) and 0 <= s < len(names)]
    return known or [_("somebody")]


def _is_here(address: object) -> bool:
    """Whether an address leads to this very machine."""
    return isinstance(address, str) and address.startswith(("127.", "localhost", "[::1]", "::1"))


def _sentence_here(code: str) -> str | None:
    """What is said differently of a table on this machine."""
    match code:
        case "refused":
            return _("No table is open on this machine at {address}.")
        case "timeout":
            return _("The table on this machine does not answer. Try again, or open a new one.")
        case _:
            return None


def why(refusal: Refusal, names: Names, view: View | None = None) -> str:
    """Why the engine refuses, in the words of the rules.

    Without the `view` of the player who is refused, nobody is called their partner.
    """
    (by,) = _named([refusal.by], names)
    spanish = view is not None and view.rules.cards.spanish
    led = refusal.winning.suit if refusal.reason is Reason.MUST_RUFF and refusal.winning else None
    return _reason(refusal, view).format(
        card=refusal.card,
        suit=suit_name(led or refusal.suit, spanish=spanish),
        winning=refusal.winning,
        by=by,
        cards=either(refusal.cards),
        low=refusal.low,
        high=refusal.high,
    )


def _reason(refusal: Refusal, view: View | None) -> str:
    match refusal.reason:
        case Reason.NOT_NOW:
            return _("You cannot do that at this point of the deal.")
        case Reason.NOT_YOUR_TURN:
            return _("It is not your turn yet.")
        case Reason.CUT_RANGE:
            return _("Cut anywhere from card {low} to card {high}.")
        case Reason.MAY_LOOK:
            return _("You may already look at your cards.")
        case Reason.NO_TRUMP_NOT_ALLOWED:
            return _("No trump is not allowed at this table: name a suit.")
        case Reason.MUST_NAME:
            return _("You may not pass: you must name trump.")
        case Reason.NO_HAND_OVER:
            return _(
                "Only the dealer may leave the choice to their partner, once, and only"
                " if the rules allow it."
            )
        case Reason.NO_BLIND:
            return _(
                "Only the dealer may name no trump blind, before looking at their cards,"
                " and only if the rules allow it."
            )
        case Reason.BID_RANGE if refusal.low is None:
            return _("No higher bid is possible: pass.")
        case Reason.BID_RANGE:
            return _("Bid from {low} to {high} points, or pass: each bid must be higher.")
        case Reason.NO_CALL:
            return _(
                "You cannot call that now: first an opponent may go along, then the side"
                " that chose trump may go against."
            )
        case Reason.NO_QUESTION:
            return _(
                "You may ask your partner one question before you lead, and only if the"
                " rules allow questions."
            )
        case Reason.KNOWN_CARD:
            return _(
                "You cannot ask for {card}: ask for a card worth points that you do not"
                " hold and that has not been played."
            )
        case Reason.NO_SIGNAL:
            return _("You may signal only with a lead, and only if the rules allow signals.")
        case Reason.UNTRUE_SIGNAL if refusal.signal is Signal.SLIDE:
            return _("A slide says that you hold more {suit}, but {card} is your last.")
        case Reason.UNTRUE_SIGNAL:
            return _("A fly says that {card} is your last of the suit, but you hold more {suit}.")
        case Reason.NOT_HELD:
            return _("You do not hold {card}.")
        case Reason.MUST_FOLLOW if view is not None and refusal.suit is view.trump:
            return _("Not {card}: trump was led, so you must follow with a trump. Play {cards}.")
        case Reason.MUST_FOLLOW:
            return _("Not {card}: {suit} were led, so you must follow suit. Play {cards}.")
        case Reason.MUST_HEAD:
            return _must_beat(refusal, view)
        case Reason.MUST_RUFF:
            return _must_trump(refusal, view)
        case Reason.MUST_OVERTRUMP if _is_partner(refusal, view):
            return _("Not {card}: you must overtrump even your partner's {winning}. Play {cards}.")
        case Reason.MUST_OVERTRUMP:
            return _(
                "Not {card}: {by} is winning with the trump {winning}, so you must"
                " overtrump. Play {cards}."
            )
        case Reason.NO_UNDERTRUMP:
            return _(
                "Not {card}: you may not undertrump {winning} unless you hold nothing else."
                " Play {cards}."
            )


def _must_beat(refusal: Refusal, view: View | None) -> str:
    if _is_partner(refusal, view):
        return _("Not {card}: you must beat even your partner's {winning}. Play {cards}.")
    if view is not None and refusal.suit is view.trump:
        return _(
            "Not {card}: trump was led and {by} is winning with {winning}, so you must"
            " beat it. Play {cards}."
        )
    return _(
        "Not {card}: {suit} were led and {by} is winning with {winning}, so you must beat"
        " it. Play {cards}."
    )


def _must_trump(refusal: Refusal, view: View | None) -> str:
    winning = refusal.winning
    if winning is not None and winning.suit is not refusal.suit:
        if _is_partner(refusal, view):
            return _(
                "Not {card}: you have no {suit}, so you must trump even your partner's"
                " {winning}. Play {cards}."
            )
        return _(
            "Not {card}: you have no {suit} and {by} is winning with {winning}, so you must"
            " trump. Play {cards}."
        )
    if view is None or winning is None or _above(winning, refusal.cards, view):
        return _("Not {card}: you cannot follow suit, so you must trump. Play {cards}.")
    return _(
        "Not {card}: you cannot follow suit and hold no trump above {winning}, so you must"
        " undertrump. Play {cards}."
    )


def _above(winning: Card, cards: Sequence[Card], view: View) -> bool:
    """Whether any of the cards outranks the winning one of their suit."""
    return bool(view.rules.cards.above[winning] & mask_of(cards))


def _is_partner(refusal: Refusal, view: View | None) -> bool:
    """Whether the winning card is that of the partner of whoever is refused."""
    if view is None or view.seat is None or refusal.by is None:
        return False
    return view.rules.partner(view.seat) == refusal.by


def _sentence(code: str) -> str | None:
    match code:
        # the table
        case "full":
            return _("That table is full. Ask somebody for a chair, or host a table yourself.")
        case "no-rights":
            return _("Only the host can do that.")
        case "chair-taken":
            return _("That chair is taken. Choose another.")
        case "chairs-empty":
            return _("Some chairs are empty: wait for people, or add computer players.")
        case "not-ready":
            return _("Not everybody is ready: waiting for {names}.")
        case "not-in-lobby":
            return _("That is only possible before the match starts.")
        case "not-playing":
            return _("The match has not started yet.")
        case "no-chair":
            return _("There is no such chair.")
        case "silence":
            return _("Nobody talks during a deal at this table: wait until it is over.")
        case "too-much":
            return _("You are sending messages too fast. Try again in a moment.")
        case "stale":
            return _("Too late: that turn is over.")
        case "old":
            return _("That has already been done.")
        # the way to it
        case "refused":
            return _(
                "No table is open at {address}. Check the address, and whether the table is open."
            )
        case "timeout":
            return _("{address} does not answer. Are both machines on the same network?")
        case "no-route":
            return _(
                "{address} cannot be reached from here. Check this machine's network connection."
            )
        case "unknown-host":
            return _("No machine is called {address}. Type its number, such as 192.168.1.20:7842.")
        case "not-a-table":
            return _("{address} answers, but it is not a card table.")
        case "hung-up":
            return _("{address} closed the connection at once. Check the address, or try again.")
        case "bad-address":
            return _("That is not an address. Type one such as 192.168.1.20:7842.")
        case "version":
            return _("This program and the table have different versions: update both.")
        case "closing" | "closed":
            return _("The host closed the table.")
        case "gone":
            return _("The connection to the table was lost. Join again to continue.")
        case "slept":
            return _("This machine was asleep and the connection was lost. Join again to continue.")
        case "silent" | "slow" | "late":
            return _("The connection was too slow or went silent. Join again to continue.")
        case "deserted":
            return _("The table closed because nobody had been there for a while.")
        case "badframe" | "garbage":
            return _("The table could not read what this program sent. Join again to continue.")
        case "flood":
            return _("This program sent too much at once for the table. Join again to continue.")
        case "busy":
            return _("Too many people are trying to join that table. Try again in a moment.")
        case "bad-host":
            return _(
                "The table sent data this version does not understand. Do both run the same"
                " version?"
            )
        # this machine
        case "no-terminal":
            return _("The table needs a terminal window; `manillen demo` works without one.")
        case "narrow-encoding":
            return _(
                "This terminal's encoding ({encoding}) cannot show cards: set"
                " PYTHONUTF8=1, or run `manillen demo`."
            )
        case "narrow-encoding-chosen":
            return _(
                "PYTHONIOENCODING sets an encoding ({encoding}) that cannot show cards:"
                " unset it, or run `manillen demo`."
            )
        case "dumb-terminal":
            return _(
                "This terminal (TERM=dumb) cannot show the table; `manillen demo` works in any."
            )
        case "wrong-use":
            return _("{message}. See `{command} --help`.")
        case "output-unwritable":
            return _("The output cannot be written: {reason}.")
        case "port-taken":
            return _(
                "No port from {port} on is free for the table ({reason}). Close another table,"
                " or choose a port with --port."
            )
        case "nothing-saved":
            return _("There is no saved table to continue. `manillen host` opens a new one.")
        case "no-such-table":
            return _("There is no saved table {table}: give the id of a table, or its file.")
        case "table-in-use":
            return _("That table is already being hosted: {path}")
        case "table-damaged":
            return _("This saved table is damaged; the file was not changed: {path}")
        case "table-newer":
            return _("This table was saved by a newer version: update yours. {path}")
        case "table-unreadable":
            return _("The saved table cannot be read ({reason}): {path}")
        case "nothing-verified":
            return _("No deal has been played to its end yet, so there is nothing to check.")
        case "file-exists":
            return _("That file already exists and was not changed: {path}")
        case "disk-full":
            return _("The disk is full: make room, then continue the table. {path}")
        case "not-written":
            return _("The match cannot be written ({reason}): {path}")
        case "not-deleted":
            return _("The saved table cannot be deleted ({reason}): {path}")
        case "not-saved":
            return _("This table is not being saved and ends with its host. The log says why.")
        case "host-failed":
            return _("The table could not be opened. The log file says why: {log}")
        case "unheard":
            return _("The program that opened this table has ended, so it was closed.")
        case "unread":
            return _("Messages cannot be written here ({reason}). The table stays open.")
        case "interface-no-address":
            return _(
                "MANILLEN_INTERFACES contains {address}, which is not an address such as"
                " 192.168.1.20. Change or unset it."
            )
        case "interface-elsewhere":
            return _(
                "MANILLEN_INTERFACES contains {address}, which is not an address of this"
                " machine. Change or unset it."
            )
        case "no-network":
            return _("This machine is not on a network, so no other machine can find the table.")
        case "no-multicast":
            return _("This network cannot be searched. Join by address instead.")
        case "nothing-found":
            return _("No table was found. An address always works: `manillen join ADDRESS`.")
        case "settings-broken":
            return _("Your settings in {path} cannot be read; the defaults are used.")
        case "keys-clash":
            return _("Your settings assign the key {key} to both {one} and {other}.")
        case "keys-unknown":
            return _("Your settings assign keys to unknown actions: {actions}.")
        case "settings-unwritable":
            return _("Your settings cannot be saved in {path}: {reason}.")
        case _:
            return None
