"""A table after the death of its host: continued here or elsewhere, or refused in one line."""

import asyncio
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from manillen_tui.client import Client, Standing
from manillen_tui.keepsake import Keeper
from manillen_tui.store import Store
from manillen_tui.tablefile import VERSION, read
from manillen_tui.trouble import Trouble
from net.address import Address
from net.spoken import normal
from support.comeback import Beacon, all_back, both_see, table_files, until
from support.matches import any_command
from support.program import (
    COMMAND,
    HostProcess,
    by_hand,
    children,
    free_port,
    home_env,
    hosting,
    run,
)
from support.table_files import edit


SWIFT = ("--pace", "0", "--automatic-cut", "--set", "free_chat=yes")


async def sit_down(host: HostProcess, name: str, beacon: Beacon, **how: Any) -> Client:
    where = [Address("127.0.0.1", host.port)]
    return await Client.join(where, name, code=host.ready["code"], search=beacon.search, **how)


@asynccontextmanager
async def match_of_two(host: HostProcess, beacon: Beacon) -> AsyncIterator[list[Client]]:
    """Wim, who holds the rights, and Noor in the middle of a deal; one of them is to act."""
    wim = await sit_down(host, "Wim", beacon, rights=host.ready["rights"])
    noor = await sit_down(host, "Noor", beacon)
    await noor.ready(True)
    await wim.start()
    await both_see([wim, noor], settled)
    try:
        yield [wim, noor]
    finally:
        for client in (wim, noor):
            await client.close()


async def move(clients: Sequence[Client]) -> None:
    """Whoever is to act does something that he may."""
    for client in clients:
        assert client.view is not None
        if client.seat in client.view.to_act:
            return await client.command(any_command(Random(1), client.view))


def settled(client: Client) -> bool:
    """Nobody but these two is waited for."""
    view = client.view
    return bool(view and view.to_act and set(view.to_act) <= {0, 1} and view.hand)


def kill(host: HostProcess) -> None:
    host.process.kill()
    host.process.wait()


async def ended(host: HostProcess) -> int:
    host.process.send_signal(signal.SIGTERM)
    return await asyncio.to_thread(host.process.wait, 10)


# Going on -----------------------------------------------------------------------------------------


async def test_a_killed_table_goes_on_with_everything_as_it_was(env: dict[str, str]) -> None:
    beacon, port = Beacon(), ("--port", str(free_port()))
    with hosting(*SWIFT, "--seats", "2", "--name", "Kroon", *port, env=env) as host:
        async with match_of_two(host, beacon) as clients:
            before = [client.view for client in clients]
            kill(host)
            await both_see(clients, lambda client: client.state is Standing.RECONNECTING)
            assert [client.view for client in clients] == before  # the table stays on the screen
            with hosting("--continue", *SWIFT, env=env) as again:
                for same in ("table", "name", "port", "code", "fingerprint", "saved"):
                    assert again.ready[same] == host.ready[same], same
                assert again.ready["rights"] != host.ready["rights"]
                await beacon.show(again)
                await all_back(clients)
                assert [client.view for client in clients] == before
                assert [client.seat for client in clients] == [0, 1]
                assert clients[0].room.holder == 0  # the rights are still his
                await move(clients)
                assert await ended(again) == 0


async def test_everybody_is_away_until_he_comes_back(env: dict[str, str]) -> None:
    beacon, nowhere = Beacon(), Beacon()
    with hosting(*SWIFT, "--seats", "2", "--absence", "wait", env=env) as host:
        async with match_of_two(host, nowhere):
            kill(host)
        with hosting("--continue", *SWIFT, env=env) as again:
            els = await sit_down(again, "Els", beacon, watch=True)
            assert [(c.holder, c.name, c.away) for c in els.room.chairs] == [
                ("person", "Wim", True),
                ("person", "Noor", True),
                ("computer", "", False),
                ("computer", "", False),
            ]
            assert els.room.state == "playing"
            assert els.room.absence_ms is None  # that was agreed on before
            await els.close()


async def test_the_rights_are_a_new_token_and_the_old_one_is_nothing(env: dict[str, str]) -> None:
    beacon = Beacon()
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()):
            kill(host)
    with hosting("--continue", env=env) as again:
        with pytest.raises(Trouble, match="rights-gone"):
            await sit_down(again, "Wim", beacon, rights=host.ready["rights"], watch=True)
        els = await sit_down(again, "Els", beacon, rights=again.ready["rights"], watch=True)
        await els.close()


async def test_a_table_goes_on_at_another_port_when_its_own_is_taken(env: dict[str, str]) -> None:
    beacon, port = Beacon(), ("--port", str(free_port()))
    with hosting(*SWIFT, "--seats", "2", *port, env=env) as host:
        async with match_of_two(host, beacon) as clients:
            kill(host)
            with (
                socket.create_server(("", host.port)),
                hosting("--continue", *SWIFT, env=env) as again,
            ):
                assert again.port != host.port
                await beacon.show(again)
                await all_back(clients)
                kill(again)
            with hosting("--continue", *SWIFT, env=env) as third:
                assert third.port == again.port  # the last one, which guests have seen
                await beacon.show(third)
                await all_back(clients)


async def test_one_file_carries_a_table_to_another_laptop(
    env: dict[str, str], tmp_path: Path
) -> None:
    beacon = Beacon()
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, beacon) as clients:
            before = [client.view for client in clients]
            assert await ended(host) == 0
            (kept,) = table_files(env)
            assert [path.name for path in kept.parent.iterdir()] == [kept.name]
            carried = tmp_path / "stick" / "our table"
            carried.parent.mkdir()
            shutil.copy(kept, carried)
            elsewhere = home_env(tmp_path / "other laptop")
            with hosting("--continue", str(carried), *SWIFT, env=elsewhere) as again:
                await beacon.show(again)
                await all_back(clients)
                assert [client.view for client in clients] == before
            assert table_files(elsewhere) == []  # it goes on in the file that was named


async def test_on_another_laptop_its_host_has_his_own_chair_at_once(
    env: dict[str, str], tmp_path: Path
) -> None:
    beacon = Beacon()
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, beacon) as clients:
            before = clients[0].view
            kill(host)
        (kept,) = table_files(env)
        elsewhere = home_env(tmp_path / "other laptop")
        carried = Path(elsewhere["HOME"], kept.relative_to(env["HOME"]))
        shutil.copytree(kept.parent, carried.parent)
        with hosting("--continue", *SWIFT, env=elsewhere) as again:
            keeper = Keeper(tmp_path / "seats")
            rights = again.ready["rights"]
            wim = await sit_down(again, "Root", beacon, rights=rights, keeper=keeper)
            assert (wim.seat, wim.name, wim.room.holder) == (0, "Wim", 0)
            assert wim.view == before
            await wim.close()


async def test_two_hosts_never_have_one_table(env: dict[str, str]) -> None:
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()) as clients:
            table = host.ready["table"]
            second = run("host", "--continue", table, env=env)
            assert second.returncode == 1
            assert second.stderr.startswith("manillen: That table is being hosted already")
            assert second.stderr.count("\n") == 1
            newest = run("host", "--continue", env=env)
            assert newest.returncode == 1  # and it is not offered
            assert newest.stderr.startswith("manillen: No table is waiting")
            await clients[0].say("still here")


async def test_a_table_closed_on_purpose_is_not_continued_unasked(env: dict[str, str]) -> None:
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()) as clients:
            await clients[0].close_table()
            assert await asyncio.to_thread(host.process.wait, 10) == 0
    assert run("host", "--continue", env=env).returncode == 1
    (kept,) = table_files(env)
    assert read(kept).facts.closed
    with hosting("--continue", host.ready["table"][:6], env=env) as again:  # but when it is named
        assert again.ready["table"] == host.ready["table"]


async def test_a_table_where_nothing_was_played_leaves_nothing(env: dict[str, str]) -> None:
    with hosting(env=env) as host:
        assert len(table_files(env)) == 1
        assert await ended(host) == 0
    assert table_files(env) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_leaves_a_whole_table_within_two_seconds(
    number: signal.Signals, env: dict[str, str]
) -> None:
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()) as clients:
            before = time.monotonic()
            host.process.send_signal(number)
            assert await asyncio.to_thread(host.process.wait, 10) == 0
            assert time.monotonic() - before < 2
            (kept,) = table_files(env)
            assert [path.name for path in kept.parent.iterdir()] == [kept.name]
            saved = read(kept)
            assert not saved.facts.closed and saved.records
            assert clients[0].lost and clients[0].lost.code == "closing"


async def test_who_ends_a_table_by_hand_in_the_middle_reads_how_it_goes_on(
    env: dict[str, str],
) -> None:
    with by_hand("--open", "--seats", "1", *SWIFT, env=env) as host:
        wim = await Client.join([Address("127.0.0.1", host.port)], "Wim")
        await wim.start()
        await until(wim, lambda: settled(wim))
        told = await asyncio.to_thread(host.end)
        await wim.close()
    assert told.splitlines()[-1] == f"`manillen host --continue {wim.table}` goes on with it."
    with hosting("--continue", wim.table, env=env) as again:
        assert again.ready["code"] is None  # as open as it was


# Not going on -------------------------------------------------------------------------------------


@pytest.fixture
async def kept(env: dict[str, str]) -> Path:
    """The file of a match that was stopped by a signal."""
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()):
            await ended(host)
    (path,) = table_files(env)
    return path


def refused(env: dict[str, str], path: Path, says: str) -> None:
    """One line, exit code 1, the file as it was."""
    before = path.read_bytes()
    by_hand = run("host", "--continue", str(path), env=env)
    assert by_hand.returncode == 1
    assert by_hand.stderr.startswith("manillen: ") and by_hand.stderr.count("\n") == 1
    assert says in by_hand.stderr and str(path) in by_hand.stderr
    assert path.read_bytes() == before


async def test_a_damaged_table_is_refused_and_left_as_it_is(
    env: dict[str, str], kept: Path
) -> None:
    whole = kept.read_bytes()
    for damaged in (b"hello", whole[: len(whole) // 2]):
        kept.write_bytes(damaged)
        refused(env, kept, "no whole table")
    with hosting(env=env) as host:  # and a new table is none the worse for it
        assert host.ready["saved"]


def test_a_table_of_a_newer_program_is_refused_and_left_as_it_is(
    env: dict[str, str], kept: Path
) -> None:
    edit(kept, f"PRAGMA user_version = {VERSION + 1}")
    refused(env, kept, "newer")
    headless = run("host", "--headless", "--continue", str(kept), env=env)
    assert headless.returncode == 1  # a program that asks is told the same
    assert json.loads(headless.stdout)["trouble"] == "table-newer"


@pytest.mark.parametrize("spoil", ["records", "room", "rules", "key", "another room"])
async def test_whole_files_of_what_is_no_table_are_refused(
    spoil: str, env: dict[str, str], kept: Path, tmp_path: Path
) -> None:
    """Every digest is right, and yet no host can have written it."""
    saved = read(kept)
    facts, room, records = saved.facts, dict(saved.room), list(saved.records)
    match spoil:
        case "records":
            records.append(records[-1])
        case "room":
            room["people"] = {"places": []}
        case "rules":
            facts = replace(facts, rules={**facts.rules, "players": 9})
        case "key":
            facts = replace(facts, key=b"no key")
        case "another room":
            room["table"] = "0123456789abcdef"
    path = tmp_path / "made up"
    store = Store(path, facts)
    for record in records:
        await store.keep(record, room)
    await store.close()
    refused(env, path, "no whole table")


@pytest.mark.parametrize("which", ["3f2a", "*", "../3f2a", "\x01", "x" * 5000])
def test_a_missing_table_is_refused_in_one_line(which: str, env: dict[str, str]) -> None:
    gone = run("host", "--continue", which, env=env)
    assert (gone.returncode, gone.stderr.count("\n")) == (1, 1)
    assert gone.stderr.startswith("manillen: ")
    assert "Traceback" not in log_of(env)


@pytest.mark.skipif(sys.platform == "win32", reason="limits the files of another process")
def test_a_log_that_cannot_be_written_is_no_matter_of_the_terminal(env: dict[str, str]) -> None:
    import resource

    gone = subprocess.run(
        [*COMMAND, "host", "--continue", "3f2a"],
        env=env,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        check=False,
    )
    assert (gone.returncode, gone.stderr.count("\n")) == (1, 1)
    assert gone.stderr.startswith("manillen: ")


def log_of(env: dict[str, str]) -> str:
    return "".join(path.read_text() for path in Path(env["HOME"]).rglob("*.log"))


# Where nothing can be kept ------------------------------------------------------------------------


async def test_where_nothing_can_be_kept_the_table_opens_and_everybody_is_told(
    env: dict[str, str],
) -> None:
    data = Path(env["HOME"], ".local", "share")
    data.parent.mkdir(parents=True)
    data.touch()  # a file where the folder should be
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        assert host.ready["saved"] is False
        async with match_of_two(host, Beacon()) as clients:
            assert not any(client.room.saved for client in clients)
            data.unlink()
            await clients[0].say("room at last")
            await both_see(clients, lambda client: client.room.saved)
            before = read_when_free(host, env)
            assert before.room["state"] == "playing" and before.records


def read_when_free(host: HostProcess, env: dict[str, str]) -> Any:
    kill(host)
    (path,) = table_files(env)
    return read(path)


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of another process")
async def test_a_disk_that_fills_up_stops_nobody_and_loses_nothing(env: dict[str, str]) -> None:
    import resource

    def disk(host: HostProcess, size: int) -> None:
        resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    beacon = Beacon()
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, beacon) as clients:
            assert clients[0].room.saved
            disk(host, 0)
            await clients[0].say("before")  # is done, though nothing can be written
            await both_see(clients, lambda client: not client.room.saved)
            assert host.process.poll() is None
            disk(host, resource.RLIM_INFINITY)
            await clients[1].say("after")
            await both_see(clients, lambda client: client.room.saved)
            kill(host)
            with hosting("--continue", *SWIFT, env=env) as again:
                await beacon.show(again)
                await all_back(clients)
                assert [said.text for said in clients[0].room.chat] == ["before", "after"]


# Secrets ------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="reads command lines from /proc")
async def test_no_secret_is_in_a_log_or_on_a_command_line(env: dict[str, str]) -> None:
    beacon = Beacon()
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, beacon) as clients:
            with pytest.raises(Trouble, match="badcode"):
                await Client.join([clients[0].address], "Eve", code="wrong words")
            await clients[1].say("hello")
            kill(host)
            with hosting("--continue", *SWIFT, env=env) as again:
                await beacon.show(again)
                await all_back(clients)
                await clients[0].new_code()
                await until(clients[0], lambda: clients[0].code not in (None, host.ready["code"]))
                tokens = [client._guest.token for client in clients]
                pids = (again.process.pid, *children(again.process.pid))
                lines = b"".join(Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids)
                await ended(again)
                assert again.process.stdout is not None
                assert again.process.stdout.read() == b""  # after the ready line
    (kept,) = table_files(env)
    saved = read(kept)
    assert saved.room["spoken"] == clients[0].code
    hidden = [
        *(host.ready["code"], clients[0].code, host.ready["rights"], again.ready["rights"]),
        *tokens,
        saved.facts.key.decode().splitlines()[1],
    ]
    logs = "".join(path.read_text() for path in Path(env["HOME"]).rglob("*.log"))
    assert len(lines) > 100 and "badcode" in logs
    for secret in hidden:
        assert secret is not None and len(secret) > 6
        assert secret not in logs and secret.encode() not in lines
    for code in hidden[:2]:  # however they may be spelled
        assert normal(code) not in normal(logs)
        assert normal(code) not in normal(lines.decode())
    assert not re.search("[♣♦♥♠]", logs)  # nor is any card there, hidden or not
    # Who finds the file has no token: only what they are known by.
    content = kept.read_bytes()
    assert not any(secret.encode() in content for secret in (again.ready["rights"], *tokens))
