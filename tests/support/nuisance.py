"""Trouble while a deal is played: from one of the guests, or from a crowd at the door."""

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
from support.serving import RawPeer


#: The chair of whoever makes trouble; three others sit before it.
SEAT: Final = 3
NAME: Final = "Bea"
#: Refused commands in a row: more than a host takes.
FLOOD: Final = 30
#: Silent connections at once.
CROWD: Final = 200
#: Before one of them that was sent away comes again.
AGAIN_S: Final = 10.0


class Fourth:
    """Somebody on the last chair who keeps to the letter of the protocol, and no further."""

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
        """On another connection."""
        await self.hang_up()
        await self._come(Resume(self.token, 0))

    def stop_reading(self) -> None:
        """Not a byte more: asyncio alone would put a quarter of a megabyte aside."""
        self.peer.stop_reading()
        self.peer.writer.transport._ssl_protocol._transport.pause_reading()  # type: ignore[attr-defined]

    def do(self, view: View, command: Command) -> None:
        self.peer.send(Do(next(self._ids), view.turn, command_to_body(command)))

    def flood(self) -> None:
        self.peer.send(*(Sit(next(self._ids), 0) for _ in range(FLOOD)))

    async def hang_up(self) -> None:
        """Without a word."""
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
            with suppress(AttributeError, OSError):  # a small pipe is full soon
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
    """Move when it is his turn, by what the three others are shown, until it is cancelled.

    So the deal goes on though he reads nothing at all.
    """
    moved: tuple[object, ...] = ()

    def shown() -> View | None:
        """What the first of them sees when it is time to move, once all know their cards."""
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
        fourth.do(view, his_command(view, [o.client.view for o in others if o.client.view]))


def moment(view: View) -> tuple[object, ...]:
    return (view.deal, view.phase, view.turn)


def his_command(view: View, others: Sequence[View]) -> Command:
    """What the fourth may do: his cards are those that nobody else has and that lie nowhere."""
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
    """Send refused commands until he is sent away, and come back, until it was `enough` of that.

    That is asked each time. Whatever else he does, he moves when it is his turn.
    """
    while True:
        if await _moves_and_floods(fourth) and enough():
            return
        await fourth.come_back()


async def _moves_and_floods(fourth: Fourth) -> bool:
    """Whether he was sent away for it."""
    view = view_from_body((await fourth.peer.receive_a(State)).view)
    if SEAT in view.to_act:
        fourth.do(view, choose(view))
    fourth.flood()
    bye: Bye = await fourth.peer.receive_a(Bye)
    return bye.code == "flood"


# A crowd at the door ------------------------------------------------------------------------------


@asynccontextmanager
async def crowd(address: Address, size: int = CROWD) -> AsyncIterator[None]:
    """So many connections that say nothing, half of them encrypted; a lost one is made again.

    Each has tried to get in when this is entered.
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
    """Make such trouble as a process of its own, until its input ends; says when it has begun."""
    making = asyncio.create_task(trouble(what, parse_address(where)))
    ending = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([making, ending], return_when=asyncio.FIRST_COMPLETED)
    if making.done():
        making.result()
    making.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
