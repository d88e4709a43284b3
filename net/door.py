"""The way in to a table: connections, until each of them ends."""

import asyncio
import itertools
import logging
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

from net import clock
from net.limits import Limits
from net.link import Link
from net.messages import Command, Info, Join, Probe, Welcome
from net.session import HostSession, Stage


log = logging.getLogger(__name__)

Received = Probe | Join | Command
#: What the table has to act on.
ForTable = Join | Command


class Peer:
    """One connection: its link, and how many of its commands wait for their turn."""

    def __init__(self, number: int, session: HostSession) -> None:
        self.number = number
        self.session = session
        self.link: Link[Any]
        self.pending = 0

    @property
    def unknown(self) -> bool:
        return self.session.ended is None and self.session.stage is not Stage.SEATED


class Door:
    """Lets peers in and answers what strangers may ask.

    `on_message` gets what a peer asks of the table, `on_end` each peer at its end.
    """

    def __init__(
        self,
        welcome: Welcome,
        limits: Limits,
        info: Callable[[], Info],
        on_message: Callable[[Peer, ForTable], None],
        on_end: Callable[[Peer], None],
    ) -> None:
        self.welcome = welcome
        self.limits = limits
        self.peers: dict[int, Peer] = {}
        self._info = info
        self._on_message = on_message
        self._on_end = on_end
        self._listener: asyncio.Server | None = None
        self._numbers = itertools.count(1)

    async def open(self, listening: socket.socket) -> None:
        """Let in whoever connects to this socket."""
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(self._accept, sock=listening)

    def shut(self) -> None:
        """Let nobody in any more."""
        if self._listener is not None:
            self._listener.close()

    async def see_out(self, code: str) -> None:
        """Say goodbye to all; takes at most half of `Limits.goodbye_s`."""
        links = [peer.link for peer in self.peers.values()]
        for link in links:
            link.session.end(code, clock.now())
            link.pump()
        if links:
            await asyncio.wait([link.closed for link in links], timeout=self.limits.goodbye_s / 2)
            for link in links:
                link.abort()
            await asyncio.wait([link.closed for link in links])
        if self._listener is not None:
            await self._listener.wait_closed()

    def _accept(self) -> Link[Received]:
        peer = Peer(next(self._numbers), HostSession(self.welcome, self.limits, clock.now()))
        link: Link[Received] = Link(
            peer.session, partial(self._receive, peer), partial(self._lose, peer)
        )
        peer.link = link
        self.peers[peer.number] = peer
        link.closed.add_done_callback(lambda _: self.peers.pop(peer.number, None))
        if len(self.peers) > self.limits.connections:
            peer.session.lingers = False
            peer.session.end("busy", clock.now())
        elif sum(other.unknown for other in self.peers.values()) > self.limits.unknown_connections:
            peer.session.end("busy", clock.now())
        return link

    def _receive(self, peer: Peer, message: Received) -> None:
        match message:
            case Probe():
                peer.session.inform(self._info(), clock.now())
            case asked:
                self._on_message(peer, asked)

    def _lose(self, peer: Peer) -> None:
        end = peer.session.ended
        code = end.code if end else "gone"
        # Everybody who looks at the list asks every few seconds.
        level = logging.DEBUG if code == "informed" else logging.INFO
        log.log(level, "connection from %s ended: %s", peer.link.peer, code)
        self._on_end(peer)
