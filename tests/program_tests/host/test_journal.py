"""A table's journal is complete, however its host ended."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from manillen_tui.host.journal import Store
from manillen_tui.host.table_file import InUse, glance, read
from support.table_files import FACTS, played, room, step


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables" / "3f2a.manillen"


@pytest.fixture
async def whole(path: Path) -> Path:
    """A closed table with nine steps."""
    await (await played(path, 9)).close()
    return path


HEAD = """
import asyncio, os, signal, sys
from pathlib import Path
from manillen_tui.host.journal import Store
from manillen_tui.host.table_file import Facts, InUse, glance, read
path = Path(sys.argv[1])
FACTS = Facts(table="3f2a", rules={}, key=b"", certificate=b"")
"""


def in_another_process(program: str, path: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", HEAD + program, path],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


async def test_what_was_saved_is_read_back_in_order(whole: Path) -> None:
    saved = read(whole)
    assert saved.facts == FACTS
    assert list(saved.records) == [step(number) for number in range(1, 10)]
    assert saved.room == room(9)
    assert glance(whole) == (FACTS, room(9))


async def test_a_closed_table_is_one_file_readable_by_its_owner_only(whole: Path) -> None:
    assert [entry.name for entry in whole.parent.iterdir()] == [whole.name]
    assert whole.stat().st_mode & 0o777 == 0o600
    assert whole.parent.stat().st_mode & 0o777 == 0o700


async def test_no_file_of_a_table_in_use_is_readable_by_others(path: Path) -> None:
    store = await played(path, 3)
    assert {entry.stat().st_mode & 0o777 for entry in path.parent.iterdir()} == {0o600}
    await store.close()


async def test_a_copy_elsewhere_continues_where_the_table_was(whole: Path, tmp_path: Path) -> None:
    copy = tmp_path / "stick" / "copy.manillen"
    copy.parent.mkdir()
    shutil.copy(whole, copy)
    copy.chmod(0o644)
    store = Store.resume(read(copy))
    await store.keep(step(10), room(10))
    await store.close()
    assert len(read(copy).records) == 10
    assert copy.stat().st_mode & 0o777 == 0o600
    assert len(read(whole).records) == 9


async def test_everything_saved_outlives_a_killed_process(path: Path) -> None:
    killed = in_another_process(
        """
async def main():
    store = Store(path, FACTS)
    for number in range(1, 40):
        await store.keep({"number": number}, {"revision": number})
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
""",
        path,
    )
    assert killed.returncode == -9
    saved = read(path)
    assert [record["number"] for record in saved.records] == list(range(1, 40))
    assert saved.room == {"revision": 39}
    store = Store.resume(saved)
    await store.keep(step(40), room(40))
    await store.close()
    assert len(read(path).records) == 40


async def test_two_hosts_cannot_open_the_same_table(path: Path) -> None:
    store = await played(path, 2)
    second = in_another_process(
        """
for look in (read, glance):
    try:
        look(path)
    except InUse:
        print("in use")
""",
        path,
    )
    assert second.stdout == "in use\n" * 2, second.stderr
    await store.keep(step(3), room(3))  # and the first host goes on
    await store.close()
    assert len(read(path).records) == 3


async def test_the_lock_ends_with_its_process(path: Path) -> None:
    await (await played(path, 2)).close()
    program = """
store = Store.resume(read(path))
print("held", flush=True)
sys.stdin.read()
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", HEAD + program, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout is not None
        assert await asyncio.to_thread(holder.stdout.readline) == b"held\n"
        with pytest.raises(InUse):
            read(path)
    finally:
        holder.kill()
        holder.communicate()
    store = Store.resume(read(path))
    await store.keep(step(3), room(3))
    await store.close()


async def test_a_table_continued_elsewhere_meanwhile_is_not_written(whole: Path) -> None:
    before = read(whole)
    other = Store.resume(read(whole))
    await other.keep(step(10), room(10))
    await other.close()
    with pytest.raises(InUse):
        Store.resume(before)
    assert len(read(whole).records) == 10


async def test_what_cannot_be_written_is_written_with_the_next_step(path: Path) -> None:
    path.parent.touch()  # a file in place of the folder
    store = Store(path, FACTS)
    for number in range(1, 4):
        with pytest.raises(OSError):
            await store.keep(step(number), room(number))
    path.parent.unlink()
    await store.keep(step(4), room(4))
    await store.close()
    saved = read(path)
    assert list(saved.records) == [step(number) for number in range(1, 5)]
    assert saved.room == room(4)


async def test_what_could_not_be_written_is_written_on_closing(path: Path) -> None:
    path.parent.touch()
    store = Store(path, FACTS)
    with pytest.raises(OSError):
        await store.keep(step(1), room(1))
    path.parent.unlink()
    await store.close()
    assert read(path).records == (step(1),)


async def test_a_disk_that_is_full_for_a_while_loses_nothing(path: Path) -> None:
    """A limit on the size of files stands in for a full disk: it can be lifted from outside."""
    pytest.importorskip("resource")
    program = """
import resource
async def main():
    store = Store(path, FACTS)
    failed = 0
    for number in range(1, 31):
        if number == 10:
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
        if number == 20:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        try:
            await store.keep({"number": number, "padding": bytes(500)}, {"revision": number})
        except OSError:
            failed += 1
            assert 10 <= number < 20, number
    print(failed)
    await store.close()
asyncio.run(main())
"""
    done = in_another_process(program, path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == 10
    assert [record["number"] for record in read(path).records] == list(range(1, 31))


@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_a_deleted_file_is_noticed(path: Path, suffix: str) -> None:
    store = await played(path, 2)
    removed = path.with_name(path.name + suffix)
    removed.unlink()
    with pytest.raises(OSError):
        await store.keep(step(3), room(3))
    await store.close()
    assert not removed.exists()


async def test_changed_facts_are_saved_too(whole: Path) -> None:
    store = Store.resume(read(whole))
    await store.change(port=7843)
    await store.change(closed=True)
    await store.close()
    facts, _room = glance(whole)
    assert (facts.port, facts.closed) == (7843, True)
    assert len(read(whole).records) == 9


async def test_a_table_that_never_opened_leaves_no_file(path: Path) -> None:
    store = Store(path, FACTS)
    await store.change(port=7842)
    await store.close()
    assert not path.parent.exists()


async def test_writing_never_blocks_the_event_loop(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a slow disk is writing, the event loop goes on, and the order is kept."""
    import threading

    disk, write = threading.Event(), Store._write

    def slow(store: Store) -> None:
        assert disk.wait(30)
        write(store)

    monkeypatch.setattr(Store, "_write", slow)
    store = Store(path, FACTS)
    keeps = [asyncio.create_task(store.keep(step(n), room(n))) for n in range(1, 4)]
    await asyncio.sleep(0)
    assert not any(keep.done() for keep in keeps)
    disk.set()
    await asyncio.gather(*keeps)
    await store.close()
    assert list(read(path).records) == [step(1), step(2), step(3)]
