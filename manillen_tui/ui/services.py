"""What the interface asks of the rest of the program: finding, joining and opening tables.

Everything is a Protocol, so that a screen can be run with tables that exist only in memory.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from manillen_tui.engine.commands import Command
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Standing
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from net.address import Address
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


class Row(Protocol):
    """One table found on the network: see `net.discovery.browse.Row`."""

    @property
    def table_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def host(self) -> str: ...
    @property
    def addresses(self) -> Sequence[Address]: ...
    @property
    def state(self) -> str: ...  # lobby, playing, over
    @property
    def people(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def info(self) -> Mapping[str, Any] | None: ...  # its rules, once it was asked
    @property
    def code(self) -> bool | None: ...  # whether it wants its spoken code; None: not asked yet
    @property
    def status(self) -> str: ...  # searching, alive, silent
    @property
    def round_trip_ms(self) -> float | None: ...


class Browser(Protocol):
    """A live list of tables: see `net.discovery.browse.Browser`."""

    @property
    def rows(self) -> Sequence[Row]: ...
    @property
    def problem(self) -> str | None: ...  # why the network cannot be searched, as a code

    async def start(self) -> None: ...
    async def changed(self) -> None: ...
    async def stop(self) -> None: ...


class HostOptions(Struct, frozen=True):
    """The table a person wants to open."""

    name: str
    rules: Rules
    computers: int  # chairs for computer players, at most all but one
    player: str  # whose table it is
    guarded: bool = True  # whether people are asked for the spoken code
    absence_s: int | None = 60  # until a computer player moves for somebody away; None: never


class Running(Protocol):
    """A table that this person opened: see `manillen_tui.launcher.own_tables.Ready`."""

    @property
    def table(self) -> str: ...  # id
    @property
    def name(self) -> str: ...
    @property
    def address(self) -> Address: ...  # to join it from this machine
    @property
    def rights(self) -> str: ...  # the token of the host's rights; "" once they were passed on
    @property
    def code(self) -> str | None: ...  # the spoken one; None: nobody is asked for one
    @property
    def addresses(self) -> Sequence[str]: ...  # where others can reach it
    @property
    def problem(self) -> str | None: ...  # why others cannot find it by themselves, as a code


class Saved(Protocol):
    """A table that was kept and can go on: see `manillen_tui.launcher.own_tables.saved`."""

    @property
    def table(self) -> str: ...  # id
    @property
    def name(self) -> str: ...
    @property
    def kept_s(self) -> float: ...  # when it was last written, as a time of day
    @property
    def trouble(self) -> str | None: ...  # why it cannot go on, as a code
    @property
    def path(self) -> Path: ...  # its file


class Join(Protocol):
    async def __call__(
        self,
        addresses: Sequence[Address],
        name: str,
        rights: str | None,
        *,
        code: str | None = None,
        seat: int | None = None,
        watch: bool = False,
        claim: bool = False,
        pending: Callable[[], None] = ...,
    ) -> TableClient:
        """Sit down at the first of these addresses that answers; `Trouble` says why not.

        ``code-needed``: ask for the spoken code, and join with it. A `claim` of somebody's `seat`
        waits for the host once `pending` was called.
        """


class Back(Protocol):
    async def __call__(self, kept: Keepsake) -> TableClient:
        """Take a seat again that was kept; `Trouble` says why not."""


class Browse(Protocol):
    def __call__(self) -> Browser: ...


class Host(Protocol):
    async def __call__(self, options: HostOptions) -> Running:
        """Open a table; `Trouble` says why not."""


class FindRunning(Protocol):
    async def __call__(self) -> Running | None:
        """The table this person left running, if it still is."""


class FindSaved(Protocol):
    async def __call__(self) -> Sequence[Saved]:
        """The tables this person hosted that can go on, the newest first."""


class GoOn(Protocol):
    async def __call__(self, saved: Saved) -> Running:
        """Open a saved table again; `Trouble` says why not."""


class Answers(Protocol):
    async def __call__(self, table: str, addresses: Sequence[Address]) -> bool:
        """Whether the table of this id answers at one of these addresses just now."""


class Hold(Protocol):
    def __call__(self, table: str, rights: str | None, code: str | None) -> None:
        """What this person holds from now on of a table that he opened."""


class Forget(Protocol):
    async def __call__(self, table: str, saved: Path | None) -> None:
        """Keep no way back to a table, and delete the file it is `saved` in; `Trouble` if not."""


@dataclass(frozen=True)
class Services:
    join: Join
    browse: Browse
    host: Host
    running: FindRunning
    back: Back
    kept: Callable[[], Sequence[Keepsake]]  # the seats to come back to, the last one first
    saved: FindSaved
    go_on: GoOn
    answers: Answers
    hold: Hold
    ended: Callable[[str], None]  # the table of this id runs no more
    forget: Forget
    opens_s: float  # a table that is not open after so long will not be
    joins_s: float  # a table that is not joined after so long will not be
