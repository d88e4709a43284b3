"""Finding tables, by multicast DNS service discovery."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from net.address import Address
from net.discovery.announcement import SERVICE, read_announcement
from net.discovery.interfaces import Local
from net.discovery.listing import Listing, Row, Target
from net.discovery.multicast import Multicast
from net.limits import Limits
from net.protocol.host_messages import Info
from net.transport import connection, unreachable


if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf


Probe = Callable[[Address, Limits], Awaitable[tuple[Info, float]]]

logger = logging.getLogger(__name__)


class Browser:
    """The live list of tables on the network.

    `rows` are sorted by name. `problem` is a code from `multicast`, or None. `interfaces` limits
    the search to these addresses of this machine.
    """

    def __init__(
        self,
        *,
        interfaces: Sequence[str] | None = None,
        limits: Limits = Limits(),  # noqa: B008 - a frozen value
        probe: Probe = connection.probe,
    ) -> None:
        self.rows: tuple[Row, ...] = ()
        self._limits = limits
        self._ask = probe
        self._listing = Listing(limits)
        self._news = asyncio.Event()
        self._heard = asyncio.Event()
        self._multicast = Multicast(self._serve, interfaces, limits, on_change=self._news.set)
        self._probing: asyncio.Task[None] | None = None

    @property
    def problem(self) -> str | None:
        return self._multicast.problem

    async def start(self) -> None:
        """Start searching; when this is cancelled, the search has stopped."""
        await self._multicast.start()
        self._probing = asyncio.create_task(self._keep_probing())

    async def changed(self) -> None:
        """Wait until `rows` or `problem` has changed since this last returned."""
        await self._news.wait()
        self._news.clear()

    async def stop(self) -> None:
        """Stop searching; `rows` stay as they are."""
        try:
            await self._multicast.stop()
        finally:
            if self._probing is not None:
                self._probing.cancel()
                await asyncio.wait([self._probing])

    async def _serve(self, zeroconf: "AsyncZeroconf", here: tuple[Local, ...]) -> None:
        from zeroconf import ServiceStateChange
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

        async def look_up(name: str) -> None:
            service = AsyncServiceInfo(SERVICE, name)
            if await service.async_request(zeroconf.zeroconf, self._limits.lookup_s * 1000):
                hosts = service.parsed_scoped_addresses()
                if found := read_announcement(name, service.port, hosts, service.properties, here):
                    self._listing.heard(found, _now())
                    self._publish()

        async with asyncio.TaskGroup() as lookups:

            def on_change(name: str, state_change: ServiceStateChange, **_: object) -> None:
                if state_change is ServiceStateChange.Removed:
                    self._listing.goodbye(name)
                    self._publish()
                else:
                    lookups.create_task(look_up(name))

            self._listing.forget_the_lost()
            browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[on_change])
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                await browser.async_cancel()

    async def _keep_probing(self) -> None:
        async with asyncio.TaskGroup() as probes:
            while True:
                for target in self._listing.due(_now()):
                    probes.create_task(self._probe(target))
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(self._listing.next_due()):
                        await self._heard.wait()
                self._heard.clear()

    async def _probe(self, target: Target) -> None:
        other_version = False
        for address in target.addresses:
            try:
                info, round_trip_s = await self._ask(address, self._limits)
            except unreachable.Unreachable as error:
                logger.info("no table at %s: %s", address, error.code)
                other_version = other_version or error.code == "version"
                continue
            except Exception:
                # One stranger's answer must not end the search for all other tables.
                logger.exception("probing %s failed", address)
                continue
            # On this network the same private address may belong to another table's machine.
            if info.table == target.table_id:
                self._listing.answered(target.table_id, address, info, round_trip_s)
                break
        else:
            if other_version:
                self._listing.other_version(target.table_id)
            else:
                self._listing.failed(target.table_id, _now())
        self._publish()

    def _publish(self) -> None:
        self._heard.set()
        if self._listing.rows != self.rows:
            self.rows = self._listing.rows
            self._news.set()


def _now() -> float:
    return asyncio.get_running_loop().time()
