"""One way to write a file: whole and on the disk, or not at all."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final


# Without it Windows writes two bytes for the end of a line.
_BINARY: Final = getattr(os, "O_BINARY", 0)


def write_whole(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Have a file of these bytes here, synced, that this person alone may read.

    What was there before stays until all of the new file is on the disk; where it may not be
    replaced, `FileExistsError`. `OSError` when it cannot be written: then nothing has changed.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    with suppress(FileNotFoundError):
        draft.unlink()  # of a program with this number that was killed here
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
    """Give the draft this name; `FileExistsError` where something else has it."""
    try:
        os.link(draft, path)  # unlike a renaming it takes the name of nothing else
    except FileExistsError:
        raise
    except OSError:  # a stick that knows no links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.rename(draft, path)
    else:
        draft.unlink()


def _sync_folder(folder: Path) -> None:
    """Have the name on the disk as well; Windows opens no folder, and does it by itself."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def plain_file(path: Path) -> Path:
    """The same path; `OSError` when there is no plain file."""
    if not stat.S_ISREG(path.stat().st_mode):
        # A pipe would be waited for, and a device has no end.
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return path
