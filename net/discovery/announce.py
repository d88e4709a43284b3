"""Announcing a table, by multicast DNS service discovery."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from net.discovery.announcement import SERVICE, TxtRecord
from net.discovery.interfaces import LOOPBACK, Local
from net.discovery.multicast import Multicast
from net.limits import Limits
from net.names import clean_name
from net.protocol.host_messages import Info


if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf


class Announcer:
    """Announces one table until stopped.

    `problem` is a code from `multicast`, or None. `interfaces` limits the announcement to these
    addresses of this machine.
    """

    def __init__(
        self,
        info: Info,
        port: int,
        *,
        interfaces: Sequence[str] | None = None,
        limits: Limits = Limits(),  # noqa: B008 - a frozen value
    ) -> None:
        self._info = info
        self._port = port
        self._interfaces = interfaces
        self._limits = limits
        self._changed = asyncio.Event()
        self._multicast = Multicast(self._serve, interfaces, limits)

    @property
    def problem(self) -> str | None:
        return self._multicast.problem

    async def start(self) -> None:
        """Start announcing; returns once it is known whether multicast works."""
        await self._multicast.start()

    def update(self, info: Info) -> None:
        """Announce a change, such as a new state or number of people."""
        if info != self._info:
            self._info = info
            self._changed.set()

    async def stop(self) -> None:
        """Stop announcing, with a goodbye."""
        await self._multicast.stop()

    async def _serve(self, zeroconf: "AsyncZeroconf", here: tuple[Local, ...]) -> None:
        hosts = self._interfaces or [local.host for local in here] or [LOOPBACK]
        service = _service(self._info, self._port, hosts, self._limits)
        # The id makes the name unique, so the usual second of probing for conflicts is skipped.
        sending = asyncio.ensure_future(
            await zeroconf.async_register_service(service, cooperating_responders=True)
        )
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                sending.cancel()
                service = _service(self._info, self._port, hosts, self._limits)
                sending = asyncio.ensure_future(await zeroconf.async_update_service(service))
        finally:
            sending.cancel()
            await (await zeroconf.async_unregister_service(service))


def _service(info: Info, port: int, hosts: Sequence[str], limits: Limits) -> "ServiceInfo":
    from zeroconf import ServiceInfo

    name = _cut(clean_name(info.name, limits.table_name_bytes), limits.table_name_bytes)
    text = TxtRecord(
        id=info.table,
        name=name,
        host=_cut(info.host, limits.table_name_bytes),
        state=info.state,
        people=info.people,
        seats=info.seats,
    )
    short_id = info.table[:8]
    # zeroconf would end the label at a dot.
    instance = f"{name.replace('.', ' ')} {short_id}"
    return ServiceInfo(
        SERVICE,
        f"{instance}.{SERVICE}",
        port=port,
        properties={key: str(value) for key, value in msgspec.structs.asdict(text).items()},
        # Its own name, so that two tables on one machine do not answer for each other's addresses.
        server=f"manillen-{short_id}.local.",
        parsed_addresses=list(hosts[: limits.table_addresses]),
    )


def _cut(text: str, size: int) -> str:
    """Cut a text to `size` bytes of UTF-8, never inside a character."""
    return text.encode()[:size].decode(errors="ignore")
