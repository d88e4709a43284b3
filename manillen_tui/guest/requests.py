"""The requests a person at a table can make to the host."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from manillen_tui.engine.commands import Command
from manillen_tui.engine.view import View
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.wire import command_to_body
from net.protocol import guest_messages


#: How many letters of a line of chat are sent; the host may cut it further.
LINE: Final = 1000


class Requests(ABC):
    """Each request returns once the host has done it. Raises `Trouble` with the host's reason."""

    view: View | None
    proofs: Proofs

    @abstractmethod
    async def ask(self, make: Callable[[int], guest_messages.Command]) -> None:
        """Send ``make(number)`` with the next number, and wait until it is done."""

    async def command(self, command: Command) -> None:
        """A command of the game, for the current turn."""
        turn = self.view.turn if self.view else 0
        body = command_to_body(command)
        self.proofs.sent(turn, command)
        await self.ask(lambda number: guest_messages.Do(id=number, turn=turn, body=body))

    async def ready(self, on: bool) -> None:
        await self.ask(lambda number: guest_messages.Ready(id=number, on=on))

    async def sit(self, seat: int) -> None:
        """Move to another chair in the lobby."""
        await self.ask(lambda number: guest_messages.Sit(id=number, seat=seat))

    async def say(self, text: str) -> None:
        """Say a line to everybody at the table."""
        await self.ask(lambda number: guest_messages.Say(id=number, text=text[:LINE]))

    async def pause(self, on: bool) -> None:
        """Pause the match, or resume it."""
        await self.ask(lambda number: guest_messages.Pause(id=number, on=on))

    async def put_computer(self, seat: int) -> None:
        """Put a computer player on a free chair, or let it play for somebody away until they are
        back.
        """
        await self._manage("computer", seat)

    async def remove_computer(self, seat: int) -> None:
        await self._manage("empty", seat)

    async def start(self) -> None:
        await self._manage("start")

    async def absence(self, after_s: float | None) -> None:
        """Have computer players move for people away longer than `after_s` seconds; None: never."""
        await self._manage("absence", value=None if after_s is None else round(after_s * 1000))

    async def remove(self, seat: int) -> None:
        """Remove the person on this seat, for good."""
        await self._manage("remove", seat)

    async def shut(self, seat: int) -> None:
        """Close this empty chair to newcomers."""
        await self._manage("shut", seat)

    async def open(self, seat: int) -> None:
        """Open this chair to newcomers again."""
        await self._manage("open", seat)

    async def admit(self, seat: int) -> None:
        """Give this seat to whoever claims it."""
        await self._manage("admit", seat)

    async def decline(self, seat: int) -> None:
        """Decline the claim to this seat."""
        await self._manage("decline", seat)

    async def pass_on(self, seat: int) -> None:
        """Pass the host's rights on to the person on this seat."""
        await self._manage("pass-on", seat)

    async def new_code(self) -> None:
        """Ask for a new spoken code, which will appear as `code`."""
        await self._manage("code")

    async def close_table(self) -> None:
        """Close the table for everybody."""
        await self._manage("close")

    async def leave(self) -> None:
        """Give up the seat for good."""
        await self.ask(lambda number: guest_messages.Leave(id=number))

    async def _manage(self, what: str, seat: int | None = None, value: int | None = None) -> None:
        await self.ask(
            lambda number: guest_messages.Manage(id=number, what=what, seat=seat, value=value)
        )
