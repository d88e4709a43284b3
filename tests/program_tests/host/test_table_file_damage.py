"""Any damage to a table's file is noticed, and the file is left unchanged."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from manillen_tui.host.journal import Store
from manillen_tui.host.table_file import VERSION, Damaged, Newer, read
from manillen_tui.host.wal_check import is_sound
from support.table_files import edit, played, room, step


@pytest.fixture
async def whole(tmp_path: Path) -> Path:
    """A closed table with nine steps."""
    path = tmp_path / "tables" / "3f2a.manillen"
    await (await played(path, 9)).close()
    return path


def untouched(path: Path) -> Callable[[], bool]:
    before = (path.read_bytes(), sorted(entry.name for entry in path.parent.iterdir()))
    return lambda: (
        before == (path.read_bytes(), sorted(entry.name for entry in path.parent.iterdir()))
    )


def is_damaged(path: Path) -> None:
    same = untouched(path)
    with pytest.raises(Damaged):
        read(path)
    assert same()


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"SQLite format 3\0", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 9000],
    ids=["nothing", "a letter", "a header", "zeros", "a header and junk"],
)
def test_anything_but_a_database_is_damaged(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.manillen"
    path.write_bytes(content)
    is_damaged(path)


def test_another_kind_of_database_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "x.manillen"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE records (number, body, digest)")
    connection.close()
    is_damaged(path)


def test_a_folder_and_a_missing_file_are_errors(tmp_path: Path) -> None:
    with pytest.raises(Damaged):
        read(tmp_path)
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "x.manillen")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Damaged):
        read(tmp_path / "pipe")


async def test_a_truncated_table_is_damaged(whole: Path) -> None:
    content = whole.read_bytes()
    for length in range(0, len(content), 1024):
        whole.write_bytes(content[:length])
        is_damaged(whole)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM records WHERE number = 4",
        "DELETE FROM records WHERE number = 9",
        "UPDATE records SET number = 10 WHERE number = 9",
        "UPDATE records SET body = (SELECT body FROM records WHERE number = 1) WHERE number = 5",
        "UPDATE records SET body = 'text' WHERE number = 5",
        "UPDATE records SET digest = x'00' WHERE number = 5",
        "UPDATE room SET body = x'80'",
        "DELETE FROM room",
        "UPDATE facts SET body = x'80'",
        "DELETE FROM facts",
        "DROP TABLE room",
        "CREATE VIEW more AS SELECT * FROM records",
        "CREATE TRIGGER more AFTER INSERT ON records BEGIN SELECT 1; END",
        "PRAGMA application_id = 7",
    ],
)
async def test_a_changed_table_is_damaged(whole: Path, statement: str) -> None:
    edit(whole, statement)
    is_damaged(whole)


async def test_a_table_of_a_newer_program_is_recognized_and_left_unchanged(whole: Path) -> None:
    edit(whole, f"PRAGMA user_version = {VERSION + 1}")
    same = untouched(whole)
    with pytest.raises(Newer):
        read(whole)
    assert same()


def spoil(content: bytes, random: Random) -> bytes:
    """Overwrite some bytes in one place."""
    start = random.randrange(len(content))
    length = min(random.choice((1, 1, 4, 64, 2000)), len(content) - start)
    return content[:start] + random.randbytes(length) + content[start + length :]


async def spoiled_tables(whole: Path, count: int) -> tuple[int, int]:
    """Check that each is refused as damaged or read unchanged, never as something else."""
    saved, content = read(whole), whole.read_bytes()
    refused = same = 0
    for seed in range(count):
        whole.write_bytes(spoil(content, Random(seed)))
        try:
            found = read(whole)
        except (Damaged, Newer):
            refused += 1
        else:
            assert found == saved
            same += 1
    return refused, same


async def test_a_corrupted_table_is_never_read_as_another(whole: Path) -> None:
    refused, same = await spoiled_tables(whole, 300)
    assert refused > 50 and same > 0


@pytest.mark.deep
async def test_thousands_of_corrupted_tables_are_never_read_as_others(whole: Path) -> None:
    refused, same = await spoiled_tables(whole, 20_000)
    print(f"{refused} refused, {same} read as they were")
    assert refused > 3000 and same > 0


# What a host that was killed has left -------------------------------------------------------------


def beside(path: Path) -> Path:
    """SQLite's write-ahead log, with what is not in the database yet."""
    return path.with_name(f"{path.name}-wal")


@pytest.fixture
async def left(tmp_path: Path) -> Path:
    """The files of a table with nine steps after its host was killed for the second time."""
    path, copy = tmp_path / "tables" / "3f2a.manillen", tmp_path / "left" / "3f2a.manillen"
    await (await played(path, 3)).close()
    store = Store.resume(read(path))
    for number in range(4, 10):
        await store.keep(step(number), room(number))
    copy.parent.mkdir()
    shutil.copy(path, copy)
    shutil.copy(beside(path), beside(copy))
    await store.close()
    return copy


def test_what_a_killed_host_left_is_complete(left: Path) -> None:
    assert [record["turn"] for record in read(left).records] == list(range(1, 10))


def test_a_half_written_last_step_is_ignored(left: Path) -> None:
    whole = beside(left).read_bytes()
    beside(left).write_bytes(whole[:-100])
    assert [record["turn"] for record in read(left).records] == list(range(1, 9))


def test_a_flaw_further_up_never_loses_steps_unnoticed(left: Path) -> None:
    # SQLite alone would continue from the three steps of the first time, and overwrite the others.
    content = beside(left).read_bytes()
    for place in range(0, len(content) // 2, 401):
        spoiled = bytes([content[place] ^ 0x55])
        beside(left).write_bytes(content[:place] + spoiled + content[place + 1 :])
        with pytest.raises(Damaged):
            read(left)
        assert beside(left).read_bytes()[place : place + 1] == spoiled


@pytest.mark.parametrize("size", [0, 1, 100, 511])
def test_files_beside_a_truncated_table_are_kept(size: int, left: Path) -> None:
    os.truncate(left, size)
    content = beside(left).read_bytes()
    with pytest.raises(Damaged):
        read(left)
    assert beside(left).read_bytes() == content


def test_a_corrupted_log_is_never_read_as_another_table(left: Path) -> None:
    saved, content = read(left), beside(left).read_bytes()
    refused = 0
    for seed in range(200):
        beside(left).write_bytes(spoil(content, Random(seed)))
        try:
            found = read(left)
        except (Damaged, Newer):
            refused += 1
        else:  # at most what looks like a crash during the last step, or during its commit
            assert len(found.records) >= 7
            assert found.records == saved.records[: len(found.records)]
    assert refused > 100


async def test_leftovers_of_an_earlier_pass_are_not_a_flaw(tmp_path: Path) -> None:
    path = tmp_path / "3f2a.manillen"
    store = await played(path, 20)
    connection = store._connection
    assert connection is not None
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    for number in (21, 22):
        await store.keep(step(number), room(number))
        assert is_sound(beside(path))
    assert beside(path).stat().st_size > 20 * 4096  # the old frames are still there
    await store.close()
