"""What the interface asks of the rest of the program: finding, joining and opening tables.

It is a Protocol, so that a screen can be run with tables that exist only in memory.
"""

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from manillen_tui.engine.commands import Command
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Standing
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination, RunningTable, SavedTable
from net.address import Address
from net.discovery.browse import Browser
from net.protocol.host_messages import Notice, RoomState


class TableClient(Protocol):
    """A seat at a table: see `guest.client.Client`. Every request may raise `Trouble`."""

    seat: int  # who `watches` has none, and looks on from this one
    watches: bool
    returned: bool  # whether the seat was this person's before, and he has done something there
    name: str
    room: RoomState
    view: View | None
    state: Standing
    lost: Trouble | None  # why the way back is being looked for: see `words.lost_line`
    gone: Trouble | None
    code: str | None  # the spoken one, told to the holder of the host's rights
    notices: deque[Notice]  # to be taken out as they are shown: see `words.notice_line`
    proofs: Proofs

    @property
    def table(self) -> str: ...  # id
    @property
    def address(self) -> Address: ...  # where this person came to it
    @property
    def rights(self) -> str | None: ...

    async def changed(self) -> None: ...
    async def command(self, command: Command) -> None: ...
    async def ready(self, on: bool) -> None: ...
    async def sit(self, seat: int) -> None: ...
    async def say(self, text: str) -> None: ...
    async def put_computer(self, seat: int) -> None: ...
    async def remove_computer(self, seat: int) -> None: ...
    async def start(self) -> None: ...
    async def pause(self, on: bool) -> None: ...
    async def absence(self, after_s: float | None) -> None: ...
    async def remove(self, seat: int) -> None: ...
    async def shut(self, seat: int) -> None: ...
    async def open(self, seat: int) -> None: ...
    async def admit(self, seat: int) -> None: ...
    async def decline(self, seat: int) -> None: ...
    async def pass_on(self, seat: int) -> None: ...
    async def new_code(self) -> None: ...
    async def close_table(self) -> None: ...
    async def leave(self) -> None: ...
    async def close(self) -> None: ...


class NewTable(Struct, frozen=True):
    """The table a person wants to open."""

    name: str
    rules: Rules
    computers: int  # chairs for computer players, at most all but one
    player: str  # whose table it is
    guarded: bool = True  # whether people are asked for the spoken code
    absence_s: int | None = 60  # until a computer player moves for somebody away; None: never


class Services(Protocol):
    """The program around the interface: see `manillen_tui.launcher.local_tables.LocalTables`."""

    opens_s: float  # a table that is not open after so long will not be
    joins_s: float  # a table that is not joined after so long will not be

    def browse(self) -> Browser:
        """A live list of the tables on this network, to be started and stopped by whoever asks."""

    async def join(
        self, destination: Destination, player: str, pending: Callable[[], None] = ...
    ) -> TableClient:
        """Sit down there under this name, or take a seat again that was kept; `Trouble` says why
        not.

        ``code-needed``: ask for the spoken code, and join with it. A claim of somebody's seat waits
        for the host once `pending` was called.
        """

    async def open_table(self, table: NewTable) -> RunningTable:
        """`Trouble` says why not."""

    async def go_on(self, saved: SavedTable) -> RunningTable:
        """Open a saved table again; `Trouble` says why not."""

    async def running_table(self) -> RunningTable | None:
        """The table this person left running, if it still is."""

    def kept_seats(self) -> Sequence[Keepsake]:
        """The seats to come back to, the last one first."""

    async def saved_tables(self) -> Sequence[SavedTable]:
        """The tables this person hosted that can go on, the newest first."""

    async def answers(self, table: str, addresses: Sequence[Address]) -> bool:
        """Whether the table of this id answers at one of these addresses just now."""

    def hold(self, table: str, rights: str | None, code: str | None) -> None:
        """What this person holds from now on of a table that they opened."""

    def table_ended(self, table: str) -> None:
        """The table of this id runs no more."""

    async def forget(self, table: str, saved: Path | None) -> None:
        """Keep no way back to a table, and delete the file it is `saved` in; `Trouble` if not."""
