"""Two people at the real table of a host process."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from manillen_tui.guest.client import Client
from net.address import Address
from support.comeback import Beacon, both_see
from support.program import (
    HostProcess,
)


SWIFT = ("--pace", "0", "--automatic-cut", "--set", "free_chat=yes")


async def sit_down(host: HostProcess, name: str, beacon: Beacon, **how: Any) -> Client:
    where = [Address("127.0.0.1", host.port)]
    return await Client.join(where, name, code=host.ready["code"], search=beacon.search, **how)


@asynccontextmanager
async def match_of_two(host: HostProcess, beacon: Beacon) -> AsyncIterator[list[Client]]:
    """Wim, who holds the rights, and Noor in the middle of a deal, with one of them to act."""
    wim = await sit_down(host, "Wim", beacon, rights=host.ready["rights"])
    noor = await sit_down(host, "Noor", beacon)
    await noor.ready(True)
    await wim.start()
    await both_see([wim, noor], settled)
    try:
        yield [wim, noor]
    finally:
        for client in (wim, noor):
            await client.close()


def settled(client: Client) -> bool:
    """Whether the table is waiting for these two only."""
    view = client.view
    return bool(view and view.to_act and set(view.to_act) <= {0, 1} and view.hand)


def kill(host: HostProcess) -> None:
    host.process.kill()
    host.process.wait()


async def ended(host: HostProcess) -> int:
    host.process.send_signal(signal.SIGTERM)
    return await asyncio.to_thread(host.process.wait, 10)
