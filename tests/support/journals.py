"""Journals in memory."""

import asyncio
import errno

import msgpack

from net.room.game import Body


class MemoryJournal:
    """Holds the records in order, and the latest room, each encoded as bytes."""

    def __init__(self) -> None:
        self.records: list[Body] = []
        self.room: bytes | None = None

    async def keep(self, record: Body | None, room: Body) -> None:
        if record is not None:
            self.records.append(msgpack.unpackb(msgpack.packb(record)))
        self.room = msgpack.packb(room)

    def numbers(self) -> list[int]:
        """The numbers of the toy game that were saved."""
        return [record["say"] for record in self.records if "say" in record]


class SlowJournal(MemoryJournal):
    """A journal on a disk that answers only when the test lets it; `asked`: something waits."""

    def __init__(self) -> None:
        super().__init__()
        self.disk = asyncio.Event()
        self.disk.set()
        self.asked = asyncio.Event()

    def stop(self) -> None:
        self.disk.clear()
        self.asked.clear()

    async def keep(self, record: Body | None, room: Body) -> None:
        self.asked.set()
        await self.disk.wait()
        await super().keep(record, room)


class FailingJournal(MemoryJournal):
    """Saves nothing while there is a fault; what is outstanding goes with the next write."""

    def __init__(self) -> None:
        super().__init__()
        self.fault: Exception | None = None
        self._waiting: list[Body] = []

    async def keep(self, record: Body | None, room: Body) -> None:
        if record is not None:
            self._waiting.append(record)
        if self.fault is not None:
            raise self.fault
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            await super().keep(one, room)
        await super().keep(None, room)


def disk_full() -> OSError:
    return OSError(errno.ENOSPC, "disk full")
