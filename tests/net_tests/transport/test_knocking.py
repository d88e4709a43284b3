"""Connections that never join: hundreds of strangers keep nobody from playing."""

import asyncio
import gc
import sys
import weakref
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

import pytest
from msgspec.structs import replace

from net.address import Address
from net.protocol.guest_messages import Probe, Prove, Resume
from net.protocol.host_messages import Bye, Seated
from net.protocol.messages import MAGIC, PROTOCOL, Ping, Pong
from net.security.spoken_code import Prover
from net.transport.connection import probe
from net.transport.tls import guest_context
from net.transport.unreachable import Unreachable
from support.closed_table import HELLO, PATIENT, closed_table
from support.serving import CODE, SWIFT, RawPeer, serving


async def test_a_client_in_plain_text_is_closed() -> None:
    async with closed_table() as (table, _):
        for said in (b"GET / HTTP/1.1\r\n\r\n", MAGIC + b"\0\0\0\1\x80", b"\0" * 100):
            reader, writer = await asyncio.open_connection(*table.address)
            writer.write(said)
            with suppress(ConnectionResetError):
                # At most a TLS alert comes back.
                assert len(await reader.read()) < 20
            writer.close()
            with suppress(ConnectionResetError):
                await writer.wait_closed()


async def test_a_client_that_never_finishes_the_handshake_is_closed() -> None:
    async with serving(code=CODE, limits=replace(SWIFT, join_s=0.2)) as table:
        reader, writer = await asyncio.open_connection(*table.address)
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


async def test_a_stranger_who_does_not_close_after_the_goodbye_is_closed() -> None:
    async with serving(limits=replace(SWIFT, goodbye_s=0.1)) as table:
        stranger = await table.raw()
        stranger.send(b"not a guest")
        assert await stranger.receive() == Bye("badframe")
        assert await stranger.receive() is None


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


Knock = Callable[[Address], Awaitable[Streams]]


async def silent_tcp(address: Address) -> Streams:
    return await asyncio.open_connection(*address)


async def silent_tls(address: Address) -> Streams:
    return await asyncio.open_connection(*address, ssl=guest_context(), server_hostname="")


async def hang_up(crowd: Iterable[Streams | BaseException]) -> None:
    for one in crowd:
        if not isinstance(one, BaseException):
            one[1].transport.abort()
            with suppress(OSError):
                await one[1].wait_closed()


@pytest.mark.parametrize("knock", [silent_tcp, silent_tls])
async def test_two_hundred_silent_connections_keep_nobody_from_playing(knock: Knock) -> None:
    async with serving(limits=PATIENT) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        crowd = await asyncio.gather(
            *(knock(table.address) for _ in range(200)), return_exceptions=True
        )
        # Anybody after them is told, if anything, that the table is busy.
        with pytest.raises(Unreachable, match=r"busy|gone|hung-up"):
            await probe(table.address, PATIENT)
        peers = list(table.server.door.peers.values())
        strangers = [peer for peer in peers if peer.unknown]
        assert len(strangers) == SWIFT.unknown_of_one
        assert len(peers) <= SWIFT.connections + SWIFT.turned_away
        for number in (1, 2, 5, 6):
            await (ann if number % 4 == 1 else jan).say(number)
            await ann.sees(said=4 if number == 2 else number)
        await jan.sees_state("over")
        # The silent connections were there all the time.
        assert [peer for peer in strangers if peer.unknown] == strangers
        await hang_up(crowd)


@pytest.mark.parametrize("knock", [silent_tcp, silent_tls])
async def test_silent_clients_are_closed_after_the_deadline(knock: Knock) -> None:
    async with serving(limits=replace(SWIFT, join_s=0.5, goodbye_s=0.1)) as table:
        crowd = await asyncio.gather(*(knock(table.address) for _ in range(15)))
        for reader, _ in crowd:
            await reader.read()
        strangers = list(table.server.door.peers.values())
        if strangers:
            await asyncio.wait([peer.link.closed for peer in strangers])
        await asyncio.sleep(0)
        assert not table.server.door.peers
        assert not table.server.door._tasks
        await hang_up(crowd)


async def test_an_ended_connection_takes_no_memory() -> None:
    gc.collect()
    gc.disable()  # it could run at any time
    try:
        async with closed_table() as (table, _):
            for code in ("opal opera", CODE):
                connection = await table.connect()
                (*_others, peer) = table.server.door.peers.values()
                transport = weakref.ref(peer.link._transport)
                assert transport() is not None
                with suppress(Unreachable):
                    await connection.prove(code)
                    await connection.join("Jan")
                await connection.close()
                await asyncio.wait([peer.link.closed])
                del peer, _others
                await asyncio.sleep(0)  # asyncio itself releases it
                assert transport() is None
    finally:
        gc.enable()


async def test_surplus_guests_are_told_that_the_table_is_busy() -> None:
    limits = replace(SWIFT, unknown_connections=2)
    async with serving(limits=limits) as table:
        first, second = await table.raw(), await table.raw()
        with pytest.raises(Unreachable, match="busy"):
            await probe(table.address, limits)
        with pytest.raises(Unreachable, match="busy"):
            await table.guest("Ann")
        first.writer.transport.abort()
        second.send(b"not a guest")
        assert await second.ends_with() == "badframe"
        await table.guest("Ann")


@pytest.mark.skipif(sys.platform != "linux", reason="has no second address of its own")
async def test_one_address_cannot_take_all_connections_for_strangers() -> None:
    limits = replace(SWIFT, unknown_of_one=2)
    async with serving(limits=limits) as table:
        crowd = [await table.raw() for _ in range(3)]
        assert await crowd[2].ends_with() == "busy"
        reader, writer = await asyncio.open_connection(
            *table.address,
            ssl=guest_context(),
            server_hostname="",
            local_addr=("127.0.0.2", 0),
        )
        stranger = RawPeer(reader, writer)
        stranger.send(MAGIC, Probe(PROTOCOL))
        assert await stranger.receive() == table.room.info()
        writer.close()
        await writer.wait_closed()


async def test_a_resume_right_after_hello_is_answered() -> None:
    async with closed_table() as (table, _):
        jan = await table.guest("Jan")
        peer = await table.raw()
        peer.send(MAGIC, HELLO, Resume(jan.token or "", 0))
        assert isinstance(await peer.receive_a(Seated), Seated)


async def test_stopping_leaves_no_handshake_and_no_proof_behind() -> None:
    async with closed_table() as (table, _):
        _, silent = await asyncio.open_connection(*table.address)
        prover = await table.raw()
        prover.send(MAGIC, HELLO, Prove(Prover(CODE).element), Ping())
        await prover.receive_a(Pong)
        assert table.server.door._tasks
        await table.server.stop("closing")
        assert not table.server.door._tasks
        assert not table.server.door.peers
        silent.close()
        with suppress(OSError):
            await silent.wait_closed()
