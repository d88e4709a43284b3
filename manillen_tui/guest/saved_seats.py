"""Seats saved on disk, so that a person can come back to a table after a restart.

One small file per seat, readable by this user only, since its token opens the seat. While a program
is using a seat it holds a lock, which ends with the process: so two programs on one machine never
push each other off a chair.
"""

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from manillen_tui.config.files import write_whole
from manillen_tui.config.paths import state_dir
from net.address import Address


#: Seats not used for this long are forgotten.
FORGET_DAYS: Final = 30
#: How many seats one person can have at one table.
_SEATS: Final = 16

log = logging.getLogger(__name__)


class Keepsake(Struct, frozen=True, kw_only=True):
    """All that is needed to resume one seat.

    `table` is the table's id, `name` its name. `fingerprint` is the SHA-256 of its certificate, in
    hexadecimal. `rights` is the token for the host's rights, if this person holds them.
    """

    table: str
    name: str
    addresses: tuple[Address, ...]
    fingerprint: str
    token: str
    player: str
    seat: int
    rights: str | None = None


class Keeper:
    """Saves one seat at a time, and keeps other programs from using it until `release`."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or _folder()
        self._path: Path | None = None
        self._lock: int | None = None

    def find(self, table: str) -> Keepsake | None:
        """A saved seat at this table that no other program is using, locked from now on."""
        return self._find(table, lambda kept: kept.table == table)

    def take(self, kept: Keepsake) -> bool:
        """Lock exactly this seat; False if another program is using it, or it is gone."""
        return self._find(kept.table, kept.__eq__) is not None

    def is_held(self, table: str) -> bool:
        """Whether another program is using a seat at this table that has the host's rights."""
        for path in _places(self._folder, table):
            if not path.exists():
                continue
            lock = _locked(path.with_suffix(".lock"))
            if lock is not None:
                os.close(lock)
            elif (kept := _read(path)) is not None and kept.rights is not None:
                return True
        return False

    def keep(self, keepsake: Keepsake) -> None:
        """Save the seat, synced to disk, replacing the previous version. Raises `OSError`."""
        if self._path is None:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            _forget_the_old(self._folder)
            free = (path for path in _places(self._folder, keepsake.table) if not path.exists())
            if not any(self._hold(path) for path in free):
                raise OSError("too many seats at one table")
        assert self._path is not None
        write_whole(self._path, msgspec.json.encode(keepsake))

    def drop(self) -> None:
        """Delete the saved seat: there is nothing to come back to."""
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()
        self.release()

    def release(self) -> None:
        """Unlock the saved seat for other programs."""
        path, self._path = self._path, None
        lock, self._lock = self._lock, None
        if path is not None and lock is not None:
            if not path.exists():
                with suppress(OSError):  # Windows cannot remove an open file
                    path.with_suffix(".lock").unlink()
            os.close(lock)

    def _find(self, table: str, fits: Callable[[Keepsake], bool]) -> Keepsake | None:
        for path in _places(self._folder, table):
            if path.exists() and self._hold(path):
                kept = _read(path)
                if kept is not None and fits(kept):
                    return kept
                self.release()
        return None

    def _hold(self, path: Path) -> bool:
        lock = _locked(path.with_suffix(".lock"))
        if lock is None:
            return False
        self._path, self._lock = path, lock
        return True


def forget(table: str, folder: Path | None = None) -> None:
    """Delete all saved seats at this table, except those a program is using."""
    for _seat in range(_SEATS):
        keeper = Keeper(folder)
        if keeper.find(table) is None:
            break
        keeper.drop()


def tables(folder: Path | None = None) -> tuple[Keepsake, ...]:
    """The saved seats, the latest first, except those a running program is using."""
    folder = folder or _folder()
    found: list[tuple[float, Keepsake]] = []
    for path in _kept(folder):
        lock = _locked(path.with_suffix(".lock"))
        if lock is None:
            continue
        try:
            kept = _read(path)
            if kept is not None:
                found.append((path.stat().st_mtime, kept))
        except OSError as error:
            log.warning("cannot read %s: %s", path, error)
        finally:
            os.close(lock)
    return tuple(kept for _, kept in sorted(found, key=lambda pair: pair[0], reverse=True))


def _folder() -> Path:
    return state_dir() / "seats"


def _places(folder: Path, table: str) -> Iterator[Path]:
    """The files for a table, named by a hash: its id comes from a stranger."""
    stem = sha256(table.encode("utf-8", "replace")).hexdigest()[:16]
    return (folder / f"{stem}-{number}.json" for number in range(_SEATS))


def _kept(folder: Path) -> list[Path]:
    try:
        return list(folder.glob("*.json"))
    except OSError:
        return []


def _read(path: Path) -> Keepsake | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Keepsake)
    except (OSError, ValueError, RecursionError) as error:
        log.warning("cannot read %s: %s", path, error)
        return None


def _forget_the_old(folder: Path) -> None:
    before = time.time() - FORGET_DAYS * 24 * 3600
    for path in _kept(folder):
        with suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
                path.with_suffix(".lock").unlink()
    for draft in folder.glob("*.new"):  # left by programs killed while writing
        with suppress(OSError):
            if draft.stat().st_mtime < before:
                draft.unlink()


def _locked(path: Path) -> int | None:
    """A descriptor holding this lock until closed; None if another program holds it.

    If files cannot be created or locked here, nobody is kept out.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        log.warning("cannot lock %s: %s", path, error)
        return os.open(os.devnull, os.O_RDONLY)
    if _lock(descriptor):
        return descriptor
    os.close(descriptor)
    return None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
        return True
