"""Multicast DNS on the addresses that this machine has at the moment.

Nothing here raises: without multicast people can still join by address, so a problem is a code to
show. ``no-network``: this machine has no address that others could reach; only programs on it find
one another. ``no-multicast``: nobody finds anybody.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from net.discovery.interfaces import LOOPBACK, Local, machine_addresses
from net.limits import Limits


if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf


NO_NETWORK: Final = "no-network"
NO_MULTICAST: Final = "no-multicast"

logger = logging.getLogger(__name__)


class Multicast:
    """Runs `serve` on an open responder, and again on a new one when the addresses change.

    `serve(zeroconf, here)` gets this machine's addresses, runs until cancelled and then cleans up.
    `interfaces` limits it to these addresses. `on_change` is called whenever `problem` changes.
    """

    def __init__(
        self,
        serve: "Callable[[AsyncZeroconf, tuple[Local, ...]], Coroutine[Any, Any, None]]",
        interfaces: Sequence[str] | None,
        limits: Limits,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.problem: str | None = None
        self._serve = serve
        self._interfaces = interfaces
        self._limits = limits
        self._on_change = on_change
        self._tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Return once `serve` is running or it is known what is wrong. If cancelled, it stops."""
        self._task = asyncio.create_task(self._run())
        try:
            await self._tried.wait()
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            # If this wait is cancelled, the task still closes what it has opened.
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            here = self._here()
            hosts = self._interfaces or [*(local.host for local in here), LOOPBACK]
            try:
                async with _open(hosts) as zeroconf, asyncio.TaskGroup() as tasks:
                    self._report(None if here or self._interfaces else NO_NETWORK)
                    serving = tasks.create_task(self._serve(zeroconf, here))
                    while self._here() == here:  # noqa: ASYNC110 - nothing tells us
                        await asyncio.sleep(self._limits.interfaces_s)
                    serving.cancel()
            except Exception:
                # Sockets fail differently on every system, and no such failure may end a game.
                if self.problem != NO_MULTICAST:
                    logger.warning("no multicast on %s", hosts, exc_info=True)
                if (task := asyncio.current_task()) and task.cancelling():
                    return  # failed while stopping
                self._report(NO_MULTICAST)
                await asyncio.sleep(self._limits.interfaces_s)

    def _here(self) -> tuple[Local, ...]:
        return () if self._interfaces else machine_addresses()

    def _report(self, problem: str | None) -> None:
        self._tried.set()
        if problem != self.problem:
            self.problem = problem
            self._on_change()


@asynccontextmanager
async def _open(hosts: Sequence[str]) -> "AsyncIterator[AsyncZeroconf]":
    # Importing zeroconf takes longer than all the rest of a short command; on the event loop it
    # would block the screen long enough to miss a key.
    await asyncio.to_thread(import_module, "zeroconf.asyncio")
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    v4 = [host for host in hosts if ":" not in host]
    # IPv6 may be switched off, and a tunnel may refuse multicast: fall back to fewer addresses.
    attempts = [(v4, IPVersion.V4Only), (v4[:1], IPVersion.V4Only)]
    if len(v4) < len(hosts):
        attempts.insert(0, (list(hosts), IPVersion.All))
    for interfaces, version in attempts:
        try:
            opened = AsyncZeroconf(interfaces=interfaces, ip_version=version)
            break
        except (OSError, RuntimeError) as error:
            trouble = error
    else:
        raise trouble
    starting = asyncio.ensure_future(opened.zeroconf.async_wait_for_start())
    try:
        # Shielded, as cancelling it would cancel a future that `async_close` needs.
        await asyncio.shield(starting)
        yield opened
    finally:
        try:
            await asyncio.gather(starting, return_exceptions=True)
            await opened.async_close()
        except BaseException:
            opened.zeroconf.close()  # at least closes the sockets, without waiting
            raise
