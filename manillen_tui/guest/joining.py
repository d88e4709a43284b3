"""Getting to a table: proving the code, taking or resuming a seat, and the first room state."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from typing import Final, NamedTuple, NewType

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


#: The last revision of a room that a guest has seen; 0 if none. Not to be confused with an id.
Revision = NewType("Revision", int)
#: The codes for a kept token that no longer opens a seat.
SEAT_LOST: Final = frozenset({"seat-gone", "taken"})
#: Codes that mean something else for a refused command.
_REFUSED: Final = {"unknown": "seat-gone", "no-rights": "rights-gone"}

log = logging.getLogger(__name__)


class Entry(NamedTuple):
    """A connection that has joined a table. `pushes` are those up to the first `RoomState`."""

    connection: Connection
    seated: Seated
    pushes: Sequence[Push]


class Guest:
    """Somebody joining a table, with what lets them in: a code, a token, the host's rights.

    Uses what the `keeper` has of this table, and keeps each new token at once. After a lost
    connection, the same Guest is used to come back.
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
        self.unkept: Notice | None = None  # why the seat cannot be resumed after a restart
        self._seat = seat
        self._claim = claim
        self._pending = pending
        self._keeper = keeper
        self._language = language
        self._limits = limits or Limits()
        self._kept: Keepsake | None = None

    async def come_in(self, addresses: Sequence[Address]) -> Entry:
        """Join, or watch, the table at the first address that answers. Raises `Trouble`."""
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
                return await self._enter(connection, addresses, Revision(0))
            except Trouble as trouble:
                if trouble.code not in SEAT_LOST:
                    raise
                log.info("the kept seat is lost: %s", trouble.code)
                self.token, self.rights = None, rights
                connection = await self._open(addresses)
        return await self._enter(connection, addresses, Revision(0))

    async def come_back(
        self, address: Address, known: Sequence[Address], revision: Revision
    ) -> Entry:
        """Resume the seat, or watch again, at a known table; `revision` was the last one seen."""
        return await self._enter(await self._open([address]), known, revision)

    def hold(self, kept: Keepsake) -> bool:
        """Use a kept seat; False if another program is using it."""
        self.fingerprint = bytes.fromhex(kept.fingerprint)
        self.token = kept.token
        if self._keeper is None:
            return True
        return self._keeper.take(kept)

    def hold_rights(self, token: str | None) -> None:
        """The host's rights were passed on, to this person (their new token) or by them (None)."""
        self.rights = token
        if self._kept is not None:
            self._keep(replace(self._kept, rights=token))

    def drop(self) -> None:
        """Forget the kept seat: there is nothing to come back to."""
        if self._keeper is not None:
            self._keeper.drop()

    def release(self) -> None:
        """Let other programs use the kept seat."""
        if self._keeper is not None:
            self._keeper.release()

    # ----------------------------------------------------------------------------------------------

    def _is_elsewhere(self, table: str) -> bool:
        """Whether these rights are in use by another program, connected or not."""
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
        self, connection: Connection, addresses: Sequence[Address], revision: Revision
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
        # Keep the token before sending anything: the host takes the first frame as a sign that the
        # new token has arrived, and forgets the old one.
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
            log.warning("cannot keep the seat for later: %s", error)
            self.unkept = Notice("unkept", {"reason": error.strerror or type(error).__name__})


async def _first_look(connection: Connection) -> list[Push]:
    """All pushes up to the first `RoomState`; during a match, others may come before it."""
    pushes: list[Push] = []
    async for push in connection:
        if isinstance(push, Bye):
            raise Unreachable(push.code, push.args)
        pushes.append(push)
        if isinstance(push, RoomState):
            return pushes
    raise Unreachable("gone")


def trouble_of(error: SeatRefused | Nacked | Unreachable) -> Trouble:
    """The same error as something to tell a person, with waits in whole seconds."""
    code, details = error.code, dict(error.details)
    if isinstance(error, SeatRefused):
        code = _REFUSED.get(code, code)
    wait_ms = details.pop("wait_ms", None)
    if isinstance(wait_ms, int):
        details["seconds"] = ceil(wait_ms / 1000)
    return Trouble(code, details)
