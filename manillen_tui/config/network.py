"""Which addresses of this machine are used to announce and find tables."""

import os
from collections.abc import Collection
from ipaddress import ip_address

from manillen_tui.trouble import Trouble
from net.discovery.interfaces import machine_interfaces


def interfaces() -> list[str] | None:
    """The addresses of this machine used to announce and find tables; None: all.

    Set in the environment: ``MANILLEN_INTERFACES=192.168.1.20,127.0.0.1``.
    """
    chosen = os.environ.get("MANILLEN_INTERFACES", "")
    return [host.strip() for host in chosen.split(",") if host.strip()] or None


def interface_troubles() -> list[Trouble]:
    """A `Trouble` for each of the `interfaces` that is not an address of this machine."""
    chosen = interfaces() or []
    everything = machine_interfaces() if chosen else ()
    have = {local.host for interface in everything for local in interface.addresses}
    return [
        Trouble(code, {"address": host})
        for host in chosen
        if (code := _interface_trouble(host, have)) is not None
    ]


def check_interfaces() -> None:
    """Raise the first of `interface_troubles`, if there are any."""
    for trouble in interface_troubles():
        raise trouble


def _interface_trouble(host: str, have: Collection[str]) -> str | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "interface-no-address"
    # If the system reports no addresses at all, it may have this one; loopback is always here.
    known = not have or address.is_loopback or str(address) in have
    return None if known else "interface-elsewhere"
