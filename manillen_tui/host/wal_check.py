"""Checking SQLite's write-ahead log, as left behind by a host that crashed.

SQLite reads the log up to the first flaw and silently ignores the rest. After a crash that is
right: the rest is a half-written last step. But a flaw further up would lose finished steps, and
the next write would overwrite them; so the log is checked before it is used.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple


# https://www.sqlite.org/fileformat2.html#the_write_ahead_log
_HEADER: Final = struct.Struct(">8I")  # magic, version, page size, number, salts, checksums
_FRAME: Final = struct.Struct(">6I")  # page, pages after a commit or 0, salts, checksums
_MAGIC: Final = {0x377F0682: "little", 0x377F0683: "big"}  # with the byte order of checksums
_WORDS: Final = {"little": "<", "big": ">"}


class _Frame(NamedTuple):
    commits: bool
    ours: bool  # of the current pass through the file: leftovers of earlier ones have other salts
    good: bool  # and so is everything before it


def is_sound(path: Path) -> bool:
    """Whether no finished transactions follow a flaw. True if there is no such file.

    A single one may: a crash can leave the last transaction like that.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return True
    if len(content) < _HEADER.size:
        return True  # nothing was ever finished
    head = _HEADER.unpack_from(content)
    if head[0] not in _MAGIC or _sums(content[:24], (0, 0), _MAGIC[head[0]]) != head[6:]:
        return False
    behind = (frame for frame in _frames(content, head) if not frame.good)
    return sum(frame.ours and frame.commits for frame in behind) < 2


def _frames(content: bytes, head: tuple[int, ...]) -> Iterator[_Frame]:
    order, page_size, salts, sums = _MAGIC[head[0]], head[2], head[4:6], head[6:]
    size, good = _FRAME.size + page_size, True
    for at in range(_HEADER.size, len(content) - size + 1, size):
        frame = _FRAME.unpack_from(content, at)
        ours = frame[2:4] == salts
        if good:
            sums = _sums(content[at : at + 8], (sums[0], sums[1]), order)
            sums = _sums(content[at + _FRAME.size : at + size], sums, order)
            good = ours and sums == frame[4:]
        yield _Frame(frame[1] != 0, ours, good)


def _sums(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    one, other = sums
    words = struct.unpack(f"{_WORDS[order]}{len(content) // 4}I", content)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return one, other
