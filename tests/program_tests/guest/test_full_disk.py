"""Coming back to a table while the disk is full: every way back reports just that."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from manillen_tui.guest.client import Client
from manillen_tui.guest.saved_seats import Keeper, Keepsake, tables
from manillen_tui.host import ready_line
from manillen_tui.launcher import own_tables
from net.address import Address
from support.comeback import table_files
from support.program import COMMAND, PATIENCE_S, hosting


resource = pytest.importorskip("resource", reason="limits what a process may write")

SEAT = Keepsake(
    table="a1b2",
    name="Kroon",
    addresses=(Address("127.0.0.1", 7842),),
    fingerprint="00" * 32,
    token="first",
    player="Noor",
    seat=1,
)


@pytest.fixture
async def table(env: dict[str, str]) -> str:
    """The id of a table whose host was killed in its lobby."""
    with hosting("--open", env=env) as host:
        noor = await Client.join([Address("127.0.0.1", host.port)], "Noor")
        host.process.kill()
        await asyncio.to_thread(host.process.wait, PATIENCE_S)
        await noor.close()
        return noor.table


def no_room() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def run_full(*command: str, env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        preexec_fn=no_room,
        check=False,
    )


@pytest.mark.parametrize("which", ["the newest", "by its id"])
def test_continuing_a_table_on_a_full_disk_says_so(
    which: str, env: dict[str, str], table: str
) -> None:
    named = [] if which == "the newest" else [table]
    gone = run_full(*COMMAND, "host", "--continue", *named, env=env)
    (path,) = table_files(env)
    assert (gone.returncode, gone.stdout) == (1, "")
    assert gone.stderr == (
        f"manillen: The disk is full: make room, then continue the table. {path}\n"
    )
    headless = run_full(*COMMAND, "host", "--headless", "--continue", *named, env=env)
    assert json.loads(headless.stdout)["trouble"] == "disk-full"
    with hosting("--continue", *named, env=env) as again:  # there is space again
        assert again.ready["table"] == table


def test_a_match_that_cannot_be_read_for_lack_of_space_is_not_damaged(
    env: dict[str, str], table: str
) -> None:
    (path,) = table_files(env)
    checked = run_full(*COMMAND, "verify", str(path), env=env)
    assert checked.returncode == 1
    assert checked.stderr.startswith("manillen: The disk is full")


def test_the_home_screen_still_lists_the_table(env: dict[str, str], table: str) -> None:
    listing = (
        "from manillen_tui.host.saved_tables import resumable\n"
        "print([(s.table, s.trouble) for s in resumable()])"
    )
    listed = run_full(sys.executable, "-P", "-c", listing, env=env)
    assert listed.stdout == f"[({table!r}, 'disk-full')]\n"


def test_a_seat_or_table_that_cannot_be_saved_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    seats, keeper = tmp_path / "seats", Keeper(tmp_path / "seats")
    keeper.keep(SEAT)
    ready = ready_line.ReadyLine("a1b2", "Kroon", 7842, rights="secret", pid=1)
    own_tables.remember(ready)
    before = {path.name for path in tmp_path.rglob("*")}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            keeper.keep(replace(SEAT, token="second"))
        with pytest.raises(OSError, match="File too large"):
            own_tables.remember(replace(ready, port=7843))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert {path.name for path in tmp_path.rglob("*")} == before
    keeper.release()
    assert tables(seats) == (SEAT,)
