"""The host's side of the computer players: a worker, and the plain policy when there is none."""

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

# A worker ends with its input; one that has not by then is killed. Not sooner: asyncio complains
# when it is asked to kill what has just ended.
_GOODBYE_S: Final = 0.5

# What reading an answer that is none may raise.
_GARBAGE: Final = (ValueError, TypeError, LookupError, RecursionError, msgpack.UnpackException)


class WorkerFailed(Exception):
    """The worker is gone, is silent, or answers what nobody asked."""


class ComputerPlayers:
    """Moves for every chair without a person, one at a time.

    A worker that fails is replaced at most `restarts` times; the move it owed is made here, as are
    all moves after the last one.
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
        """Of the running worker; None while there is none."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the worker. A machine that cannot start one plays without."""
        async with self._lock:
            await self._start()

    async def move(self, view: View) -> Command:
        """What the seat of `view`, which must be to act, does now. `ValueError` if it is not."""
        async with self._lock:
            if self._process is not None:
                try:
                    # Not `wait_for`: until Python 3.12 it can swallow a cancellation.
                    async with asyncio.timeout(self._answer_s):
                        return await self._ask(self._process, view)
                except (WorkerFailed, TimeoutError) as failure:
                    log.warning("worker %s: %r", self._process.pid, failure)
                    await self._end()
                    await self._restart()
        return choose(view)

    async def stop(self) -> None:
        """End the worker. Later moves are still made, without one."""
        async with self._lock:
            self._restarts_left = 0
            await self._end()

    async def _start(self) -> None:
        self._reader = FrameReader(Limits().client_frame_bytes)
        try:
            self._process = await start_to_serve(*self._command)
        except OSError as error:
            log.warning("no worker: %s", error)

    async def _restart(self) -> None:
        if self._restarts_left == 0:
            log.warning("no worker any more: the moves are made here")
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
            # Nobody waits any more for an earlier answer.
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
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(_GOODBYE_S):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.communicate()
