"""A table that asks for its code, for tests of its door."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec.structs import replace

from net.protocol.guest_messages import Hello
from net.protocol.messages import PROTOCOL
from net.transport.unreachable import Unreachable
from support.serving import CODE, RIGHTS, SWIFT, Guest, Serving, serving


HELLO = Hello(PROTOCOL, "raw", "en")
#: Time for a crowd on a busy machine.
PATIENT = replace(SWIFT, join_s=120.0, connect_s=60.0, probe_s=60.0)
LOCAL = "127.0.0.1"


@asynccontextmanager
async def closed_table(**options: object) -> AsyncIterator[tuple[Serving, Guest]]:
    """A table with a code; Ann has the host's rights."""
    async with serving(code=CODE, **options) as table:  # type: ignore[arg-type]
        yield table, await table.guest("Ann", rights=RIGHTS)


async def guess(table: Serving, code: str) -> str:
    """Try this code once; returns the host's answer."""
    connection = await table.connect()
    try:
        await connection.prove(code)
    except Unreachable as refusal:
        return refusal.code
    finally:
        await connection.close()
    return "proved"
