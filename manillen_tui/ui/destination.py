"""Tables that somebody can go to, and as what they want to be there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from manillen_tui.guest.saved_seats import Keepsake
from net.address import Address


class RunningTable(Protocol):
    """A table that this person opened: see `manillen_tui.host.ready_line.ReadyLine`."""

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


class SavedTable(Protocol):
    """A table that was kept and can go on: see `manillen_tui.host.saved_tables.Unfinished`."""

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


class Destination(Struct, frozen=True, kw_only=True):
    """Where somebody wants to be, and as what.

    `rights` and `running` of a table that this person opened; `kept` is a seat to come back to;
    with `claim` the `seat` is said to be this person's own, which is `confirmed_by` the host.
    """

    addresses: Sequence[Address]
    rights: str | None = None
    running: RunningTable | None = None
    kept: Keepsake | None = None
    code: str | None = None
    seat: int | None = None
    watch: bool = False
    claim: bool = False
    confirmed_by: str = ""


def own_table(running: RunningTable) -> Destination:
    """To a table on this machine that this person opened."""
    return Destination(
        addresses=[running.address], rights=running.rights, running=running, code=running.code
    )
