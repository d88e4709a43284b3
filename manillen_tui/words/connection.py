"""How it goes with coming to a table, with losing it, and with coming back."""

from collections.abc import Mapping
from typing import Any

from manillen_tui.words.catalogue import _, ngettext


def coming_trouble(code: str, details: Mapping[str, Any]) -> str | None:
    """Why there is no way in or none back, and what to do; None for other codes."""
    match code:
        case "code-needed":
            return _("That table has a spoken code: the two words on the host's screen. Ask there.")
        case "badcode" if _seconds(details):
            return _(
                "That is not the code on the host's screen. Look again;"
                " the next try is possible in {seconds} s."
            )
        case "badcode":
            return _("That is not the code on the host's screen. Look again, at both words.")
        case "wait":
            return _(
                "Too many wrong codes came from here. The next try is possible in {seconds} s."
            )
        case "relay":
            return _(
                "Someone may be between you and the host, and was told nothing."
                " Tell the host, and try another network."
            )
        case "other-certificate":
            return _(
                "{address} is not the table that you know, and was told nothing. Ask the host."
            )
        case "version" if details.get("update") == "guest":
            return _("That table is of a newer manillen: bring this one up to date.")
        case "version" if details.get("update") == "host":
            return _("That table is of an older manillen: its host has to bring it up to date.")
        case "full" if details.get("watch") is True:
            return _("People sit on every chair of that table. You may watch, or ask for a chair.")
        case "watchers":
            return _("As many people watch that table as may. Try again later.")
        case "rights-gone":
            return _("The host's rights of that table were passed on. Join it like anybody.")
        case "seat-gone":
            return _("Your seat at that table is not kept any more. Join again for another chair.")
        case "taken":
            return _("That seat is yours no more. Take another chair, or watch.")
        case "not-away":
            return _("That seat's person is not away. Choose a seat where somebody is.")
        case "declined":
            return _("The host does not give you that seat. Talk to the host, or take another.")
        case "seat-in-use":
            return _("Another window of this machine plays on that seat: go on there.")
        case "not-found":
            return _("{table} was not found. Is its host up, and on this network?")
        case "paused":
            return _("The game is paused. Anybody at the table can go on with it.")
        case "displaced":
            return _("You went on with this seat on another machine or in another window.")
        case "removed":
            return _("The host has taken your chair. Another table may have one.")
        case "storage":
            return _("The table could not be kept on the host's disk, and it closed.")
        case "failed":
            return _("The host's program could not do that. Try it once more.")
        case "unknown":
            return _("There is nothing like that to be done here now.")
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
                _("The host's program has ended. Once it goes on with the table, so do you…"),
                _("The host's program has ended. Waiting for it…"),
            )
        case "slept":
            return (
                _("This machine slept. Coming back to the table…"),
                _("This machine slept. Coming back…"),
            )
        case "no-route":
            return (
                _("This machine has no way to the host. As soon as it has, you are back…"),
                _("No way to the host from here. Trying again…"),
            )
        case "other-certificate":
            return (
                _("Something else answers in the table's place. Looking for the table itself…"),
                _("Something else answers there. Looking on…"),
            )
        case "busy":
            return (
                _("Too many people are at the table's door. Trying again…"),
                _("The table's door is full. Trying again…"),
            )
        case "wait" if _seconds(details):
            return (
                _("The table lets this machine back in {seconds} s…"),
                _("The table lets you back in {seconds} s…"),
            )
        case _:
            return (
                _("The connection to the host is lost. Coming back by itself…"),
                _("Connection lost, trying again…"),
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
                "Somebody at {address} typed {count} wrong codes. You may make a new one.",
                count if isinstance(count, int) else 2,
            )
        case "badtoken":
            return _("Somebody at {address} tried to come back to a seat that is not his.")
        case "relay":
            return _("Somebody at {address} stood between you and a guest, and was not let in.")
        case "unkept":
            return _(
                "The way back to your seat cannot be kept on this machine ({reason}):"
                " leave this window open."
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
