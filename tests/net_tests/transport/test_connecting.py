"""Giving up connecting, at any moment of it."""

import asyncio

from net.transport.connection import Connection
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
