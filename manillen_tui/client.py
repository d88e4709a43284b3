"""A seat at a table, as a screen sees it: the latest room and view, and what the person may do."""

from collections.abc import Mapping
from typing import Any

from manillen_tui.engine.commands import Command
from manillen_tui.engine.view import View
from net.messages import Room


class Trouble(Exception):
    """Something a person has to be told: a code and its arguments, put in words by `words`."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


class Client:
    """One joined connection. Nothing is shown as done before the host said so."""

    seat: int
    name: str
    room: Room
    view: View | None  # None while no match was started
    gone: Trouble | None  # why the connection ended

    async def changed(self) -> None:
        """Wait until something is there that was not when this last returned."""

    async def command(self, command: Command) -> None:
        """Ask for a play, a trump, a cut ... ; `Trouble` carries the host's reason."""

    async def ready(self, on: bool) -> None: ...
    async def sit(self, seat: int) -> None: ...
    async def put_computer(self, seat: int) -> None: ...
    async def remove_computer(self, seat: int) -> None: ...
    async def start(self) -> None: ...
    async def close_table(self) -> None: ...
    async def leave(self) -> None:
        """Get up for good and close the connection."""
