"""A guest who finds a table on the network, sits down and plays a match by the plain policy.

Run as a program: its first line of input says which table, and who plays. It writes one `Happening`
per line and, once the match is over, its `Result`.
"""

import asyncio
import sys
from typing import Literal

import msgspec
from msgspec import Struct

from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Client, Standing, Trouble
from manillen_tui.guest.search import sightings
from manillen_tui.players.policy import choose
from net.address import Address, parse_address
from net.discovery.browse import Browser
from net.discovery.listing import Status
from net.limits import Limits
from support.matches import moment


#: Notices an unplugged cable sooner than usual.
BRISK = Limits(ping_s=0.5, dead_s=3.0, connect_s=2.0)


class Order(Struct, frozen=True):
    """Which table to join. With `address` it is not searched for, as if that had been typed.

    The holder of the rights starts the match once the other chairs are held, by ready people or by
    computer players. With `stops`, the guest stops once, on their turn with that many cards in
    hand, until there is another line of input.
    """

    table: str
    name: str
    code: str | None = None
    rights: str | None = None
    address: str | None = None
    stops: int | None = None


class Happening(Struct, frozen=True, tag=True):
    """A change of the guest's state, with the cards in hand."""

    what: Literal["stopped", "reconnecting", "connected"]
    address: str
    hand: tuple[str, ...]


class Result(Struct, frozen=True, tag=True):
    """The match as this seat saw it."""

    seat: int
    address: str  # of the table, as it was found
    deals: int
    totals: tuple[int, ...]
    winner: int | None


async def find(table: str) -> tuple[Address, ...]:
    browser = Browser()
    await browser.start()
    try:
        while True:
            for row in browser.rows:
                if row.table_id == table and row.status is Status.ALIVE:
                    return row.addresses
            await browser.changed()
    finally:
        await browser.stop()


class Player:
    """Moves whenever it is this seat's turn."""

    def __init__(self, client: Client, order: Order) -> None:
        self._client = client
        self._starts = order.rights is not None
        self._stops = order.stops
        self._stopped: asyncio.Task[str] | None = None
        self._answered: object = None
        self._standing = Standing.CONNECTED

    async def play(self) -> View:
        """Until the match is over."""
        client = self._client
        while client.gone is None:
            if client.state is not self._standing:
                self._standing = client.state
                self._say("connected" if client.state is Standing.CONNECTED else "reconnecting")
            view = client.view
            if view is not None and view.phase is Phase.OVER:
                return view
            try:
                await (self._start() if view is None else self._move(view))
            except Trouble as trouble:
                # Somebody else was faster, or the host moved for this guest while away.
                print(f"{client.name}: {trouble.code}", file=sys.stderr, flush=True)
            await self._news()
        raise client.gone

    async def _start(self) -> None:
        room, seat = self._client.room, self._client.seat
        others = [chair for number, chair in enumerate(room.chairs) if number != seat]
        if self._starts and all(chair.ready or chair.holder == "computer" for chair in others):
            self._starts = False
            await self._client.start()

    async def _move(self, view: View) -> None:
        if self._client.seat not in view.to_act or moment(view) == self._answered:
            return
        if view.phase is Phase.PLAY and len(view.hand or ()) == self._stops:
            self._stops = None
            self._say("stopped")
            self._stopped = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
        if self._stopped is None or self._stopped.done():
            self._answered = moment(view)
            await self._client.command(choose(view))

    async def _news(self) -> None:
        news: list[asyncio.Task[object]] = [asyncio.create_task(self._client.changed())]
        if self._stopped is not None and not self._stopped.done():
            news.append(self._stopped)
        await asyncio.wait(news, return_when=asyncio.FIRST_COMPLETED)
        news[0].cancel()

    def _say(self, what: Literal["stopped", "reconnecting", "connected"]) -> None:
        view = self._client.view
        hand = () if view is None else view.hand or ()
        say(Happening(what, self._client.address.host, tuple(str(card) for card in hand)))


def say(value: object) -> None:
    print(msgspec.json.encode(value).decode(), flush=True)


async def main(order: Order) -> None:
    if order.address is None:
        addresses = await find(order.table)
    else:
        addresses = (parse_address(order.address),)
    client = await Client.join(
        addresses,
        order.name,
        code=order.code,
        rights=order.rights,
        search=sightings,
        limits=BRISK,
    )
    try:
        if order.rights is None:
            await client.ready(True)
        view = await Player(client, order).play()
        say(Result(client.seat, client.address.host, len(view.sheet), view.totals, view.winner))
    finally:
        await client.close()


if __name__ == "__main__":
    asyncio.run(main(msgspec.json.decode(sys.stdin.readline(), type=Order)))
