"""What `manillen doctor` finds on this machine, and what to do about it."""

from collections.abc import Mapping
from typing import Any

from manillen_tui.words.catalogue import _, ngettext
from manillen_tui.words.refusals import trouble


def checkup_line(code: str, details: Mapping[str, Any]) -> str:
    """What was found."""
    match code:
        case "programs" | "table-found" | "table-joined" | "table-open" | "others":
            return _good(code, details)
        case "echo":
            said = _("{interface}: what {address} sends to all by multicast is heard again.")
        case "echo-open":
            said = _("{interface}: no socket for multicast from {address} ({reason}).")
        case "echo-join":
            said = _("{interface}: {address} cannot join the multicast group ({reason}).")
        case "echo-send":
            said = _("{interface}: {address} cannot send by multicast ({reason}).")
        case "echo-hear":
            said = _("{interface}: what {address} sends to all by multicast is not heard again.")
        case _:
            said = _network(code) or _machine(code) or trouble(code, details)
    return said.format_map(details)


def checkup_advice(code: str, details: Mapping[str, Any]) -> str | None:
    """What to do; None where there is nothing to be done."""
    match code:
        case "no-network":
            said = _("Plug in a cable or connect to the Wi-Fi that the others are on.")
        case "only-virtual":
            said = _("Connect to the network that the others are on.")
        case "limited":
            said = _("Unset MANILLEN_INTERFACES to use all networks of this machine.")
        case "interface-down":
            said = _("Plug in its cable or switch it on, if the others are there.")
        case "port-taken-alone":
            said = _("End that program, or join by address: `manillen join ADDRESS`.")
        case "port-refused" | "echo-open" | "echo-join" | "echo-send":
            said = _("Is this a container or a sandbox? There, join by address.")
        case "echo-hear":
            said = _(
                "A firewall holds it back: let UDP port 5353 pass. Until then join by address."
            )
        case "alone":
            said = _(
                "Fine if nobody else is there yet. If somebody is: all on the same Wi-Fi, and no"
                " guest network, which keeps its machines apart."
            )
        case "firewall":
            said = _firewall_advice(str(details.get("firewall")))
        case "table-not-found":
            said = _("Join by address: the host's screen shows it.")
        case "table-slow" | "check-failed" | "no-sockets":
            said = _("Try again; the log file tells more: {log}")
        case "unwritable":
            said = _("Make room on the disk, or give yourself the right to write there.")
        case "terminal-small":
            said = _("Make the window larger, or its letters smaller.")
        case _:
            return None
    return said.format_map(details)


def _good(code: str, details: Mapping[str, Any]) -> str:
    match code:
        case "programs":
            return _("manillen {version}, Python {python}, {system}.").format_map(details)
        case "table-open":
            return _("A table opens on this machine, at port {port}.").format_map(details)
        case "table-found":
            return _("It is found by multicast after {ms} ms.").format_map(details)
        case "table-joined":
            return _("It is joined by its code, encrypted, in {ms} ms.").format_map(details)
        case _:
            count = int(details.get("n", 0))
            return ngettext(
                "{n} other machine on this network answers.",
                "{n} other machines on this network answer.",
                count,
            ).format(n=count)


def _network(code: str) -> str | None:
    match code:
        case "interface":
            return _("{interface} has {addresses}.")
        case "interface-virtual":
            return _("{interface} has {addresses}: virtual, tried last by the others.")
        case "interface-down":
            return _("{interface} is down: not used.")
        case "no-network":
            return _("This machine is on no network: only its own programs find a table here.")
        case "only-virtual":
            return _("Only virtual networks here: other machines seldom reach such addresses.")
        case "limited":
            return _("MANILLEN_INTERFACES limits tables and the search to {addresses}.")
        case "port-free":
            return _("UDP port 5353, for finding tables, is free.")
        case "port-shared":
            return _("UDP port 5353, for finding tables, is shared with {programs}.")
        case "port-taken-alone":
            return _("UDP port 5353, for finding tables, is kept by {programs} for itself.")
        case "port-refused":
            return _("UDP port 5353, for finding tables, is refused to this program ({reason}).")
        case "alone":
            return _("No other machine answers on this network.")
        case "no-firewall":
            return _("No firewall of this machine is known to be in force.")
        case "firewall":
            return _("A firewall is in force: {name}.")
        case _:
            return None


def _machine(code: str) -> str | None:
    match code:
        case "table-not-found":
            return _("It is not found by multicast within {seconds} s.")
        case "table-slow":
            return _("A table could not be opened, found and joined within {seconds} s.")
        case "no-sockets":
            return _("This program may not open connections here ({reason}).")
        case "check-failed":
            return _("{check} could not be looked at ({reason}).")
        case "settings":
            return _("Your settings are in order: {path}")
        case "settings-none":
            return _("You have no settings yet: the usual ones are used.")
        case "writable":
            return _("{what} can be kept: {path}")
        case "unwritable":
            return _("{what} cannot be kept ({reason}): {path}")
        case "terminal":
            return _("The terminal ({term}, {encoding}) has {columns} columns and {lines} lines.")
        case "terminal-small":
            return _(
                "The terminal has {columns} columns and {lines} lines; the table needs"
                " {least_columns} and {least_lines}."
            )
        case _:
            return None


def firewall_name(firewall: str) -> str:
    match firewall:
        case "macos":
            return _("that of macOS")
        case "windows":
            return _("that of Windows")
        case _:
            return firewall


def kept_name(what: str) -> str:
    """What belongs in one of the program's folders."""
    match what:
        case "tables":
            return _("Tables")
        case "log":
            return _("The log")
        case _:
            return _("Seats to come back to")


def check_name(check: str) -> str:
    match check:
        case "network":
            return _("The network")
        case "firewall":
            return _("The firewall")
        case "table":
            return _("A table")
        case "terminal":
            return _("The terminal")
        case _:
            return _("Settings and folders")


def some_program() -> str:
    """Whose name the system does not tell."""
    return _("another program")


def level_name(level: str) -> str:
    match level:
        case "ok":
            return _("ok")
        case "warning":
            return _("warning")
        case _:
            return _("failed")


def _firewall_advice(firewall: str) -> str:
    match firewall:
        case "ufw":
            return _("To host: sudo ufw allow {port}/tcp. To find: sudo ufw allow 5353/udp.")
        case "firewalld":
            return _("sudo firewall-cmd --add-service=mdns --add-port={port}/tcp")
        case "macos":
            return _(
                "System Settings > Network > Firewall > Options: let Python in; and Privacy &"
                " Security > Local Network: let the terminal in."
            )
        case "windows":
            return _(
                "The network has to be private (Settings > Network & internet), and Python allowed"
                " through the firewall on private networks."
            )
        case _:
            return _("Its rules have to let in TCP port {port}, to host, and UDP port 5353.")
