"""Which addresses of this machine are worth reading out to others."""

import ipaddress

import ifaddr
import pytest

from net.discovery import interfaces
from net.discovery.interfaces import Local, local_addresses, machine_interfaces, nearest_first


def adapter(name: str, *addresses: str) -> ifaddr.Adapter:
    ips = []
    for text in addresses:
        host, _, prefix = text.partition("/")
        ip = (host, 0, 2) if ":" in host else host
        ips.append(ifaddr.IP(ip, int(prefix), name))
    return ifaddr.Adapter(name, name, ips)


def machine(monkeypatch: pytest.MonkeyPatch, *adapters: ifaddr.Adapter, down: str = "") -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda **_: adapters)
    monkeypatch.setattr(interfaces, "_is_up", lambda name: name != down)


def test_the_local_networks_address_comes_before_tunnels_and_containers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine(
        monkeypatch,
        adapter("lo", "127.0.0.1/8", "::1/128"),
        adapter("docker0", "172.17.0.1/16"),
        adapter("wg0", "10.8.0.2/24"),
        adapter("eth0", "169.254.7.7/16"),
        adapter("wlan0", "fe80::1/64", "2001:db8::20/64", "192.168.1.20/24"),
    )
    assert local_addresses() == (
        "192.168.1.20",
        "2001:db8::20",
        "169.254.7.7",
        "172.17.0.1",
        "10.8.0.2",
    )


def test_an_interface_with_its_cable_unplugged_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(
        monkeypatch, adapter("eth0", "10.0.0.5/8"), adapter("wlan0", "192.168.1.20/24"), down="eth0"
    )
    assert local_addresses() == ("192.168.1.20",)


def test_a_machine_without_a_network_has_no_address_to_read_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine(monkeypatch, adapter("lo", "127.0.0.1/8", "::1/128"))
    assert local_addresses() == ()


def test_a_system_that_does_not_tell_its_addresses_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(**_: object) -> list[ifaddr.Adapter]:
        raise OSError("not here")

    monkeypatch.setattr(ifaddr, "get_adapters", refuse)
    assert local_addresses() == ()


@pytest.mark.parametrize(
    "name",
    [
        "docker0",
        "br-5f3c",
        "tailscale0",
        "utun3",
        "vmenet0",
        "VirtualBox Host-Only Ethernet Adapter",
        "VMware Virtual Ethernet Adapter for VMnet8",
        "Hyper-V Virtual Ethernet Adapter",
        "WireGuard Tunnel",
    ],
)
def test_virtual_interfaces_are_recognized_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    machine(monkeypatch, adapter(name, "10.9.0.1/24"), adapter("wlan0", "192.168.1.20/24"))
    assert local_addresses() == ("192.168.1.20", "10.9.0.1")


def test_hardware_without_an_address_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(
        monkeypatch, adapter("eth0"), adapter("ifb0"), adapter("lo", "127.0.0.1/8"), down="eth0"
    )
    monkeypatch.setattr(interfaces, "_is_hardware", lambda name: name == "eth0")
    eth0, lo = machine_interfaces()
    assert (eth0.name, eth0.up, eth0.addresses, eth0.loopback) == ("eth0", False, (), False)
    assert (lo.name, lo.up, lo.loopback) == ("lo", True, True)


def test_addresses_on_the_same_subnet_are_tried_first() -> None:
    here = [
        Local("192.168.1.5", ipaddress.ip_network("192.168.1.0/24"), virtual=False),
        Local("172.17.0.1", ipaddress.ip_network("172.17.0.0/16"), virtual=True),
    ]
    hosts = ["2001:db8::20", "fe80::7", "172.17.0.1", "fe80::1%2", "192.168.1.20", "10.8.0.2"]
    assert nearest_first(hosts, here) == [
        "192.168.1.20",
        "10.8.0.2",
        "172.17.0.1",
        "2001:db8::20",
        "fe80::1%2",
    ]
