"""A table that cannot be continued, or not be saved: one line says so, and nobody is stopped."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from manillen_tui.guest.client import Client
from manillen_tui.host.journal import Store
from manillen_tui.host.table_file import VERSION, read
from manillen_tui.trouble import Trouble
from net.security.spoken_code import normal
from support.comeback import Beacon, all_back, both_see, table_files, until
from support.match_of_two import SWIFT, ended, kill, match_of_two
from support.program import (
    COMMAND,
    HostProcess,
    children,
    hosting,
    run,
)
from support.table_files import edit


# Not going on -------------------------------------------------------------------------------------


@pytest.fixture
async def kept(env: dict[str, str]) -> Path:
    """The file of a table stopped by a signal during a match."""
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()):
            await ended(host)
    (path,) = table_files(env)
    return path


def refused(env: dict[str, str], path: Path, says: str) -> None:
    """Check for one line, exit code 1, and an unchanged file."""
    before = path.read_bytes()
    by_hand = run("host", "--continue", str(path), env=env)
    assert by_hand.returncode == 1
    assert by_hand.stderr.startswith("manillen: ") and by_hand.stderr.count("\n") == 1
    assert says in by_hand.stderr and str(path) in by_hand.stderr
    assert path.read_bytes() == before


async def test_a_damaged_table_is_refused_and_left_unchanged(
    env: dict[str, str], kept: Path
) -> None:
    whole = kept.read_bytes()
    for damaged in (b"hello", whole[: len(whole) // 2]):
        kept.write_bytes(damaged)
        refused(env, kept, "is damaged")
    with hosting(env=env) as host:  # and a new table is none the worse for it
        assert host.ready["saved"]


def test_a_table_of_a_newer_program_is_refused_and_left_unchanged(
    env: dict[str, str], kept: Path
) -> None:
    edit(kept, f"PRAGMA user_version = {VERSION + 1}")
    refused(env, kept, "newer")
    headless = run("host", "--headless", "--continue", str(kept), env=env)
    assert headless.returncode == 1  # another program is told the same
    assert json.loads(headless.stdout)["trouble"] == "table-newer"


@pytest.mark.parametrize("spoil", ["records", "room", "rules", "key", "another room"])
async def test_intact_files_with_impossible_content_are_refused(
    spoil: str, env: dict[str, str], kept: Path, tmp_path: Path
) -> None:
    """Every digest is right, but no host can have written it."""
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
    refused(env, path, "is damaged")


@pytest.mark.parametrize("which", ["3f2a", "*", "../3f2a", "\x01", "x" * 5000])
def test_a_missing_table_is_refused_in_one_line(which: str, env: dict[str, str]) -> None:
    gone = run("host", "--continue", which, env=env)
    assert (gone.returncode, gone.stderr.count("\n")) == (1, 1)
    assert gone.stderr.startswith("manillen: ")
    assert "Traceback" not in log_of(env)


@pytest.mark.skipif(sys.platform == "win32", reason="limits the files of another process")
def test_a_log_that_cannot_be_written_prints_nothing(env: dict[str, str]) -> None:
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


async def test_if_nothing_can_be_saved_the_table_opens_and_everybody_is_told(
    env: dict[str, str],
) -> None:
    data = Path(env["HOME"], ".local", "share")
    data.parent.mkdir(parents=True)
    data.touch()  # a file in place of the folder
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
            await clients[0].say("before")  # works, though nothing can be written
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
    for code in hidden[:2]:  # in any spelling
        assert normal(code) not in normal(logs)
        assert normal(code) not in normal(lines.decode())
    assert not re.search("[♣♦♥♠]", logs)  # nor any card, hidden or not
    # The file has no tokens, only their hashes.
    content = kept.read_bytes()
    assert not any(secret.encode() in content for secret in (again.ready["rights"], *tokens))
