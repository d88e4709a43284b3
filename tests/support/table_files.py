"""A small table on disk, saved step by step."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from manillen_tui.host.journal import Store
from manillen_tui.host.table_file import Facts


FACTS = Facts(
    table="3f2a",
    rules={"name": "belgian"},
    key=b"the key",
    certificate=b"the certificate",
)
PEOPLE = ("Wim", "Noor")


def step(number: int) -> dict[str, Any]:
    return {"turn": number, "command": {"t": "play", "card": "7♣"}, "secret": bytes(32)}


def room(number: int, state: str = "playing", people: Sequence[str] = PEOPLE) -> dict[str, Any]:
    places = [{"person": None}, *({"person": {"name": name}} for name in people)]
    return {"state": state, "revision": number, "name": "Kroon", "people": {"places": places}}


async def played(path: Path, steps: int) -> Store:
    store = Store(path, FACTS)
    await store.keep(None, room(0))
    for number in range(1, steps + 1):
        await store.keep(step(number), room(number))
    return store


async def leave(
    path: Path,
    facts: Facts = FACTS,
    state: str = "playing",
    people: Sequence[str] = PEOPLE,
) -> None:
    """A table with two steps, in this state, that is not being hosted."""
    store = Store(path, facts)
    for number in (1, 2):
        await store.keep(step(number), room(number, state, people))
    await store.close()


def edit(path: Path, *statements: str) -> None:
    """Change a file behind the program's back."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()
