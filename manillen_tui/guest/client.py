"""A guest's client, as screens use it: the latest room and view, and the person's requests."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from enum import StrEnum
from typing import Final

from manillen_tui.guest.command_queue import CommandQueue
from manillen_tui.guest.joining import SEAT_LOST, Entry, Guest, Revision
from manillen_tui.guest.reconnect import (
    FOR_GOOD,
    KEPT,
    MISUNDERSTOOD,
    TELLING,
    KnownAddresses,
    Pauses,
    Search,
    until_back,
)
from manillen_tui.guest.requests import Requests
from manillen_tui.guest.saved_seats import Keeper, Keepsake
from manillen_tui.guest.state import TableState
from manillen_tui.trouble import Trouble
from net import clock
from net.address import Address
from net.limits import Limits
from net.protocol import guest_messages
from net.protocol.host_messages import Bye, Commit, Key, RoomState, Sealed
from net.transport.guest_line import Push


__all__ = ["Client", "Standing", "Trouble"]

#: How long to look for a table to come back to, in seconds.
BACK_S: Final = 15.0
# How long to wait for the host when closing the table or leaving, in seconds.
_GOODBYE_S: Final = 2.0

log = logging.getLogger(__name__)


class Standing(StrEnum):
    """The state of the connection to the host."""

    CONNECTED = "connected"
    RECONNECTING = "reconnecting"  # the last state stays on show, requests wait
    GONE = "gone"


class Client(TableState, Requests):
    """One person at one table. Nothing counts as done before the host has said so.

    `lost` says why the connection is down at the moment, `gone` why there is no way back.
    """

    _entry: Entry

    def __init__(self, guest: Guest, places: KnownAddresses, search: Search | None) -> None:
        super().__init__(guest.name)
        self.state = Standing.CONNECTED
        self.lost: Trouble | None = None
        self.gone: Trouble | None = None
        self._dropped: Trouble | None = None
        self._guest = guest
        self._places = places
        self._search = search
        self._commands = CommandQueue()
        self._pauses = Pauses()
        self._news = asyncio.Event()
        self._revision = Revision(0)
        self._life: asyncio.Task[None] | None = None

    # Coming ---------------------------------------------------------------------------------------

    @classmethod
    async def join(
        cls,
        addresses: Sequence[Address],
        name: str,
        *,
        code: str | None = None,
        seat: int | None = None,
        rights: str | None = None,
        watch: bool = False,
        claim: bool = False,
        pending: Callable[[], None] = lambda: None,
        keeper: Keeper | None = None,
        search: Search | None = None,
        language: str = "en",
        limits: Limits | None = None,
    ) -> "Client":
        """Join the table at the first of these addresses that answers. Raises `Trouble`.

        ``code-needed``: the table requires its spoken `code`; no guess was used up. If `keeper`
        still has a seat at this table, it is resumed, whatever else was asked for. With `claim`,
        this person says that the `seat` of somebody away is theirs; `pending` is called once the
        claim waits for a decision. `search` finds the table again if its address changes.
        """
        guest = Guest(
            name,
            code=code,
            seat=seat,
            rights=rights,
            watch=watch,
            claim=claim,
            pending=pending,
            keeper=keeper,
            language=language,
            limits=limits,
        )
        client = cls(guest, KnownAddresses(addresses), search)
        try:
            await client._begin(guest.come_in(addresses))
        except BaseException:
            guest.release()
            raise
        return client

    @classmethod
    async def back(
        cls,
        kept: Keepsake,
        *,
        keeper: Keeper | None = None,
        search: Search | None = None,
        within_s: float = BACK_S,
        language: str = "en",
        limits: Limits | None = None,
    ) -> "Client":
        """Resume a kept seat, looking for its table for `within_s` seconds. Raises `Trouble`."""
        guest = Guest(
            kept.player, rights=kept.rights, keeper=keeper, language=language, limits=limits
        )
        client = cls(guest, KnownAddresses(kept.addresses), search)
        problems = [Trouble("not-found", {"table": kept.name})]
        try:
            if not guest.hold(kept):
                raise Trouble("seat-in-use")
            pauses = Pauses().begin(0.0, at_once=True)
            async with asyncio.timeout(within_s):
                await client._begin(client._until_back(kept.table, pauses, problems.append))
        except BaseException as error:
            if isinstance(error, Trouble) and error.code in SEAT_LOST:
                guest.drop()
            guest.release()
            if isinstance(error, TimeoutError):
                raise problems[-1] from None
            raise
        return client

    @property
    def table(self) -> str:
        """The table's id."""
        return self._entry.connection.welcome.table

    @property
    def rights(self) -> str | None:
        """The token for the host's rights, if this person holds them."""
        return self._guest.rights

    @property
    def address(self) -> Address:
        return self._entry.connection.address

    async def changed(self) -> None:
        """Wait until something has changed since this last returned."""
        await self._news.wait()
        self._news.clear()

    # Asking ---------------------------------------------------------------------------------------

    async def pass_on(self, seat: int) -> None:
        await super().pass_on(seat)
        self._guest.hold_rights(None)

    async def close_table(self) -> None:
        """Close the table for everybody, with the host's rights; this person leaves in any case.

        Returns once the host has said goodbye: by then the table can no longer be found.
        """
        try:
            async with asyncio.timeout(_GOODBYE_S):
                await super().close_table()
            if self._life is not None:
                await asyncio.wait([self._life], timeout=_GOODBYE_S)
        except TimeoutError:
            raise Trouble("timeout", {"address": str(self.address)}) from None
        finally:
            await self.close()

    # Going ----------------------------------------------------------------------------------------

    async def leave(self) -> None:
        """Give up the seat for good and close the connection.

        If the host cannot be told, the seat is kept, and so is the way back to it.
        """
        try:
            if self.state is Standing.CONNECTED:
                async with asyncio.timeout(_GOODBYE_S):
                    await super().leave()
                self._guest.drop()
        except (Trouble, TimeoutError) as error:
            log.info("leaving: %r", error)  # the connection was down already
        finally:
            await self.close()

    async def close(self) -> None:
        """Drop the connection without leaving: the host sees it lost and keeps the seat."""
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait([self._life])
        self.state = Standing.GONE
        self._commands.fail(Trouble("gone"))
        self._guest.release()
        await self._entry.connection.close()

    # ----------------------------------------------------------------------------------------------

    async def ask(self, make: Callable[[int], guest_messages.Command]) -> None:
        if self.state is Standing.GONE:
            raise self.gone or Trouble("gone")
        await self._commands.give(make)

    async def _begin(self, coming: Awaitable[Entry]) -> None:
        entry = await coming
        try:
            self._enter(entry)
        except BaseException:
            await entry.connection.close()
            raise
        self._life = asyncio.create_task(self._live())

    def _enter(self, entry: Entry) -> None:
        """Start using a new connection. The last state stays until there is a newer one."""
        self._entry = entry
        self._places.seen([entry.connection.address])
        self.take_seat(entry.seated)
        for push in entry.pushes:
            self.take(push)
        if self._guest.unkept is not None:
            self.notices.append(self._guest.unkept)
            self._guest.unkept = None
        self.state = Standing.CONNECTED
        self.lost = None
        self._news.set()

    async def _live(self) -> None:
        """Listen until the connection ends, reconnect, and repeat until there is no way back."""
        try:
            while True:
                since = clock.now()
                ended = await self._listen()
                log.info("the connection ended: %s", ended.code)
                if ended.code in MISUNDERSTOOD:
                    self._commands.fail(ended)
                if ended.code in FOR_GOOD:
                    raise ended
                self.state = Standing.RECONNECTING
                self.lost = self._dropped = ended
                self._news.set()
                pauses = self._pauses.begin(clock.now() - since, at_once=ended.code == "slept")
                self._enter(await self._until_back(self.table, pauses, self._report))
        except Trouble as trouble:
            await self._end(trouble)
        except Exception:
            log.exception("the client failed")
            await self._end(Trouble("gone"))

    async def _listen(self) -> Trouble:
        """Take what the host pushes, and send it the commands, until the connection ends."""
        connection, seated, _ = self._entry
        carrying = asyncio.create_task(self._commands.carry(connection, seated.last_id))
        try:
            async for push in connection:
                if isinstance(push, Bye):
                    return Trouble(push.code, push.args)
                self.take(push)
                self._news.set()
            return Trouble("gone")
        finally:
            try:
                # First, so that an answer that came just before the end still gets through.
                await connection.close()
            finally:
                carrying.cancel()
                await asyncio.wait([carrying])

    async def _until_back(
        self, table: str, pauses: Iterator[float], report: Callable[[Trouble], None]
    ) -> Entry:
        back: list[Entry] = []

        async def come_back(address: Address) -> Entry:
            known = self._places.addresses
            back.append(await self._guest.come_back(address, known, self._revision))
            return back[0]

        sightings = None if self._search is None else self._search(table)
        try:
            return await until_back(come_back, self._places, sightings, pauses, report)
        except BaseException:
            for entry in back:  # cancelled just after it had succeeded
                await entry.connection.close()
            raise

    def _report(self, trouble: Trouble) -> None:
        """An attempt to reconnect failed; report it if it says more than the first reason."""
        self.lost = trouble if trouble.code in TELLING else self._dropped
        self._news.set()

    async def _end(self, trouble: Trouble) -> None:
        await self._entry.connection.close()
        self.gone = trouble
        self.state = Standing.GONE
        self._commands.fail(trouble)
        if trouble.code in FOR_GOOD - KEPT:
            self._guest.drop()
        self._guest.release()
        self._news.set()

    def take(self, push: Push) -> None:
        """Take in a push, and answer what needs no decision. Raises as `TableState.take` does."""
        super().take(push)
        match push:
            case RoomState(revision=revision):
                self._revision = Revision(revision)
            case Key(rights=str() as rights):
                self._guest.hold_rights(rights)
            case Commit():
                self._entry.connection.add(self.proofs.commit(push, self.seat))
            case Sealed():
                share = self.proofs.sealed(push)
                if share is not None:
                    self._entry.connection.add(share)
