"""The host as a process of its own: how it starts, what it reports, and every way it ends."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from manillen_tui.engine.commands import NameTrump
from manillen_tui.engine.records import Phase
from manillen_tui.guest.client import Client
from manillen_tui.trouble import Trouble
from manillen_tui.wire import rules_from_body
from net.address import Address
from net.discovery.browse import Browser
from net.discovery.listing import Status
from net.limits import Limits
from net.security.spoken_code import WORDS
from net.transport.connection import probe
from support.program import (
    COMMAND,
    PATIENCE_S,
    HostProcess,
    by_hand,
    children,
    ends,
    free_port,
    hosting,
    run,
)


def address(host: HostProcess) -> Address:
    return Address("127.0.0.1", host.port)


async def sit_down(host: HostProcess, name: str, *, rights: bool = False) -> Client:
    token = host.ready["rights"] if rights else None
    return await Client.join([address(host)], name, code=host.ready["code"], rights=token)


async def ended(client: Client) -> str:
    """Why the connection ended, once it has."""
    async with asyncio.timeout(PATIENCE_S):
        while (ended := client.gone or client.lost) is None:
            await client.changed()
    return ended.code


def test_it_says_where_it_listens_on_one_line_and_closes_the_pipe(env: dict[str, str]) -> None:
    with hosting("--name", "Kroon", "--player", "Wim", env=env) as host:
        assert host.ready["name"] == "Kroon"
        assert host.ready["pid"] == host.process.pid
        assert host.process.stdout is not None
        assert host.process.stdout.read() == b""  # the end of the output, though the host runs on
        assert host.process.poll() is None


@pytest.mark.skipif(sys.platform != "linux", reason="reads command lines from /proc")
def test_the_rights_token_is_on_no_command_line_and_in_no_log(env: dict[str, str]) -> None:
    with hosting(env=env) as host:
        command = Path(f"/proc/{host.process.pid}/cmdline").read_bytes()
        assert host.ready["rights"].encode() not in command
        logs = list(Path(env["HOME"]).rglob("*.log"))
        assert logs
        assert all(host.ready["rights"] not in log.read_text() for log in logs)


async def test_a_taken_port_makes_it_take_the_next_free_one(env: dict[str, str]) -> None:
    with hosting(env=env) as first, hosting("--port", str(first.port), env=env) as second:
        assert first.port < second.port <= first.port + 20
        client = await sit_down(second, "Noor")
        assert client.table == second.ready["table"]
        await client.leave()


def test_with_no_port_left_it_says_so_in_one_line(env: dict[str, str]) -> None:
    with socket.create_server(("", 65535)):
        failed = run("host", "--port", "65535", env=env)
    assert failed.returncode == 1
    assert failed.stderr.startswith("manillen: ") and failed.stderr.count("\n") == 1
    assert "--port" in failed.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_says_goodbye_to_all_within_two_seconds(
    number: signal.Signals, env: dict[str, str]
) -> None:
    with hosting(env=env) as host:
        clients = [await sit_down(host, name) for name in ("Wim", "Noor", "Els")]
        before = time.monotonic()
        host.process.send_signal(number)
        assert [await ended(client) for client in clients] == ["closing"] * 3
        assert await asyncio.to_thread(host.process.wait, PATIENCE_S) == 0
        assert time.monotonic() - before < 2
        for client in clients:
            await client.close()


async def test_a_goodbye_takes_the_table_off_everybodys_list(env: dict[str, str]) -> None:
    browser = Browser(interfaces=["127.0.0.1"])
    await browser.start()
    try:
        with hosting(env=env) as host:

            def listed() -> list[Status]:
                return [row.status for row in browser.rows if row.table_id == host.ready["table"]]

            async with asyncio.timeout(PATIENCE_S):
                while listed() != [Status.ALIVE]:
                    await browser.changed()
                host.process.send_signal(signal.SIGTERM)
                while (statuses := listed()) != []:
                    assert Status.SILENT not in statuses, "it said goodbye"
                    await browser.changed()
    finally:
        await browser.stop()


def read_by_hand(*options: str, env: dict[str, str], number: signal.Signals) -> tuple[str, str]:
    """The output of a host opened in a terminal, before and after this signal."""
    with by_hand(*options, env=env) as host:
        return host.told, host.end(number)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP on this system")
def test_a_closed_terminal_ends_a_host_run_by_hand(env: dict[str, str]) -> None:
    told, end = read_by_hand("--name", "Kroon", env=env, number=signal.SIGHUP)
    assert told.startswith("Kroon is open")
    assert end == "The table is closed.\n"


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP on this system")
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT])
async def test_a_host_told_to_ignore_a_signal_keeps_serving(
    number: signal.Signals, env: dict[str, str]
) -> None:
    with by_hand("--open", env=env, ignoring=[number]) as host:
        host.process.send_signal(number)
        noor = await Client.join([Address("127.0.0.1", host.port)], "Noor")  # after the signal
        assert noor.room.state == "lobby"
        await noor.leave()
        assert (await asyncio.to_thread(host.end, signal.SIGTERM)).endswith("closed.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device on this system")
@pytest.mark.parametrize("output", ["gone", "full"])
async def test_a_host_whose_output_nobody_reads_still_serves_its_guests(
    output: str, env: dict[str, str]
) -> None:
    reading, writing = os.pipe()
    if output == "full":
        os.close(writing)
        writing = os.open("/dev/full", os.O_WRONLY)
    os.close(reading)
    port = free_port()
    host = subprocess.Popen(
        [*COMMAND, "host", "--open", "--port", str(port)],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writing)
    try:
        assert host.stderr is not None
        said = host.stderr.readline()
        assert said.startswith("manillen: Messages cannot be written here")
        wim = await Client.join([Address("127.0.0.1", port)], "Wim")
        noor = await Client.join([Address("127.0.0.1", port)], "Noor")
        async with asyncio.timeout(PATIENCE_S):
            while sum(chair.holder == "person" for chair in wim.room.chairs) < 2:
                await wim.changed()
        for client in (wim, noor):
            await client.leave()
        host.send_signal(signal.SIGTERM)
        _out, rest = host.communicate(timeout=PATIENCE_S)
        assert (host.returncode, rest) == (0, "")
    finally:
        host.kill()
        host.communicate()


def test_a_host_run_by_hand_shows_the_code_to_read_aloud(env: dict[str, str]) -> None:
    told, _end = read_by_hand(env=env, number=signal.SIGINT)
    (code,) = (line.strip() for line in told.splitlines() if line.startswith("    "))
    words = ["".join(word.split()).lower() for word in code.split("   ")]
    assert len(words) == 2 and set(words) <= set(WORDS)
    assert code.isupper()


def test_an_open_table_run_by_hand_shows_no_code(env: dict[str, str]) -> None:
    told, _end = read_by_hand("--open", env=env, number=signal.SIGINT)
    assert "there is no code" in told
    assert not any(line.startswith("    ") for line in told.splitlines())


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP on this system")
async def test_a_closed_terminal_does_not_end_a_host_started_by_the_interface(
    env: dict[str, str],
) -> None:
    with hosting(env=env) as host:
        host.process.send_signal(signal.SIGHUP)
        client = await sit_down(host, "Noor")  # it still serves after the signal
        assert client.room.state == "lobby"
        await client.leave()


async def test_only_the_holder_of_the_rights_closes_the_table(env: dict[str, str]) -> None:
    with hosting(env=env) as host:
        guest = await sit_down(host, "Noor")
        holder = await sit_down(host, "Wim", rights=True)
        mallory = await sit_down(host, "Mallory")
        with pytest.raises(Trouble, match="no-rights"):
            await mallory.close_table()
        await holder.close_table()
        assert (
            await ended(guest) == "closed"
        )  # for good; a table that may be continued is "closing"
        assert await asyncio.to_thread(host.process.wait, PATIENCE_S) == 0
        await guest.close()


async def test_a_wrong_token_gets_no_seat(env: dict[str, str]) -> None:
    with hosting(env=env) as host, pytest.raises(Trouble, match="rights-gone"):
        await Client.join([address(host)], "Mallory", code=host.ready["code"], rights="x" * 22)


async def test_four_people_fill_the_table_and_a_fifth_is_told(env: dict[str, str]) -> None:
    with hosting(env=env) as host:
        names = ("Wim", "Noor", "Wim", "Wim")
        people = [await sit_down(host, name) for name in names]
        assert [person.name for person in people] == ["Wim", "Noor", "Wim 2", "Wim 3"]
        with pytest.raises(Trouble, match="full"):
            await sit_down(host, "Els")
        for person in people:
            await person.leave()


async def test_one_person_and_three_computer_players_start_a_match(env: dict[str, str]) -> None:
    options = ("--seats", "1", "--pace", "0", "--automatic-cut", "--seed", "4", "--target", "21")
    with hosting(*options, env=env) as host:
        wim = await sit_down(host, "Wim", rights=True)
        assert [chair.holder for chair in wim.room.chairs] == ["person"] + ["computer"] * 3
        await wim.start()
        async with asyncio.timeout(PATIENCE_S):
            while wim.view is None or wim.seat not in wim.view.to_act:
                await wim.changed()
        assert wim.view.rules.target == 21
        if wim.view.phase is Phase.TRUMP:
            await wim.command(NameTrump(None))
        await wim.leave()


async def test_a_computer_player_moves_for_a_lost_guest_who_keeps_the_seat(
    env: dict[str, str],
) -> None:
    options = ("--pace", "0", "--automatic-cut", "--seats", "2", "--absence", "now")
    with hosting(*options, env=env) as host:
        wim = await sit_down(host, "Wim", rights=True)
        noor = await sit_down(host, "Noor")
        await noor.ready(True)
        await wim.start()
        await noor.close()
        async with asyncio.timeout(PATIENCE_S):
            while not wim.room.chairs[noor.seat].played:
                await wim.changed()
            while wim.view is None or wim.seat not in wim.view.to_act:
                await wim.changed()
        assert wim.room.state == "playing"
        assert wim.room.chairs[noor.seat].name == "Noor"
        await wim.leave()


@pytest.mark.parametrize(("when", "shown"), [("wait", None), ("now", 0), ("12.5", 12_500)])
async def test_how_long_to_wait_for_somebody_away_is_chosen_at_the_start(
    when: str, shown: int | None, env: dict[str, str]
) -> None:
    with hosting("--absence", when, env=env) as host:
        wim = await sit_down(host, "Wim")
        assert wim.room.absence_ms == shown
        await wim.leave()


async def test_an_open_table_asks_for_no_code_and_says_so(env: dict[str, str]) -> None:
    with hosting("--open", env=env) as host:
        assert host.ready["code"] is None
        info, _round_trip = await probe(address(host), Limits())
        assert not info.code
        noor = await Client.join([address(host)], "Noor")
        await noor.leave()


async def test_other_tables_ask_for_the_code_in_the_ready_line(env: dict[str, str]) -> None:
    with hosting(env=env) as host:
        info, _round_trip = await probe(address(host), Limits())
        assert info.code
        with pytest.raises(Trouble, match="code-needed"):
            await Client.join([address(host)], "Noor")
        shouted = host.ready["code"].upper().replace(" ", "-")
        noor = await Client.join([address(host)], "Noor", code=shouted)
        await noor.leave()


async def test_a_wrong_code_is_reported_to_the_host_with_a_plain_address(
    env: dict[str, str],
) -> None:
    with hosting(env=env) as host:
        wim = await sit_down(host, "Wim", rights=True)
        with pytest.raises(Trouble, match="badcode"):
            await Client.join([address(host)], "Eve", code="wrong words")
        while not wim.notices:
            await wim.changed()
        assert wim.notices[0].args == {"address": "127.0.0.1", "count": 1}
        await wim.leave()


async def test_what_spectators_may_see_is_chosen_when_the_table_opens(env: dict[str, str]) -> None:
    for option, shown in (("none", False), ("cards-after", True)):
        with hosting("--watch", option, env=env) as host:
            info, _round_trip = await probe(address(host), Limits())
            assert rules_from_body(info.info).watch_open is shown


def test_computer_players_end_with_a_killed_host(env: dict[str, str]) -> None:
    with hosting(env=env) as host:
        workers = children(host.process.pid)
        assert len(workers) == 1
        host.process.kill()
        assert ends(workers[0])
