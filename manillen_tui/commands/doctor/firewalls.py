"""Which firewalls are active on this machine. Only asks, never changes anything; never raises."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final


_COMMAND_S: Final = 2.0


class Firewall(StrEnum):
    UFW = "ufw"
    FIREWALLD = "firewalld"
    NFTABLES = "nftables"
    IPTABLES = "iptables"
    MACOS = "macos"
    WINDOWS = "windows"


def active_firewalls() -> tuple[Firewall, ...]:
    """The firewalls that may block packets from other machines, as far as this user can tell."""
    if sys.platform == "win32":
        return (Firewall.WINDOWS,) if _windows_is_on() else ()
    if sys.platform == "darwin":
        tool = "/usr/libexec/ApplicationFirewall/socketfilterfw"
        return (Firewall.MACOS,) if "enabled" in _output(tool, "--getglobalstate") else ()
    found = []
    if _ufw_is_on(Path("/etc/ufw/ufw.conf")):
        found.append(Firewall.UFW)
    if "firewalld" in _processes():
        found.append(Firewall.FIREWALLD)
    # Both of the above write such rules; without them, the rules were written by hand.
    if not found and os.geteuid() == 0:
        if _drops(_output("nft", "list", "ruleset")):
            found.append(Firewall.NFTABLES)
        elif "-P INPUT DROP" in _output("iptables", "-S", "INPUT"):
            found.append(Firewall.IPTABLES)
    return tuple(found)


def _ufw_is_on(settings: Path) -> bool:
    with suppress(OSError, UnicodeDecodeError):
        lines = settings.read_text().lower().splitlines()
        return any(line.replace(" ", "") == "enabled=yes" for line in lines)
    return False


def _drops(ruleset: str) -> bool:
    """Whether incoming packets are dropped unless a rule accepts them."""
    return any(
        "hook input" in line and "policy drop" in line for line in ruleset.lower().splitlines()
    )


def _processes() -> set[str]:
    names = set()
    with suppress(OSError):
        for process in Path("/proc").iterdir():
            with suppress(OSError, UnicodeDecodeError):
                names.add((process / "comm").read_text().strip())
    return names


def _output(command: str, *arguments: str) -> str:
    """What a command prints; empty if it is missing, cannot run, or hangs."""
    if (path := shutil.which(command)) is None:
        return ""
    try:
        ran = subprocess.run(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_COMMAND_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout


def _windows_is_on() -> bool:
    if sys.platform != "win32":
        return False
    import winreg

    policy = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"
    for profile in ("StandardProfile", "PublicProfile"):
        path = rf"{policy}\{profile}"
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path) as key:
            if winreg.QueryValueEx(key, "EnableFirewall")[0]:
                return True
    return False
