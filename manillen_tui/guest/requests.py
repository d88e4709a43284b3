"""What a person at a table may ask the host for."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from manillen_tui.engine.commands import Command
from manillen_tui.engine.view import View
from manillen_tui.wire import command_to_body
from net.protocol import guest_messages


#: Letters of a line of talk that are sent; the host cuts it further by its own measure.
LINE: Final = 1000


class Wishes(ABC):
    """Each returns when the host has done it; `Trouble` carries his reason when he does not."""

    view: View | None

    @abstractmethod
    async def _ask(self, make: Callable[[int], guest_messages.Command]) -> None:
        """Have ``make(number)`` carried out."""

    async def command(self, command: Command) -> None:
        """A play, a trump, a cut ..."""
        turn = self.view.turn if self.view else 0
        body = command_to_body(command)
        await self._ask(lambda number: guest_messages.Do(id=number, turn=turn, body=body))

    async def ready(self, on: bool) -> None:
        await self._ask(lambda number: guest_messages.Ready(id=number, on=on))

    async def sit(self, seat: int) -> None:
        """Take another chair in the lobby."""
        await self._ask(lambda number: guest_messages.Sit(id=number, seat=seat))

    async def say(self, text: str) -> None:
        """A line for everybody at the table."""
        await self._ask(lambda number: guest_messages.Say(id=number, text=text[:LINE]))

    async def pause(self, on: bool) -> None:
        """Nobody moves until anyone seated goes on."""
        await self._ask(lambda number: guest_messages.Pause(id=number, on=on))

    async def put_computer(self, seat: int) -> None:
        """On a free chair; for somebody away it plays from now on, until he is back."""
        await self._manage("computer", seat)

    async def remove_computer(self, seat: int) -> None:
        await self._manage("empty", seat)

    async def start(self) -> None:
        await self._manage("start")

    async def absence(self, after_s: float | None) -> None:
        """A computer player moves for somebody away after so many seconds; None: never."""
        await self._manage("absence", value=None if after_s is None else round(after_s * 1000))

    async def remove(self, seat: int) -> None:
        """Send the person on this seat away, for good."""
        await self._manage("remove", seat)

    async def shut(self, seat: int) -> None:
        """No newcomer may take this empty chair."""
        await self._manage("shut", seat)

    async def open(self, seat: int) -> None:
        """Newcomers may take this chair again."""
        await self._manage("open", seat)

    async def admit(self, seat: int) -> None:
        """Whoever claims this seat is its person: he gets it."""
        await self._manage("admit", seat)

    async def decline(self, seat: int) -> None:
        """Whoever claims this seat is not its person."""
        await self._manage("decline", seat)

    async def pass_on(self, seat: int) -> None:
        """Give the host's rights to the person on this seat."""
        await self._manage("pass-on", seat)

    async def new_code(self) -> None:
        """Make another spoken code; it comes as `code`."""
        await self._manage("code")

    async def _manage(self, what: str, seat: int | None = None, value: int | None = None) -> None:
        await self._ask(
            lambda number: guest_messages.Manage(id=number, what=what, seat=seat, value=value)
        )
