"""The saved tables of this person: which can be continued, and which are cleared away.

A table that can be continued is unfinished, however its host ended; such tables are offered to be
continued. One in the middle of a match is only ever deleted by its person.
"""

import errno
import logging
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from manillen_tui.config.paths import data_dir
from manillen_tui.host.table_file import SUFFIX, Damaged, InUse, Newer, beside, glance
from manillen_tui.trouble import Trouble
from net.room.game import Body
from net.room.play import PLAYING


#: How many tables are kept; beyond that, the oldest ones not in the middle of a match are deleted.
KEPT: Final = 50
#: The code for a table that cannot be read until there is space on the disk again.
DISK_FULL: Final = "disk-full"
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

log = logging.getLogger(__name__)


class Unfinished(Struct, frozen=True):
    """A table that can be continued. `kept_s` is when it was last saved, in seconds of the epoch.

    `trouble`, if set, is the code for why it cannot be continued after all.
    """

    table: str  # id
    name: str
    rules: Body
    people: tuple[str, ...]
    kept_s: float
    path: Path
    trouble: str | None = None


def tables_dir() -> Path:
    return data_dir() / "tables"


def table_file(table: str) -> Path:
    """The file of the table with this id."""
    return tables_dir() / f"{table}{SUFFIX}"


def goes_on(room: Body) -> bool:
    """Whether this room's dump has something to come back to: a running match, or somebody's seat.
    Such a table ends only when it is closed on purpose.
    """
    return room["state"] == PLAYING or bool(_people(room))


def unfinished() -> list[Unfinished]:
    """The unfinished tables, newest first, except those being hosted now or unreadable."""
    found = []
    for path in _newest_first():
        try:
            facts, room = glance(path)
            if not facts.closed and goes_on(room):
                name, people = str(room["name"]), _people(room)
                kept_s = _saved_s(path)
                found.append(Unfinished(facts.table, name, facts.rules, people, kept_s, path))
        except InUse:
            continue
        except (OSError, ValueError, LookupError, TypeError) as error:
            log.warning("cannot read %s: %s", path, error)
    return found


def resumable() -> list[Unfinished]:
    """The tables that can be continued, newest first, followed by those with a `trouble`."""
    return [*unfinished(), *unreadable()]


def unreadable() -> list[Unfinished]:
    """The files among the saved tables that cannot be read (now): only their ids are known."""
    found = []
    for path in _newest_first():
        try:
            glance(path)
        except (Damaged, Newer, OSError) as error:
            trouble = why_not(path, error).code
            with suppress(FileNotFoundError):  # deleted meanwhile
                kept_s = _saved_s(path)
                found.append(Unfinished(path.stem, path.stem, {}, (), kept_s, path, trouble))
        except InUse:
            continue
    return found


def why_not(path: Path, error: Exception) -> Trouble:
    """The `Trouble` for an error that `table_file.read` raised for this file."""
    details = {"path": str(path)}
    match error:
        case InUse():
            return Trouble("table-in-use", details)
        case Newer():
            return Trouble("table-newer", details)
        case OSError() if error.errno in _NO_ROOM:
            return Trouble(DISK_FULL, details)
        case OSError():
            reason = error.strerror or type(error).__name__
            return Trouble("table-unreadable", {**details, "reason": reason})
        case _:
            return Trouble("table-damaged", details)


def find(which: str) -> Path:
    """The file of a saved table, given by its path, its id, or the beginning of its id; ``""``
    means the newest unfinished one. Raises `Trouble` if there is none.
    """
    if not which:
        full = [table for table in unreadable() if table.trouble == DISK_FULL]
        if tables := [*unfinished(), *full]:
            return max(tables, key=lambda table: table.kept_s).path
        raise Trouble("nothing-saved")
    with suppress(OSError, ValueError):  # it may not be a possible file name
        if Path(which).is_file():
            return Path(which)
    named = [path for path in _newest_first() if path.stem.startswith(which)]
    if len(named) != 1:
        raise Trouble("no-such-table", {"table": which})
    return named[0]


def is_over(table: str) -> bool:
    """Whether the table with this id is no longer hosted and will not be continued."""
    try:
        facts, room = glance(table_file(table))
        return facts.closed or not goes_on(room)
    except FileNotFoundError:  # nothing was ever played there, or it could not be saved
        return True
    except (InUse, OSError, ValueError, LookupError, TypeError):
        return False


def throw_away(path: Path) -> None:
    """Delete a saved table, readable or not. Raises `Trouble` if it is in use, or on errors."""
    try:
        glance(path)
    except InUse as error:
        raise Trouble("table-in-use", {"path": str(path)}) from error
    except (OSError, ValueError, LookupError):
        pass  # unreadable files may be deleted
    try:
        for part in (path, *beside(path)):
            part.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Trouble("not-deleted", {"path": str(path), "reason": reason}) from error


def tidy() -> None:
    """Make room for one more table if there are many, sparing those in the middle of a match."""
    for path in reversed(_newest_first()[KEPT - 1 :]):
        try:
            facts, room = glance(path)
            if facts.closed or room["state"] != PLAYING:
                path.unlink()
        except (InUse, Damaged, Newer):
            continue  # may still be of use
        except (OSError, LookupError) as error:
            log.warning("cannot clear away %s: %s", path, error)


def _people(room: Body) -> tuple[str, ...]:
    places = room["people"]["places"]
    return tuple(str(place["person"]["name"]) for place in places if place["person"])


def _saved_s(path: Path) -> float:
    """When the table was last saved. A running host writes to the log beside the file.

    Raises `OSError` if there is no file.
    """
    written_s = path.stat().st_mtime
    with suppress(OSError):
        written_s = max(written_s, path.with_name(f"{path.name}-wal").stat().st_mtime)
    return written_s


def _newest_first() -> list[Path]:
    try:
        dated = [(_saved_s(path), path) for path in tables_dir().glob(f"*{SUFFIX}")]
    except OSError as error:
        log.warning("cannot list the saved tables: %s", error)
        return []
    return [path for _, path in sorted(dated, reverse=True)]
