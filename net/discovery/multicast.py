"""Multicast DNS on the addresses that this machine has now.

Nothing here raises: without multicast people still join by address, so trouble is a code to be
shown. ``no-network``: this machine has no address that another one could reach, only programs on it
find one another. ``no-multicast``: nobody finds anybody.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
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

    `serve(zeroconf, here)` gets this machine's addresses, runs until it is cancelled and then
    cleans up after itself. `interfaces` limits it to these addresses. `on_change` is called when
    `problem` has changed.
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
        """Return when `serve` runs, or when it is known what is wrong."""
        self._task = asyncio.create_task(self._run())
        await self._tried.wait()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

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
                # Sockets of many systems stand behind this call; none of their troubles may end a
                # game.
                if self.problem != NO_MULTICAST:
                    logger.warning("no multicast on %s", hosts, exc_info=True)
                if (task := asyncio.current_task()) and task.cancelling():
                    return  # trouble on the way out
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
    # Importing zeroconf takes longer than all the rest of a short command, and on a screen long
    # enough for a key to be missed.
    await asyncio.to_thread(import_module, "zeroconf.asyncio")
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    v4 = [host for host in hosts if ":" not in host]
    # IPv6 may be switched off, and a tunnel may refuse multicast: then with less.
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
    try:
        await opened.zeroconf.async_wait_for_start()
        yield opened
    finally:
        await opened.async_close()
