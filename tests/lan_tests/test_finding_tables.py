"""What people on one network see of each other's tables. No machine has internet access."""

import signal
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from net.discovery.listing import Status
from support.lan import Machine
from support.lan_programs import alive, gone, guest, host, order_for, responder, watcher


async def test_a_table_is_on_everybodys_list_until_its_hosts_goodbye(
    machines: list[Machine],
) -> None:
    async with AsyncExitStack() as stack:
        watchers = [await stack.enter_async_context(watcher(machine)) for machine in machines]
        program, table = await stack.enter_async_context(host(machines[0], "--name", "Kroon"))
        assert table.problem is None
        assert table.addresses[0] == f"{machines[0].address}:{table.port}"

        for person in watchers:
            await person.until(alive)
            (row,) = person.rows
            assert (row.name, row.host, row.people) == ("Kroon", "Wim", 0)
            assert row.table_id == table.table
            assert row.addresses[0] == (machines[0].address, table.port)

        assert await program.end(signal.SIGTERM) == 0
        for person in watchers:
            for seen in await person.until(gone):
                assert Status.SILENT not in [row.status for row in seen.rows], "it said goodbye"


async def test_a_killed_hosts_table_turns_silent_and_is_dropped(machines: list[Machine]) -> None:
    async with AsyncExitStack() as stack:
        watchers = [await stack.enter_async_context(watcher(machine)) for machine in machines[1:]]
        program, _ = await stack.enter_async_context(host(machines[0]))
        for person in watchers:
            await person.until(alive)

        program.kill()

        for person in watchers:
            seen = await person.until(gone)
            assert Status.SILENT in [row.status for screen in seen for row in screen.rows]


async def test_tables_with_the_same_name_are_separate_rows(machines: list[Machine]) -> None:
    async with AsyncExitStack() as stack:
        tables = {}
        for machine in (machines[0], machines[0], machines[1]):
            _, table = await stack.enter_async_context(host(machine, "--name", "Kroon"))
            tables[table.table] = (machine.address, table.port)
        assert len(set(tables.values())) == 3
        person = await stack.enter_async_context(watcher(machines[2]))

        await person.until(lambda rows: len(rows) == 3 and alive(rows))

        assert {row.table_id: row.addresses[0] for row in person.rows} == tables
        assert [row.name for row in person.rows] == ["Kroon", "Kroon-2", "Kroon-3"]


@pytest.mark.parametrize("whose", [0, 1], ids=["of the host", "of the watcher"])
async def test_a_table_comes_back_when_the_cable_is_plugged_in(
    machines: list[Machine], whose: int
) -> None:
    async with host(machines[0]) as (_, table), watcher(machines[1], "brisk") as person:
        await person.until(alive)

        machines[whose].unplug()
        await person.until(gone)

        machines[whose].plug_in()
        await person.until(alive)
        (row,) = person.rows
        assert (row.table_id, row.addresses[0].port) == (table.table, table.port)


async def test_a_machine_on_two_networks_is_one_row_and_its_tunnel_comes_last(
    machines: list[Machine],
) -> None:
    near = (machines[0].address, machines[0].second_cable())
    tunnel = machines[0].tunnel()
    machines[1].second_cable()
    async with (
        host(machines[0]) as (_, table),
        watcher(machines[1], "brisk") as both,
        watcher(machines[2], "brisk") as one,
    ):
        assert table.addresses == tuple(f"{host}:{table.port}" for host in (*near, tunnel))
        await both.until(alive)
        await one.until(alive)
        (row,) = one.rows
        v4 = [address.host for address in row.addresses if ":" not in address.host]
        assert v4 == [*near, tunnel]

        # One cable is unplugged: the other leads to the same table.
        machines[0].unplug()
        await both.until(lambda rows: [row.addresses[0].host for row in rows] == [near[1]])
        await both.until(alive)
        await one.until(gone)
        assert max(len(seen.rows) for seen in both.seen) == 1


async def test_without_a_network_the_host_says_so_and_its_own_machine_finds_it(
    machines: list[Machine],
) -> None:
    machines[0].unplug()
    async with host(machines[0]) as (_, table), watcher(machines[0]) as person:
        assert table.problem == "no-network"
        assert table.addresses == ()
        await person.until(alive)
        assert person.seen[-1].problem == "no-network"
        assert person.rows[0].addresses == (("127.0.0.1", table.port),)


async def test_two_laptops_on_a_cable_find_each_other_without_dhcp(
    machines: list[Machine],
) -> None:
    address = machines[0].only_link_local()
    machines[1].only_link_local()
    async with host(machines[0]), watcher(machines[1]) as person:
        await person.until(alive)
        assert person.rows[0].addresses[0].host.startswith(f"{address}%")


async def test_a_machine_without_multicast_says_so_and_is_joined_by_address(
    machines: list[Machine],
) -> None:
    async with responder(machines[0], shares=False), AsyncExitStack() as stack:
        _, table = await stack.enter_async_context(
            host(machines[0], "--seats", "1", "--target", "1")
        )
        assert table.problem == "no-multicast"
        (address,) = table.addresses

        order = replace(order_for(table, "Wim", holder=True), address=address)
        person = await stack.enter_async_context(guest(machines[1], order))
        result = await person.result()
        assert result.winner is not None


async def test_the_command_line_lists_what_is_there(machines: list[Machine]) -> None:
    async with (
        host(machines[0], "--name", "Kroon") as (_, table),
        machines[1].run("-m", "manillen_tui", "tables", "--seconds", "2") as listing,
    ):
        line = await listing.prints()
        assert line.count("\n") == 1
        assert "Kroon" in line and f"{machines[0].address}:{table.port}" in line
        assert await listing.ended() == 0

    async with machines[1].run("-m", "manillen_tui", "tables", "--seconds", "1") as listing:
        assert await listing.prints() == ""
        assert await listing.ended() == 1
