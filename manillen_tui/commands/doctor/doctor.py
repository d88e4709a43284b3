"""`manillen doctor`: finds what on this machine could prevent playing, one line per finding.

Every check tries the real thing: packets are sent and received; a table is opened, found and
joined. Every check has a time limit: all of them together take seconds.
"""

import asyncio
import logging
import os
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from manillen_tui import __version__
from manillen_tui.commands.doctor.firewalls import active_firewalls
from manillen_tui.commands.doctor.multicast_check import Echo, Port, echo, port_holders
from manillen_tui.commands.terminal import check_terminal
from manillen_tui.config import network, paths, settings
from manillen_tui.config.logs import log_file, start_logging
from manillen_tui.guest.client import Client
from manillen_tui.host.ready_line import ReadyLine
from manillen_tui.host.saved_tables import tables_dir
from manillen_tui.launcher.errand import hosting
from manillen_tui.trouble import Trouble
from manillen_tui.words import doctor as words
from manillen_tui.words.catalogue import listed
from net import clock
from net.address import DEFAULT_PORT
from net.discovery.browse import Browser
from net.discovery.interfaces import LOOPBACK, Interface, Local, machine_interfaces


#: How long to search for the table being checked, and how long its check may take, in seconds.
FIND_S = 4.0
TABLE_S = 11.0
#: The smallest screen that can show the table.
COLUMNS: Final = 60
LINES: Final = 20

log = logging.getLogger(__name__)


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"  # something does not work, or may not, but there is a way around it
    FAILED = "failed"


class Finding(Struct, frozen=True):
    """One line; `words.doctor` has the text for `code`."""

    level: Level
    code: str
    details: dict[str, Any] = {}


Check = Callable[[], Sequence[Finding]]


def run() -> int:
    """Run all checks and print the findings. Returns 1 if something failed."""
    start_logging("doctor")
    failed = False
    for finding in examine():
        failed = failed or finding.level is Level.FAILED
        details = {"log": str(log_file("doctor")), "port": DEFAULT_PORT, **finding.details}
        level = words.level_name(finding.level)
        print(f"{level:8} {words.checkup_line(finding.code, details)}")
        advice = None
        if finding.level is not Level.OK:
            advice = words.checkup_advice(finding.code, details)
        if advice is not None:
            print(f"{'':8} -> {advice}")
        sys.stdout.flush()
    return 1 if failed else 0


def examine() -> Iterator[Finding]:
    """All findings, in the order in which they are printed."""
    yield _ok("programs", version=__version__, python=_python(), system=_system())
    # First, before this program uses that port itself.
    yield from _guarded("network", check_port)
    yield from _guarded("network", check_network)
    yield from _guarded("firewall", check_firewall)
    yield from _guarded("table", check_table)
    yield from _guarded("settings", check_settings)
    yield from _guarded("settings", check_folders)
    yield from _guarded("terminal", check_terminal_facts)


def _guarded(name: str, check: Check) -> Sequence[Finding]:
    try:
        return check()
    except Exception as error:
        # A check that fails on an unusual machine must not stop the others.
        log.exception("the check of the %s failed", name)
        reason = str(error) or type(error).__name__
        return [_failed("check-failed", check=words.check_name(name), reason=reason)]


# The network --------------------------------------------------------------------------------------


def check_port() -> list[Finding]:
    """Whether this program can use the port of multicast DNS, along with others that do."""
    holders = port_holders()
    programs = listed(holders.programs) or words.some_program()
    match holders.port:
        case Port.FREE:
            return [_ok("port-free")]
        case Port.SHARED:
            return [_ok("port-shared", programs=programs)]
        case Port.TAKEN:
            return [_failed("port-taken-alone", programs=programs)]
        case Port.REFUSED:
            return [_failed("port-refused", reason=holders.reason)]


def check_network() -> list[Finding]:
    """Interfaces and addresses, and whether multicast works on each."""
    chosen = network.interfaces()
    everything = machine_interfaces()
    wrong = network.interface_troubles()
    findings = [_failed(trouble.code, **trouble.details) for trouble in wrong]
    if chosen is not None:
        findings.append(_warning("limited", addresses=listed(chosen)))
        used = [one for one in everything if any(local.host in chosen for local in one.addresses)]
    else:
        used = [one for one in everything if not one.loopback]
    findings += [_interface(one) for one in used]
    up = [one for one in used if one.up and one.addresses]
    if not up and not wrong:
        findings.append(_failed("no-network"))
    elif up and all(one.virtual for one in up):
        findings.append(_warning("only-virtual"))
    tried = [(one, local) for one in up for local in _to_try(one, chosen)]
    own = [local.host for one in everything for local in one.addresses]
    if tried:
        with ThreadPoolExecutor(len(tried)) as threads:
            echoes = list(threads.map(lambda pair: echo(*pair, own=own), tried))
        names = [one.name for one, _ in tried]
        findings += _multicast(list(zip(names, echoes, strict=True)), limited=chosen is not None)
    return findings


def _interface(interface: Interface) -> Finding:
    addresses = listed([local.host for local in interface.addresses])
    if not interface.up or not interface.addresses:
        return _warning("interface-down", interface=interface.name)
    code = "interface-virtual" if interface.virtual else "interface"
    return _ok(code, interface=interface.name, addresses=addresses)


def _to_try(interface: Interface, chosen: Sequence[str] | None) -> list[Local]:
    """Every IPv4 address, and one IPv6 address: for IPv6 only the interface matters."""
    addresses = [local for local in interface.addresses if chosen is None or local.host in chosen]
    six = [local for local in addresses if local.network.version == 6]
    return [local for local in addresses if local.network.version == 4] + six[:1]


def _multicast(echoes: Sequence[tuple[str, Echo]], *, limited: bool) -> list[Finding]:
    """Once one interface works, failures of others are just warnings; as is IPv6 next to IPv4."""
    versions = [answer.local.network.version for _, answer in echoes]
    one_works = any(
        answer.failed is None and answer.local.network.version == min(versions)
        for _, answer in echoes
    )
    findings = []
    for interface, answer in echoes:
        details = {"interface": interface, "address": answer.local.host, "reason": answer.reason}
        if answer.failed is None:
            findings.append(_ok("echo", **details))
        else:
            level = Level.WARNING if one_works else Level.FAILED
            findings.append(Finding(level, f"echo-{answer.failed}", details))
    others = frozenset[str]().union(*(answer.others for _, answer in echoes))
    if others:
        # Most machines answer from both an IPv4 and an IPv6 address.
        six = sum(":" in host for host in others)
        findings.append(_ok("others", n=max(six, len(others) - six)))
    elif one_works and not limited:
        findings.append(_warning("alone"))
    return findings


def check_firewall() -> list[Finding]:
    return [
        _warning("firewall", firewall=str(firewall), name=words.firewall_name(firewall))
        for firewall in active_firewalls()
    ] or [_ok("no-firewall")]


# A table ------------------------------------------------------------------------------------------


def check_table() -> list[Finding]:
    """Open a table that only this machine can find, find it, join it, close it."""
    try:
        for one in socket.socketpair():  # every event loop needs such a pair
            one.close()
    except OSError as error:
        return [_failed("no-sockets", reason=error.strerror or type(error).__name__)]
    findings: list[Finding] = []
    try:
        asyncio.run(asyncio.wait_for(_try_table(findings.append), TABLE_S))
    except TimeoutError:
        findings.append(_failed("table-slow", seconds=round(TABLE_S)))
    except Trouble as trouble:
        findings.append(_failed(trouble.code, **trouble.details))
    return findings


async def _try_table(report: Callable[[Finding], None]) -> None:
    async with hosting(
        *("--name", "manillen doctor", "--player", "Doctor"),
        env={**os.environ, "MANILLEN_INTERFACES": LOOPBACK},
    ) as table:
        report(_ok("table-open", port=table.port))
        report(await _find(table))
        begun = clock.now()
        client = await Client.join([table.address], "Doctor", code=table.code, rights=table.rights)
        report(_ok("table-joined", ms=_ms(begun)))
        await client.close_table()


async def _find(table: ReadyLine) -> Finding:
    begun = clock.now()
    browser = Browser(interfaces=[LOOPBACK])
    await browser.start()
    try:
        async with asyncio.timeout(FIND_S):
            while table.table not in [row.table_id for row in browser.rows]:
                await browser.changed()
        return _ok("table-found", ms=_ms(begun))
    except TimeoutError:
        return _failed("table-not-found", seconds=round(FIND_S))
    finally:
        await browser.stop()


def _ms(begun: float) -> int:
    return max(1, round((clock.now() - begun) * 1000))


# This person's side -------------------------------------------------------------------------------


def check_settings() -> list[Finding]:
    path = paths.settings_file()
    _, broken = settings.load_settings(path)
    if broken is not None:
        return [_warning("settings-broken", path=str(broken))]
    if not path.exists():
        return [_ok("settings-none")]
    return [_ok("settings", path=str(path))]


def check_folders() -> list[Finding]:
    folders = {"tables": tables_dir(), "seats": paths.state_dir(), "log": paths.log_dir()}
    return [_folder(what, folder) for what, folder in folders.items()]


def _folder(what: str, folder: Path) -> Finding:
    name = words.kept_name(what)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return _warning("unwritable", what=name, reason=reason, path=str(folder))
    return _ok("writable", what=name, path=str(folder))


def check_terminal_facts() -> list[Finding]:
    try:
        check_terminal()
    except Trouble as trouble:
        return [_warning(trouble.code, **trouble.details)]
    columns, lines = shutil.get_terminal_size()
    size = {"columns": columns, "lines": lines}
    if columns < COLUMNS or lines < LINES:
        least = {"least_columns": COLUMNS, "least_lines": LINES}
        return [_warning("terminal-small", **size, **least)]
    encoding = sys.__stderr__.encoding if sys.__stderr__ else ""
    return [_ok("terminal", term=os.environ.get("TERM", "?"), encoding=encoding, **size)]


# --------------------------------------------------------------------------------------------------


def _ok(code: str, **details: Any) -> Finding:
    return Finding(Level.OK, code, details)


def _warning(code: str, **details: Any) -> Finding:
    return Finding(Level.WARNING, code, details)


def _failed(code: str, **details: Any) -> Finding:
    return Finding(Level.FAILED, code, details)


def _python() -> str:
    return platform.python_version()


def _system() -> str:
    return f"{platform.system()} {platform.release()}"
