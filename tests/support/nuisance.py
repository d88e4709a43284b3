"""Trouble during a deal: from one of the guests, or from a crowd at the door."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, Final

from manillen_tui.engine.commands import Command, NameTrump, Next, Play
from manillen_tui.engine.events import CardPlayed
from manillen_tui.engine.records import Phase
from manillen_tui.engine.trick import legal_cards
from manillen_tui.engine.view import View
from manillen_tui.players.policy import choose
from manillen_tui.wire import command_to_body, view_from_body
from net.address import Address, parse_address
from net.protocol.guest_messages import Do, Hello, Join, Ready, Resume, Sit
from net.protocol.host_messages import Ack, Bye, Seated, State
from net.protocol.messages import MAGIC, PROTOCOL
from net.transport.tls import guest_context
from support.lasting import Player
from support.matches import moment
from support.serving import RawPeer


#: The troublemaker's chair; the three others sit before it.
SEAT: Final = 3
NAME: Final = "Bea"
#: Refused commands in a row, more than a host tolerates.
FLOOD: Final = 30
#: Silent connections at once.
CROWD: Final = 200
#: How long one of them waits to come back after it was closed.
AGAIN_S: Final = 10.0


class Fourth:
    """Somebody on the last chair who keeps to the letter of the protocol, but no further."""

    def __init__(self, address: Address) -> None:
        self.peer: RawPeer
        self._address = address
        self.token = ""
        self._ids = count(1)

    async def sit_down(self) -> None:
        await self._come(Join(NAME, SEAT))
        self.peer.send(Ready(next(self._ids), True))
        await self.peer.receive_a(Ack)

    async def come_back(self) -> None:
        """Resume the seat on a new connection."""
        await self.hang_up()
        await self._come(Resume(self.token, 0))

    def stop_reading(self) -> None:
        """Stop reading at once; asyncio alone would still buffer 256 KiB."""
        self.peer.stop_reading()
        self.peer.writer.transport._ssl_protocol._transport.pause_reading()  # type: ignore[attr-defined]

    def do(self, view: View, command: Command) -> None:
        self.peer.send(Do(next(self._ids), view.turn, command_to_body(command)))

    def flood(self) -> None:
        self.peer.send(*(Sit(next(self._ids), 0) for _ in range(FLOOD)))

    async def hang_up(self) -> None:
        """Disconnect without saying goodbye."""
        writer = self.peer.writer
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()

    async def _come(self, how: Join | Resume) -> None:
        self.peer = await self._connect()
        self.peer.send(MAGIC, Hello(PROTOCOL, "raw", "en"), how)
        seated = await self.peer.receive_a(Seated)
        assert isinstance(seated, Seated) and seated.seat == SEAT
        self.token = seated.token or ""
        self._ids = count(seated.last_id + 1)

    async def _connect(self) -> RawPeer:
        tcp = socket.socket()
        try:
            with suppress(AttributeError, OSError):  # a small buffer fills up soon
                tcp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
            tcp.setblocking(False)
            await asyncio.get_running_loop().sock_connect(tcp, self._address)
            return RawPeer(
                *await asyncio.open_connection(
                    sock=tcp, ssl=guest_context(), server_hostname="", ssl_shutdown_timeout=1.0
                )
            )
        except BaseException:
            tcp.close()
            raise


# Somebody who does not read ---------------------------------------------------------------------


async def moves_blindly(fourth: Fourth, others: Sequence[Player]) -> None:
    """Move on the fourth's turns, by what the three others are shown, until cancelled.

    So the deal goes on although the fourth reads nothing at all.
    """
    moved: tuple[object, ...] = ()

    def shown() -> View | None:
        """The first other's view, if it is the fourth's turn and all know their cards."""
        views = [other.client.view for other in others]
        view = views[0]
        if view is None or SEAT not in view.to_act or moment(view) == moved:
            return None
        know = all(other is not None and other.deal == view.deal for other in views)
        return view if know else None

    while True:
        await others[0].until(lambda: shown() is not None)
        view = shown()
        if view is None:
            continue
        moved = moment(view)
        fourth.do(view, command_for(view, [o.client.view for o in others if o.client.view]))


def command_for(view: View, others: Sequence[View]) -> Command:
    """A legal command for the fourth, who holds the cards that are in no other place."""
    if view.phase is Phase.TRUMP:
        return NameTrump(None)
    if view.phase is Phase.SCORE:
        return Next()
    seen = {event.card for event in view.events if isinstance(event, CardPlayed)}
    seen |= {card for other in others for card in other.hand or ()}
    own = [card for card in view.rules.cards.cards if card not in seen]
    trick = [played.card for played in view.trick]
    return Play(min(legal_cards(view.rules, view.trump, trick, own), key=str))


# Somebody whose commands are refused --------------------------------------------------------------


async def floods(fourth: Fourth, enough: Callable[[], bool] = lambda: False) -> None:
    """Send refused commands until disconnected, and come back, until it is `enough`.

    `enough` is asked after each time. In between, the fourth moves on their turns.
    """
    while True:
        if await _moves_and_floods(fourth) and enough():
            return
        await fourth.come_back()


async def _moves_and_floods(fourth: Fourth) -> bool:
    """Move and flood until disconnected. Whether that was for flooding."""
    view = view_from_body((await fourth.peer.receive_a(State)).view)
    if SEAT in view.to_act:
        fourth.do(view, choose(view))
    fourth.flood()
    bye: Bye = await fourth.peer.receive_a(Bye)
    return bye.code == "flood"


# A crowd at the door ------------------------------------------------------------------------------


@asynccontextmanager
async def crowd(address: Address, size: int = CROWD) -> AsyncIterator[None]:
    """This many silent connections, half of them encrypted; lost ones are reopened.

    On entry, each has tried to get in.
    """
    tried = [asyncio.Event() for _ in range(size)]

    async def stand(number: int) -> None:
        tls: dict[str, Any] = {"ssl": guest_context(), "server_hostname": ""}
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    *address, **(tls if number % 2 else {})
                )
                tried[number].set()
                try:
                    await reader.read()
                finally:
                    writer.transport.abort()
            tried[number].set()
            await asyncio.sleep(AGAIN_S)

    standing = [asyncio.create_task(stand(number)) for number in range(size)]
    try:
        for one in tried:
            await one.wait()
        yield
    finally:
        for task in standing:
            task.cancel()
        await asyncio.wait(standing)


async def trouble(what: str, address: Address) -> None:
    if what == "crowd":
        async with crowd(address):
            print("begun", flush=True)
            await asyncio.Event().wait()
    fourth = Fourth(address)
    await fourth.sit_down()
    print("begun", flush=True)
    await floods(fourth)


async def main(what: str, where: str) -> None:
    """Make this trouble in a separate process, until its input closes; says when it has begun."""
    making = asyncio.create_task(trouble(what, parse_address(where)))
    ending = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([making, ending], return_when=asyncio.FIRST_COMPLETED)
    if making.done():
        making.result()
    making.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
