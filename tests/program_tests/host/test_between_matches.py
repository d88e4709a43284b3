"""A host ends between matches: everybody with a seat is told what happens to it, and has it again
when the table is continued.
"""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from manillen_tui.guest.client import Client, Standing
from net.address import Address
from net.protocol.host_messages import RoomState
from support.comeback import Beacon, all_back, both_see, until
from support.matches import any_command, moment
from support.program import PATIENCE_S, by_hand, hosting, run


SWIFT = ("--open", "--pace", "0", "--automatic-cut", "--seats", "2")
DEATHS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]


async def sit_down(port: int, name: str, beacon: Beacon, rights: str | None = None) -> Client:
    where = [Address("127.0.0.1", port)]
    return await Client.join(where, name, rights=rights, search=beacon.search)


async def play_to_the_end(clients: list[Client]) -> None:
    """Play a match of one deal with any legal commands."""
    wim, noor = clients
    await noor.ready(True)
    await wim.start()

    async def play(client: Client) -> None:
        answered = None
        while client.room.state != "over":
            view = client.view
            if view and moment(view) != answered and client.seat in view.to_act[:1]:
                answered = moment(view)
                await client.command(any_command(Random(1), view))
            await client.changed()

    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(play(wim), play(noor))


@pytest.mark.parametrize("death", DEATHS)
@pytest.mark.parametrize("state", ["lobby", "over"])
async def test_a_table_between_matches_is_continued_however_its_host_ended(
    state: str, death: signal.Signals, env: dict[str, str]
) -> None:
    beacon = Beacon()
    with hosting(*SWIFT, "--target", "1", env=env) as host:
        wim = await sit_down(host.port, "Wim", beacon, host.ready["rights"])
        clients = [wim, await sit_down(host.port, "Noor", beacon)]
        if state == "over":
            await play_to_the_end(clients)
        before = [(client.room.state, client.view) for client in clients]
        host.process.send_signal(death)
        await asyncio.to_thread(host.process.wait, PATIENCE_S)
        await both_see(clients, lambda client: client.state is Standing.RECONNECTING)
        if death is not signal.SIGKILL:
            assert [client.lost and client.lost.code for client in clients] == ["closing"] * 2
        with hosting("--continue", env=env) as again:
            assert again.ready["table"] == host.ready["table"]
            await beacon.show(again)
            await all_back(clients)
            assert [(client.room.state, client.view) for client in clients] == before
            assert (wim.room.holder, wim.room.chairs[1].name) == (0, "Noor")
            for client in clients:
                await client.close()


async def test_ending_a_lobby_by_hand_tells_how_to_continue_and_guests_wait(
    env: dict[str, str],
) -> None:
    beacon = Beacon()
    with by_hand(*SWIFT, env=env) as host:
        noor = await sit_down(host.port, "Noor", beacon)
        told = (await asyncio.to_thread(host.end)).splitlines()
    assert told[-1] == f"`manillen host --continue {noor.table}` continues it."
    assert "The table is closed." not in told
    await until(noor, lambda: noor.lost is not None and noor.lost.code == "closing")
    with hosting("--continue", noor.table, env=env) as again:
        await beacon.show(again)
        await all_back([noor])
        await noor.close()


async def told_at_the_end(client: Client) -> str | None:
    """Why a table is gone; None while the guest is still waiting for it."""
    async with asyncio.timeout(PATIENCE_S):
        while client.gone is None and client.lost is None:
            await client.changed()
    return client.gone.code if client.gone is not None else None


async def test_with_no_seats_left_everybody_is_told_that_the_table_is_closed(
    env: dict[str, str],
) -> None:
    with by_hand(*SWIFT, env=env) as host:
        noor = await sit_down(host.port, "Noor", Beacon())
        els = await Client.join([Address("127.0.0.1", host.port)], "Els", watch=True)
        await noor.leave()
        await until(els, lambda: _people(els.room) == [])
        assert (await asyncio.to_thread(host.end)).endswith("The table is closed.\n")
    assert await told_at_the_end(els) == "closed"
    assert run("host", "--continue", env=env).returncode == 1


async def test_an_unsaved_table_tells_everybody_that_it_is_closed(env: dict[str, str]) -> None:
    data = Path(env["HOME"], ".local", "share")
    data.parent.mkdir(parents=True)
    data.touch()  # a file in place of the folder
    with by_hand(*SWIFT, env=env) as host:
        noor = await sit_down(host.port, "Noor", Beacon())
        assert (await asyncio.to_thread(host.end)).endswith("The table is closed.\n")
    assert await told_at_the_end(noor) == "closed"


def _people(room: RoomState) -> list[str]:
    return [chair.name for chair in room.chairs if chair.holder == "person"]
