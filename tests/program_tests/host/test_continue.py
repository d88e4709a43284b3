"""A table whose host was killed is continued here or elsewhere, as it was."""

import asyncio
import shutil
import signal
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from manillen_tui.guest.client import Client, Standing
from manillen_tui.guest.saved_seats import Keeper
from manillen_tui.host.table_file import read
from manillen_tui.trouble import Trouble
from net.address import Address
from support.comeback import Beacon, all_back, both_see, table_files, until
from support.match_of_two import SWIFT, ended, kill, match_of_two, settled, sit_down
from support.matches import any_command
from support.program import (
    by_hand,
    free_port,
    home_env,
    hosting,
    run,
)


async def move(clients: Sequence[Client]) -> None:
    """Whoever is to act does something that they may."""
    for client in clients:
        assert client.view is not None
        if client.seat in client.view.to_act:
            return await client.command(any_command(Random(1), client.view))


async def test_a_killed_table_is_continued_with_everything_as_it_was(env: dict[str, str]) -> None:
    beacon, port = Beacon(), ("--port", str(free_port()))
    with hosting(*SWIFT, "--seats", "2", "--name", "Kroon", *port, env=env) as host:
        async with match_of_two(host, beacon) as clients:
            before = [client.view for client in clients]
            kill(host)
            await both_see(clients, lambda client: client.state is Standing.RECONNECTING)
            assert [client.view for client in clients] == before  # the table stays on their screens
            with hosting("--continue", *SWIFT, env=env) as again:
                for same in ("table", "name", "port", "code", "fingerprint", "saved"):
                    assert again.ready[same] == host.ready[same], same
                assert again.ready["rights"] != host.ready["rights"]
                await beacon.show(again)
                await all_back(clients)
                assert [client.view for client in clients] == before
                assert [client.seat for client in clients] == [0, 1]
                assert clients[0].room.holder == 0  # still the holder of the rights
                await move(clients)
                assert await ended(again) == 0


async def test_everybody_is_away_until_they_come_back(env: dict[str, str]) -> None:
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
            assert els.room.absence_ms is None  # as chosen before
            await els.close()


async def test_the_rights_get_a_new_token_and_the_old_one_is_void(env: dict[str, str]) -> None:
    beacon = Beacon()
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()):
            kill(host)
    with hosting("--continue", env=env) as again:
        with pytest.raises(Trouble, match="rights-gone"):
            await sit_down(again, "Wim", beacon, rights=host.ready["rights"], watch=True)
        els = await sit_down(again, "Els", beacon, rights=again.ready["rights"], watch=True)
        await els.close()


async def test_a_table_is_continued_on_another_port_if_its_own_is_taken(
    env: dict[str, str],
) -> None:
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
                assert third.port == again.port  # the last port, which guests have seen
                await beacon.show(third)
                await all_back(clients)


async def test_one_file_moves_a_table_to_another_laptop(
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
            assert table_files(elsewhere) == []  # it continues in the file that was named


async def test_on_another_laptop_the_host_has_their_own_chair_at_once(
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


async def test_two_hosts_never_have_the_same_table(env: dict[str, str]) -> None:
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()) as clients:
            table = host.ready["table"]
            second = run("host", "--continue", table, env=env)
            assert second.returncode == 1
            assert second.stderr.startswith("manillen: That table is already being hosted")
            assert second.stderr.count("\n") == 1
            newest = run("host", "--continue", env=env)
            assert newest.returncode == 1  # and the table is not offered
            assert newest.stderr.startswith("manillen: There is no saved table")
            await clients[0].say("still here")


async def test_a_table_closed_on_purpose_is_continued_only_when_named(env: dict[str, str]) -> None:
    with hosting(*SWIFT, "--seats", "2", env=env) as host:
        async with match_of_two(host, Beacon()) as clients:
            await clients[0].close_table()
            assert await asyncio.to_thread(host.process.wait, 10) == 0
    assert run("host", "--continue", env=env).returncode == 1
    (kept,) = table_files(env)
    assert read(kept).facts.closed
    with hosting("--continue", host.ready["table"][:6], env=env) as again:  # but only when named
        assert again.ready["table"] == host.ready["table"]


async def test_a_table_where_nothing_was_played_leaves_no_file(env: dict[str, str]) -> None:
    with hosting(env=env) as host:
        assert len(table_files(env)) == 1
        assert await ended(host) == 0
    assert table_files(env) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_leaves_a_complete_file_within_two_seconds(
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


async def test_ending_a_match_by_hand_tells_how_to_continue_it(
    env: dict[str, str],
) -> None:
    with by_hand("--open", "--seats", "1", *SWIFT, env=env) as host:
        wim = await Client.join([Address("127.0.0.1", host.port)], "Wim")
        await wim.start()
        await until(wim, lambda: settled(wim))
        told = await asyncio.to_thread(host.end)
        await wim.close()
    assert told.splitlines()[-1] == f"`manillen host --continue {wim.table}` continues it."
    with hosting("--continue", wim.table, env=env) as again:
        assert again.ready["code"] is None  # still an open table
