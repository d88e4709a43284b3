"""Why something is refused or went wrong, and what to do about it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from manillen_tui.engine.commands import Reason, Refusal, Signal
from manillen_tui.wire import refusal_from_body
from manillen_tui.words.catalogue import _, any_of, listed
from manillen_tui.words.clashes import rules_trouble
from manillen_tui.words.connection import coming_trouble
from manillen_tui.words.nouns import suit_name


Names = Sequence[str]


def trouble(
    code: str, details: Mapping[str, Any], names: Names = (), *, spanish: bool = False
) -> str:
    """What happened and what to do, in one line, for any refusal of a host or a connection.

    `spanish`: suits are those of a Spanish pack.
    `details` are its arguments as they came over the wire; what is missing or senseless in them
    costs a less exact sentence, never an error.
    """
    if code in set(Reason):
        try:
            refusal = refusal_from_body({**details, "reason": code})
            return why(refusal, names, spanish=spanish)
        except (msgspec.ValidationError, ValueError, IndexError):
            return _("That is not allowed now ({code}).").format(code=code)
    if (said := rules_trouble(code, details)) is not None:
        return said
    known = _sentence_here(code) if _is_here(details.get("address")) else None
    known = known or coming_trouble(code, details) or _sentence(code)
    if known is None:
        return _("That did not work ({code}). The log file says more.").format(code=code)
    seats = details.get("seats", ())
    known_seats = [names[s] for s in seats if isinstance(s, int) and 0 <= s < len(names)]
    return known.format_map(_Gaps({**details, "names": listed(known_seats) or _("somebody")}))


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


class _Gaps(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def why(refusal: Refusal, names: Names, *, spanish: bool = False) -> str:
    """Why the engine refuses, as a friend at the table would explain it."""
    by = names[refusal.by] if refusal.by is not None and refusal.by < len(names) else _("somebody")
    said = {
        "card": refusal.card,
        "suit": suit_name(refusal.suit, spanish=spanish),
        "winning": refusal.winning,
        "by": by,
        "cards": any_of(refusal.cards),
        "low": refusal.low,
        "high": refusal.high,
    }
    return _reason(refusal).format(**said)


def _reason(refusal: Refusal) -> str:
    match refusal.reason:
        case Reason.NOT_NOW:
            return _("You cannot do that at this point of the deal.")
        case Reason.NOT_YOUR_TURN:
            return _("It is not your turn yet.")
        case Reason.CUT_RANGE:
            return _("Cut somewhere from {low} to {high}.")
        case Reason.MAY_LOOK:
            return _("You may already look at your cards.")
        case Reason.NO_TRUMP_NOT_ALLOWED:
            return _("This table plays without no trump: name a suit.")
        case Reason.MUST_NAME:
            return _("You cannot pass: everybody before you has, so you must name trump.")
        case Reason.NO_HAND_OVER:
            return _(
                "Only the dealer may leave the choice to their partner, once, and only"
                " where that is agreed."
            )
        case Reason.NO_BLIND:
            return _(
                "Only the dealer may name blind, before looking at their cards, and only"
                " where that is agreed."
            )
        case Reason.BID_RANGE if refusal.low is None:
            return _("No higher bid is possible: pass.")
        case Reason.BID_RANGE:
            return _("A bid must be higher than the last one: from {low} to {high} points.")
        case Reason.NO_CALL:
            return _(
                "You cannot call that now: first an opponent may go along, then the side"
                " that named may go against."
            )
        case Reason.NO_QUESTION:
            return _(
                "You may ask your partner one question before you lead, and only where"
                " questions are agreed."
            )
        case Reason.KNOWN_CARD:
            return _(
                "You cannot ask for {card}: ask for a card worth points that you do not"
                " hold and that has not been played."
            )
        case Reason.NO_SIGNAL:
            return _("A signal goes with the card you lead, and only where signals are agreed.")
        case Reason.UNTRUE_SIGNAL if refusal.signal is Signal.SLIDE:
            return _("A slide says that you hold more {suit}, but {card} is your last.")
        case Reason.UNTRUE_SIGNAL:
            return _("A fly says that {card} is your last card of {suit}, but you hold more.")
        case Reason.NOT_HELD:
            return _("You do not hold {card}.")
        case Reason.MUST_FOLLOW:
            return _("Not {card}: {suit} were led and you hold {cards}, so you must follow suit.")
        case Reason.MUST_HEAD:
            return _(
                "Not {card}: {by} is winning with {winning} and you hold {cards}, so you"
                " must beat it."
            )
        case Reason.MUST_RUFF:
            return _(
                "Not {card}: you cannot follow suit and {by} is winning with {winning},"
                " so you must trump: play {cards}."
            )
        case Reason.MUST_OVERTRUMP:
            return _(
                "Not {card}: {by} is winning with the trump {winning}, so you must"
                " overtrump: play {cards}."
            )
        case Reason.NO_UNDERTRUMP:
            return _("Not {card}: you may not undertrump {winning}, so play {cards}.")


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
            return _("There is no talking during a deal at this table: keep it for afterwards.")
        case "too-much":
            return _("You are sending messages too fast. Try again in a moment.")
        case "stale":
            return _("Too late: that turn is over.")
        case "old":
            return _("That has already been done.")
        # the way to it
        case "refused":
            return _(
                "No table is open at {address}. Check the address, and that the table is open."
            )
        case "timeout":
            return _("{address} does not answer. Check that both machines are on the same network.")
        case "no-route":
            return _(
                "{address} cannot be reached from here. Check this machine's network connection."
            )
        case "unknown-host":
            return _(
                "There is no machine called {address}. Type its number instead: 192.168.1.20:7842."
            )
        case "not-a-table":
            return _("{address} answers, but it is not a card table.")
        case "hung-up":
            return _("{address} closed the connection at once. Check the address, or try again.")
        case "bad-address":
            return _("That is not an address. An address looks like 192.168.1.20:7842.")
        case "version":
            return _("You and the table run different versions: update both.")
        case "closing" | "closed":
            return _("The host closed the table.")
        case "gone":
            return _("The connection to the table was lost. Join again to go on.")
        case "slept":
            return _("This machine was asleep and the connection was lost. Join again to go on.")
        case "silent" | "slow" | "late":
            return _("The connection was too slow or went silent. Join again to go on.")
        case "deserted":
            return _("The table closed because nobody was there for a while.")
        case "badframe" | "garbage" | "flood":
            return _("The table closed this connection ({code}). Join again to go on.")
        case "busy":
            return _("Too many people are trying to join that table. Try again in a moment.")
        case "bad-host":
            return _(
                "The table sent data this version does not understand. Check that both run"
                " the same version."
            )
        # this machine
        case "no-terminal":
            return _("This is not a terminal that can be drawn on; `manillen demo` needs none.")
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
            return _("This terminal (TERM=dumb) cannot draw cards; `manillen demo` needs none.")
        case "port-taken":
            return _(
                "No port is free for the table. Close another table, or choose a port with --port."
            )
        case "nothing-saved":
            return _("There is no saved table to continue. `manillen host` opens a new one.")
        case "no-such-table":
            return _("There is no saved table {table}: give its id, or its file.")
        case "table-in-use":
            return _("That table is already being hosted: {path}")
        case "table-damaged":
            return _("This saved table is damaged; the file was not changed: {path}")
        case "table-newer":
            return _("This table was saved by a newer version: update this one. {path}")
        case "table-unreadable":
            return _("The saved table cannot be read ({reason}): {path}")
        case "nothing-verified":
            return _("No deal has been played to its end yet, so there is nothing to check.")
        case "file-exists":
            return _("That file already exists and was not changed: {path}")
        case "disk-full":
            return _("The disk is full: the table can go on once there is room. {path}")
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
            return _("This machine is not on a network: only programs on it can find the table.")
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
