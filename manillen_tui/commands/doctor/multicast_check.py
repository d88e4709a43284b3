"""Whether multicast DNS works on this machine, and who else uses its port.

Tried with this module's own packets and sockets, whatever else is running. Nothing here raises:
problems are part of the result.
"""

import errno
import os
import re
import secrets
import select
import socket
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from net.discovery.interfaces import Interface, Local


MDNS_PORT: Final = 5353
_GROUPS: Final = {4: "224.0.0.251", 6: "ff02::fb"}
#: Programs known to answer multicast DNS, by their process names on Linux.
_RESPONDERS: Final = ("avahi-daemon", "systemd-resolve", "mdnsd")
# Missing from Python's socket module. By default, a socket on Linux also receives packets to groups
# that only other sockets have joined.
_IP_MULTICAST_ALL: Final = 49
_IPV6_MULTICAST_ALL: Final = 29
_REPLY: Final = 0x8000  # a flag of DNS messages


class Port(StrEnum):
    """Who uses the port of multicast DNS."""

    FREE = "free"
    SHARED = "shared"  # with other programs, as intended
    TAKEN = "taken"  # by a program that does not share it
    REFUSED = "refused"  # this program may not use it


class Holders(NamedTuple):
    """`programs` are the names of those using the port, as far as the system tells."""

    port: Port
    programs: tuple[str, ...] = ()
    reason: str = ""


class MulticastStep(StrEnum):
    """The steps of multicast, in order."""

    OPEN = "open"  # a socket on the port
    JOIN = "join"  # the multicast group, on this interface
    SEND = "send"
    HEAR = "hear"  # receive what was sent


class Echo(NamedTuple):
    """`failed` is the step that failed, with the system's `reason`; None: all of them work.

    `others` are the addresses of other machines that answered.
    """

    local: Local
    failed: MulticastStep | None
    reason: str = ""
    others: frozenset[str] = frozenset()


def port_holders(port: int = MDNS_PORT) -> Holders:
    """Who uses the port. Call this before this program opens sockets on it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as alone:
            alone.bind(("", port))
        return Holders(Port.FREE)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return Holders(Port.REFUSED, reason=_reason(error))
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as beside:
            _share(beside)
            beside.bind(("", port))
        return Holders(Port.SHARED, _programs(port))
    except OSError as error:
        return Holders(Port.TAKEN, _programs(port), _reason(error))


def echo(
    interface: Interface,
    local: Local,
    *,
    listen_s: float = 1.0,
    port: int = MDNS_PORT,
    own: Iterable[str] = (),
) -> Echo:
    """Send a question to the group on this interface, from this address, and listen for replies.

    `own` are this machine's addresses: replies from any others come from other machines.
    """
    step = MulticastStep.OPEN
    mark = secrets.token_hex(8)
    try:
        with _open(local) as sock:
            sock.bind(("", port))
            step = MulticastStep.JOIN
            to = _join(sock, interface, local, port)
            step = MulticastStep.SEND
            sock.sendto(_question(mark), to)
            step = MulticastStep.HEAR
            heard, others = _listen(sock, mark, listen_s, frozenset(own) | {local.host})
    except OSError as error:
        return Echo(local, step, _reason(error))
    return Echo(local, None if heard else MulticastStep.HEAR, "", others)


def _open(local: Local) -> socket.socket:
    family = socket.AF_INET if local.network.version == 4 else socket.AF_INET6
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        _share(sock)
    except OSError:
        sock.close()
        raise
    return sock


def _share(sock: socket.socket) -> None:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        with suppress(OSError):  # defined even on systems whose kernel lacks it
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def _join(sock: socket.socket, interface: Interface, local: Local, port: int) -> tuple[object, ...]:
    """Join the group on this interface and send to it from there; returns the group's address."""
    if local.network.version == 4:
        ip, here = socket.IPPROTO_IP, socket.inet_aton(local.host)
        group = socket.inet_aton(_GROUPS[4])
        if sys.platform == "linux":
            sock.setsockopt(ip, _IP_MULTICAST_ALL, 0)
        sock.setsockopt(ip, socket.IP_ADD_MEMBERSHIP, group + here)
        sock.setsockopt(ip, socket.IP_MULTICAST_IF, here)
        sock.setsockopt(ip, socket.IP_MULTICAST_TTL, 255)
        sock.setsockopt(ip, socket.IP_MULTICAST_LOOP, 1)
        return (_GROUPS[4], port)
    ip, index = socket.IPPROTO_IPV6, interface.number or 0
    group = socket.inet_pton(socket.AF_INET6, _GROUPS[6])
    if sys.platform == "linux":
        sock.setsockopt(ip, _IPV6_MULTICAST_ALL, 0)
    sock.setsockopt(ip, socket.IPV6_JOIN_GROUP, group + struct.pack("@I", index))
    sock.setsockopt(ip, socket.IPV6_MULTICAST_IF, index)
    sock.setsockopt(ip, socket.IPV6_MULTICAST_HOPS, 255)
    sock.setsockopt(ip, socket.IPV6_MULTICAST_LOOP, 1)
    return (_GROUPS[6], port, 0, index)


def _question(mark: str) -> bytes:
    """A query for all services, and for one that does not exist, to recognize this packet by."""
    services = _name("_services", "_dns-sd", "_udp", "local")
    marked = _name(mark, "_manillen", "_tcp", "local")
    ptr, internet = 12, 1
    kind = struct.pack("!HH", ptr, internet)
    return struct.pack("!6H", 0, 0, 2, 0, 0, 0) + services + kind + marked + kind


def _name(*labels: str) -> bytes:
    return b"".join(bytes([len(label)]) + label.encode() for label in labels) + b"\0"


def _listen(
    sock: socket.socket, mark: str, listen_s: float, own: frozenset[str]
) -> tuple[bool, frozenset[str]]:
    heard, others, until = False, set(), monotonic() + listen_s
    sock.setblocking(False)
    while (left := until - monotonic()) > 0:
        if not select.select([sock], [], [], left)[0]:
            break
        with suppress(BlockingIOError, ConnectionError):
            data, sender = sock.recvfrom(9000)
            host = str(sender[0]).partition("%")[0]
            if mark.encode() in data:
                heard = True
            elif host not in own and int.from_bytes(data[2:4], "big") & _REPLY:
                others.add(host)
    return heard, frozenset(others)


def _programs(port: int) -> tuple[str, ...]:
    """The names of programs with sockets on this UDP port; known on Linux only."""
    sockets = set()
    for table in ("/proc/net/udp", "/proc/net/udp6"):
        with suppress(OSError):
            for line in Path(table).read_text().splitlines()[1:]:
                columns = line.split()
                if columns[1].endswith(f":{port:04X}"):
                    sockets.add(f"socket:[{columns[9]}]")
    if not sockets:
        return ()
    names, responders = set(), set()
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        with suppress(OSError):
            name = _printable((process / "comm").read_text())
            if name in _RESPONDERS:
                responders.add(name)
            if any(os.readlink(file) in sockets for file in (process / "fd").iterdir()):
                names.add(name)
    # Other users' open files are not visible: fall back to likely programs.
    return tuple(sorted(names or responders))


def _printable(text: str) -> str:
    return re.sub(r"[^ -~]", "", text)


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
