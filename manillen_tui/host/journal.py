"""The journal of a table: what its host keeps on disk, so that the table survives any death of it.

Each `keep` is one synced transaction in a thread of its own: the table's other guests never wait
for a disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from manillen_tui.host.table_file import (
    Facts,
    InUse,
    StoredTable,
    create,
    first_digest,
    hold,
    last,
    next_digest,
    pack,
    put,
)
from net.room.game import Body


class Store:
    """The file of one table, while this process serves it; a `net.room.game.Journal`.

    All writing is done by one thread of its own, in the order in which it was asked for. What could
    not be written waits in memory, and goes with whatever is written next.
    """

    def __init__(self, path: Path, facts: Facts) -> None:
        """A new table. The first `keep` makes the file, so that a full disk stops no table."""
        self.path = path
        self.facts = facts
        self._new = True
        self._connection: sqlite3.Connection | None = None
        self._files: list[Path] = []  # that it writes to
        self._waiting: list[bytes] = []  # records
        self._room: bytes | None = None
        self._unwritten = False
        self._count = 0  # of the records in the file
        self._digest = first_digest(facts)  # of the last of them
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="journal")

    @classmethod
    def resume(cls, saved: StoredTable) -> "Store":
        """Go on with a file. `InUse` where another host has it.

        A file that cannot be written here is no hindrance: every `keep` tries it again.
        """
        store = cls(saved.path, saved.facts)
        store._new = False
        store._count = len(saved.records)
        store._digest = saved.digest
        with suppress(OSError, sqlite3.Error):
            saved.path.chmod(0o600)  # a copy may have come with other rights
        with suppress(OSError, sqlite3.Error):
            store._open()
        return store

    async def keep(self, record: Body | None, room: Body) -> None:
        """As `net.room.game.Journal.keep`."""
        await self._run(self._keep, pack(record) if record is not None else None, pack(room))

    async def change(self, **facts: Any) -> None:
        """Keep other facts from now on; `OSError` as `keep`."""
        await self._run(self._change, facts)

    async def close(self, *, closed: bool = False) -> None:
        """Write what waits, if that is possible now, and let go of the file.

        It is one whole file after that: a copy of it is a copy of the table. `closed` marks the
        table as closed for good; where nothing was ever played at it, no file is left.
        """
        with suppress(OSError):
            await self._run(self._close, closed)
        self._worker.shutdown(wait=False)

    async def _run(self, job: Callable[..., None], *arguments: Any) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._worker, job, *arguments)
        except sqlite3.Error as error:
            raise OSError(str(error)) from error
        except InUse as error:
            raise OSError("another host has taken the table") from error

    # In the worker's thread ----------------------------------------------------------------------

    def _keep(self, record: bytes | None, room: bytes) -> None:
        if record is not None:
            self._waiting.append(record)
        self._room = room
        self._unwritten = True
        self._write()

    def _change(self, facts: dict[str, Any]) -> None:
        changed = msgspec.structs.replace(self.facts, **facts)
        if changed != self.facts:
            self.facts = changed
            self._unwritten = True
            self._write()

    def _close(self, closed: bool) -> None:
        try:
            self._change({"closed": closed or self.facts.closed})
            if self._unwritten:
                self._write()
        finally:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._connection.execute("PRAGMA journal_mode=DELETE")  # back into one file
                self._connection.close()
                self._connection = None
                if closed and not self._count:
                    self.path.unlink()

    def _write(self) -> None:
        """Facts, all waiting records and the room: in one transaction, synced."""
        if self._new and self._room is None:
            return  # a table that was never opened
        connection = self._open()
        count, digest = self._count, self._digest
        facts = pack(msgspec.to_builtins(self.facts, builtin_types=(bytes,)))
        connection.execute("BEGIN IMMEDIATE")
        try:
            put(connection, "facts", 1, facts, sha256(facts).digest())
            for record in self._waiting:
                count, digest = count + 1, next_digest(digest, record)
                put(connection, "records", count, record, digest)
            if self._room is not None:
                put(connection, "room", 1, self._room, next_digest(digest, self._room))
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite may have done it by itself
                connection.execute("ROLLBACK")
            raise
        self._count, self._digest = count, digest
        self._waiting.clear()
        self._unwritten = False

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            if self._new:
                self._connection = create(self.path)
                self._new = False
            else:
                connection = hold(self.path)
                if last(connection, self.facts) != (self._count, self._digest):
                    connection.close()
                    raise InUse(f"{self.path} went on elsewhere")
                self._connection = connection
            beside = self.path.with_name(f"{self.path.name}-wal")
            self._files = [path for path in (self.path, beside) if path.exists()]
        for path in self._files:  # SQLite would write on into one that nobody can find
            if not path.exists():
                raise FileNotFoundError(f"{path} is gone")
        return self._connection


class Unkept(Store):
    """The journal of a table that ends with its host: there is never a file."""

    def _write(self) -> None:
        self._waiting.clear()
