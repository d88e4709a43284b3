"""How guests get in: accepting encrypted connections, and the proof of the spoken code."""

import asyncio
import itertools
import logging
import socket
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from net import clock
from net.ids import ConnectionId
from net.limits import Limits
from net.protocol.guest_messages import Command, Join, Part, Probe, Prove, Resume
from net.protocol.host_messages import Bye, Info, Proof, Welcome
from net.protocol.host_session import FromClientToOwner, HostSession
from net.protocol.messages import PROTOCOL
from net.protocol.session import Stage
from net.room.game import Body
from net.security.certificate import Identity
from net.security.guesses import Guesses
from net.security.spoken_code import BadElement, Verifier
from net.transport.link import Link
from net.transport.tls import host_context


log = logging.getLogger(__name__)

#: What the table has to act on.
ForTable = Join | Resume | Part | Command


class Peer:
    """One connection: its address, its link, and how many of its commands are queued."""

    def __init__(self, number: ConnectionId, address: str, session: HostSession) -> None:
        self.number = number
        self.address = address
        self._session = session
        self.link: Link[FromClientToOwner]
        self.pending = 0
        self.verifier: Verifier | None = None  # while they prove the code

    @property
    def ended(self) -> Bye | None:
        return self._session.ended

    @property
    def arrived(self) -> bool:
        """Whether a frame has come that can only be sent after `Seated`."""
        return self._session.arrived

    @property
    def unknown(self) -> bool:
        known = self._session.stage in (Stage.PENDING, Stage.SEATED)
        return self.ended is None and not known


class Door:
    """Accepts connections, and lets those who know the spoken code through to the table.

    `code` None: anybody on the network may join. A changed code applies to later connections.
    `on_message` gets what a peer asks of the table, `on_end` each peer when its connection has
    ended, `on_notice` a code and arguments as in `host_messages.Notice`.
    """

    def __init__(
        self,
        identity: Identity,
        code: str | None,
        limits: Limits,
        *,
        app: str,
        info: Callable[[], Info],
        on_message: Callable[[Peer, ForTable], None],
        on_end: Callable[[Peer], None],
        on_notice: Callable[[str, Body], None],
    ) -> None:
        self.code = code
        self.limits = limits
        self.fingerprint = identity.fingerprint
        self.peers: dict[ConnectionId, Peer] = {}
        self._context = host_context(identity)
        self._app = app
        self._info = info
        self._on_message = on_message
        self._on_end = on_end
        self._on_notice = on_notice
        self._guesses = Guesses(limits)
        self._proofs = asyncio.Semaphore(limits.proofs)
        self._numbers = itertools.count(1)
        self._accepting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()  # handshakes and proofs

    def open(self, listening: socket.socket) -> None:
        """Accept connections on this socket, which is closed with the door."""
        listening.setblocking(False)
        loop = asyncio.get_running_loop()
        self._accepting = loop.create_task(self._accept(listening), name="door")
        self._accepting.add_done_callback(lambda _: listening.close())

    def shut(self) -> None:
        """Stop accepting connections."""
        if self._accepting is not None:
            self._accepting.cancel()

    async def see_out(self, code: str) -> None:
        """Say goodbye to all and close; takes at most half of `Limits.goodbye_s`."""
        self.shut()
        for task in self._tasks:
            task.cancel()
        ending = [*self._tasks, *([self._accepting] if self._accepting is not None else [])]
        if ending:
            await asyncio.wait(ending)
        links = [peer.link for peer in self.peers.values()]
        for link in links:
            link.end(code)
        if links:
            await asyncio.wait([link.closed for link in links], timeout=self.limits.goodbye_s / 2)
            for link in links:
                link.abort()
            await asyncio.wait([link.closed for link in links])

    def bad_token(self, peer: Peer) -> None:
        """An unknown token was shown: that counts as a wrong guess, too."""
        count = self._guesses.wrong(peer.address, clock.now())
        self._on_notice("badtoken", {"address": peer.address, "count": count})

    # Connections ---------------------------------------------------------------------------------

    async def _accept(self, listening: socket.socket) -> None:
        # asyncio's own server reports connections only after their handshake: any number of
        # unfinished ones could pile up uncounted.
        loop = asyncio.get_running_loop()
        while True:
            try:
                tcp, address = await loop.sock_accept(listening)
            except ConnectionError:
                pass  # the peer gave up already
            except OSError as error:
                log.warning("cannot accept connections: %s", error)
                await asyncio.sleep(self.limits.accept_again_s)
            else:
                # A dual-stack socket reports IPv4 addresses in their IPv6 form.
                self._knocked(tcp, str(address[0]).removeprefix("::ffff:"))
            await asyncio.sleep(0)  # a rush of connections must not starve the other tasks

    def _knocked(self, tcp: socket.socket, address: str) -> None:
        if len(self.peers) >= self.limits.connections + self.limits.turned_away:
            tcp.close()
            return
        welcome = self._welcome()
        session = HostSession(welcome, self.limits, clock.now())
        peer = Peer(ConnectionId(next(self._numbers)), address, session)
        peer.link = Link(session, partial(self._receive, peer), partial(self._lose, peer))
        handshake_s = self.limits.join_s
        if self._is_full(address):
            session.lingers = False
            peer.link.end("busy")
            handshake_s = self.limits.goodbye_s
        self.peers[peer.number] = peer
        peer.link.closed.add_done_callback(lambda _: self.peers.pop(peer.number, None))
        self._spawn(self._shake_hands(peer, tcp, handshake_s))

    def _is_full(self, address: str) -> bool:
        unknown = [peer for peer in self.peers.values() if peer.unknown]
        return (
            len(self.peers) >= self.limits.connections
            or len(unknown) >= self.limits.unknown_connections
            or sum(peer.address == address for peer in unknown) >= self.limits.unknown_of_one
        )

    def _welcome(self) -> Welcome:
        info = self._info()
        return Welcome(PROTOCOL, self._app, info.table, info.name, code=self.code is not None)

    async def _shake_hands(self, peer: Peer, tcp: socket.socket, timeout_s: float) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: peer.link,
                tcp,
                ssl=self._context,
                ssl_handshake_timeout=timeout_s,
                ssl_shutdown_timeout=self.limits.goodbye_s,
            )
        except OSError as error:
            log.debug("no handshake with %s: %s", peer.address, error)
        finally:
            if not peer.link.made:
                tcp.close()
                peer.link.connection_lost(None)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _receive(self, peer: Peer, message: FromClientToOwner) -> None:
        match message:
            case Probe():
                peer.link.send(self._info())
            case Prove(seen=b""):
                self._meet(peer, message)
            case Prove():
                self._confirm(peer, message)
            case asked:
                self._on_message(peer, asked)

    def _lose(self, peer: Peer) -> None:
        end = peer.ended
        code = end.code if end else "gone"
        # Everybody who has the list of tables open probes every few seconds.
        level = logging.DEBUG if code == "informed" or not peer.link.made else logging.INFO
        log.log(level, "connection from %s ended: %s", peer.address, code)
        if peer.verifier is not None:
            self._give_up(peer)
        self._on_end(peer)

    # The spoken code -----------------------------------------------------------------------------

    def _meet(self, peer: Peer, prove: Prove) -> None:
        if not self._has_to_wait(peer) and self.code is not None:
            self._spawn(self._compute(peer, self.code, prove.message))

    async def _compute(self, peer: Peer, code: str, element: bytes) -> None:
        async with self._proofs:
            if peer.ended is not None:
                return
            try:
                peer.verifier = await asyncio.to_thread(Verifier, code, element)
            except BadElement:
                self._wrong(peer)
                return
        if peer.ended is not None:
            self._give_up(peer)
            return
        peer.link.send(Proof(peer.verifier.element))

    def _confirm(self, peer: Peer, prove: Prove) -> None:
        verifier, peer.verifier = peer.verifier, None
        if verifier is None:
            raise AssertionError("a session lets nothing else through")
        # Checked again, so that many proofs begun at once do not get around the back-off.
        if self._has_to_wait(peer):
            return
        if not verifier.proves(prove.message, prove.seen):
            self._wrong(peer)
            return
        self._guesses.right(peer.address)
        mine = self.fingerprint
        peer.link.send(Proof(verifier.confirm(mine), mine))
        if prove.seen != mine:
            self._on_notice("relay", {"address": peer.address})
            peer.link.end("relay")

    def _has_to_wait(self, peer: Peer) -> bool:
        wait_s = self._guesses.wait_s(peer.address, clock.now())
        if wait_s > 0:
            peer.link.end("wait", {"wait_ms": clock.whole(wait_s * 1000)})
        return wait_s > 0

    def _wrong(self, peer: Peer) -> None:
        now = clock.now()
        count = self._guesses.wrong(peer.address, now)
        wait_ms = clock.whole(self._guesses.wait_s(peer.address, now) * 1000)
        self._on_notice("badcode", {"address": peer.address, "count": count})
        peer.link.end("badcode", {"wait_ms": wait_ms})

    def _give_up(self, peer: Peer) -> None:
        """An abandoned proof counts as a wrong guess."""
        peer.verifier = None
        self._guesses.wrong(peer.address, clock.now())
