"""Who uses a port, whether multicast works, and which firewalls are active."""

import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from manillen_tui.commands.doctor import firewalls
from manillen_tui.commands.doctor.firewalls import Firewall, active_firewalls
from manillen_tui.commands.doctor.multicast_check import MulticastStep, Port, echo, port_holders
from net.discovery.interfaces import Interface, Local


HERE = Local("127.0.0.1", ipaddress.ip_network("127.0.0.0/8"), virtual=False)
LOOPBACK = Interface("lo", 1, (HERE,), up=True, virtual=False)


@contextmanager
def holding(*, shares: bool) -> Iterator[int]:
    """Another program uses a UDP port; yields its number."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as held:
        if shares:
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(("", 0))
        yield held.getsockname()[1]


def test_an_unused_port_is_free() -> None:
    with holding(shares=False) as port:
        pass
    assert port_holders(port).port is Port.FREE


@pytest.mark.parametrize(("shares", "found"), [(True, Port.SHARED), (False, Port.TAKEN)])
def test_the_program_using_a_port_is_named(shares: bool, found: Port) -> None:
    with holding(shares=shares) as port:
        holders = port_holders(port)
    assert holders.port is found
    if sys.platform == "linux":
        assert holders.programs == (Path("/proc/self/comm").read_text().strip(),)


def test_what_is_sent_to_the_group_is_received() -> None:
    with holding(shares=False) as port:
        pass
    assert echo(LOOPBACK, HERE, listen_s=0.2, port=port).failed is None


def test_an_answer_from_this_machine_does_not_count() -> None:
    with holding(shares=False) as port:
        pass
    assert echo(LOOPBACK, HERE, listen_s=0.2, port=port).others == frozenset()


def test_an_address_of_another_machine_cannot_join() -> None:
    elsewhere = Local("192.0.2.77", ipaddress.ip_network("192.0.2.0/24"), virtual=False)
    with holding(shares=False) as port:
        pass
    answer = echo(LOOPBACK, elsewhere, listen_s=0.1, port=port)
    assert answer.failed is MulticastStep.JOIN
    assert answer.reason


def test_a_sandbox_that_refuses_sockets_is_a_result_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> socket.socket:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(socket, "socket", refuse)
    assert port_holders().port is Port.REFUSED
    assert echo(LOOPBACK, HERE)[1:3] == (MulticastStep.OPEN, "Operation not permitted")


@pytest.mark.skipif(sys.platform != "linux", reason="the firewalls of Linux")
@pytest.mark.parametrize(
    ("programs", "rules", "found"),
    [
        ((), "", ()),
        (("firewalld",), "", (Firewall.FIREWALLD,)),
        ((), "type filter hook input priority filter; policy drop;", (Firewall.NFTABLES,)),
        ((), "type filter hook input priority filter; policy accept;", ()),
        ((), "-P INPUT DROP", (Firewall.IPTABLES,)),
    ],
)
def test_linux_firewalls_are_recognized(
    monkeypatch: pytest.MonkeyPatch,
    programs: tuple[str, ...],
    rules: str,
    found: tuple[Firewall, ...],
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(firewalls, "_processes", lambda: set(programs))
    monkeypatch.setattr(firewalls, "_output", lambda *_: rules)
    monkeypatch.setattr(firewalls, "_ufw_is_on", lambda _: False)
    assert active_firewalls() == found


@pytest.mark.parametrize(("text", "on"), [("ENABLED=yes\n", True), ("# off\nENABLED=no\n", False)])
def test_ufw_is_recognized_by_its_settings(tmp_path: Path, text: str, on: bool) -> None:
    settings = tmp_path / "ufw.conf"
    assert not firewalls._ufw_is_on(settings)
    settings.write_text(text)
    assert firewalls._ufw_is_on(settings) is on


def test_a_missing_command_prints_nothing() -> None:
    assert firewalls._output("manillen-no-such-command") == ""
