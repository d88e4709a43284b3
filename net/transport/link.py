"""A session over an asyncio TLS transport: what both ends of a connection do alike."""

import asyncio
import socket
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final, Generic, TypeVar, cast

from net import clock
from net.protocol.guest_messages import FromClient
from net.protocol.host_messages import FromHost
from net.protocol.session import CHUNK_BYTES, Session


Received = TypeVar("Received")

#: After a sleep, the deadlines are checked within this time.
WAKE_S: Final = 1.0


class Link(asyncio.Protocol, Generic[Received]):
    """Moves bytes between a session and its transport, and keeps the session's deadlines.

    Calls `on_message` for each message that the owner has to act on and finally, once, `on_end`.
    Never blocks: what a slow peer does not read stays in the session's outbox.
    """

    def __init__(
        self,
        session: Session[Received],
        on_message: Callable[[Received], None],
        on_end: Callable[[], None],
    ) -> None:
        loop = asyncio.get_running_loop()
        self.session = session
        self.closed: asyncio.Future[None] = loop.create_future()  # done when the transport is gone
        self.certificate = b""  # the other side's, as DER, if it has shown one
        self._loop = loop
        self._on_message = on_message
        self._on_end: Callable[[], None] | None = on_end
        self.made = False  # whether the TLS handshake is done; before that nothing can be sent
        self._transport: asyncio.Transport | None = None
        self._writable = False
        self._timer: asyncio.TimerHandle | None = None
        self._closing = False

    def send(self, message: FromClient | FromHost) -> None:
        """Send it now, or as soon as the peer can take it."""
        self.session.send(message, clock.now())
        self.pump()

    def end(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        """End the session, with this side's reason."""
        self.session.end(code, clock.now(), args)
        self.pump()

    def pump(self) -> None:
        """Write what can be written, set the next timer, and close if the session has ended."""
        now = clock.now()
        transport = self._transport
        if transport is None or self.closed.done():
            return
        while self._writable and (data := self.session.data_to_send(now)):
            transport.write(data)
        if self.session.ended is None:
            # The loop's clock may stop while the machine sleeps, so check ours soon after waking.
            self._set_timer(min(self.session.deadline() - now, WAKE_S), self._tick)
        else:
            self._close(transport)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def read_on(self, on: bool) -> None:
        """Pause or resume reading from the peer."""
        if self._transport is None or self._transport.is_closing():
            return
        if on:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    # What asyncio calls --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.made = True
        self._transport = cast("asyncio.Transport", transport)
        # Better to queue in the outbox, where a newer view replaces an older one.
        self._transport.set_write_buffer_limits(high=CHUNK_BYTES)
        self._writable = True
        tls = transport.get_extra_info("ssl_object")
        self.certificate = tls.getpeercert(binary_form=True) or b""
        # asyncio skips this for sockets without a protocol number: each card would take 40 ms.
        tcp = transport.get_extra_info("socket")
        if tcp is not None:
            tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pump()

    def data_received(self, data: bytes) -> None:
        for message in self.session.receive(data, clock.now()):
            self._on_message(message)
        self.pump()

    def eof_received(self) -> None:
        self.session.receive_eof(clock.now())
        self.pump()

    def pause_writing(self) -> None:
        self._writable = False

    def resume_writing(self) -> None:
        self._writable = True
        self.pump()

    def connection_lost(self, exc: Exception | None) -> None:
        self.session.receive_eof(clock.now())
        if self._timer is not None:
            self._timer.cancel()
        self._tell_end()
        if not self.closed.done():
            self.closed.set_result(None)
        # It holds 256 KiB, and would keep them until the next full garbage collection.
        self._transport = None

    # ---------------------------------------------------------------------------------------------

    def _set_timer(self, seconds: float, action: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if seconds < inf:
            self._timer = self._loop.call_later(max(0.0, seconds), action)

    def _tick(self) -> None:
        self.session.tick(clock.now())
        self.pump()

    def _close(self, transport: asyncio.Transport) -> None:
        if not self._closing:
            self._closing = True
            self._set_timer(self.session.limits.goodbye_s, transport.abort)
        self._tell_end()
        if self.session.aborted:
            transport.abort()
        elif self.session.flushed and not transport.is_closing():
            self._finish(transport)

    def _finish(self, transport: asyncio.Transport) -> None:
        # Closing a socket with unread bytes resets it, and the goodbye may be lost: so let the peer
        # close once it has read it. TLS cannot close the writing side alone.
        if self.session.lingers:
            transport.resume_reading()
        else:
            transport.close()

    def _tell_end(self) -> None:
        tell, self._on_end = self._on_end, None
        if tell is not None:
            tell()
