"""The tables that this person can go back to, the likeliest first."""

import asyncio
import time
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination, RunningTable, SavedTable, own_table
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.services import Services
from manillen_tui.words import home


#: A table that is left for one of these is not offered any more.
NO_WAY_BACK: Final = frozenset(("closing", "closed", "deserted", "removed", "displaced"))
#: Of these, what its program ends with.
ENDED: Final = frozenset(("closing", "closed", "deserted"))


class Way(Struct, frozen=True):
    """Either a `destination`, or a table that was `saved` and has to be opened again first.

    `table` is its id.
    """

    table: str
    name: str
    note: str
    destination: Destination | None = None
    saved: SavedTable | None = None

    @property
    def broken(self) -> bool:
        """Whether waiting mends nothing: the file is no table, or a newer program's."""
        return self.saved is not None and self.saved.trouble not in (None, "disk-full")

    @property
    def own(self) -> bool:
        """Whether it runs and this person holds the host's rights of it."""
        return self.destination is not None and self.destination.running is not None


def ways(
    running: RunningTable | None,
    lost: Way | None,
    kept: Sequence[Keepsake],
    saved: Sequence[SavedTable],
    *,
    silent: Collection[str] = (),
    failed: Collection[str] = (),
) -> list[Way]:
    """One for each table: what runs on this machine, what was lost just now, seats, saved tables.

    Below them come, by their ids, the tables that are `silent` just now and those that going back
    has `failed` to. Of a saved table that cannot be read one is told so when it is chosen; it comes
    last.
    """

    def rank(way: Way) -> int:
        return 2 if way.broken else int(way.table in silent or way.table in failed)

    known = {table.table for table in saved}
    found = []
    for way in _running_ways(running, lost, kept, silent):
        if way.table not in known:
            known.add(way.table)
            found.append(way)
    names = {seat.table: seat.name for seat in kept}  # also of a table that cannot be read now
    for table in saved:
        name = table.name if table.trouble is None else names.get(table.table, table.name)
        found.append(Way(table.table, name, _saved_note(table), saved=table))
    return sorted(found, key=rank)


def _running_ways(
    running: RunningTable | None,
    lost: Way | None,
    kept: Sequence[Keepsake],
    silent: Collection[str],
) -> Iterator[Way]:
    """To tables that need not be opened, the best way to each first."""
    if running is not None and running.rights:
        yield Way(running.table, running.name, home.YOU_HOST_IT(), own_table(running))
    if lost is not None and all(seat.table != lost.table for seat in kept):
        yield lost
    for seat in sorted(kept, key=lambda seat: lost is None or seat.table != lost.table):
        if seat.table in silent:
            note = home.SILENT()
        elif lost is not None and seat.table == lost.table:
            note = lost.note
        else:
            note = home.SEAT_KEPT(player=seat.player)
        yield Way(seat.table, seat.name, note, Destination(addresses=seat.addresses, kept=seat))
    if running is not None:
        destination = Destination(addresses=[running.address])
        yield Way(running.table, running.name, home.RUNS_HERE(), destination)


class WaysBack:
    """Finds them, and keeps what is learnt of them at a table and on the way to one."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lost: Way | None = None  # the table whose connection was lost last
        self._silent: frozenset[str] = frozenset()  # tables, by id, that did not answer last
        self._failed: set[str] = set()  # those that going back to was in vain
        self._held: tuple[str, str | None, str | None] | None = None

    async def find(self) -> list[Way]:
        services = self._services
        running, saved = await services.running_table(), await services.saved_tables()
        kept = services.kept_seats()
        asked = {seat.table: seat.addresses for seat in kept}
        answers = await asyncio.gather(*(services.answers(*table) for table in asked.items()))
        before = self._silent
        self._silent = frozenset(
            table for table, there in zip(asked, answers, strict=True) if not there
        )
        self._failed -= before - self._silent
        return ways(running, self._lost, kept, saved, silent=self._silent, failed=self._failed)

    def seated(self, sitting: Sitting) -> None:
        """Somebody sits there: the rights may be passed on and the code be made anew meanwhile."""
        client = sitting.client
        self._lost = None
        self._failed.discard(client.table)
        held = (client.table, client.rights, client.code)
        if sitting.running is not None and held != self._held:
            self._held = held
            self._services.hold(*held)

    def left(self, sitting: Sitting, trouble: Trouble | None) -> None:
        """Nobody sits there any more: by their own choice, or by this trouble."""
        table, name = sitting.client.table, sitting.client.room.name
        if trouble is not None and trouble.code in ENDED:
            self._services.table_ended(table)
        if trouble is not None and trouble.code not in NO_WAY_BACK:
            again = replace(sitting.destination, kept=None, running=None, claim=False)
            self._lost = Way(table, name, home.CONNECTION_LOST(), again)

    def closed(self, sitting: Sitting) -> None:
        """This person closed the table."""
        self._services.table_ended(sitting.client.table)

    def failed(self, way: Way, trouble: Trouble) -> None:
        """A way that leads nowhere comes after the others, or is another one."""
        if trouble.code == "rights-gone":
            self._services.hold(way.table, None, None)
        else:
            self._failed.add(way.table)

    async def forget(self, way: Way) -> None:
        """Offer it no more; `Trouble` where that cannot be."""
        await self._services.forget(way.table, way.saved.path if way.saved else None)
        if self._lost is not None and self._lost.table == way.table:
            self._lost = None


def _saved_note(table: SavedTable) -> str:
    if table.trouble == "disk-full":
        return home.SAVED_DISK_FULL()
    if table.trouble is not None:
        return home.SAVED_UNREADABLE()
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.kept_s))
    return home.SAVED(when=when)
