"""The tables that this person hosted and that are kept: which can go on, and which have to go.

A table that can go on is unfinished, whatever its host died of and wherever it was then: these are
offered to be continued. One in the middle of a match is deleted only by its person.
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


#: So many tables are kept; of more, the oldest that are finished go.
KEPT: Final = 50
#: The code of what nobody can read until there is room on the disk again.
DISK_FULL: Final = "disk-full"
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

log = logging.getLogger(__name__)


class Unfinished(Struct, frozen=True):
    """A table that can go on. `kept_s` is when it was last saved, as a time of day.

    `trouble` is why one cannot, as a code.
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
    """Where the table of this id is kept."""
    return tables_dir() / f"{table}{SUFFIX}"


def goes_on(room: Body) -> bool:
    """Whether there is something to come back to in this dump of a room: a match that is on, or
    somebody's seat. Then only closing it on purpose is the end of the table.
    """
    return room["state"] == PLAYING or bool(_people(room))


def unfinished() -> list[Unfinished]:
    """The newest first. Tables that are being hosted now, or cannot be read, are left out."""
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
            log.warning("%s cannot be read: %s", path, error)
    return found


def resumable() -> list[Unfinished]:
    """The tables of this person that can go on, the newest first; last those with a `trouble`."""
    return [*unfinished(), *unreadable()]


def unreadable() -> list[Unfinished]:
    """What lies among the tables and cannot be read, or not now: only its id is known."""
    found = []
    for path in _newest_first():
        try:
            glance(path)
        except (Damaged, Newer, OSError) as error:
            trouble = why_not(path, error).code
            with suppress(FileNotFoundError):  # thrown away meanwhile
                kept_s = _saved_s(path)
                found.append(Unfinished(path.stem, path.stem, {}, (), kept_s, path, trouble))
        except InUse:
            continue
    return found


def why_not(path: Path, error: Exception) -> Trouble:
    """Why there is no table to be had from this file, for what `tablefile.read` raises."""
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
    """The file of a table: named by its path, its id, or how its id begins; ``""`` for the newest
    unfinished one. `Trouble` when there is none such.
    """
    if not which:
        full = [table for table in unreadable() if table.trouble == DISK_FULL]
        if tables := [*unfinished(), *full]:
            return max(tables, key=lambda table: table.kept_s).path
        raise Trouble("nothing-saved")
    with suppress(OSError, ValueError):  # it may be no name that a file can have
        if Path(which).is_file():
            return Path(which)
    named = [path for path in _newest_first() if path.stem.startswith(which)]
    if len(named) != 1:
        raise Trouble("no-such-table", {"table": which})
    return named[0]


def is_over(table: str) -> bool:
    """Whether the table of this id is hosted no more and will not go on."""
    try:
        facts, room = glance(table_file(table))
        return facts.closed or not goes_on(room)
    except FileNotFoundError:  # nobody ever sat there, or it could not be saved
        return True
    except (InUse, OSError, ValueError, LookupError, TypeError):
        return False


def throw_away(path: Path) -> None:
    """Delete a table, whatever it is; `Trouble` where it is being hosted or cannot be deleted."""
    try:
        glance(path)
    except InUse as error:
        raise Trouble("table-in-use", {"path": str(path)}) from error
    except (OSError, ValueError, LookupError):
        pass  # what cannot be read can be thrown away
    try:
        for part in (path, *beside(path)):
            part.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Trouble("not-deleted", {"path": str(path), "reason": reason}) from error


def tidy() -> None:
    """Make room for one more table, when there are many; none in the middle of a match goes."""
    for path in reversed(_newest_first()[KEPT - 1 :]):
        try:
            facts, room = glance(path)
            if facts.closed or room["state"] != PLAYING:
                path.unlink()
        except (InUse, Damaged, Newer):
            continue  # kept, whatever it is
        except (OSError, LookupError) as error:
            log.warning("%s cannot be cleared away: %s", path, error)


def _people(room: Body) -> tuple[str, ...]:
    places = room["people"]["places"]
    return tuple(str(place["person"]["name"]) for place in places if place["person"])


def _saved_s(path: Path) -> float:
    """When something was last written; a host writes beside the file and puts it there at its end.

    `OSError` where there is no file.
    """
    written_s = path.stat().st_mtime
    with suppress(OSError):
        written_s = max(written_s, path.with_name(f"{path.name}-wal").stat().st_mtime)
    return written_s


def _newest_first() -> list[Path]:
    try:
        dated = [(_saved_s(path), path) for path in tables_dir().glob(f"*{SUFFIX}")]
    except OSError as error:
        log.warning("the saved tables cannot be listed: %s", error)
        return []
    return [path for _, path in sorted(dated, reverse=True)]
