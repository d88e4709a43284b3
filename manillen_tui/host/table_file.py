"""The file a table is saved in: an SQLite database in which everything is checked.

It holds the facts of a table, every step of its game in order, and the room as it was after the
last step. Each step's digest also covers all steps before it, so that a lost or changed step is
noticed.

While a host has the table, it holds SQLite's exclusive lock on the file. That lock is on the data
itself, whatever the path; it needs no second file that could be left behind or missing from a copy;
and the system releases it when the process dies, however it dies.
"""

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final
from urllib.parse import quote

import msgpack
import msgspec
from msgspec import Struct

from manillen_tui.host.wal_check import is_sound
from net.room.game import Body


#: The version of the file's layout and content. A higher one means a newer program.
VERSION: Final = 1
SUFFIX: Final = ".manillen"
_APPLICATION: Final = 0x4D414E49  # "MANI", as SQLite's application id
_SCHEMA: Final = (  # sorted by name
    "CREATE TABLE facts (one INTEGER PRIMARY KEY, body BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE TABLE records (number INTEGER PRIMARY KEY, body BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE TABLE room (one INTEGER PRIMARY KEY, body BLOB NOT NULL, digest BLOB NOT NULL)",
)
_PAGE: Final = 512  # SQLite's smallest page
_BESIDE: Final = 32 * 1024  # the size of the -shm file that SQLite may need for reading
# Listing the saved tables locks each file for an instant.
_PATIENCE_S: Final = 2.0
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NOT_NOW: Final = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR)


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's own data, apart from its game and its people. `key` and `certificate` are PEM."""

    table: str  # id
    rules: dict[str, Any]
    key: bytes
    certificate: bytes
    port: int = 0  # the last one used
    closed: bool = False  # on purpose, for good


class StoredTable(Struct, frozen=True):
    """All that a file holds. `records` are the steps of the game in order."""

    path: Path
    facts: Facts
    records: tuple[Body, ...]
    room: Body
    digest: bytes  # of the last record


class Damaged(ValueError):
    """The file is not a table, or not a complete one."""


class Newer(ValueError):
    """The file was written by a newer program."""


class InUse(Exception):
    """Another process serves the table of this file."""


def read(path: Path) -> StoredTable:
    """Read and check a whole file, without changing it. Raises `Damaged`, `Newer`, `InUse`, or
    `OSError`.
    """
    with _reading(path) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Damaged("the database is corrupt")
        if not is_sound(path.with_name(f"{path.name}-wal")):
            raise Damaged("the write-ahead log is corrupt")
        facts = _facts(connection)
        bodies, digest = [], first_digest(facts)
        rows = connection.execute("SELECT number, body, digest FROM records ORDER BY number")
        for place, (number, body, kept) in enumerate(rows, 1):
            digest = next_digest(digest, _bytes(body))
            if number != place or kept != digest:
                raise Damaged(f"record {place} is not as it was written")
            bodies.append(_unpack(body))
        room = _only(connection, "room", after=digest)
    return StoredTable(path, facts, tuple(bodies), _unpack(room), digest)


def glance(path: Path) -> tuple[Facts, Body]:
    """The facts and the room of a file, without its steps. Raises as `read` does."""
    with _reading(path) as connection:
        facts = _facts(connection)
        _count, digest = last(connection, facts)
        return facts, _unpack(_only(connection, "room", after=digest))


def create(path: Path) -> sqlite3.Connection:
    """A new file with empty tables, readable by this user only; nothing is left on failure."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        connection = hold(path)
        try:
            connection.execute("BEGIN IMMEDIATE")
            for table in _SCHEMA:
                connection.execute(table)
            connection.execute(f"PRAGMA application_id={_APPLICATION}")
            connection.execute(f"PRAGMA user_version={VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
    except BaseException:
        for leftover in (path, *beside(path)):
            leftover.unlink(missing_ok=True)
        raise
    return connection


def hold(path: Path) -> sqlite3.Connection:
    """Open a file for writing, holding the exclusive lock until it is closed."""
    connection = sqlite3.connect(
        _uri(path, "rw"),
        uri=True,
        isolation_level=None,
        timeout=_PATIENCE_S,
        check_same_thread=False,  # opened in one thread, used by the worker thread
    )
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        connection.close()
        if _kind(error) in _BUSY:
            raise InUse(str(path)) from error
        raise
    # A reader has left this one behind. With the exclusive lock it is not used.
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return connection


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to a table's file that this version can read."""
    # Never `open` the file here: closing it would release this process's own lock.
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise Damaged("not a file")
    if found.st_size < _PAGE:  # SQLite would treat it as new, and delete the files beside it
        raise Damaged("cut short")
    if not os.access(path, os.R_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    try:
        with closing(_connect_to_read(path)) as connection:
            _check_ours(connection)
            yield connection
    except sqlite3.OperationalError as error:
        if _kind(error) in _BUSY:
            raise InUse(str(path)) from error
        if _kind(error) in _NOT_NOW:
            raise _why(path, error) from error
        raise Damaged(str(error)) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter: an error message with junk
        raise Damaged(str(error)) from error


def _why(path: Path, error: sqlite3.Error) -> OSError:
    """Why a file cannot be read, if possible in the system's own words."""
    # For reading a table whose host crashed, SQLite has to create a file beside it, and does not
    # say why it cannot.
    try:
        with TemporaryFile(dir=path.parent, buffering=0) as trial:
            trial.write(bytes(_BESIDE))
    except OSError as reason:
        return reason
    return OSError(errno.EIO, str(error), str(path))


def _connect_to_read(path: Path) -> sqlite3.Connection:
    # On a read-only disk SQLite cannot lock; but then nobody else can write there either.
    fixed = not os.access(path.parent, os.W_OK) and not any(part.exists() for part in beside(path))
    mode = "ro&immutable=1" if fixed else "ro"
    return sqlite3.connect(_uri(path, mode), uri=True, isolation_level=None, timeout=0)


def _check_ours(connection: sqlite3.Connection) -> None:
    if _pragma(connection, "application_id") != _APPLICATION:
        raise Damaged("not a table")
    if (version := _pragma(connection, "user_version")) > VERSION:
        raise Newer(f"version {version}")
    # Only these tables: a view or a trigger could do more than hold values.
    schema = connection.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
    if [sql for (sql,) in schema] != list(_SCHEMA):
        raise Damaged("an unexpected schema")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def _facts(connection: sqlite3.Connection) -> Facts:
    body = _only(connection, "facts")
    try:
        return msgspec.convert(_unpack(body), Facts, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise Damaged("invalid facts") from error


def _only(connection: sqlite3.Connection, table: str, after: bytes | None = None) -> bytes:
    """The body of a table's only row, after checking its digest."""
    row = connection.execute(f"SELECT body, digest FROM {table} WHERE one = 1").fetchone()
    if row is None:
        raise Damaged(f"no {table}")
    body, digest = _bytes(row[0]), row[1]
    expected = sha256(body).digest() if after is None else next_digest(after, body)
    if digest != expected:
        raise Damaged(f"the {table} is not as it was written")
    return body


def last(connection: sqlite3.Connection, facts: Facts) -> tuple[int, bytes]:
    """How many records there are, and the digest of the last."""
    last = connection.execute("SELECT number, digest FROM records ORDER BY number DESC LIMIT 1")
    number, digest = last.fetchone() or (0, first_digest(facts))
    return number, _bytes(digest)


def put(
    connection: sqlite3.Connection, table: str, number: int, body: bytes, digest: bytes
) -> None:
    """Set one row of a table."""
    connection.execute(f"REPLACE INTO {table} VALUES (?, ?, ?)", (number, body, digest))


def first_digest(facts: Facts) -> bytes:
    """The digest that the first record's is chained to."""
    return sha256(facts.table.encode()).digest()


def next_digest(last: bytes, body: bytes) -> bytes:
    """The digest of the record, or room, that follows the record with the digest `last`."""
    return sha256(last + body).digest()


def pack(body: Body) -> bytes:
    """A body as bytes, for a row."""
    packed: bytes = msgpack.packb(body, unicode_errors="replace")
    return packed


def _bytes(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise Damaged("not bytes")
    return value


def _kind(error: sqlite3.Error) -> int:
    """SQLite's primary error code, the lowest byte of the extended one; 0 if there is none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _unpack(packed: bytes) -> Body:
    try:
        body = msgpack.unpackb(packed, strict_map_key=True, max_ext_len=0)
    except (ValueError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise Damaged("not msgpack") from error
    if not isinstance(body, dict):
        raise Damaged("not a map")
    return body


def _uri(path: Path, mode: str) -> str:
    return f"file:{quote(str(path.absolute()))}?mode={mode}"


def beside(path: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside a database in use."""
    return tuple(path.with_name(f"{path.name}-{kind}") for kind in ("wal", "shm", "journal"))
