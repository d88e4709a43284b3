"""Machines on one switch, made of network namespaces: real sockets, real multicast, real cables.

Needs Linux, root and iproute2. Does not touch the real machine's network: the switch has a
namespace of its own.
"""

import asyncio
import os
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from support.places import TESTS


LINE_S: Final = 60.0
END_S: Final = 10.0

T = TypeVar("T")


class NoLan(Exception):
    """Namespaces cannot be created here; the message says what is missing."""


class Program:
    """A process on one of the machines; both sides write lines of JSON."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def tell(self, value: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(value) + b"\n")
        await self._process.stdin.drain()

    async def says(self, kind: type[T]) -> T:
        """The next line it writes."""
        return msgspec.json.decode(await self.line(), type=kind)

    async def line(self) -> bytes:
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), LINE_S)
        assert line, f"the program ended: {self._process.returncode}"
        return line

    async def prints(self) -> str:
        """Everything that it writes until it ends."""
        assert self._process.stdout is not None
        return (await asyncio.wait_for(self._process.stdout.read(), LINE_S)).decode()

    def kill(self) -> None:
        """End it without giving it a chance to say goodbye."""
        self._signal(signal.SIGKILL)

    async def end(self, number: int = signal.SIGTERM) -> int:
        """Ask it to end, and wait for its exit code."""
        self._signal(number)
        return await self.ended()

    async def ended(self) -> int:
        """Wait for its exit code."""
        return await asyncio.wait_for(self._process.wait(), END_S)

    def _signal(self, number: int) -> None:
        # Popen's own method polls for the exit code first, and so takes it away from asyncio.
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)


class Machine:
    """A separate computer, with one cable to the switch and no other connection."""

    def __init__(self, namespace: str, switch: str, number: int, home: Path) -> None:
        self.address = f"10.77.0.{number}"
        self._namespace = namespace
        self._switch = switch
        self._number = number
        self._port = f"port{number}"
        self._home = home
        _ip(
            f"-n {switch} link add {self._port} type veth peer name eth0 netns {namespace}",
            f"-n {switch} link set {self._port} master switch up",
            f"-n {namespace} address add {self.address}/24 dev eth0",
            f"-n {namespace} link set lo up",
            f"-n {namespace} link set eth0 up",
        )

    def unplug(self) -> None:
        """Pull the cable."""
        _ip(f"-n {self._switch} link set {self._port} down")

    def plug_in(self) -> None:
        _ip(f"-n {self._switch} link set {self._port} up")

    def change_address(self) -> None:
        """Get another address, as on another Wi-Fi; the old one is gone."""
        self.address = f"10.77.0.{100 + self._number}"
        _ip(
            f"-n {self._namespace} address flush dev eth0",
            f"-n {self._namespace} address add {self.address}/24 dev eth0",
        )

    def second_cable(self) -> str:
        """Add another interface to the same switch; returns its address."""
        port, address = f"second{self._number}", f"10.78.0.{self._number}"
        _ip(
            f"-n {self._switch} link add {port} type veth peer name eth1 netns {self._namespace}",
            f"-n {self._switch} link set {port} master switch up",
            f"-n {self._namespace} address add {address}/24 dev eth1",
            f"-n {self._namespace} link set eth1 up",
        )
        return address

    def tunnel(self) -> str:
        """Add an interface like a VPN's; returns its address."""
        address = f"10.8.0.{self._number}"
        _ip(
            f"-n {self._namespace} link add tun0 type veth peer name far",
            f"-n {self._namespace} address add {address}/24 dev tun0",
            f"-n {self._namespace} link set tun0 up",
            f"-n {self._namespace} link set far up",
        )
        return address

    def only_the_bare_machine(self) -> None:
        """Remove every interface, including loopback."""
        _ip(
            f"-n {self._namespace} link delete eth0",
            f"-n {self._namespace} link set lo down",
        )

    def refuse_multicast(self) -> None:
        """Keep every program here from joining multicast groups."""
        setting = "/proc/sys/net/ipv4/igmp_max_memberships"
        _run("ip", "netns", "exec", self._namespace, "sh", "-c", f"echo 0 > {setting}")

    def only_link_local(self) -> str:
        """Leave only the address a machine gives itself without DHCP: the link-local IPv6 one."""
        address = f"fe80::{self._number}"
        _ip(
            f"-n {self._namespace} link set eth0 down",
            f"-n {self._namespace} link set eth0 addrgenmode none",
            f"-n {self._namespace} address flush dev eth0",
            f"-n {self._namespace} link set eth0 up",
            f"-n {self._namespace} address add {address}/64 dev eth0 nodad",
        )
        return address

    @asynccontextmanager
    async def run(self, *arguments: str) -> AsyncIterator[Program]:
        """Run Python here, with the machine's own home; killed at the end of the block."""
        process = await asyncio.create_subprocess_exec(
            *("ip", "netns", "exec", self._namespace, sys.executable, *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={
                **os.environ,
                "HOME": str(self._home),
                "PYTHONPATH": str(TESTS),
            },
        )
        program = Program(process)
        try:
            yield program
        finally:
            program.kill()
            await program.ended()


@contextmanager
def lan(machines: int, homes: Path) -> Iterator[list[Machine]]:
    """This many machines on one switch, all removed afterwards. Raises `NoLan`."""
    if missing := _missing():
        raise NoLan(missing)
    name = f"manillen-{os.getpid()}-{secrets.token_hex(2)}"
    with ExitStack() as stack:
        try:
            switch = stack.enter_context(_namespace(f"{name}-switch"))
            _ip(
                # A snooping switch holds multicast back until a querier asks who is listening.
                f"-n {switch} link add switch type bridge mcast_snooping 0",
                f"-n {switch} link set switch up",
            )
            made = []
            for number in range(1, machines + 1):
                home = homes / f"machine{number}"
                home.mkdir()
                namespace = stack.enter_context(_namespace(f"{name}-{number}"))
                made.append(Machine(namespace, switch, number, home))
        except subprocess.CalledProcessError as error:
            raise NoLan(error.stderr.strip()) from error
        yield made


@contextmanager
def _namespace(name: str) -> Iterator[str]:
    _ip(f"netns add {name}")
    try:
        yield name
    finally:
        # A namespace lives as long as any process in it, including those a program started.
        for pid in _ip(f"netns pids {name}").split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        _ip(f"netns delete {name}")


def _missing() -> str | None:
    if sys.platform != "linux":
        return "Linux is needed"
    if shutil.which("ip") is None:
        return "the command `ip` (iproute2) is needed"
    if os.geteuid() != 0:
        return "root is needed"
    return None


def _ip(*commands: str) -> str:
    output = ""
    for command in commands:
        output += _run("ip", *command.split())
    return output


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
