"""What the host does on its own: moving for seats without a person present, and countdowns."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from net import clock
from net.ids import SeatNumber
from net.limits import Limits
from net.room.game import Move
from net.room.room import Room


log = logging.getLogger(__name__)


class Autoplay:
    """Watches for turns that no person will take, and for countdowns that have ended.

    Changes nothing itself: `move` and `tick` queue the work in the table's order. `move` returns,
    once it has been applied, whether the move was accepted.
    """

    def __init__(
        self,
        room: Room,
        limits: Limits,
        pace_s: float,
        *,
        move: Callable[[SeatNumber, Move], Awaitable[bool]],
        tick: Callable[[], Awaitable[None]],
    ) -> None:
        self._room = room
        self._limits = limits
        self._pace_s = pace_s
        self._move = move
        self._tick = tick
        self._changed = asyncio.Event()
        self._failures = 0  # in a row

    def look(self) -> None:
        """Look again: something has changed."""
        self._changed.set()

    async def run(self) -> None:
        """Run until cancelled; an error in the game does not stop it."""
        while True:
            self._changed.clear()
            try:
                await self._look()
            except Exception:
                log.exception("the host could not see who is to move")
                await self._change(self._limits.move_again_s)

    async def _look(self) -> None:
        now = clock.now()
        seats = self._room.absent(now)
        if seats:
            await self._move_for_one(seats)
        elif self._room.ticks_at() > now:
            await self._change(self._room.ticks_at() - now)
        else:
            await self._tick()
            if self._room.ticks_at() <= now:
                await self._change(self._limits.move_again_s)

    async def _move_for_one(self, seats: tuple[SeatNumber, ...]) -> None:
        # After a failure try another seat: one must not hold up all.
        if await self._move_for(seats[self._failures % len(seats)]):
            self._failures = 0
        else:
            await self._change(self._limits.move_again_s * 2 ** min(self._failures, 5))
            self._failures += 1

    async def _move_for(self, seat: SeatNumber) -> bool:
        began = clock.now()
        try:
            move = await self._room.game.move_for(seat)
        except Exception:
            log.exception("no move for seat %d", seat)
            return False
        await asyncio.sleep(max(0.0, began + self._pace_s - clock.now()))
        return await self._move(seat, move)

    async def _change(self, timeout_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(None if timeout_s == float("inf") else timeout_s):
                await self._changed.wait()
