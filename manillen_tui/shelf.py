"""The tables that this person hosted and that are kept: which can go on, and which have to go.

A table whose match was begun, not ended, and not closed on purpose is unfinished: these are offered
to be continued, and never thrown away.
"""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from manillen_tui.config import data_dir
from manillen_tui.tablefile import SUFFIX, Damaged, InUse, Newer, glance
from manillen_tui.trouble import Trouble
from net.game import Body
from net.match import PLAYING


#: So many tables are kept; of more, the oldest that are finished go.
KEPT: Final = 50

log = logging.getLogger(__name__)


class Unfinished(Struct, frozen=True):
    """A table that can go on. `kept_s` is when it was last written, as a time of day.

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


def unfinished() -> list[Unfinished]:
    """The newest first. Tables that are being hosted now, or cannot be read, are left out."""
    found = []
    for path in _newest_first():
        try:
            facts, room = glance(path)
            if not facts.closed and room["state"] == PLAYING:
                name, people = str(room["name"]), _people(room)
                kept_s = path.stat().st_mtime
                found.append(Unfinished(facts.table, name, facts.rules, people, kept_s, path))
        except InUse:
            continue
        except (OSError, ValueError, LookupError, TypeError) as error:
            log.warning("%s cannot be read: %s", path, error)
    return found


def unreadable() -> list[Unfinished]:
    """What lies among the tables and is none, or a newer program's: only its id is known."""
    found = []
    for path in _newest_first():
        try:
            glance(path)
        except (Damaged, Newer) as error:
            trouble = "table-newer" if isinstance(error, Newer) else "table-damaged"
            kept_s = path.stat().st_mtime
            found.append(Unfinished(path.stem, path.stem, {}, (), kept_s, path, trouble))
        except (OSError, InUse):
            continue
    return found


def find(which: str) -> Path:
    """The file of a table: named by its path, its id, or how its id begins; ``""`` for the newest
    unfinished one. `Trouble` when there is none such.
    """
    if not which:
        for table in unfinished():
            return table.path
        raise Trouble("nothing-saved")
    with suppress(OSError, ValueError):  # it may be no name that a file can have
        if Path(which).is_file():
            return Path(which)
    named = [path for path in _newest_first() if path.stem.startswith(which)]
    if len(named) != 1:
        raise Trouble("no-such-table", {"table": which})
    return named[0]


def tidy() -> None:
    """Make room for one more table, when there are many."""
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


def _newest_first() -> list[Path]:
    try:
        dated = [(path.stat().st_mtime, path) for path in tables_dir().glob(f"*{SUFFIX}")]
    except OSError as error:
        log.warning("the saved tables cannot be listed: %s", error)
        return []
    return [path for _, path in sorted(dated, reverse=True)]
