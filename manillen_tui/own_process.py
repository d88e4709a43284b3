"""The one way to start another program of this game."""

import asyncio
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from typing import Final


# Windows knows no sessions: there these flags part the program from the console.
_OUTLIVES: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "DETACHED_PROCESS", 0
)
_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def python(module: str, *options: str) -> tuple[str, ...]:
    """The command that runs a module of ours."""
    # -P: nothing in the folder this program was started in takes the place of a module.
    return (sys.executable, "-P", "-m", module, *options)


def start_to_stay(*command: str, env: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
    """Start a program that outlives this one and its terminal; its output can be read.

    Blocks for as long as the system takes. `env` is its environment, if not that of this program.
    """
    # Not asyncio's own: that one kills its child when the loop that started it is gone.
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
    """Start a program that is to end with its input, and so with this program however it ends.

    It has a session of its own: no key pressed in this terminal reaches it.
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
