"""The way in to a table: the code proved, a seat taken or come back to, and the first look."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from typing import Final, NamedTuple

from msgspec.structs import replace

from manillen_tui import __version__
from manillen_tui.guest.saved_seats import Keeper, Keepsake
from manillen_tui.trouble import Trouble
from net.address import Address
from net.limits import Limits
from net.protocol.host_messages import Bye, Notice, RoomState, Seated
from net.transport.connection import Connection
from net.transport.guest_line import Push
from net.transport.unreachable import Nacked, SeatRefused, Unreachable


#: What a host says when the token that is kept opens no seat any more.
SEAT_LOST: Final = frozenset({"seat-gone", "taken"})
#: What means something else than the same code of a refused command.
_REFUSED: Final = {"unknown": "seat-gone", "no-rights": "rights-gone"}

log = logging.getLogger(__name__)


class Entry(NamedTuple):
    """A connection that has a place at a table. `pushes` came up to the first `Room`."""

    connection: Connection
    seated: Seated
    pushes: Sequence[Push]


class Guest:
    """Somebody on the way to a table, and what opens it: a code, a token, the host's rights.

    What a `keeper` has kept from before is used, and what opens the seat next time is kept at
    once. Whoever loses a connection comes back with the same Guest.
    """

    def __init__(
        self,
        name: str,
        *,
        code: str | None = None,
        seat: int | None = None,
        rights: str | None = None,
        watch: bool = False,
        claim: bool = False,
        pending: Callable[[], None] = lambda: None,
        keeper: Keeper | None = None,
        language: str = "en",
        limits: Limits | None = None,
    ) -> None:
        self.name = name
        self.code = code
        self.rights = rights
        self.watch = watch
        self.fingerprint: bytes | None = None
        self.token: str | None = None
        self.unkept: Notice | None = None  # why there is no way back after this program's end
        self._seat = seat
        self._claim = claim
        self._pending = pending
        self._keeper = keeper
        self._language = language
        self._limits = limits or Limits()
        self._kept: Keepsake | None = None

    async def come_in(self, addresses: Sequence[Address]) -> Entry:
        """Sit down, or watch, at the first of these that answers; `Trouble` says why not."""
        connection = await self._open(addresses)
        kept = self._keeper.find(connection.welcome.table) if self._keeper else None
        if kept is not None and kept.fingerprint != connection.fingerprint.hex():
            await connection.close()
            raise Trouble("other-certificate", {"address": str(connection.address)})
        if kept is None and self._is_elsewhere(connection.welcome.table):
            await connection.close()
            raise Trouble("seat-in-use")
        if kept is not None and not (self.watch or self._claim):
            rights = self.rights
            self.token, self.rights = kept.token, rights or kept.rights
            try:
                return await self._enter(connection, addresses, 0)
            except Trouble as trouble:
                if trouble.code not in SEAT_LOST:
                    raise
                log.info("the seat kept is lost: %s", trouble.code)
                self.token, self.rights = None, rights
                connection = await self._open(addresses)
        return await self._enter(connection, addresses, 0)

    async def come_back(self, address: Address, known: Sequence[Address], revision: int) -> Entry:
        """To the own seat, or to watch again, at a table that is known; `revision` was seen."""
        return await self._enter(await self._open([address]), known, revision)

    def hold(self, kept: Keepsake) -> bool:
        """Take what was kept as one's own; False when another program has it."""
        self.fingerprint = bytes.fromhex(kept.fingerprint)
        self.token = kept.token
        if self._keeper is None:
            return True
        return self._keeper.take(kept)

    def hold_rights(self, token: str | None) -> None:
        """The host's rights were passed on: to this person, or away from them."""
        self.rights = token
        if self._kept is not None:
            self._keep(replace(self._kept, rights=token))

    def drop(self) -> None:
        """There is nothing to come back to."""
        if self._keeper is not None:
            self._keeper.drop()

    def release(self) -> None:
        """Leave the way back to another program."""
        if self._keeper is not None:
            self._keeper.release()

    # ----------------------------------------------------------------------------------------------

    def _is_elsewhere(self, table: str) -> bool:
        """Whether the holder of these rights plays in another program, connected or not."""
        if self.watch or self.rights is None or self._keeper is None:
            return False
        return self._keeper.is_held(table)

    async def _open(self, addresses: Sequence[Address]) -> Connection:
        try:
            return await Connection.open(
                addresses,
                f"manillen {__version__}",
                self._language,
                self._limits,
                fingerprint=self.fingerprint,
            )
        except Unreachable as error:
            raise trouble_of(error) from error

    async def _enter(
        self, connection: Connection, addresses: Sequence[Address], revision: int
    ) -> Entry:
        try:
            if self.token is None:
                seated = await self._sit_down(connection)
            else:
                seated = await connection.resume(self.token, revision, self.rights)
            self._was_seated(connection, seated, addresses)
            return Entry(connection, seated, await _first_look(connection))
        except (SeatRefused, Unreachable) as error:
            await connection.close()
            raise trouble_of(error) from error
        except BaseException:
            await connection.close()
            raise

    async def _sit_down(self, connection: Connection) -> Seated:
        if connection.welcome.code:
            if self.code is None:
                raise Trouble("code-needed", {"table": connection.welcome.name})
            await connection.prove(self.code)
        asking = asyncio.create_task(self._tell_pending(connection)) if self._claim else None
        try:
            return await connection.join(
                self.name, self._seat, self.rights, watch=self.watch, claim=self._claim
            )
        finally:
            if asking is not None:
                asking.cancel()

    async def _tell_pending(self, connection: Connection) -> None:
        with suppress(Unreachable):
            await connection.until_pending()
            self._pending()

    def _was_seated(
        self, connection: Connection, seated: Seated, addresses: Sequence[Address]
    ) -> None:
        # Before anything else: the host takes the first word from here for a sign that the new
        # token has arrived, and forgets the old one.
        self.fingerprint = connection.fingerprint
        self.token = seated.token
        if seated.token is not None and seated.seat is not None:
            self._keep(
                Keepsake(
                    table=connection.welcome.table,
                    name=connection.welcome.name,
                    addresses=tuple(dict.fromkeys((connection.address, *addresses))),
                    fingerprint=connection.fingerprint.hex(),
                    token=seated.token,
                    player=seated.name,
                    seat=seated.seat,
                    rights=self.rights,
                )
            )

    def _keep(self, keepsake: Keepsake) -> None:
        self._kept = keepsake
        if self._keeper is None:
            return
        try:
            self._keeper.keep(keepsake)
        except OSError as error:
            log.warning("the way back to the table cannot be kept: %s", error)
            self.unkept = Notice("unkept", {"reason": error.strerror or type(error).__name__})


async def _first_look(connection: Connection) -> list[Push]:
    """All up to the first `Room`: while a match runs other things may come before it."""
    pushes: list[Push] = []
    async for push in connection:
        if isinstance(push, Bye):
            raise Unreachable(push.code, push.args)
        pushes.append(push)
        if isinstance(push, RoomState):
            return pushes
    raise Unreachable("gone")


def trouble_of(error: SeatRefused | Nacked | Unreachable) -> Trouble:
    """The same as what a person has to be told, with waits in whole seconds."""
    code, details = error.code, dict(error.details)
    if isinstance(error, SeatRefused):
        code = _REFUSED.get(code, code)
    wait_ms = details.pop("wait_ms", None)
    if isinstance(wait_ms, int):
        details["seconds"] = ceil(wait_ms / 1000)
    return Trouble(code, details)
