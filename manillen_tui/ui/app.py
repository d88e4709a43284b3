"""The application: which screen is up, and who sits at which table."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar, Final

import msgspec
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen
from textual.signal import Signal
from textual.worker import WorkerFailed

from manillen_tui.config.paths import log_dir, settings_file
from manillen_tui.config.settings import Settings, save_settings
from manillen_tui.guest.client import BACK_S
from manillen_tui.trouble import Trouble
from manillen_tui.ui.card_text import Pen
from manillen_tui.ui.destination import Destination, SavedTable, own_table
from manillen_tui.ui.joining import Joining
from manillen_tui.ui.key_guard import KeyGuard
from manillen_tui.ui.keys import keymap
from manillen_tui.ui.keys.action import QUIT
from manillen_tui.ui.leaving import leaving
from manillen_tui.ui.rejoin import Way, WaysBack
from manillen_tui.ui.screens.base import Sized
from manillen_tui.ui.screens.chat import ChatScreen
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.join import JoinScreen
from manillen_tui.ui.screens.keys import KeysScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.screens.people import PeopleScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.screens.seat import SeatScreen
from manillen_tui.ui.screens.show_code import SpokenScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.screens.watch import WatchScreen
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.services import Services
from manillen_tui.ui.theme import FELT
from manillen_tui.words import window
from manillen_tui.words.presence import looking_line, opening_line, sitting_down_line
from net.address import Address


LEAVE_S: Final = 3.0  # a host that does not answer keeps nobody at the table
HELD_S: Final = 0.7  # a key held down comes again within this

log = logging.getLogger(__name__)


class ManillenApp(KeyGuard):
    """The whole interface; with `start_address` it sits down there at once."""

    TITLE = "manillen"
    CSS_PATH = "manillen.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(QUIT.keys, QUIT.run, show=False, id="quit", priority=True)
    ]

    def __init__(
        self,
        settings: Settings,
        services: Services,
        start_address: Address | None = None,
        *,
        joining: bool = False,
        trouble: Trouble | None = None,
    ) -> None:
        """With `joining` it begins at the list of tables; `trouble` is told at once."""
        super().__init__()
        self.settings = settings
        self.services = services
        self.pen = Pen(letters=settings.letters)
        self.sitting: Sitting | None = None
        self.ways_back = WaysBack(services)
        self.joining: Sequence[Address] | None = None  # where an answer is waited for
        self.joining_line = ""  # what is being done there, and for how long at most
        self.last_key: Key | None = None
        self.held_key: Key | None = None  # the last one before this person fell out of a table
        self.table_changed: Signal[Sitting] = Signal(self, "table changed")
        self._start_address = start_address
        self._joining = joining
        self._trouble = trouble
        self.register_theme(FELT)
        self.theme = FELT.name

    async def on_mount(self) -> None:
        self._end_by_signals()
        self.set_keymap(self.settings.keys)
        await self.push_screen(HomeScreen())
        if self._start_address is not None:
            self.sit_down(Destination(addresses=[self._start_address]))
        elif self._joining:
            await self.push_screen(JoinScreen())
        troubles = [
            Trouble("keys-clash", {"key": key, "one": one, "other": other})
            for key, one, other in keymap.clashes(self.settings.keys)
        ]
        if strange := keymap.unknown(self.settings.keys):
            troubles.append(Trouble("keys-unknown", {"actions": ", ".join(strange)}))
        if self._trouble is not None:
            troubles.append(self._trouble)
        if troubles:
            self._tell(*troubles)

    def _end_by_signals(self) -> None:
        """Asked to end, or without a terminal: quietly, and with the screen as it was before."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with contextlib.suppress(NotImplementedError):  # Windows
                    loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    # At a table ---------------------------------------------------------------------------------

    def sit_down(self, destination: Destination, *, way: Way | None = None) -> None:
        """Go to this table, by this `way`; a refusal is told on the screen that is up."""
        if self.joining == destination.addresses:
            return  # a key that repeats itself
        self._begin_to_wait(destination)
        if isinstance(self.screen, Sized):
            self.screen.forget_trouble()
        self._show_hint()
        self.run_worker(self._sit_down(destination, way), group="table", exclusive=True)

    def _begin_to_wait(self, destination: Destination) -> None:
        self.joining = destination.addresses
        self.joining_line = (
            sitting_down_line(self.services.joins_s)
            if destination.kept is None
            else looking_line(destination.kept.name, BACK_S)
        )

    def go_back(self, way: Way) -> None:
        """To a table of before; one that was saved is opened again first."""
        if way.destination is not None:
            self.sit_down(way.destination, way=way)
        elif way.saved is not None and self.joining is None:
            self.joining = ()
            self.joining_line = opening_line(way.name, self.services.opens_s)
            self._show_hint()
            self.run_worker(self._go_on(way, way.saved), group="table", exclusive=True)

    async def _go_on(self, way: Way, saved: SavedTable) -> None:
        try:
            running = await self.services.go_on(saved)
        except Trouble as trouble:
            self._tell(trouble)
            self._failed(way, trouble)
        else:
            await self._sit_down(own_table(running), way)
        finally:
            self.joining = None

    def _failed(self, way: Way, trouble: Trouble) -> None:
        self.ways_back.failed(way, trouble)
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.look_for_ways()

    def sit_elsewhere(self, destination: Destination) -> None:
        """Get up from where this person watches, and come back as somebody else."""
        self.run_worker(self._sit_elsewhere(destination), group="table", exclusive=True)

    async def _sit_elsewhere(self, destination: Destination) -> None:
        await self._end(close=False)
        self._begin_to_wait(destination)
        self._show_hint()
        await self._sit_down(destination)

    def stand_off(self) -> None:
        """Wait no longer for a table that does not answer."""
        if self.joining is not None:
            self.workers.cancel_group(self, "table")

    async def _sit_down(self, destination: Destination, way: Way | None = None) -> None:
        joining = Joining(self, self.services, self.settings.player, destination)
        try:
            client = await joining.arrive()
        except Trouble as trouble:
            self.joining = None
            self._tell(trouble)
            if way is not None:
                self._failed(way, trouble)
            return
        finally:
            if self.joining is destination.addresses:
                self.joining = None
                self._show_hint()
        if client is None:
            return
        sitting = self.sitting = Sitting(client, joining.destination)
        while client.gone is None:
            sitting.note()
            self.ways_back.seated(sitting)
            await self._show_table(sitting)
            self.table_changed.publish(sitting)
            await client.changed()
        await self._get_up(client.gone)

    async def _show_table(self, sitting: Sitting) -> None:
        """Have the lobby or the table up, under whatever the person has opened over it."""
        client = sitting.client
        view = client.view if client.room.state != "lobby" else None
        wanted = LobbyScreen if view is None else TableScreen
        if any(isinstance(screen, wanted) for screen in self.screen_stack):
            return
        if view is None:
            screen: Screen[None] = LobbyScreen(sitting)
        else:
            screen = (WatchScreen if client.watches else SeatScreen)(sitting, view)
        while len(self.screen_stack) > 3:
            await self.pop_screen()
        if len(self.screen_stack) > 2:
            await self.switch_screen(screen)  # home is not seen in between
        else:
            await self.push_screen(screen)

    async def _get_up(self, trouble: Trouble | None) -> None:
        sitting, self.sitting = self.sitting, None
        if sitting is not None:
            self.ways_back.left(sitting, trouble)
        await self._go_home()
        if trouble is not None:
            self.held_key = self.last_key
            self._tell(trouble)

    def still_held(self, key: Key) -> bool:
        """Whether a key is no more than the repetition of one held down at the lost table."""
        held, self.held_key = self.held_key, None
        if held is None or held.key != key.key or key.time - held.time > HELD_S:
            return False
        self.held_key = key
        return True

    async def _go_home(self) -> None:
        while len(self.screen_stack) > 2:  # the default screen, then home
            await self.pop_screen()

    def _show_hint(self) -> None:
        if self.screen_stack and isinstance(self.screen, Sized):  # none is left when it ends
            self.screen.show_hint()

    def _tell(self, *troubles: Trouble) -> None:
        if isinstance(self.screen, Sized):
            self.screen.tell(*troubles)

    # Opened over any screen ---------------------------------------------------------------------

    def action_keys(self) -> None:
        """All keys of the screen in front."""
        if isinstance(self.screen, Sized):
            self.push_screen(KeysScreen(self.screen.offered()))

    def action_talk(self) -> None:
        """Say something to the others; nobody who only watches does."""
        if self.sitting is not None and not self.sitting.client.watches:
            self.push_screen(ChatScreen(self.sitting))

    def action_people(self) -> None:
        """Who is here."""
        if self.sitting is not None:
            self.push_screen(PeopleScreen(self.sitting))

    def action_spoken(self) -> None:
        """The spoken code, to the holder of the host's rights."""
        if self.sitting is not None and self.sitting.holds:
            self.push_screen(SpokenScreen(self.sitting))
        else:
            self._tell(Trouble("no-rights"))

    def action_rules(self) -> None:
        """The rules of the table this person sits at."""
        rules = self.sitting.rules if self.sitting else None
        if rules is None:
            self._tell(Trouble("rules-unreadable"))
        else:
            self.push_screen(RulesScreen([rules]))

    # Leaving ------------------------------------------------------------------------------------

    def ask_to_leave(self) -> None:
        """Leave the table, after a question that says what becomes of it."""
        sitting = self.sitting
        if sitting is None or isinstance(self.screen, Dialog):
            return
        self.push_screen(leaving(sitting), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer in ("yes", "leave", "close"):
            self.run_worker(self._end(answer == "close"), group="table", exclusive=True)

    async def _end(self, close: bool) -> None:
        sitting = self.sitting
        if sitting is None:
            return
        client = sitting.client
        try:
            async with asyncio.timeout(LEAVE_S):
                await (client.close_table() if close else client.leave())
            if close:
                self.ways_back.closed(sitting)
        except Trouble as trouble:
            log.info("leaving: %s", trouble.code)
        except TimeoutError:
            log.info("leaving: the host did not answer")
        await self._get_up(None)

    async def action_quit(self) -> None:
        if self.sitting is None:
            self.exit()
        else:
            self.ask_to_leave()

    # Settings -----------------------------------------------------------------------------------

    def rename(self, name: str) -> None:
        """Keep the name to sit down with; empty: the system user's."""
        name = name.strip()
        if name and name != self.settings.player:
            self._keep(msgspec.structs.replace(self.settings, name=name))

    def action_letters(self) -> None:
        """Suits as letters instead of signs, or back, on every screen at once."""
        letters = not self.pen.letters
        self.pen = Pen(letters=letters)
        for screen in self.screen_stack:
            for widget in screen.query("*"):
                widget.refresh()
        self._keep(msgspec.structs.replace(self.settings, letters=letters))

    def _keep(self, settings: Settings) -> None:
        self.settings = settings
        try:
            save_settings(settings)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._tell(
                Trouble("settings-unwritable", {"path": str(settings_file()), "reason": reason})
            )

    # The palette, and what must not happen --------------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        if isinstance(screen, Sized):
            for action in screen.offered():
                if action.run and action.help:
                    run = partial(self.run_action, action.run, screen)
                    yield SystemCommand(action.label.capitalize(), action.help, run)
        yield SystemCommand(window.QUIT(), window.QUIT_MEANS(), self.action_quit)

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print a traceback with everything in sight; a log file takes it instead.
        cause = error.error if isinstance(error, WorkerFailed) else error
        log.error("the interface failed", exc_info=cause)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self.panic(window.FAILED(log=log_dir()))
