"""The host's side of the computer players: a worker process, with the policy as a fallback."""

import asyncio
import contextlib
import logging
from asyncio.subprocess import Process
from collections.abc import Sequence
from typing import Any, Final

import msgpack

from manillen_tui.engine.commands import Command, Play
from manillen_tui.engine.view import View
from manillen_tui.own_process import python, start_to_serve
from manillen_tui.players.policy import choose
from manillen_tui.wire import command_from_body, view_to_body
from net.limits import Limits
from net.protocol.framing import FrameReader, to_frame


log = logging.getLogger(__name__)

WORKER: Final = python("manillen_tui.players.worker")

# A worker exits when its input closes; if it has not by then, it is killed. No sooner, as asyncio
# complains when asked to kill a process that has just exited.
_GOODBYE_S: Final = 0.5

# What decoding a bad answer may raise.
_GARBAGE: Final = (ValueError, TypeError, LookupError, RecursionError, msgpack.UnpackException)


class WorkerFailed(Exception):
    """The worker is gone, or its answer makes no sense."""


class ComputerPlayers:
    """Moves for every chair without a person, one at a time.

    A failed worker is replaced, at most `restarts` times. The move it owed is made in this process,
    and so are all moves once there are no more restarts.
    """

    def __init__(
        self, *, worker: Sequence[str] = WORKER, answer_s: float = 5.0, restarts: int = 3
    ) -> None:
        self._command: Final = tuple(worker)
        self._answer_s: Final = answer_s
        self._restarts_left = restarts
        self._lock: Final = asyncio.Lock()
        self._process: Process | None = None
        self._reader = FrameReader(Limits().client_frame_bytes)
        self._asked = 0

    @property
    def worker_pid(self) -> int | None:
        """The running worker's process id; None if there is none."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the worker. If that fails, moves are made without one."""
        async with self._lock:
            await self._start()

    async def move(self, view: View) -> Command:
        """Choose a command for the seat of `view`. Raises `ValueError` if it is not to act."""
        async with self._lock:
            if self._process is not None:
                try:
                    # Not `wait_for`: before Python 3.12 it could swallow a cancellation.
                    async with asyncio.timeout(self._answer_s):
                        return await self._ask(self._process, view)
                except (WorkerFailed, TimeoutError) as failure:
                    log.warning("worker %s: %r", self._process.pid, failure)
                    await self._end()
                    await self._restart()
        return choose(view)

    async def stop(self) -> None:
        """Stop the worker. Later moves are still made, without one."""
        async with self._lock:
            self._restarts_left = 0
            await self._end()

    async def _start(self) -> None:
        self._reader = FrameReader(Limits().client_frame_bytes)
        try:
            self._process = await start_to_serve(*self._command)
        except OSError as error:
            log.warning("cannot start a worker: %s", error)

    async def _restart(self) -> None:
        if self._restarts_left == 0:
            log.warning("no restarts left: moves are made without a worker")
            return
        self._restarts_left -= 1
        await self._start()

    async def _ask(self, process: Process, view: View) -> Command:
        assert process.stdin is not None and process.stdout is not None
        self._asked += 1
        try:
            request = {"id": self._asked, "view": view_to_body(view)}
            process.stdin.write(to_frame(msgpack.packb(request)))
            await process.stdin.drain()
            # Skip late answers to earlier requests.
            while (answer := await self._answer(process.stdout))["id"] < self._asked:
                pass
            command = command_from_body(answer["command"])
        except OSError as error:
            raise WorkerFailed("gone") from error
        except _GARBAGE as error:
            raise WorkerFailed("garbage") from error
        if isinstance(command, Play) and command.card not in view.legal:
            raise WorkerFailed("an illegal card")
        return command

    async def _answer(self, answers: asyncio.StreamReader) -> Any:
        while (payload := self._reader.next_frame()) is None:
            data = await answers.read(64 * 1024)
            if not data:
                raise WorkerFailed("gone")
            self._reader.feed(data)
        return msgpack.unpackb(payload)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await asyncio.shield(_end(process))


async def _end(process: Process) -> None:
    """Let a worker exit, or kill it, even if nobody is waiting for this any more."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                await process.wait()
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
    await process.communicate()
