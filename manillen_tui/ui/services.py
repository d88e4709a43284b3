"""What the interface asks of the rest of the program: finding, joining and opening tables.

It is a Protocol, so that a screen can be run with tables that exist only in memory.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from manillen_tui.engine.rules import Rules
from manillen_tui.guest.client import Client
from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.ui.destination import Destination, RunningTable, SavedTable
from net.address import Address
from net.discovery.browse import Browser


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
    ) -> Client:
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
