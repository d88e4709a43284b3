"""Announcing a table and finding others, by multicast DNS service discovery."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from net.address import Address
from net.discovery.interfaces import LOOPBACK, Local, nearest_first
from net.discovery.listing import Announcement, Listing, Row, Target
from net.discovery.multicast import Multicast
from net.limits import Limits
from net.names import clean_name
from net.protocol.host_messages import Info
from net.protocol.messages import Seat
from net.transport import connection, unreachable


if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf


SERVICE: Final = "_manillen._tcp.local."

Probe = Callable[[Address, Limits], Awaitable[tuple[Info, float]]]

logger = logging.getLogger(__name__)


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
                if notice := read_notice(name, service.port, hosts, service.properties, here):
                    self._listing.heard(notice, _now())
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


class _Text(msgspec.Struct, frozen=True):
    """The TXT record of a table."""

    id: str
    name: str
    host: str
    state: str
    people: Seat
    seats: Seat


def read_notice(
    instance: str,
    port: int | None,
    hosts: Sequence[str],
    properties: Mapping[bytes, bytes | None],
    here: Sequence[Local] = (),
    limits: Limits = Limits(),  # noqa: B008 - a frozen value
) -> Announcement | None:
    """Parse an announcement; None if it is not a table's.

    `hosts` are numeric addresses; those on the same networks as `here` come first.
    """
    try:
        text = msgspec.convert(
            {key.decode(): (value or b"").decode() for key, value in properties.items()},
            _Text,
            strict=False,
        )
    except (UnicodeDecodeError, msgspec.ValidationError):
        return None
    nearest = nearest_first(hosts, here)[: limits.table_addresses]
    if not (text.id and text.state.isprintable() and nearest and port):
        return None
    return Announcement(
        instance=instance,
        table_id=text.id,
        name=text.name,
        host=text.host,
        addresses=tuple(Address(host, port) for host in nearest),
        state=text.state,
        people=text.people,
        seats=text.seats,
    )


def _service(info: Info, port: int, hosts: Sequence[str], limits: Limits) -> "ServiceInfo":
    from zeroconf import ServiceInfo

    name = _cut(clean_name(info.name, limits.table_name_bytes), limits.table_name_bytes)
    text = _Text(
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


def _now() -> float:
    return asyncio.get_running_loop().time()
