"""Somebody who thinks better of connecting, at any moment of it."""

import asyncio

from net.transport.connection import Connection
from support.serving import serving


async def test_to_give_up_at_any_moment_of_connecting_hurts_no_later_connection() -> None:
    async with serving() as table:
        for turns in range(60):  # of the loop, until he gives up
            giving_up = asyncio.create_task(
                Connection.open([table.address], "test", "en", table.server.limits)
            )
            for _ in range(turns):
                await asyncio.sleep(0)
            giving_up.cancel()
            await asyncio.wait([giving_up])
            if not giving_up.cancelled():
                await giving_up.result().close()
            # This one gets the number of the socket that was given up.
            connection = await Connection.open([table.address], "test", "en", table.server.limits)
            await connection.close()
