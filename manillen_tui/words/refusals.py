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
        return _("That did not work ({code}). The log file tells more.").format(code=code)
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
            return _("Not now: the deal is not at that point.")
        case Reason.NOT_YOUR_TURN:
            return _("It is not your turn yet.")
        case Reason.CUT_RANGE:
            return _("Cut somewhere from {low} to {high}.")
        case Reason.MAY_LOOK:
            return _("You may look at your cards anyway.")
        case Reason.NO_TRUMP_NOT_ALLOWED:
            return _("No trump is not played at this table: name a suit.")
        case Reason.MUST_NAME:
            return _("You cannot pass: the choice ends with you, so name trump.")
        case Reason.NO_HAND_OVER:
            return _(
                "Only the dealer leaves the choice to his partner, once, and where that is agreed."
            )
        case Reason.NO_BLIND:
            return _(
                "Blind is before you look at your cards, by the dealer, and where that is agreed."
            )
        case Reason.BID_RANGE if refusal.low is None:
            return _("No bid can be higher than the last one: pass.")
        case Reason.BID_RANGE:
            return _("Each bid is higher than the last one: from {low} to {high} points.")
        case Reason.NO_CALL:
            return _(
                "Not that call: first an opponent of the side that named goes along,"
                " then that side may go against."
            )
        case Reason.NO_QUESTION:
            return _(
                "One question to partner, before you lead a trick, and where questions are agreed."
            )
        case Reason.KNOWN_CARD:
            return _(
                "Not {card}: ask for a high card, worth points, that you do not hold"
                " and that was not played yet."
            )
        case Reason.NO_SIGNAL:
            return _("A signal goes with a card that you lead, and where signals are agreed.")
        case Reason.UNTRUE_SIGNAL if refusal.signal is Signal.SLIDE:
            return _("A slide says that you keep more {suit}, but {card} is your last of them.")
        case Reason.UNTRUE_SIGNAL:
            return _("A fly says that it is your last of {suit}, but you keep more beside {card}.")
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
        case "silence":
            return _("At this table nobody talks during a deal: keep it for after.")
        case "too-much":
            return _("That is a lot of talk at once. Say it again in a moment.")
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
        case "hung-up":
            return _(
                "What answers at {address} ended the connection before a word."
                " Is that the table's address? Else try again."
            )
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
        case "narrow-encoding":
            return _(
                "This terminal's encoding ({encoding}) has no cards:"
                " set PYTHONUTF8=1, or play without it by `manillen demo`."
            )
        case "narrow-encoding-chosen":
            return _(
                "PYTHONIOENCODING gives this terminal an encoding ({encoding}) without cards:"
                " unset it, or play without it by `manillen demo`."
            )
        case "dumb-terminal":
            return _("This terminal (TERM=dumb) cannot draw cards; `manillen demo` needs none.")
        case "port-taken":
            return _("No port is free for the table. Close another one, or choose with --port.")
        case "nothing-saved":
            return _("No table is waiting to be continued. `manillen host` opens a new one.")
        case "no-such-table":
            return _("No saved table is called {table}: give its id, or its file.")
        case "table-in-use":
            return _("That table is being hosted already: {path}")
        case "table-damaged":
            return _("This is no whole table, and it is left as it is: {path}")
        case "table-newer":
            return _("A newer manillen saved this table: bring this one up to date. {path}")
        case "table-unreadable":
            return _("The saved table cannot be read ({reason}): {path}")
        case "nothing-verified":
            return _("No deal of it was played to its end: there is nothing to check yet.")
        case "file-exists":
            return _("There is a file of that name already, and it is left as it is: {path}")
        case "disk-full":
            return _("The disk is full: once there is room on it, the table can go on. {path}")
        case "not-written":
            return _("The match cannot be written ({reason}): {path}")
        case "not-deleted":
            return _("The saved table cannot be deleted ({reason}): {path}")
        case "not-saved":
            return _("This table is not being saved: it ends with its host. The log tells why.")
        case "host-failed":
            return _("The table could not be opened. The log file tells why: {log}")
        case "unheard":
            return _("The table was opened for a program that is gone, and closed again.")
        case "unread":
            return _(
                "What goes on here cannot be written ({reason}). The table is open all the same."
            )
        case "interface-no-address":
            return _(
                "MANILLEN_INTERFACES has {address}, which is no address:"
                " it looks like 192.168.1.20. Change or unset it."
            )
        case "interface-elsewhere":
            return _(
                "MANILLEN_INTERFACES has {address}, which this machine does not have."
                " Change or unset it."
            )
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
        case "keys-unknown":
            return _("Your settings give keys to what is not there: {actions}.")
        case "settings-unwritable":
            return _("Your settings cannot be kept in {path}: {reason}.")
        case _:
            return None
