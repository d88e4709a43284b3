"""A host for one errand of this program: a table that is served for it, and kept by nobody.

The host ends with the pipe to its standard input, and so with this program, however that one ended.
"""

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

from manillen_tui.host.ready_line import ReadyLine
from manillen_tui.launcher.own_tables import first_line
from manillen_tui.own_process import python, start_to_serve


#: For its goodbye to guests and network, in seconds.
_END_S: Final = 5.0


@asynccontextmanager
async def hosting(*options: str, env: Mapping[str, str] | None = None) -> AsyncIterator[ReadyLine]:
    """Run a host with these options, and end it; `Trouble` says why there is no table.

    `env` is its environment, if not that of this program.
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
        await asyncio.wait_for(host.wait(), _END_S)
    except TimeoutError:
        with suppress(ProcessLookupError):
            host.kill()
        await host.wait()
