"""The one way to start another process of this program."""

import asyncio
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from typing import Final


# Windows has no sessions: these flags detach the process from the console instead.
_OUTLIVES: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "DETACHED_PROCESS", 0
)
_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def python(module: str, *options: str) -> tuple[str, ...]:
    """The command that runs one of this program's modules."""
    # -P: files in the current folder must not take the place of modules.
    return (sys.executable, "-P", "-m", module, *options)


def start_to_stay(*command: str, env: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
    """Start a process that outlives this one and its terminal; its output can be read.

    Blocks while the system starts it. `env` is its environment; None: this process's.
    """
    # Not asyncio's: it kills the child when the loop that started it is gone.
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=_OUTLIVES,
        env=env,
    )


async def start_to_serve(*command: str, env: Mapping[str, str] | None = None) -> Process:
    """Start a process that exits when its input closes, and so always together with this one.

    It has a session of its own: keys pressed in this terminal do not reach it.
    """
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        start_new_session=True,
        creationflags=_NO_WINDOW,
        env=env,
    )
