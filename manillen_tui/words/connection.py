"""How it goes with coming to a table, with losing it, and with coming back."""

from collections.abc import Mapping
from typing import Any

from manillen_tui.words.catalogue import _, ngettext


def coming_trouble(code: str, details: Mapping[str, Any]) -> str | None:
    """Why there is no way in or none back, and what to do; None for other codes."""
    match code:
        case "code-needed":
            return _("That table asks for a code: the two words on the host's screen.")
        case "badcode" if _seconds(details):
            return _("That is not the code on the host's screen. You can try again in {seconds} s.")
        case "badcode":
            return _("That is not the code on the host's screen. Check both words.")
        case "wait":
            return _("Too many wrong codes came from here. You can try again in {seconds} s.")
        case "relay":
            return _(
                "Somebody may be between you and the host; they learned nothing. Tell the"
                " host, and try another network."
            )
        case "other-certificate":
            return _("{address} is not the table you know, and was told nothing. Ask the host.")
        case "version" if details.get("update") == "guest":
            return _("That table runs a newer version: update this one.")
        case "version" if details.get("update") == "host":
            return _("That table runs an older version: its host has to update.")
        case "full" if details.get("watch") is True:
            return _("That table is full. You can watch, or ask for a chair.")
        case "watchers":
            return _("There is no room for more spectators. Try again later.")
        case "rights-gone":
            return _("The host's rights of that table were passed on. Join it like anybody else.")
        case "seat-gone":
            return _("Your seat at that table is no longer kept. Join again for another chair.")
        case "taken":
            return _("That seat is no longer yours. Take another chair, or watch.")
        case "not-away":
            return _("Nobody is away from that seat. Choose one whose player is away.")
        case "declined":
            return _("The host did not give you that seat. Talk to the host, or take another.")
        case "seat-in-use":
            return _("You are already playing on that seat in another window: go on there.")
        case "not-found":
            return _("{table} was not found. Check that its host is running, on this network.")
        case "paused":
            return _("The game is paused. Any player can resume it.")
        case "displaced":
            return _("You took up this seat on another machine or in another window.")
        case "removed":
            return _("The host has removed you from the table.")
        case "storage":
            return _("The table closed because the host could not save it.")
        case "failed":
            return _("The host's program failed to do that. Try once more.")
        case "unknown":
            return _("That cannot be done here now.")
        case _:
            return None


def lost_line(code: str, details: Mapping[str, Any]) -> str:
    """While a lost connection is looked for: what happened, and that nothing needs to be done."""
    return _lost(code, details)[0].format_map(_Gaps(details))


def lost_in_brief(code: str, details: Mapping[str, Any]) -> str:
    """The same, for the smallest screen."""
    return _lost(code, details)[1].format_map(_Gaps(details))


def _lost(code: str, details: Mapping[str, Any]) -> tuple[str, str]:
    match code:
        case "closing" | "storage":
            return (
                _(
                    "The host's program has ended. You are back as soon as it goes on with"
                    " the table…"
                ),
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
    """What the person at this machine should know and has not asked for; None for other codes."""
    line = _notice(code, details)
    return None if line is None else line.format_map(_Gaps(details))


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
            return _("Somebody at {address} was between you and a guest, and was not let in.")
        case "unkept":
            return _(
                "The way back to your seat cannot be saved on this machine ({reason}):"
                " keep this window open."
            )
        case _:
            return None


class _Gaps(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def _seconds(details: Mapping[str, Any]) -> bool:
    """Whether there is a wait that can be told."""
    seconds = details.get("seconds")
    return isinstance(seconds, int) and seconds > 0
