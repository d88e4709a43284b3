"""Writing a file atomically: complete and synced to disk, or not at all."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final


# Without it Windows would write two bytes for each line end.
_BINARY: Final = getattr(os, "O_BINARY", 0)


def write_whole(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Write a file, synced to disk and readable by this user only.

    A previous file stays until the new one is complete; with `replace` false, raises
    `FileExistsError` if there is one. Raises `OSError` if writing fails; then nothing has changed.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    with suppress(FileNotFoundError):
        draft.unlink()  # left by a killed process that had the same id
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if replace:
            os.replace(draft, path)
        else:
            _link(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    _sync_folder(path.parent)


def _link(draft: Path, path: Path) -> None:
    """Give the draft this name. Raises `FileExistsError` if it is taken."""
    try:
        os.link(draft, path)  # unlike renaming, it never replaces a file
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.rename(draft, path)
    else:
        draft.unlink()


def _sync_folder(folder: Path) -> None:
    """Sync the file's name, too. Windows cannot open a folder, and does this on its own."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def plain_file(path: Path) -> Path:
    """The same path. Raises `OSError` if it is not a regular file."""
    if not stat.S_ISREG(path.stat().st_mode):
        # Reading a pipe could block, and a device may never end.
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return path
