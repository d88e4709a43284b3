"""A table's journal: all that its host saves to disk, so that the table survives any crash.

Each `keep` is one synced transaction, made in a thread of its own so that it never blocks the event
loop.
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

    A single thread does all the writing, in the order requested. What could not be written stays in
    memory and is written together with the next change.
    """

    def __init__(self, path: Path, facts: Facts) -> None:
        """A new table. The file is created by the first `keep`, so that a full disk does not keep
        a table from opening.
        """
        self.path = path
        self.facts = facts
        self._new = True
        self._connection: sqlite3.Connection | None = None
        self._files: list[Path] = []  # the files that SQLite writes to
        self._waiting: list[bytes] = []  # records not yet written
        self._room: bytes | None = None
        self._unwritten = False
        self._count = 0  # how many records the file has
        self._digest = first_digest(facts)  # of the last record in the file
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="journal")

    @classmethod
    def resume(cls, saved: StoredTable) -> "Store":
        """Continue a file. Raises `InUse` if another host has it.

        If the file cannot be written at the moment, every `keep` tries again.
        """
        store = cls(saved.path, saved.facts)
        store._new = False
        store._count = len(saved.records)
        store._digest = saved.digest
        with suppress(OSError, sqlite3.Error):
            saved.path.chmod(0o600)  # a copy may have other permissions
        with suppress(OSError, sqlite3.Error):
            store._open()
        return store

    async def keep(self, record: Body | None, room: Body) -> None:
        """See `net.room.game.Journal.keep`."""
        await self._run(self._keep, pack(record) if record is not None else None, pack(room))

    async def change(self, **facts: Any) -> None:
        """Change some facts. Raises `OSError` as `keep` does."""
        await self._run(self._change, facts)

    async def close(self, *, closed: bool = False) -> None:
        """Write what is still waiting, if possible, and release the file.

        It is then a single complete file: copying it copies the table. `closed` marks the table as
        closed for good; if nothing was ever played there, the file is deleted.
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
        """Write facts, all waiting records and the room in one synced transaction."""
        if self._new and self._room is None:
            return  # the table was never opened
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
            with suppress(sqlite3.Error):  # SQLite may have rolled back already
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
        for path in self._files:  # SQLite would go on writing into a deleted file
            if not path.exists():
                raise FileNotFoundError(f"{path} is gone")
        return self._connection


class Unkept(Store):
    """The journal of a table that ends with its host: it never writes a file."""

    def _write(self) -> None:
        self._waiting.clear()
