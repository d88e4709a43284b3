"""Saved seats, with which a person comes back after their program has ended."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from manillen_tui.guest.client import Client, Standing
from manillen_tui.guest.saved_seats import Keeper, Keepsake, tables
from manillen_tui.launcher import local_tables
from manillen_tui.launcher.local_tables import LocalTables
from manillen_tui.launcher.own_tables import answers
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination
from net.address import Address
from support.cable import cable
from support.house import Lookout, house, people_of, until
from support.playing import RIGHTS


KEPT = Keepsake(
    table="a1b2",
    name="Kitchen table",
    addresses=(Address("192.168.1.20", 7842),),
    fingerprint="00" * 32,
    token="first",
    player="Noor",
    seat=1,
)


def kept_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


# The files ----------------------------------------------------------------------------------------


def test_a_saved_seat_is_there_for_the_next_program(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.keep(KEPT)
    keeper.release()
    assert tables(tmp_path) == (KEPT,)
    assert Keeper(tmp_path).find("a1b2") == KEPT


def test_a_new_token_replaces_the_old_one(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.keep(KEPT)
    keeper.keep(replace(KEPT, token="second"))
    keeper.release()
    assert [kept.token for kept in tables(tmp_path)] == ["second"]
    assert len(kept_files(tmp_path)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no file modes there")
def test_only_this_person_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    before = os.umask(0)
    try:
        Keeper(folder).keep(KEPT)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in kept_files(folder)] == [0o600]


def test_a_seat_in_use_is_not_offered_to_another_program(tmp_path: Path) -> None:
    playing, another = Keeper(tmp_path), Keeper(tmp_path)
    playing.keep(KEPT)
    assert tables(tmp_path) == ()
    assert another.find("a1b2") is None
    assert not another.take(KEPT)
    another.keep(replace(KEPT, token="other", player="Els", seat=2))
    playing.release()
    another.release()
    assert {kept.player for kept in tables(tmp_path)} == {"Noor", "Els"}


def test_a_killed_program_leaves_its_seat_to_the_next(tmp_path: Path) -> None:
    holding = (
        "import sys; from pathlib import Path; from manillen_tui.guest.saved_seats import Keeper;"
        "keeper = Keeper(Path(sys.argv[1])); print(keeper.find('a1b2').player, flush=True);"
        "sys.stdin.read()"
    )
    keeper = Keeper(tmp_path)
    keeper.keep(KEPT)
    keeper.release()
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline().strip() == b"Noor"
        assert tables(tmp_path) == ()
        program.kill()
        program.wait()
        assert tables(tmp_path) == (KEPT,)


def test_after_leaving_no_seat_is_saved(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.keep(KEPT)
    keeper.drop()
    assert list(tmp_path.iterdir()) == []
    assert Keeper(tmp_path).find("a1b2") is None


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"table": 7}', b"\xff" * 100])
def test_a_broken_file_is_ignored(tmp_path: Path, text: bytes) -> None:
    keeper = Keeper(tmp_path)
    keeper.keep(KEPT)
    keeper.release()
    kept_files(tmp_path)[0].write_bytes(text)
    assert tables(tmp_path) == ()
    assert Keeper(tmp_path).find("a1b2") is None


def test_an_id_from_a_stranger_names_no_file_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    keeper = Keeper(folder)
    keeper.keep(replace(KEPT, table="../../etc/passwd\0"))
    assert {path.parent for path in tmp_path.rglob("*.json")} == {folder}


def test_a_table_not_seen_for_months_is_forgotten(tmp_path: Path) -> None:
    old = Keeper(tmp_path)
    old.keep(KEPT)
    old.release()
    for path in kept_files(tmp_path):
        os.utime(path, (0, 0))
    Keeper(tmp_path).keep(replace(KEPT, table="c3d4"))
    assert len(kept_files(tmp_path)) == 1


def test_the_latest_seat_comes_first(tmp_path: Path) -> None:
    for number, table in enumerate(("one", "two", "three")):
        keeper = Keeper(tmp_path)
        keeper.keep(replace(KEPT, table=table))
        keeper.release()
        path = next(p for p in kept_files(tmp_path) if json.loads(p.read_bytes())["table"] == table)
        os.utime(path, (2e9 + number, 2e9 + number))
    assert [kept.table for kept in tables(tmp_path)] == ["three", "two", "one"]


# At a table ---------------------------------------------------------------------------------------


async def end_of_program(client: Client) -> None:
    await client.close()


async def test_after_a_restart_a_person_resumes_their_seat(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await held.begin()
        await until(noor, lambda: noor.view is not None and noor.view.hand is not None)
        assert noor.view is not None
        hand = noor.view.hand
        await end_of_program(noor)
        (kept,) = tables(tmp_path)
        assert (kept.table, kept.name, kept.player, kept.seat) == ("house", "Tafel", "Noor", 1)
        again = await Client.back(kept, keeper=Keeper(tmp_path))
        held.people.append(again)
        assert (again.seat, again.name) == (1, "Noor")
        assert again.view is not None and again.view.hand == hand
        assert tables(tmp_path) == ()  # it is in use


async def test_each_resume_gives_a_new_token_and_voids_the_old_one(
    tmp_path: Path,
) -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path), at=line.address)
        (path,) = kept_files(tmp_path)
        first = json.loads(path.read_bytes())
        line.cut()
        await until(noor, lambda: noor.state is Standing.RECONNECTING)
        await until(noor, lambda: noor.state is Standing.CONNECTED)
        assert json.loads(path.read_bytes())["token"] != first["token"]
        await noor.ready(True)
        await end_of_program(noor)
        old = replace(tables(tmp_path)[0], token=first["token"])
        with pytest.raises(Trouble, match="seat-gone"):
            await Client.back(old)


async def test_joining_a_table_again_resumes_the_seat_there(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await end_of_program(noor)
        again = await held.guest("Noor", keeper=Keeper(tmp_path), code=None)
        assert (again.seat, again.name) == (1, "Noor")
        assert people_of(held.people[0]) == ["Wim", "Noor"]


async def test_a_second_program_on_this_machine_gets_its_own_seat(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        els = await held.guest("Els", keeper=Keeper(tmp_path))
        assert (noor.seat, els.seat) == (1, 2)
        assert noor.gone is None and noor.state is Standing.CONNECTED


async def test_a_second_window_on_the_hosts_machine_takes_no_second_chair(
    tmp_path: Path,
) -> None:
    async with house() as held, cable(held.address) as line:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        wim = await held.guest("Wim", at=line.address, rights=RIGHTS, keeper=Keeper(tmp_path))
        assert (wim.seat, wim.room.holder) == (1, 1)  # a guest, not the host
        with pytest.raises(Trouble, match="seat-in-use"):
            await held.guest("Wim", rights=RIGHTS, keeper=Keeper(tmp_path))
        line.take_out()
        await until(noor, lambda: noor.room.chairs[1].away)  # the window is still open
        with pytest.raises(Trouble, match="seat-in-use"):
            await held.guest("Wim", rights=RIGHTS, keeper=Keeper(tmp_path))
        line.put_back()
        await until(noor, lambda: not noor.room.chairs[1].away)
        await until(wim, lambda: wim.state is Standing.CONNECTED)
        await wim.shut(3)
        assert people_of(noor) == ["Noor", "Wim"]
        onlooker = await held.guest("Wim", rights=RIGHTS, keeper=Keeper(tmp_path), watch=True)
        assert onlooker.watches


async def test_leaving_deletes_the_saved_seat(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await noor.leave()
        assert tables(tmp_path) == ()


async def test_leaving_without_a_connection_keeps_the_saved_seat(tmp_path: Path) -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path), at=line.address)
        line.take_out()
        await until(noor, lambda: noor.state is Standing.RECONNECTING)
        await noor.leave()
        assert [kept.seat for kept in tables(tmp_path)] == [1]


@pytest.mark.parametrize(("code", "left"), [("closed", 0), ("closing", 1)])
async def test_a_closed_table_is_forgotten_and_a_stopped_one_is_not(
    code: str, left: int, tmp_path: Path
) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await held.server.stop(code)
        await until_not_connected(noor)
        await end_of_program(noor)
        assert len(tables(tmp_path)) == left


async def until_not_connected(client: Client) -> None:
    while client.state is Standing.CONNECTED:
        await client.changed()


async def test_a_removed_person_has_no_saved_seat(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await held.people[0].remove(1)
        await until_not_connected(noor)
        assert noor.gone is not None and noor.gone.code == "removed"
        assert tables(tmp_path) == ()


async def test_a_table_that_moved_is_found_where_it_is_seen(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await end_of_program(noor)
        await held.kill()
        await held.go_on(elsewhere=True)
        lookout = Lookout()
        lookout.sees(held.address)
        again = await Client.back(tables(tmp_path)[0], keeper=Keeper(tmp_path), search=lookout)
        held.people.append(again)
        assert (again.seat, again.address) == (1, held.address)


async def test_the_search_for_a_missing_table_ends(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await end_of_program(noor)
        await held.kill()
        (kept,) = tables(tmp_path)
        with pytest.raises(Trouble, match="refused"):
            await Client.back(kept, keeper=Keeper(tmp_path), within_s=0.2)
        assert tables(tmp_path) == (kept,)


async def test_a_table_answers_with_its_own_id_as_long_as_it_runs() -> None:
    async with house("Wim") as held:
        gone = Address("127.0.0.1", 1)
        assert await answers("house", [gone, held.address])
        assert not await answers("another", [held.address])
        assert not await answers("house", [])
        await held.kill()
        assert not await answers("house", [gone, held.address])


async def test_joining_a_vanished_tables_address_ends_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(local_tables, "sightings", Lookout())
    offered = LocalTables()
    monkeypatch.setattr(offered, "joins_s", 0.2)
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper())
        await end_of_program(noor)
        await held.kill()
        with pytest.raises(Trouble, match="timeout"):
            await offered.join(Destination(addresses=[held.address]), "Noor")
    assert [kept.player for kept in tables()] == ["Noor"]


async def test_another_table_under_a_known_id_is_refused_and_told_nothing(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await end_of_program(noor)
        async with house() as imposter:
            with pytest.raises(Trouble, match="other-certificate"):
                await imposter.guest("Noor", keeper=Keeper(tmp_path))
            (kept,) = tables(tmp_path)
            with pytest.raises(Trouble, match="other-certificate"):
                lying = replace(kept, addresses=(imposter.address,))
                await Client.back(lying, within_s=0.2)
            assert imposter.room.obeyed.empty() and imposter.room.info().people == 0


async def test_a_person_whose_seat_was_taken_is_told_and_gets_another(tmp_path: Path) -> None:
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path))
        await held.begin()
        await end_of_program(noor)
        wim = held.people[0]
        await until(wim, lambda: wim.room.chairs[1].away)
        await wim.remove(1)
        await until(wim, lambda: wim.room.chairs[1].holder == "computer")
        els = await held.guest("Els", seat=1)
        assert els.seat == 1
        (kept,) = tables(tmp_path)
        with pytest.raises(Trouble, match="taken"):
            await Client.back(kept)
        again = await held.guest("Noor", keeper=Keeper(tmp_path))
        assert again.seat in (2, 3)
        await end_of_program(again)
        assert [kept.seat for kept in tables(tmp_path)] == [again.seat]


async def test_a_seat_that_cannot_be_saved_is_reported_and_played_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    async with house("Wim") as held:
        noor = await held.guest("Noor", keeper=Keeper(tmp_path / "file" / "seats"))
        assert [notice.code for notice in noor.notices] == ["unkept"]
        await noor.ready(True)
