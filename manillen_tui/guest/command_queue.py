"""A person's commands on their way to the host: one after the other, each answered once.

A command keeps its number until it is answered. When the connection breaks before, the same command
goes out under the same number on the next one, and the host, who remembers the last that he
answered, does not carry it out twice.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from manillen_tui.trouble import Trouble
from net.protocol.guest_messages import Command
from net.transport.connection import Connection
from net.transport.unreachable import Nacked, Unreachable


class _Order:
    def __init__(self, make: Callable[[int], Command]) -> None:
        self.make = make
        self.number: int | None = None
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def answered(self, trouble: Trouble | None = None) -> None:
        if self.answer.done():
            return  # whoever gave it waits no longer
        if trouble is None:
            self.answer.set_result(None)
        else:
            self.answer.set_exception(trouble)


class Orders:
    """One at a time, since the host remembers no more than his last answer."""

    def __init__(self) -> None:
        self._waiting: deque[_Order] = deque()
        self._news = asyncio.Event()

    async def give(self, make: Callable[[int], Command]) -> None:
        """Have ``make(number)`` carried out; `Trouble` is the host's refusal, or `fail`'s."""
        order = _Order(make)
        self._waiting.append(order)
        self._news.set()
        await order.answer

    async def carry(self, connection: Connection, last_id: int) -> None:
        """Send them over this connection until it ends; `last_id` was the last one answered."""
        while True:
            if not self._waiting:
                self._news.clear()
                await self._news.wait()
                continue
            order = self._waiting[0]
            if order.number is None:
                if order.answer.cancelled():
                    self._waiting.popleft()
                    continue
                order.number = last_id + 1
            last_id = max(last_id, order.number)
            try:
                await connection.request(order.make, order.number)
            except Nacked as error:
                order.answered(Trouble(error.code, error.details))
            except Unreachable:
                return
            else:
                order.answered()
            self._waiting.popleft()

    def fail(self, trouble: Trouble) -> None:
        """Nobody will answer these any more."""
        while self._waiting:
            self._waiting.popleft().answered(trouble)
