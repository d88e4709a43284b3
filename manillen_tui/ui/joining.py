"""Coming to a table: what has to be asked on the way, until somebody sits there."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from textual.app import App
from textual.screen import Screen

from manillen_tui.guest.client import Client
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination
from manillen_tui.ui.screens.claim_pending import PendingScreen
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.enter_code import CodeScreen
from manillen_tui.ui.services import Services
from manillen_tui.ui.widgets.menu import Item
from manillen_tui.words import dialogs, join
from net.protocol.messages import Name, Seat


class Joining:
    """One way to one table. Whatever it opened over the screens is gone when it ends."""

    def __init__(
        self, app: App[None], services: Services, player: str, destination: Destination
    ) -> None:
        self.destination = destination
        self._app = app
        self._services = services
        self._player = player
        self._prompt: CodeScreen | None = None
        self._pending: PendingScreen | None = None

    async def arrive(self) -> Client | None:
        """Somebody at the table; None when the person thinks better of it. Else `Trouble`."""
        client: Client | None = None
        try:
            while client is None:
                try:
                    client = await self._services.join(self.destination, self._player, self._wait)
                except Trouble as trouble:
                    if not await self._settle(trouble):
                        break
        finally:
            try:
                await self._close(self._pending)
                await self._close(self._prompt)
            except BaseException:  # given up when it had just succeeded
                if client is not None:
                    await client.close()
                raise
        return client

    async def _settle(self, trouble: Trouble) -> bool:
        """Ask the person what is missing; False when they want it no more."""
        match trouble.code:
            case "code-needed" | "badcode" | "wait":
                return await self._ask_code(trouble)
            case "full" if not self.destination.claim and (answers := what_is_left(trouble)):
                return await self._offer(answers)
            case _:
                raise trouble

    async def _ask_code(self, trouble: Trouble) -> bool:
        if self._prompt is None:
            self._prompt = CodeScreen(str(trouble.details.get("table") or ""))
            await self._app.push_screen(self._prompt)
        if trouble.code != "code-needed":
            self._prompt.refuse(trouble)
        code = await self._prompt.typed()
        self.destination = replace(self.destination, code=code)
        return code is not None

    async def _offer(self, answers: Sequence[Item]) -> bool:
        """What is left where every chair is somebody's."""
        told = []
        if any(answer.value == "watch" for answer in answers):
            told.append(join.MAY_WATCH())
        if any(answer.value != "watch" for answer in answers):
            told.append(join.MAY_CLAIM())
        back = Item("back", dialogs.NO_KEY(), join.BACK())
        dialog = Dialog(join.TABLE_FULL(), " ".join(told), (back, *answers), "back")
        answer = await self._app.push_screen_wait(dialog)
        if answer == "watch":
            self.destination = replace(self.destination, watch=True)
        elif answer not in (None, "back"):
            self.destination = replace(self.destination, seat=int(answer), claim=True)
        return answer not in (None, "back")

    def _wait(self) -> None:
        """The claim of a seat waits for the host."""
        if self._pending is None:
            self._pending = PendingScreen(self.destination.confirmed_by)
            self._app.push_screen(self._pending)

    async def _close(self, screen: Screen[None] | None) -> None:
        while self._app.is_running and screen in self._app.screen_stack:
            await self._app.pop_screen()


def what_is_left(full: Trouble) -> list[Item]:
    """What somebody may do at a table without a free chair."""
    try:
        away = dict(msgspec.convert(full.details.get("away", []), list[tuple[Seat, Name]]))
    except msgspec.ValidationError:
        away = {}
    answers = [Item(str(seat), str(seat + 1), join.I_AM(name=away[seat])) for seat in away]
    if full.details.get("watch") is True:
        answers.append(Item("watch", join.WATCH_KEY(), join.WATCH()))
    return answers
