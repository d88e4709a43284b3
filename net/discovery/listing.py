"""The list of tables found on the network: their announcements, checked by probing them.

No sockets and no clock: announcements, answers and `now` in, rows and the next probes out. An
announcement alone proves little, since a killed host's stays cached for a quarter of an hour; so
every table is probed at once, on each change, and every few seconds.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from net.address import Address
from net.discovery.announcement import Announcement
from net.limits import Limits
from net.names import clean_name
from net.protocol.host_messages import Info


class Status(StrEnum):
    """How certain it is that a table is there."""

    SEARCHING = "searching"  # announced, not yet probed
    ALIVE = "alive"
    SILENT = "silent"  # did not answer the last probe
    OTHER_VERSION = "other-version"  # either side needs an update


class Row(Struct, frozen=True):
    """One table, however many addresses it has; the one that answered comes first.

    `host` is the hosting person's name, `people` how many are seated. Known after the first answer:
    `info`, the game's own, and `code`, whether joining requires the spoken code.
    """

    table_id: str
    name: str
    host: str
    addresses: tuple[Address, ...]
    state: str
    people: int
    seats: int
    info: Mapping[str, Any] | None = None
    code: bool | None = None
    round_trip_ms: int | None = None
    status: Status = Status.SEARCHING


class Target(NamedTuple):
    """A table to probe now, trying these addresses in order."""

    table_id: str
    addresses: tuple[Address, ...]


class _Entry(Struct):
    row: Row
    instance: str
    due: float
    asked: bool = False  # a probe is in progress
    failures: int = 0  # in a row


class Listing:
    """A table leaves the list with a goodbye, or after two failed probes in a row.

    A silent table is still probed: it may just have been cut off, and plugging a cable back in
    causes no new announcement.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._entries: dict[str, _Entry] = {}  # by table id

    @property
    def rows(self) -> tuple[Row, ...]:
        """Sorted by name, so that a row never moves because its table changes.

        Of two tables with the same name, the one with the higher id is shown as ``name-2``: the
        same on every screen.
        """
        shown = [entry.row for entry in self._entries.values() if entry.failures < 2]
        shown.sort(key=lambda row: (row.name.casefold(), row.table_id))
        names = _told_apart([row.name for row in shown])
        return tuple(replace(row, name=name) for row, name in zip(shown, names, strict=True))

    def heard(self, notice: Announcement, now: float) -> None:
        """A table announced itself or a change."""
        entry = self._entries.get(notice.table_id)
        if entry is None:
            if not self._has_room():
                return
            self._entries[notice.table_id] = _Entry(
                self._announced(notice), notice.instance, due=now
            )
            return
        known = entry.row
        entry.row = replace(
            self._announced(notice),
            addresses=_in_order(notice.addresses, known.addresses[0]),
            info=known.info,
            code=known.code,
            round_trip_ms=known.round_trip_ms,
            status=Status.SEARCHING if entry.failures else known.status,
        )
        entry.instance = notice.instance
        entry.due = now
        entry.failures = 0

    def goodbye(self, instance: str) -> None:
        """A table said goodbye, or its announcement expired."""
        self._drop(lambda entry: entry.instance == instance)

    def forget_the_lost(self) -> None:
        """Drop the tables that are no longer listed because they stayed silent."""
        self._drop(lambda entry: entry.failures >= 2)

    def next_due(self) -> float | None:
        """When the next probe is due; None: not before something is heard."""
        return min((entry.due for entry in self._entries.values() if not entry.asked), default=None)

    def due(self, now: float) -> list[Target]:
        """The probes to make now. Report each by `answered`, `other_version` or `failed`."""
        targets = []
        for table_id, entry in self._entries.items():
            if entry.due <= now and not entry.asked:
                entry.asked = True
                # Set now, not at the answer: an announcement heard meanwhile makes it due again.
                entry.due = now + self._limits.probe_every_s
                targets.append(Target(table_id, entry.row.addresses))
        return targets

    def answered(self, table_id: str, address: Address, info: Info, round_trip_s: float) -> None:
        """The table itself answered at this address."""
        if (entry := self._entries.get(table_id)) is None:
            return
        entry.asked = False
        entry.failures = 0
        entry.row = Row(
            table_id=table_id,
            name=clean_name(info.name, self._limits.table_name_bytes),
            host=clean_name(info.host, self._limits.name_cells),
            addresses=_in_order(entry.row.addresses, address),
            state=info.state,
            people=info.people,
            seats=info.seats,
            info=info.info,
            code=info.code,
            round_trip_ms=max(1, round(round_trip_s * 1000)),
            status=Status.ALIVE,
        )

    def other_version(self, table_id: str) -> None:
        """A host with another protocol version answered: list the table as it was announced."""
        if (entry := self._entries.get(table_id)) is None:
            return
        entry.asked = False
        entry.failures = 0
        entry.row = replace(entry.row, status=Status.OTHER_VERSION)

    def failed(self, table_id: str, now: float) -> None:
        """None of its addresses led to this table."""
        if (entry := self._entries.get(table_id)) is None:
            return
        entry.asked = False
        entry.failures += 1
        entry.row = replace(entry.row, status=Status.SILENT)
        if entry.failures == 1:
            entry.due = min(entry.due, now + self._limits.probe_again_s)

    def _announced(self, notice: Announcement) -> Row:
        return Row(
            table_id=notice.table_id,
            name=clean_name(notice.name, self._limits.table_name_bytes),
            host=clean_name(notice.host, self._limits.name_cells),
            addresses=notice.addresses,
            state=notice.state,
            people=notice.people,
            seats=notice.seats,
        )

    def _has_room(self) -> bool:
        if len(self._entries) >= self._limits.tables:
            self.forget_the_lost()
        return len(self._entries) < self._limits.tables

    def _drop(self, unwanted: Callable[[_Entry], bool]) -> None:
        self._entries = {
            table_id: entry for table_id, entry in self._entries.items() if not unwanted(entry)
        }


def _told_apart(names: Sequence[str]) -> list[str]:
    """The same names, made distinct by number suffixes."""
    taken = {name.casefold() for name in names}
    told: set[str] = set()
    apart = []
    for name in names:
        number, own = 1, name
        while own.casefold() in told or (number > 1 and own.casefold() in taken):
            number += 1
            own = f"{name}-{number}"
        told.add(own.casefold())
        apart.append(own)
    return apart


def _in_order(addresses: tuple[Address, ...], first: Address) -> tuple[Address, ...]:
    return tuple(sorted(addresses, key=lambda address: address != first))
