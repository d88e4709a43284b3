"""The addresses of this machine that another one could reach, best first."""

import ipaddress
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple


if TYPE_CHECKING:
    import ifaddr


LOOPBACK: Final = "127.0.0.1"

# Containers, virtual machines and tunnels, by the names that their makers give them: other people
# in the room can rarely reach an address there.
_VIRTUAL: Final = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|vethernet|lxc|lxd|cni|flannel|podman|cali"
    r"|tun|tap|utun|wg|ppp|zt|tailscale|ham|awdl|llw",
    re.IGNORECASE,
)


class Local(NamedTuple):
    """One address of this machine. `host` is without a %zone; `network` is its neighbourhood."""

    host: str
    network: ipaddress.IPv4Network | ipaddress.IPv6Network
    virtual: bool

    @property
    def link_local(self) -> bool:
        return ipaddress.ip_address(self.host).is_link_local


def machine_addresses() -> tuple[Local, ...]:
    """Every address of the interfaces that are up, best first, without loopback.

    Real interfaces come before virtual ones, lasting addresses before link-local ones, IPv4 before
    IPv6.
    """
    # It is there since zeroconf needs it; and like zeroconf it is slow to import.
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return ()
    return _ranked(adapter for adapter in adapters if _is_up(adapter.name))


def local_addresses() -> tuple[str, ...]:
    """Addresses to read out to the others, best first; none when there is no network.

    Link-local IPv6 addresses are left out: each machine needs its own zone behind them.
    """
    return tuple(
        local.host
        for local in machine_addresses()
        if not (local.link_local and local.network.version == 6)
    )


def nearest_first(hosts: Iterable[str], here: Sequence[Local]) -> list[str]:
    """Numeric hosts, those in a neighbourhood of this machine first, then IPv4 before IPv6.

    Link-local IPv6 addresses without the %zone to be used here lead nowhere and are left out.
    """

    def distance(host: str) -> tuple[bool, bool, int, str]:
        address = ipaddress.ip_address(host)
        near = any(address in local.network for local in here if not local.virtual)
        return (not near, address.is_link_local, address.version, host)

    def leads_somewhere(host: str) -> bool:
        address = ipaddress.ip_address(host)
        return not (address.version == 6 and address.is_link_local and "%" not in host)

    return sorted(filter(leads_somewhere, hosts), key=distance)


def _ranked(adapters: "Iterable[ifaddr.Adapter]") -> tuple[Local, ...]:
    found = []
    for adapter in adapters:
        virtual = _VIRTUAL.match(str(adapter.nice_name)) is not None
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]
            if not ipaddress.ip_address(host).is_loopback:
                network = ipaddress.ip_network(f"{host}/{ip.network_prefix}", strict=False)
                found.append(Local(host, network, virtual))
    return tuple(
        sorted(found, key=lambda local: (local.virtual, local.link_local, local.network.version))
    )


def _is_up(name: str) -> bool:
    # Linux alone lists the addresses of an interface whose cable is out.
    try:
        return Path("/sys/class/net", name, "operstate").read_text().strip() in ("up", "unknown")
    except (OSError, ValueError):
        return True
