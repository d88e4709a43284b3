"""What `manillen doctor` finds on this machine, and what to do about it."""

from collections.abc import Mapping
from typing import Any

from manillen_tui.words.catalogue import _, ngettext
from manillen_tui.words.refusals import trouble_line


def checkup_line(code: str, details: Mapping[str, Any]) -> str:
    """What a check found."""
    match code:
        case "programs" | "table-found" | "table-joined" | "table-open" | "others":
            return _good(code, details)
        case "echo":
            said = _("{interface}: multicast from {address} works.")
        case "echo-open":
            said = _("{interface}: no multicast socket can be opened on {address} ({reason}).")
        case "echo-join":
            said = _("{interface}: the multicast group cannot be joined from {address} ({reason}).")
        case "echo-send":
            said = _("{interface}: multicast cannot be sent from {address} ({reason}).")
        case "echo-hear":
            said = _("{interface}: multicast sent from {address} is not received.")
        case _:
            found = _network(code) or _machine(code)
            if found is None:
                return trouble_line(code, details)
            said = found
    return said.format_map(details)


def checkup_advice(code: str, details: Mapping[str, Any]) -> str | None:
    """What to do about it; None where nothing needs doing."""
    match code:
        case "no-network":
            said = _("Plug in a cable, or join the Wi-Fi that the others use.")
        case "only-virtual":
            said = _("Connect to the network that the others use.")
        case "limited":
            said = _("Unset MANILLEN_INTERFACES to use all networks of this machine.")
        case "interface-down":
            said = _("If the others use this network, plug in its cable or switch it on.")
        case "port-taken-alone":
            said = _("Close the other program, or join by address: `manillen join ADDRESS`.")
        case "port-refused" | "echo-open" | "echo-join" | "echo-send":
            said = _("In a container or a sandbox, join by address: `manillen join ADDRESS`.")
        case "echo-hear":
            said = _(
                "Probably a firewall blocks it: allow UDP port 5353. Until then, join by address."
            )
        case "alone":
            said = _(
                "Fine if nobody else is there yet. Otherwise use the same network as the"
                " others, but not a guest network: those keep machines apart."
            )
        case "firewall":
            said = _firewall_advice(str(details.get("firewall")))
        case "table-not-found":
            said = _("Join by address: the host's screen shows it.")
        case "table-slow" | "check-failed" | "no-sockets":
            said = _("Try again; the log file says more: {log}")
        case "unwritable":
            said = _("Make room on the disk, or make that folder writable.")
        case "terminal-small":
            said = _("Make the window larger, or the font smaller.")
        case _:
            return None
    return said.format_map(details)


def _good(code: str, details: Mapping[str, Any]) -> str:
    match code:
        case "programs":
            return _("manillen {version}, Python {python}, {system}.").format_map(details)
        case "table-open":
            return _("A test table was opened on port {port}.").format_map(details)
        case "table-found":
            return _("The test table was found by multicast in {ms} ms.").format_map(details)
        case "table-joined":
            return _("The test table was joined with its code, encrypted, in {ms} ms.").format_map(
                details
            )
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
            return _("{interface} has {addresses}: a virtual network, which others try last.")
        case "interface-down":
            return _("{interface} is down and not used.")
        case "no-network":
            return _("This machine is not on a network: no other machine can find a table here.")
        case "only-virtual":
            return _("There are only virtual networks here; other machines can seldom reach those.")
        case "limited":
            return _("MANILLEN_INTERFACES limits discovery to {addresses}.")
        case "port-free":
            return _("UDP port 5353, for finding tables, is free.")
        case "port-shared":
            return _("UDP port 5353, for finding tables, is shared with {programs}.")
        case "port-taken-alone":
            return _("UDP port 5353, for finding tables, is taken by {programs} and not shared.")
        case "port-refused":
            return _("UDP port 5353, for finding tables, may not be opened here ({reason}).")
        case "alone":
            return _("No other machine answers on this network.")
        case "no-firewall":
            return _("No active firewall was found on this machine.")
        case "firewall":
            return _("A firewall is active: {name}.")
        case _:
            return None


def _machine(code: str) -> str | None:
    match code:
        case "table-not-found":
            return _("The test table was not found by multicast within {seconds} s.")
        case "table-slow":
            return _("The test table could not be opened, found and joined within {seconds} s.")
        case "no-sockets":
            return _("This program may not open connections here ({reason}).")
        case "check-failed":
            return _("{check}: the check failed ({reason}).")
        case "settings":
            return _("Your settings are in order: {path}")
        case "settings-none":
            return _("You have no settings yet: the defaults are used.")
        case "writable":
            return _("{what}: {path} is writable.")
        case "unwritable":
            return _("{what}: {path} is not writable ({reason}).")
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
            return _("the macOS firewall")
        case "windows":
            return _("Windows Firewall")
        case _:
            return firewall


def kept_name(what: str) -> str:
    """What one of the program's folders holds."""
    match what:
        case "tables":
            return _("Saved tables")
        case "log":
            return _("Log")
        case _:
            return _("Seats to go back to")


def check_name(check: str) -> str:
    match check:
        case "network":
            return _("Network")
        case "firewall":
            return _("Firewall")
        case "table":
            return _("Test table")
        case "terminal":
            return _("Terminal")
        case _:
            return _("Settings and folders")


def some_program() -> str:
    """For a program whose name is unknown."""
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
            return _("To host: sudo ufw allow {port}/tcp. To find tables: sudo ufw allow 5353/udp.")
        case "firewalld":
            return _("Allow both: sudo firewall-cmd --add-service=mdns --add-port={port}/tcp")
        case "macos":
            return _(
                "In System Settings, allow Python under Network > Firewall > Options, and the"
                " terminal under Privacy & Security > Local Network."
            )
        case "windows":
            return _(
                "Set the network to private (Settings > Network & internet), and allow"
                " Python through the firewall on private networks."
            )
        case _:
            return _("Allow TCP port {port} to host, and UDP port 5353 to find tables.")
