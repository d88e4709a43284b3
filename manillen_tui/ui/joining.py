"""Coming to a table: what has to be asked on the way, until somebody sits there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens.claim_pending import PendingScreen
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.enter_code import CodeScreen
from manillen_tui.ui.services import Running, TableClient
from manillen_tui.ui.widgets.menu import Item
from manillen_tui.words import _
from net.address import Address


if TYPE_CHECKING:
    from textual.screen import Screen

    from manillen_tui.ui.app import ManillenApp


class Wish(Struct, frozen=True, kw_only=True):
    """Where somebody wants to be, and as what.

    `rights` and `running` of a table that this person opened; `kept` is a seat to come back to;
    with `claim` the `seat` is said to be this person's own, which is `confirmed_by` the host.
    """

    addresses: Sequence[Address]
    rights: str | None = None
    running: Running | None = None
    kept: Keepsake | None = None
    code: str | None = None
    seat: int | None = None
    watch: bool = False
    claim: bool = False
    confirmed_by: str = ""


def own_table(running: Running) -> Wish:
    """To a table on this machine that this person opened."""
    return Wish(
        addresses=[running.address], rights=running.rights, running=running, code=running.code
    )


class Arrival:
    """One way to one table. Whatever it opened over the screens is gone when it ends."""

    def __init__(self, app: "ManillenApp", wish: Wish) -> None:
        self.wish = wish
        self._app = app
        self._prompt: CodeScreen | None = None
        self._pending: PendingScreen | None = None

    async def arrive(self) -> TableClient | None:
        """Somebody at the table; None when the person thinks better of it. Else `Trouble`."""
        try:
            while True:
                try:
                    return await self._come()
                except Trouble as trouble:
                    if not await self._settle(trouble):
                        return None
        finally:
            await self._close(self._pending)
            await self._close(self._prompt)

    async def _come(self) -> TableClient:
        wish, services = self.wish, self._app.services
        if wish.kept is not None:
            return await services.back(wish.kept)
        return await services.join(
            wish.addresses,
            self._app.settings.player,
            wish.rights,
            code=wish.code,
            seat=wish.seat,
            watch=wish.watch,
            claim=wish.claim,
            pending=self._wait,
        )

    async def _settle(self, trouble: Trouble) -> bool:
        """Ask the person what is missing; False when he wants it no more."""
        match trouble.code:
            case "code-needed" | "badcode" | "wait":
                return await self._ask_code(trouble)
            case "full" if not self.wish.claim and (answers := _left(trouble)):
                return await self._offer(answers)
            case _:
                raise trouble

    async def _ask_code(self, trouble: Trouble) -> bool:
        if self._prompt is None:
            self._prompt = CodeScreen(str(trouble.details.get("table") or _("this table")))
            await self._app.push_screen(self._prompt)
        if trouble.code != "code-needed":
            self._prompt.refuse(trouble)
        code = await self._prompt.typed()
        self.wish = replace(self.wish, code=code)
        return code is not None

    async def _offer(self, answers: Sequence[Item]) -> bool:
        """What is left where every chair is somebody's."""
        told = []
        if any(answer.value == "watch" for answer in answers):
            told.append(_("You may watch: you see the table and nobody's cards."))
        if any(answer.value != "watch" for answer in answers):
            told.append(_("Whoever was here before gets the seat back when the host says so."))
        back = Item("back", _("n"), _("No, back"))
        dialog = Dialog(_("People sit on every chair."), " ".join(told), (back, *answers), "back")
        answer = await self._app.push_screen_wait(dialog)
        if answer == "watch":
            self.wish = replace(self.wish, watch=True)
        elif answer not in (None, "back"):
            self.wish = replace(self.wish, seat=int(answer), claim=True)
        return answer not in (None, "back")

    def _wait(self) -> None:
        """The claim of a seat waits for the host."""
        if self._pending is None:
            self._pending = PendingScreen(self.wish.confirmed_by)
            self._app.push_screen(self._pending)

    async def _close(self, screen: "Screen[None] | None") -> None:
        while self._app.is_running and screen in self._app.screen_stack:
            await self._app.pop_screen()


def _left(full: Trouble) -> list[Item]:
    """What somebody may do at a table without a free chair."""
    try:
        away = msgspec.convert(full.details.get("away", []), list[tuple[int, str]])
    except msgspec.ValidationError:
        away = []
    answers = [
        Item(str(seat), str(seat + 1), _("I am {name}, who is away").format(name=name))
        for seat, name in away
    ]
    if full.details.get("watch") is True:
        answers.append(Item("watch", _("w"), _("Watch")))
    return answers
