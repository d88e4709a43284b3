"""Somebody who finds one table on the network, sits down and plays a match by the plain policy.

Run as a program: its first line of input says which table and who plays, its line of output how
the match ended.
"""

import asyncio
import sys

import msgspec
from msgspec import Struct

from manillen_tui.client import Client
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.players.policy import choose
from net.address import Address, parse_address
from net.discovery import Browser
from net.listing import Status


class Order(Struct, frozen=True):
    """Which table. With `address` it is not searched for, but reached as if that was typed.

    The holder of the rights starts the match when the other chairs are held, by ready people or by
    computer players.
    """

    table: str
    name: str
    rights: str | None = None
    address: str | None = None


class Result(Struct, frozen=True):
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


async def play(client: Client, starts: bool) -> View:
    """Move whenever it is this seat's turn, until the match is over."""
    answered = None
    while client.gone is None:
        view = client.view
        if view is None:
            others = [chair for seat, chair in enumerate(client.room.chairs) if seat != client.seat]
            if starts and all(chair.ready or chair.holder == "computer" for chair in others):
                starts = False
                await client.start()
        elif view.phase is Phase.OVER:
            return view
        # The answer to a command may come before the view that it leads to.
        elif client.seat in view.to_act and (view.deal, view.phase, view.turn) != answered:
            answered = (view.deal, view.phase, view.turn)
            await client.command(choose(view))
        await client.changed()
    raise client.gone


async def main(order: Order) -> Result:
    if order.address is None:
        addresses = await find(order.table)
    else:
        addresses = (parse_address(order.address),)
    client = await Client.join(addresses, order.name, rights=order.rights)
    try:
        if order.rights is None:
            await client.ready(True)
        view = await play(client, starts=order.rights is not None)
        return Result(client.seat, client.address.host, len(view.sheet), view.totals, view.winner)
    finally:
        await client.close()


if __name__ == "__main__":
    order = msgspec.json.decode(sys.stdin.readline(), type=Order)
    print(msgspec.json.encode(asyncio.run(main(order))).decode(), flush=True)
