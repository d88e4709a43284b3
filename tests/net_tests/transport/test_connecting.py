"""Giving up connecting or closing, at any moment of it."""

import asyncio
from typing import cast

from net.address import Address
from net.limits import Limits
from net.protocol.guest_messages import Probe
from net.protocol.messages import PROTOCOL
from net.security.certificate import new_identity
from net.transport.connection import Connection
from net.transport.guest_line import GuestLine
from net.transport.tls import host_context
from support.serving import serving


async def test_giving_up_while_connecting_never_hurts_a_later_connection() -> None:
    async with serving() as table:
        for turns in range(60):  # of the loop, before giving up
            giving_up = asyncio.create_task(
                Connection.open([table.address], "test", "en", table.server.limits)
            )
            for _ in range(turns):
                await asyncio.sleep(0)
            giving_up.cancel()
            await asyncio.wait([giving_up])
            if not giving_up.cancelled():
                await giving_up.result().close()
            # This one gets the descriptor of the abandoned socket.
            connection = await Connection.open([table.address], "test", "en", table.server.limits)
            await connection.close()


async def test_giving_up_the_goodbye_cuts_the_connection() -> None:
    """A program that ends does not wait for the host's part of it."""

    def say_nothing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        cast("asyncio.Transport", writer.transport).pause_reading()
        silent.append(writer)

    silent: list[asyncio.StreamWriter] = []
    context = host_context(new_identity())
    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0, ssl=context) as server:
        address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
        for turns in range(1, 20):  # of the loop, before giving up
            line = await GuestLine.open(address, Probe(PROTOCOL), Limits())
            closing = asyncio.create_task(line.close())
            for _ in range(turns):
                await asyncio.sleep(0)
            closing.cancel()
            await asyncio.wait([closing])
            await asyncio.sleep(0)  # asyncio closes in the next turn
            assert line.link.closed.done()
        for writer in silent:
            writer.transport.abort()
            writer.close()
