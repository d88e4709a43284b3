"""A relay between a guest and a host, with a certificate of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from net.address import Address
from net.limits import Limits
from net.protocol.codec import decode_from_client, decode_from_host, encode
from net.protocol.framing import FrameReader
from net.protocol.guest_messages import FromClient
from net.protocol.host_messages import FromHost
from net.protocol.messages import MAGIC
from net.security.certificate import new_identity
from net.transport.tls import guest_context, host_context


Message = FromClient | FromHost
#: What the relay does to a message.
Change = Callable[[Message], Message]


def as_it_is(message: Message) -> Message:
    return message


@asynccontextmanager
async def relaying(host: Address, change: Change = as_it_is) -> AsyncIterator[Address]:
    """The address of a relay to the host, which applies `change` to every message."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(*host, ssl=guest_context(), server_hostname="")
        assert await reader.readexactly(len(MAGIC)) == MAGIC
        there[1].write(MAGIC)
        for task in (
            asyncio.ensure_future(_pass_on(reader, there[1], change, from_host=False)),
            asyncio.ensure_future(_pass_on(there[0], writer, change, from_host=True)),
        ):
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=host_context(new_identity()))
    try:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()
        while tasks:
            await asyncio.wait(tasks)
        await server.wait_closed()


async def _pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, change: Change, *, from_host: bool
) -> None:
    frames, limits = FrameReader(2**20), Limits()
    with suppress(OSError):
        while data := await reader.read(64 * 1024):
            frames.feed(data)
            while (payload := frames.next_frame()) is not None:
                decode = decode_from_host if from_host else decode_from_client
                writer.write(encode(change(decode(payload, limits))))
        writer.close()
        await writer.wait_closed()
