"""Announcing and finding tables, with real multicast DNS on the loopback interface.

Other programs on this machine may announce tables at the same time: each test looks at its own.
"""

import asyncio
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import zeroconf.asyncio
from msgspec.structs import replace
from zeroconf import Zeroconf

from net.address import Address
from net.discovery import multicast
from net.discovery.announce import Announcer
from net.discovery.browse import Browser, Probe
from net.discovery.listing import Row, Status
from net.limits import Limits
from net.protocol.host_messages import Info
from net.room.room import Room
from net.transport import connection
from net.transport.server import Server
from net.transport.unreachable import Unreachable
from support.toy_game import ToyGame


LOOPBACK = ["127.0.0.1"]
#: Tables are probed a second time only after an announcement.
PATIENT = Limits(probe_every_s=3600.0, interfaces_s=0.05)
#: Silence is noticed at once.
BRISK = Limits(probe_every_s=0.05, probe_again_s=0.02, interfaces_s=0.05)


class Network:
    """Which tables answer a probe at which port; and what is running, to be stopped at the end."""

    def __init__(self) -> None:
        self.answers: dict[int, Info] = {}
        self._running: list[Announcer | Browser] = []

    async def announce(self, info: Info, port: int = 7842) -> Announcer:
        self.answers[port] = info
        announcer = Announcer(info, port, interfaces=LOOPBACK, limits=PATIENT)
        self._running.append(announcer)
        await announcer.start()
        return announcer

    async def browse(self, limits: Limits = PATIENT, probe: Probe | None = None) -> Browser:
        browser = Browser(interfaces=LOOPBACK, limits=limits, probe=probe or self._probe)
        self._running.append(browser)
        await browser.start()
        return browser

    async def close(self) -> None:
        for running in self._running:
            await running.stop()

    async def _probe(self, address: Address, limits: Limits) -> tuple[Info, float]:
        if address.port not in self.answers:
            raise Unreachable("refused")
        return self.answers[address.port], 0.001


@pytest.fixture
async def network() -> AsyncIterator[Network]:
    network = Network()
    yield network
    await network.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}, "everything has ended"


def table(name: str = "Kroon") -> Info:
    return Info(
        pv=1,
        table=secrets.token_hex(8),
        name=name,
        host="Wim",
        state="lobby",
        seats=4,
        people=1,
        info={"rules": "west-flanders"},
    )


async def until(browser: Browser, holds: Callable[[list[Row]], bool], *tables: Info) -> list[Row]:
    """Wait until this is true of the rows of these tables."""
    ids = {info.table for info in tables}
    async with asyncio.timeout(10):
        while True:
            rows = [row for row in browser.rows if row.table_id in ids]
            if holds(rows):
                return rows
            await browser.changed()


def alive(rows: list[Row]) -> bool:
    return bool(rows) and all(row.status is Status.ALIVE for row in rows)


def answered(rows: list[Row]) -> bool:
    return bool(rows) and all(row.status is not Status.SEARCHING for row in rows)


def gone(rows: list[Row]) -> bool:
    return not rows


async def test_a_table_is_found_and_probed(network: Network) -> None:
    kroon = table("Café De.Kroon · Ω")
    browser = await network.browse()

    announcer = await network.announce(kroon)

    assert await until(browser, alive, kroon) == [
        Row(
            table_id=kroon.table,
            name="Café De.Kroon · Ω",
            host="Wim",
            addresses=(Address("127.0.0.1", 7842),),
            state="lobby",
            people=1,
            seats=4,
            info={"rules": "west-flanders"},
            code=False,
            round_trip_ms=1,
            status=Status.ALIVE,
        )
    ]
    assert (announcer.problem, browser.problem) == (None, None)


async def test_a_table_that_was_there_before_is_found_too(network: Network) -> None:
    kroon = table()
    await network.announce(kroon)
    (row,) = await until(await network.browse(), alive, kroon)
    assert (row.people, row.seats, row.state) == (kroon.people, kroon.seats, kroon.state)


async def test_a_person_sitting_down_is_seen_by_everybody(network: Network) -> None:
    kroon = table()
    announcer = await network.announce(kroon)
    browser = await network.browse()
    await until(browser, alive, kroon)

    network.answers[7842] = replace(kroon, people=3, state="playing")
    announcer.update(replace(kroon, people=2))
    announcer.update(replace(kroon, people=3, state="playing"))

    (row,) = await until(browser, lambda rows: [r.people for r in rows] == [3], kroon)
    assert row.state == "playing"


async def test_a_goodbye_removes_the_row(network: Network) -> None:
    kroon = table()
    announcer = await network.announce(kroon)
    browser = await network.browse()
    await until(browser, alive, kroon)

    await announcer.stop()
    assert await until(browser, gone, kroon) == []


async def test_a_table_that_dies_without_a_goodbye_turns_silent_and_is_dropped(
    network: Network,
) -> None:
    kroon = table()
    await network.announce(kroon)
    browser = await network.browse(BRISK)
    await until(browser, alive, kroon)

    del network.answers[7842]

    silent = await until(browser, lambda rows: [r.status for r in rows] != [Status.ALIVE], kroon)
    assert [row.status for row in silent] == [Status.SILENT]
    assert await until(browser, gone, kroon) == []


async def test_a_real_table_answers_the_search_and_its_end_is_noticed(network: Network) -> None:
    room = Room(ToyGame(), table=secrets.token_hex(8), name="Kroon", host="Wim", limits=BRISK)
    server = Server(room)
    port = await server.listen("127.0.0.1")
    kroon = room.info()
    await network.announce(kroon, port)
    browser = await network.browse(BRISK, probe=connection.probe)

    (row,) = await until(browser, alive, kroon)
    assert row.info == {"game": "toy", "last": 8}
    assert (row.people, row.seats, row.addresses) == (0, 4, (Address("127.0.0.1", port),))
    assert row.round_trip_ms is not None

    await server.stop()  # without a goodbye by multicast
    await until(browser, gone, kroon)


async def test_an_address_where_another_table_answers_does_not_count(network: Network) -> None:
    kroon, anker = table("Kroon"), table("Anker")
    await network.announce(kroon)
    browser = await network.browse(BRISK)
    await until(browser, alive, kroon)

    network.answers[7842] = anker

    await until(browser, gone, kroon)
    assert anker.table not in [row.table_id for row in browser.rows], "it announced nothing"


async def test_a_table_with_another_version_is_shown_as_such(network: Network) -> None:
    async def probe(address: Address, limits: Limits) -> tuple[Info, float]:
        raise Unreachable("version", {"update": "guest", "pv": 2})

    kroon = table()
    await network.announce(kroon)
    browser = await network.browse(BRISK, probe=probe)

    (row,) = await until(browser, answered, kroon)
    assert row.status is Status.OTHER_VERSION


async def test_two_tables_with_the_same_name_are_two_rows(network: Network) -> None:
    first, second = table("Kroon"), table("Kroon")
    await network.announce(first, 7842)
    await network.announce(second, 7843)

    rows = await until(
        await network.browse(), lambda rows: len(rows) == 2 and alive(rows), first, second
    )

    assert {row.table_id: row.addresses[0].port for row in rows} == {
        first.table: 7842,
        second.table: 7843,
    }


async def test_a_name_too_long_for_the_network_is_cut_at_a_character(network: Network) -> None:
    kroon = table("é" * 60)
    await network.announce(kroon)
    del network.answers[7842]  # so that the row keeps the announced name
    browser = await network.browse()

    (row,) = await until(browser, lambda rows: len(rows) == 1, kroon)
    assert row.name == "é" * 24


async def test_without_multicast_nothing_is_raised_and_both_sides_say_so(
    network: Network, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(multicast, "_open", _no_such_device)
        announcer = await network.announce(table())
        browser = await network.browse()
        assert announcer.problem == browser.problem == "no-multicast"
        await browser.changed()

        # A cable is plugged in.
        broken.undo()
        while browser.problem:
            await browser.changed()
    assert capfd.readouterr() == ("", ""), "the screen belongs to the game"


@asynccontextmanager
async def _no_such_device(hosts: Sequence[str]) -> AsyncIterator[None]:
    raise OSError(19, "No such device")
    yield


async def test_an_error_while_saying_goodbye_does_not_keep_a_host_from_ending(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zeroconf.asyncio import AsyncZeroconf

    async def fail(self: AsyncZeroconf, info: object) -> None:
        raise OSError(101, "Network is unreachable")

    announcer = await network.announce(table())
    monkeypatch.setattr(AsyncZeroconf, "async_unregister_service", fail)
    async with asyncio.timeout(5):
        await announcer.stop()


#: After how many turns of the event loop a start or a stop is cancelled.
MOMENTS = range(1, 13)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Zeroconf]:
    """Records every responder that is opened, to check that it is closed."""
    opened = []

    class Noted(zeroconf.asyncio.AsyncZeroconf):
        def __init__(self, **how: Any) -> None:
            super().__init__(**how)
            opened.append(self.zeroconf)

    monkeypatch.setattr(zeroconf.asyncio, "AsyncZeroconf", Noted)
    return opened


def closed(opened: Zeroconf) -> bool:
    return opened.done and all(reader.transport.is_closing() for reader in opened.engine.readers)


def new_announcer() -> Announcer:
    return Announcer(table(), 7842, interfaces=LOOPBACK, limits=PATIENT)


def new_browser() -> Browser:
    return Browser(interfaces=LOOPBACK, limits=PATIENT)


async def give_up(doing: Coroutine[Any, Any, None], moment: int) -> bool:
    """Cancel it after this many turns of the loop; False if it was done by then."""
    task = asyncio.create_task(doing)
    for _ in range(moment):
        await asyncio.sleep(0)
    given_up = task.cancel()
    await asyncio.wait([task])
    assert task.cancelled() is given_up
    return given_up


@pytest.mark.parametrize("new", [new_announcer, new_browser])
async def test_a_cancelled_start_leaves_nothing_open(
    new: Callable[[], Announcer | Browser], opened: list[Zeroconf]
) -> None:
    for moment in MOMENTS:
        running = new()
        if not await give_up(running.start(), moment):
            await running.stop()
        assert asyncio.all_tasks() == {asyncio.current_task()}, moment
        assert all(map(closed, opened)), moment


@pytest.mark.parametrize("new", [new_announcer, new_browser])
async def test_a_stop_whose_wait_is_cancelled_still_stops(
    new: Callable[[], Announcer | Browser], opened: list[Zeroconf]
) -> None:
    for moment in MOMENTS[::6]:
        running = new()
        await running.start()
        await give_up(running.stop(), moment)
        if ending := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(ending)
        assert all(map(closed, opened)), moment


@pytest.mark.parametrize("new", [new_announcer, new_browser])
def test_the_programs_end_closes_what_was_just_started(
    new: Callable[[], Announcer | Browser], opened: list[Zeroconf]
) -> None:
    async def begin(moment: int) -> None:
        starting = asyncio.create_task(new().start())
        for _ in range(moment):
            await asyncio.sleep(0)
        assert not starting.cancelled()

    for moment in MOMENTS:
        asyncio.run(begin(moment))
        assert all(map(closed, opened)), moment


def test_zeroconf_is_not_imported_before_it_is_used() -> None:
    load = "import sys, net.discovery.announce, net.discovery.browse"
    program = load + "; print({'zeroconf', 'ifaddr'} & set(sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "set()\n"
