"""A seat at a table, as a screen sees it: the latest room and view, and what the person may do."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from manillen_tui import __version__
from manillen_tui.engine.commands import Command
from manillen_tui.engine.view import View
from manillen_tui.trouble import Trouble
from manillen_tui.wire import command_to_body, rules_from_body, view_from_body
from net import messages
from net.address import Address
from net.connection import Connection, Nacked, Refused, Unreachable
from net.limits import Limits
from net.messages import Bye, Room, Seated, State


__all__ = ["Client", "Trouble"]

# A host that is asked to close ends within this, in seconds.
_GOODBYE_S: Final = 2.0

log = logging.getLogger(__name__)


class Client:
    """One joined connection. Nothing is shown as done before the host said so.

    `view` is None while no match was started; `gone` says why the connection ended.
    """

    def __init__(self, connection: Connection, seated: Seated, room: Room) -> None:
        self.seat = seated.seat
        self.name = seated.name
        self.table = connection.welcome.table
        self.address = connection.address
        self.room = room
        self.view: View | None = None
        self.gone: Trouble | None = None
        self._connection = connection
        self._news = asyncio.Event()
        self._pushes = aiter(connection)
        self._listener: asyncio.Task[None] | None = None

    @classmethod
    async def join(
        cls,
        addresses: Sequence[Address],
        name: str,
        *,
        seat: int | None = None,
        rights: str | None = None,
        language: str = "en",
        limits: Limits | None = None,
    ) -> "Client":
        """Sit down at the first of these addresses that answers; `Trouble` says why not."""
        try:
            connection = await Connection.open(
                addresses, f"manillen {__version__}", language, limits or Limits()
            )
        except Unreachable as error:
            raise Trouble(error.code, error.details) from error
        try:
            seated = await connection.join(name, seat, rights)
            state: State | None = None  # while a match runs it may come before the room
            async for push in connection:
                if isinstance(push, State):
                    state = push
                if isinstance(push, Room):
                    check_room(push)
                    client = cls(connection, seated, push)
                    if state is not None:
                        client._take(state)
                    client._listener = asyncio.create_task(client._listen())
                    return client
                if isinstance(push, Bye):
                    raise Trouble(push.code, push.args)
            raise Trouble("gone")
        except (Refused, Unreachable) as error:
            await connection.close()
            raise Trouble(error.code, error.details) from error
        except ValueError as error:
            await connection.close()
            raise Trouble("bad-host") from error
        except BaseException:
            await connection.close()
            raise

    async def changed(self) -> None:
        """Wait until something is there that was not when this last returned."""
        await self._news.wait()
        self._news.clear()

    async def command(self, command: Command) -> None:
        """Ask for a play, a trump, a cut ... ; `Trouble` carries the host's reason."""
        turn = self.view.turn if self.view else 0
        body = command_to_body(command)
        await self._request(lambda number: messages.Do(id=number, turn=turn, body=body))

    async def ready(self, on: bool) -> None:
        await self._request(lambda number: messages.Ready(id=number, on=on))

    async def sit(self, seat: int) -> None:
        """Take another chair in the lobby."""
        await self._request(lambda number: messages.Sit(id=number, seat=seat))

    async def put_computer(self, seat: int) -> None:
        await self._manage("computer", seat)

    async def remove_computer(self, seat: int) -> None:
        await self._manage("empty", seat)

    async def start(self) -> None:
        await self._manage("start")

    async def close_table(self) -> None:
        """Close the table for everybody; only with the host's rights.

        Returns when the host has said goodbye: by then nobody finds the table any more.
        """
        await self._manage("close")
        if self._listener is not None:
            await asyncio.wait([self._listener], timeout=_GOODBYE_S)
        await self.close()

    async def leave(self) -> None:
        """Get up for good and close the connection."""
        try:
            await self._request(lambda number: messages.Leave(id=number))
        except Trouble as trouble:
            log.info("leaving: %s", trouble.code)  # gone already: all the same
        await self.close()

    async def close(self) -> None:
        """Drop the connection without a word: the host sees it lost."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.wait([self._listener])
        await self._connection.close()

    async def _manage(self, what: str, seat: int | None = None) -> None:
        await self._request(lambda number: messages.Manage(id=number, what=what, seat=seat))

    async def _request(self, make: Callable[[int], messages.Command]) -> None:
        try:
            await self._connection.request(make)
        except (Nacked, Unreachable) as error:
            raise Trouble(error.code, error.details) from error

    async def _listen(self) -> None:
        async for push in self._pushes:
            try:
                self._take(push)
            except ValueError:
                log.exception("the host sent something senseless")
                self.gone = Trouble("bad-host")
                self._news.set()
                await self._connection.close()
                return
            self._news.set()

    def _take(self, push: Room | State | Bye) -> None:
        """`ValueError` for what no table can be like."""
        match push:
            case Room():
                check_room(push)
                self.room = push
                self._find_seat(push)
            case State():
                self.view = view_from_body(push.view)
            case Bye():
                self.gone = Trouble(push.code, push.args)

    def _find_seat(self, room: Room) -> None:
        """After a change of chairs: names are unique at a table."""
        for seat, chair in enumerate(room.chairs):
            if chair.holder == "person" and chair.name == self.name:
                self.seat = seat


def check_room(room: Room) -> None:
    """`ValueError` when it is no room of a table with these rules."""
    chairs = len(room.chairs)
    seats = (*room.waiting_for, 0 if room.host is None else room.host)
    if chairs != rules_from_body(room.info).players or max(seats) >= chairs:
        raise ValueError(f"no such chairs: {seats} of {chairs}")
