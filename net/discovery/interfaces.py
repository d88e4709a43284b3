"""The addresses at which other machines could reach this one, best first."""

import ipaddress
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple


if TYPE_CHECKING:
    import ifaddr


LOOPBACK: Final = "127.0.0.1"

# Containers, virtual machines and tunnels, by their usual interface names: other people in the
# room can rarely reach an address there.
_VIRTUAL: Final = re.compile(
    r"docker|br-|veth|virbr|vmnet|vmenet|vboxnet|vethernet|lxc|lxd|incus|cni|flannel|podman|cali"
    r"|virtualbox|vmware|hyper-v"
    r"|tun|tap|utun|wg|ppp|zt|zerotier|tailscale|wireguard|openvpn|nordlynx|ipsec|ham|awdl|llw",
    re.IGNORECASE,
)


class Local(NamedTuple):
    """One address of this machine. `host` has no %zone; `network` is its subnet."""

    host: str
    network: ipaddress.IPv4Network | ipaddress.IPv6Network
    virtual: bool

    @property
    def link_local(self) -> bool:
        return ipaddress.ip_address(self.host).is_link_local


class Interface(NamedTuple):
    """A network interface; `number` is the system's index for it."""

    name: str
    number: int | None
    addresses: tuple[Local, ...]
    up: bool
    virtual: bool

    @property
    def loopback(self) -> bool:
        addresses = [ipaddress.ip_address(local.host) for local in self.addresses]
        return any(address.is_loopback for address in addresses)


def machine_interfaces() -> tuple[Interface, ...]:
    """Every interface that has an address, and hardware that has none."""
    # A dependency of zeroconf and, like it, slow to import.
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters(include_unconfigured=True))
    except OSError:
        return ()
    return tuple(
        _interface(adapter) for adapter in adapters if adapter.ips or _is_hardware(adapter.name)
    )


def machine_addresses() -> tuple[Local, ...]:
    """Every address of the interfaces that are up, best first, except loopback.

    Physical interfaces come before virtual ones, then routable addresses before link-local ones,
    then IPv4 before IPv6.
    """
    found = [
        local
        for interface in machine_interfaces()
        if interface.up
        for local in interface.addresses
        if not ipaddress.ip_address(local.host).is_loopback
    ]
    return tuple(
        sorted(found, key=lambda local: (local.virtual, local.link_local, local.network.version))
    )


def local_addresses() -> tuple[str, ...]:
    """Addresses to read out to other players, best first; empty without a network.

    Leaves out link-local IPv6 addresses, since every machine needs a zone of its own for them.
    """
    return tuple(
        local.host
        for local in machine_addresses()
        if not (local.link_local and local.network.version == 6)
    )


def nearest_first(hosts: Iterable[str], here: Sequence[Local]) -> list[str]:
    """Numeric hosts, those on a subnet of this machine first, then IPv4 before IPv6.

    Leaves out link-local IPv6 addresses without a %zone, which cannot be reached.
    """

    def distance(host: str) -> tuple[bool, bool, int, str]:
        address = ipaddress.ip_address(host)
        near = any(address in local.network for local in here if not local.virtual)
        return (not near, address.is_link_local, address.version, host)

    def leads_somewhere(host: str) -> bool:
        address = ipaddress.ip_address(host)
        return not (address.version == 6 and address.is_link_local and "%" not in host)

    return sorted(filter(leads_somewhere, hosts), key=distance)


def _interface(adapter: "ifaddr.Adapter") -> Interface:
    name = str(adapter.nice_name)
    virtual = _VIRTUAL.match(name) is not None
    addresses = []
    for ip in adapter.ips:
        host = ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]
        network = ipaddress.ip_network(f"{host}/{ip.network_prefix}", strict=False)
        addresses.append(Local(host, network, virtual))
    return Interface(name, adapter.index, tuple(addresses), _is_up(adapter.name), virtual)


def _is_up(name: str) -> bool:
    # Only Linux lists the addresses of an interface whose cable is unplugged.
    try:
        return Path("/sys/class/net", name, "operstate").read_text().strip() in ("up", "unknown")
    except (OSError, ValueError):
        return True


def _is_hardware(name: str) -> bool:
    # On systems that do not tell, an interface without an address is not worth reporting.
    try:
        return Path("/sys/class/net", name, "device").exists()
    except (OSError, ValueError):
        return False
