"""A small table on disk, kept step by step."""

from pathlib import Path
from typing import Any

from manillen_tui.store import Store
from manillen_tui.tablefile import Facts


FACTS = Facts(
    table="3f2a",
    name="Kroon",
    host="Wim",
    rules={"name": "belgian"},
    key=b"the key",
    certificate=b"the certificate",
    code="lamp river",
)


def step(number: int) -> dict[str, Any]:
    return {"turn": number, "command": {"t": "play", "card": "7♣"}, "secret": bytes(32)}


def room(number: int) -> dict[str, Any]:
    return {"state": "playing", "revision": number, "tokens": [b"\0" * 32, None], "name": "Kroon"}


async def played(path: Path, steps: int) -> Store:
    store = Store(path, FACTS)
    await store.keep(None, room(0))
    for number in range(1, steps + 1):
        await store.keep(step(number), room(number))
    return store
