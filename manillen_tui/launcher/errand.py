"""A host for one errand of this program: a table that is served for it, and kept by nobody.

The host ends with the pipe to its standard input, and so with this program, however that one ended.
"""

import asyncio
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

from manillen_tui.launcher.own_tables import Ready, first_line


#: For its goodbye to guests and network, in seconds.
_END_S: Final = 5.0


@asynccontextmanager
async def hosting(*options: str, env: Mapping[str, str] | None = None) -> AsyncIterator[Ready]:
    """Run a host with these options, and end it; `Trouble` says why there is no table.

    `env` is its environment, if not that of this program.
    """
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "manillen_tui", "host", "--headless", "--errand", *options),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        env=env,
    )
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
