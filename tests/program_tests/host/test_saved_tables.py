"""Saved tables: which are offered again, how one is named, and which are cleared away."""

import os
import socket
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from manillen_tui.guest.saved_seats import Keeper, Keepsake
from manillen_tui.guest.saved_seats import tables as keepsakes
from manillen_tui.host import saved_tables
from manillen_tui.host.journal import Store
from manillen_tui.host.ready_line import ReadyLine
from manillen_tui.host.saved_tables import (
    KEPT,
    find,
    is_over,
    table_file,
    tables_dir,
    tidy,
    unfinished,
)
from manillen_tui.host.table_file import read
from manillen_tui.launcher import own_tables
from manillen_tui.trouble import Trouble
from net.address import Address
from support.table_files import FACTS, PEOPLE, leave, played


SEAT = Keepsake(
    table="3f2a",
    name="Kroon",
    addresses=(Address("127.0.0.1", 7842),),
    fingerprint="00" * 32,
    token="secret",
    player="Noor",
    seat=1,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


async def table(
    name: str,
    *,
    age: int = 0,
    state: str = "playing",
    closed: bool = False,
    people: Sequence[str] = PEOPLE,
) -> Path:
    """A table last saved `age` days ago."""
    path = table_file(name)
    await leave(path, replace(FACTS, table=name, closed=closed), state, people)
    before = path.stat().st_mtime - age * 86400
    os.utime(path, (before, before))
    return path


async def test_unclosed_tables_with_somebodys_seat_are_offered_newest_first() -> None:
    await table("old", age=4)
    await table("new", age=1)
    await table("lobby", age=2, state="lobby")
    await table("over", age=3, state="over")
    await table("played by computers", age=5, people=())
    await table("left lobby", state="lobby", people=())
    await table("closed", closed=True)
    table_file("junk").write_bytes(b"junk")
    assert [(kept.table, kept.trouble) for kept in saved_tables.resumable()] == [
        ("new", None),
        ("lobby", None),
        ("over", None),
        ("old", None),
        ("played by computers", None),
        ("junk", "table-damaged"),  # last, and with the reason
    ]
    newest = unfinished()[0]
    assert (newest.name, newest.people, newest.rules) == ("Kroon", ("Wim", "Noor"), FACTS.rules)
    assert find("") == newest.path


async def test_a_table_being_hosted_is_not_offered() -> None:
    store = await played(table_file("3f2a"), 3)
    assert unfinished() == []
    await store.close()
    assert [kept.table for kept in unfinished()] == ["3f2a"]


async def test_a_killed_hosts_table_is_dated_by_its_last_step() -> None:
    live = table_file("live")
    store = await played(live, 3)
    killed = table_file("3f2a")
    for part in ("", "-wal"):
        killed.with_name(f"{killed.name}{part}").write_bytes(
            live.with_name(f"{live.name}{part}").read_bytes()
        )
    os.utime(killed, (1e9, 1e9))
    os.utime(f"{killed}-wal", (1e9 + 180, 1e9 + 180))
    await store.close(closed=True)
    assert [(kept.table, kept.kept_s) for kept in unfinished()] == [("3f2a", 1e9 + 180)]


async def test_a_table_is_over_once_nobody_hosts_it_and_nobody_has_a_seat_there() -> None:
    await table("playing")
    await table("lobby", state="lobby")
    await table("left", state="lobby", people=())
    await table("closed", closed=True)
    table_file("junk").write_bytes(b"junk")
    store = await played(table_file("hosted"), 1)
    ids = ("playing", "lobby", "left", "closed", "junk", "hosted", "never")
    assert [name for name in ids if is_over(name)] == ["left", "closed", "never"]
    await store.close()


async def test_forgetting_a_table_deletes_its_file_only_if_asked(tmp_path: Path) -> None:
    path = await table("3f2a")
    own_tables.remember(ReadyLine("3f2a", "Kroon", 7842, rights="secret", pid=1))
    keeper = Keeper()
    keeper.keep(SEAT)
    keeper.release()
    own_tables.forget("3f2a", None)
    assert [file.name for file in tmp_path.rglob("*.json")] == []
    assert path.exists()
    own_tables.forget("3f2a", path)
    assert not path.exists()
    damaged = table_file("junk")
    damaged.write_bytes(b"junk")
    own_tables.forget("junk", damaged)
    assert saved_tables.resumable() == []


async def test_a_table_being_hosted_is_not_deleted() -> None:
    path = table_file("3f2a")
    store = await played(path, 3)
    with pytest.raises(Trouble, match="table-in-use"):
        own_tables.forget("3f2a", path)
    await store.close()
    assert [kept.table for kept in unfinished()] == ["3f2a"]


def test_with_no_tables_there_is_nothing_to_continue() -> None:
    assert saved_tables.resumable() == []
    with pytest.raises(Trouble, match="nothing-saved"):
        find("")


async def test_a_table_is_found_by_its_id_part_of_it_or_its_file(tmp_path: Path) -> None:
    one, other = await table("3f2a", closed=True), await table("3f70")
    assert find("3f2a") == find("3f2") == one  # even a closed one, if named
    assert find("3f7") == other
    for nothing in ("3f", "9", "/3f2a", str(tmp_path)):
        with pytest.raises(Trouble, match="no-such-table"):
            find(nothing)
    copy = tmp_path / "copy"
    copy.write_bytes(one.read_bytes())
    assert find(str(copy)) == copy


async def test_the_oldest_tables_are_deleted_but_none_in_the_middle_of_a_match() -> None:
    await table("unfinished", age=99)
    damaged = table_file("damaged")
    damaged.write_bytes(b"junk")
    os.utime(damaged, (1, 1))
    for number in range(KEPT):
        await table(f"t{number}", age=number, state="over", closed=number % 2 == 1)
    tidy()
    left = {path.stem for path in tables_dir().iterdir()}
    assert left == {"unfinished", "damaged", *(f"t{number}" for number in range(KEPT - 1))}


async def test_a_table_closed_for_good_is_kept_if_it_was_played_at() -> None:
    played_at, unused = table_file("a"), table_file("b")
    store = await played(played_at, 1)
    await store.close(closed=True)
    assert read(played_at).facts.closed
    store = Store(unused, replace(FACTS, table="b"))
    await store.keep(None, read(played_at).room)
    assert unused.exists()
    await store.close(closed=True)
    assert [path.name for path in tables_dir().iterdir()] == [played_at.name]


def test_a_remembered_table_follows_the_rights_and_the_code(tmp_path: Path) -> None:
    def kept() -> tuple[str, str | None]:
        (file,) = tmp_path.rglob("3f2a.json")
        ready = msgspec.json.decode(file.read_bytes(), type=ReadyLine)
        return ready.rights, ready.code

    own_tables.hold("3f2a", "secret", "lamp river")  # not opened here: nothing is remembered
    assert not list(tmp_path.rglob("*.json"))
    own_tables.remember(ReadyLine("3f2a", "Kroon", 7842, rights="secret", pid=1, code="lamp river"))
    own_tables.hold("3f2a", "secret", None)
    assert kept() == ("secret", "lamp river")
    own_tables.hold("3f2a", "secret", "tango kiwi")
    assert kept() == ("secret", "tango kiwi")
    own_tables.hold("3f2a", None, None)
    assert kept() == ("", "tango kiwi")
    own_tables.ended("3f2a")
    assert not list(tmp_path.rglob("*.json"))


@pytest.mark.parametrize(("closed", "left"), [(True, 0), (False, 1)])
async def test_a_vanished_host_leaves_a_seat_only_if_its_table_can_be_continued(
    closed: bool, left: int
) -> None:
    await table("3f2a", state="lobby", closed=closed)
    with socket.socket() as nobody:  # bound, but nobody is listening
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        own_tables.remember(ReadyLine("3f2a", "Kroon", port, rights="secret", pid=1))
        keeper = Keeper()
        keeper.keep(SEAT)
        keeper.release()
        assert await own_tables.running() is None
    assert len(keepsakes()) == left


def test_a_continued_table_replaces_the_remembered_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for port in (7842, 7843):
        own_tables.remember(
            ReadyLine("3f2a", "Kroon", port, rights="secret", pid=1, code="lamp river")
        )
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert b"7843" in kept.read_bytes()
    assert kept.stat().st_mode & 0o777 == 0o600
