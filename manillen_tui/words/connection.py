"""What is said while somebody joins a table, loses the connection to it, or comes back."""

from collections.abc import Mapping
from typing import Any

from manillen_tui.words.catalogue import _, filled, ngettext


def coming_trouble(code: str, details: Mapping[str, Any]) -> str | None:
    """Why somebody cannot join or come back, and what to do; None for other codes."""
    match code:
        case "code-needed":
            return _("That table asks for a code: the two words on the host's screen.")
        case "badcode" if _seconds(details):
            return _("Wrong code. Check both words; you can try again in {seconds} s.")
        case "badcode":
            return _("Wrong code. Check the two words on the host's screen.")
        case "wait":
            return _("Too many wrong codes from this address. You can try again in {seconds} s.")
        case "relay":
            return _(
                "Somebody may be intercepting the connection; they learned nothing. Tell the"
                " host, and try another network."
            )
        case "other-certificate":
            return _("{address} is not the table you know; nothing was sent to it. Ask the host.")
        case "version" if details.get("update") == "guest":
            return _("That table runs a newer version: update yours.")
        case "version" if details.get("update") == "host":
            return _("That table runs an older version: its host must update.")
        case "full" if details.get("watch") is True:
            return _("That table is full. You can watch, or ask for a chair.")
        case "watchers":
            return _("No room for more spectators. Try again later.")
        case "rights-gone":
            return _("The host's rights at that table were passed on. Join it like anybody else.")
        case "seat-gone":
            return _("Your seat at that table is no longer kept. Join again for another chair.")
        case "taken":
            return _("That seat is no longer yours. Take another chair, or watch.")
        case "not-away":
            return _("That player is not away. Choose the seat of somebody who is.")
        case "declined":
            return _("The host did not give you that seat. Ask the host, or take another.")
        case "seat-in-use":
            return _("You are already on that seat in another window: continue there.")
        case "not-found":
            return _("{table} was not found. Is its host running, and on this network?")
        case "paused":
            return _("The game is paused. Any player can resume it.")
        case "displaced":
            return _("You went on with this seat on another machine or in another window.")
        case "removed":
            return _("The host has sent you away from the table.")
        case "storage":
            return _("The table closed because the host could not save it.")
        case "failed":
            return _("Something went wrong in the host's program. Try again.")
        case "unknown":
            return _("That is not possible now.")
        case _:
            return None


def lost_line(code: str, details: Mapping[str, Any]) -> str:
    """While reconnecting: what happened, and that there is nothing to do but wait."""
    return filled(_lost(code, details)[0], details)


def lost_in_brief(code: str, details: Mapping[str, Any]) -> str:
    """The same, for the smallest screen."""
    return filled(_lost(code, details)[1], details)


def _lost(code: str, details: Mapping[str, Any]) -> tuple[str, str]:
    match code:
        case "closing" | "storage":
            return (
                _("The host's program has ended. You will be back as soon as it continues…"),
                _("The host's program has ended. Waiting for it…"),
            )
        case "slept":
            return (
                _("This machine was asleep. Returning to the table…"),
                _("This machine was asleep. Returning…"),
            )
        case "no-route":
            return (
                _("The host cannot be reached from this machine. Trying again…"),
                _("Host unreachable. Trying again…"),
            )
        case "other-certificate":
            return (
                _("Something else answers at the table's address. Still looking for the table…"),
                _("Something else answers there. Still looking…"),
            )
        case "busy":
            return (
                _("Too many people are trying to join the table. Trying again…"),
                _("The table is busy. Trying again…"),
            )
        case "wait" if _seconds(details):
            return (
                _("The table lets this machine back in after {seconds} s…"),
                _("The table lets you back in after {seconds} s…"),
            )
        case _:
            return (
                _("The connection to the host was lost. Reconnecting…"),
                _("Connection lost. Reconnecting…"),
            )


def notice_line(code: str, details: Mapping[str, Any]) -> str | None:
    """What this person should know without having asked; None for other codes."""
    line = _notice(code, details)
    return None if line is None else filled(line, details)


def _notice(code: str, details: Mapping[str, Any]) -> str | None:
    match code:
        case "badcode":
            count = details.get("count")
            return ngettext(
                "Somebody at {address} typed a wrong code.",
                "Somebody at {address} typed {count} wrong codes. You can make a new code.",
                count if isinstance(count, int) else 2,
            )
        case "badtoken":
            return _("Somebody at {address} tried to return to a seat that is not theirs.")
        case "relay":
            return _(
                "Somebody at {address} tried to intercept a guest's connection and was not let in."
            )
        case "unkept":
            return _(
                "The way back to your seat cannot be saved on this machine ({reason}):"
                " keep this window open."
            )
        case _:
            return None


def _seconds(details: Mapping[str, Any]) -> bool:
    """Whether the details tell how long to wait."""
    seconds = details.get("seconds")
    return isinstance(seconds, int) and seconds > 0
