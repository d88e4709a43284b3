"""A guest as a process of its own, to be killed: it plays on the seat saved in its home.

It reads an address, a name and the rights token from standard input, one per line, and prints what
happens as lines of JSON. The holder of the rights starts the match.
"""

import asyncio
import json
import sys
from typing import Any

from manillen_tui.guest.client import Client
from manillen_tui.guest.saved_seats import Keeper, tables
from net.address import parse_address
from support.lasting import Ledger, Player


def tell(what: str, value: Any) -> None:
    print(json.dumps([what, value]), flush=True)


async def main() -> None:
    address, name, rights = (sys.stdin.readline().strip() for _ in range(3))
    kept = tables()
    if kept:
        client = await Client.back(kept[0], keeper=Keeper())
    else:
        where = [parse_address(address)]
        client = await Client.join(where, name, rights=rights or None, keeper=Keeper())
    tell("here", [client.seat, client.name])
    player = Player(client, name, Ledger(tell))
    if client.room.state == "lobby" and rights:
        await player.until(lambda: all(chair.ready for chair in client.room.chairs[1:]))
        await client.start()
    elif client.room.state == "lobby":
        await client.ready(True)
    await player.until(lambda: False)


asyncio.run(main())
