"""A table's ports, and reaching it."""

import asyncio
import socket
from contextlib import closing, suppress

import pytest

from net.limits import Limits
from net.room.game import Move
from net.room.room import Room
from net.transport.connection import Connection, probe
from net.transport.port import bind
from net.transport.server import Server
from net.transport.unreachable import Unreachable
from support.serving import RIGHTS, SWIFT, Guest, serving
from support.toy_game import ToyGame


# Ports --------------------------------------------------------------------------------------------


def test_a_taken_port_gives_the_next_free_one() -> None:
    with closing(bind("127.0.0.1", 0)) as first:
        taken = first.getsockname()[1]
        with closing(bind("127.0.0.1", taken)) as second:
            assert taken < second.getsockname()[1] <= taken + 20


async def test_a_table_listens_on_every_address_of_the_machine() -> None:
    server = Server(Room(ToyGame(), table="id", name="x", host="y", limits=SWIFT))
    port = await server.listen()
    try:
        with closing(socket.create_connection(("127.0.0.1", port))):
            pass
    finally:
        await server.stop()


def test_an_address_of_another_machine_cannot_be_bound() -> None:
    with pytest.raises(OSError, match=r"."):
        bind("192.0.2.1", 0)


async def test_two_tables_wanting_the_same_port_both_get_one() -> None:
    async with serving() as table:
        other = Server(Room(ToyGame(), table="other", name="x", host="y", limits=SWIFT))
        port = await other.listen("127.0.0.1", table.address.port)
        try:
            assert port != table.address.port
            info, _ = await probe(table.address._replace(port=port), SWIFT)
            assert info.table == "other"
        finally:
            await other.stop()


# Reaching a table ---------------------------------------------------------------------------------


async def test_a_probe_tells_which_table_is_there_and_the_round_trip() -> None:
    async with serving() as table:
        await table.guest("Ann", rights=RIGHTS)
        info, round_trip_s = await probe(table.address, SWIFT)
        assert info == table.room.info()
        assert info.people == 1
        assert 0 < round_trip_s < 2


async def test_a_port_without_a_listener_is_refused() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as gone:
        port = gone.getsockname()[1]
    async with serving() as table:
        nobody = table.address._replace(port=port)
        with pytest.raises(Unreachable, match="refused") as probing:
            await probe(nobody, SWIFT)
        assert probing.value.details == {"address": str(nobody)}
        with pytest.raises(Unreachable, match="refused"):
            await Connection.open([nobody], "test", "en", SWIFT)
        connection = await Connection.open([nobody, table.address], "test", "en", SWIFT)
        assert connection.address == table.address
        await connection.close()


async def test_a_name_that_cannot_be_resolved_is_an_unknown_host() -> None:
    async with serving() as table:
        for host in ("no.such.host.invalid", "a..b", "x" * 70 + ".invalid"):
            with pytest.raises(Unreachable, match="unknown-host") as probing:
                await probe(table.address._replace(host=host), Limits(probe_s=10.0))
            assert probing.value.details == {"address": host}  # without a port


async def test_a_silent_listener_times_out() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        port = silent.getsockname()[1]
        async with serving() as table:
            with pytest.raises(Unreachable, match="timeout"):
                await probe(table.address._replace(port=port), Limits(probe_s=0.1))
            with pytest.raises(Unreachable, match="timeout"):
                await Connection.open(
                    [table.address._replace(port=port)], "test", "en", Limits(connect_s=0.1)
                )


async def test_another_service_is_not_a_table() -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.2\r\n")
        await writer.drain()
        writer.close()

    greeter = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = greeter.sockets[0].getsockname()[1]
    try:
        async with serving() as table:
            elsewhere = table.address._replace(port=port)
            with pytest.raises(Unreachable, match="not-a-table"):
                await probe(elsewhere, SWIFT)
            with pytest.raises(Unreachable, match="not-a-table"):
                await Connection.open([elsewhere], "test", "en", SWIFT)
    finally:
        greeter.close()
        await greeter.wait_closed()


async def test_a_guest_sees_only_the_newest_view_and_room() -> None:
    async with serving() as table:
        ann, jan = await table.table_of("Ann", "Jan")
        await ann.say(1)
        await jan.say(2)  # the answer comes after the views of earlier moves
        while jan.view is None:
            await jan.look()
        assert jan.view["said"] >= 1


async def test_requests_fail_when_the_host_is_gone() -> None:
    async with serving() as table:
        ann: Guest = await table.guest("Ann")
        await table.server.stop("closing")
        assert (await ann.sees_bye()).code == "closing"
        with pytest.raises(Unreachable, match="closing"):
            await ann.ready()
        with pytest.raises(StopAsyncIteration):
            await anext(ann.connection)


async def test_a_table_ends_in_time_even_if_its_game_keeps_thinking() -> None:
    thinking, enough = asyncio.Event(), asyncio.Event()

    class Thinker(ToyGame):
        async def move_for(self, seat: int) -> Move:
            thinking.set()
            while not enough.is_set():
                with suppress(asyncio.CancelledError):
                    await enough.wait()
            return await super().move_for(seat)

    async with serving(Thinker()) as table:
        (ann,) = await table.table_of("Ann")
        await ann.say(1)
        await thinking.wait()
        async with asyncio.timeout(2 * SWIFT.goodbye_s):
            await table.server.stop("closing")
        assert (await ann.sees_bye()).code == "closing"
        enough.set()
