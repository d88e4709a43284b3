"""The queue of a person's commands to the host: sent one at a time, each answered once.

A command keeps its number until it is answered. If the connection breaks before that, it is sent
again under the same number on the next one; the host, which remembers its last answer, does not
carry it out twice.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from manillen_tui.trouble import Trouble
from net.protocol.guest_messages import Command
from net.transport.connection import Connection
from net.transport.unreachable import Nacked, Unreachable


class _Waiting:
    def __init__(self, make: Callable[[int], Command]) -> None:
        self.make = make
        self.number: int | None = None
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def answered(self, trouble: Trouble | None = None) -> None:
        if self.answer.done():
            return  # the caller has been cancelled
        if trouble is None:
            self.answer.set_result(None)
        else:
            self.answer.set_exception(trouble)


class CommandQueue:
    """Sends one command at a time, since the host only remembers its last answer."""

    def __init__(self) -> None:
        self._waiting: deque[_Waiting] = deque()
        self._news = asyncio.Event()

    async def give(self, make: Callable[[int], Command]) -> None:
        """Queue ``make(number)`` and wait until it is done. Raises `Trouble` on the host's refusal,
        or the one given to `fail`.
        """
        command = _Waiting(make)
        self._waiting.append(command)
        self._news.set()
        await command.answer

    async def carry(self, connection: Connection, last_id: int) -> None:
        """Send commands over this connection until it ends; `last_id` was the last id answered."""
        while True:
            if not self._waiting:
                self._news.clear()
                await self._news.wait()
                continue
            command = self._waiting[0]
            if command.number is None:
                if command.answer.cancelled():
                    self._waiting.popleft()
                    continue
                command.number = last_id + 1
            last_id = max(last_id, command.number)
            try:
                await connection.request(command.make, command.number)
            except Nacked as error:
                command.answered(Trouble(error.code, error.details))
            except Unreachable:
                return
            else:
                command.answered()
            self._waiting.popleft()

    def fail(self, trouble: Trouble) -> None:
        """Fail all waiting commands: there will be no answers."""
        while self._waiting:
            self._waiting.popleft().answered(trouble)
