"""A cable between a guest and a host, for a test to cut, to hold up, or to plug in elsewhere."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from net.address import Address


class Cable:
    """Carries bytes between its own `address` and the host at `to`, unless cut.

    Clearing `up` or `down` holds up bytes to the host or to the guest until it is set again.
    """

    def __init__(self, to: Address) -> None:
        self.to = to
        self.address = to
        self.up = asyncio.Event()
        self.down = asyncio.Event()
        self.used = asyncio.Event()  # somebody has connected
        self._broken = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self.up.set()
        self.down.set()

    def cut(self) -> None:
        """Both ends lose their connection, along with any bytes held up."""
        for writer in self._writers:
            writer.transport.abort()
        for task in self._tasks:
            task.cancel()

    def take_out(self) -> None:
        """Cut it, and let nobody through until `put_back`."""
        self._broken = True
        self.cut()

    def put_back(self) -> None:
        self._broken = False
        self.up.set()
        self.down.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._broken:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(*self.to)
        except OSError:
            writer.transport.abort()
            return
        self.used.set()
        self._writers |= {writer, far_writer}
        for one in (
            self._pass_on(reader, far_writer, self.up),
            self._pass_on(far_reader, writer, self.down),
        ):
            task = asyncio.create_task(one)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, through: asyncio.Event
    ) -> None:
        try:
            while data := await reader.read(64 * 1024):
                await through.wait()
                writer.write(data)
            await through.wait()
        except ConnectionError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def cable(to: Address) -> AsyncIterator[Cable]:
    carrying = Cable(to)
    server = await asyncio.start_server(carrying._carry, "127.0.0.1", 0)
    carrying.address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
    try:
        yield carrying
    finally:
        server.close()
        tasks = set(carrying._tasks)
        carrying.cut()
        if tasks:
            await asyncio.wait(tasks)
        await server.wait_closed()
