"""A temporary host for this program's own use: its table is not saved.

The host exits when the pipe to its standard input closes, and so always together with this program.
"""

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

from manillen_tui.host.ready_line import ReadyLine
from manillen_tui.launcher.own_tables import first_line
from manillen_tui.own_process import python, start_to_serve


#: How long the host may take to say goodbye to guests and network, in seconds.
_END_S: Final = 5.0


@asynccontextmanager
async def hosting(*options: str, env: Mapping[str, str] | None = None) -> AsyncIterator[ReadyLine]:
    """Run a host with these options, and end it afterwards. Raises `Trouble` if it fails to open.

    `env` is the host's environment; None: this program's.
    """
    command = python("manillen_tui", "host", "--headless", "--errand", *options)
    host = await start_to_serve(*command, env=env)
    try:
        assert host.stdout is not None
        yield await first_line(host.stdout.readline())
    finally:
        await _end(host)


async def _end(host: Process) -> None:
    assert host.stdin is not None
    host.stdin.close()
    try:
        async with asyncio.timeout(_END_S):
            await host.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            host.kill()
        await host.wait()
