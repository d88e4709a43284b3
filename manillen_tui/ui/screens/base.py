"""What all screens share: their size class, their keys, and requests that may be refused."""

from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar, cast

from textual.content import Content
from textual.events import Key, Resize
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from manillen_tui import words
from manillen_tui.trouble import Trouble
from manillen_tui.ui.keys import Action
from manillen_tui.ui.widgets.lines import Notice
from manillen_tui.words import _


if TYPE_CHECKING:
    from manillen_tui.ui.app import ManillenApp

T = TypeVar("T")

SMALLEST: Final = (60, 18)
BASE: Final = (80, 23)
WIDE: Final = (110, 30)


_SIZES: Final = {"-wide": WIDE, "-base": BASE, "-compact": SMALLEST, "-tiny": (0, 0)}


def size_class(width: int, height: int) -> str:
    """The largest size that fits into so many columns and rows."""
    return next(name for name, (w, h) in _SIZES.items() if width >= w and height >= h)


class TooSmall(Widget):
    """What a window below the smallest size shows; the game goes on behind it."""

    def render(self) -> Content:
        width, height = self.app.size
        return Content(
            _("This window is {width}x{height}.\nThe table needs {w}x{h}: enlarge it.").format(
                width=width, height=height, w=SMALLEST[0], h=SMALLEST[1]
            )
        )


class Sized(Screen[T]):
    """A screen with one of the classes -tiny, -compact, -base and -wide, by its size."""

    ACTIONS: ClassVar[Sequence[Action]] = ()

    @property
    def manillen(self) -> "ManillenApp":
        return cast("ManillenApp", self.app)

    def on_compose(self) -> None:
        self._measure(*self.app.size)  # before there is anything to be styled twice

    def on_resize(self, event: Resize) -> None:
        self._measure(*event.size)

    def _measure(self, width: int, height: int) -> None:
        size = size_class(width, height)
        if not self.has_class(size):
            self.remove_class(*(name for name in _SIZES if self.has_class(name)))
            self.add_class(size)
            if size == "-tiny" and not self.query(TooSmall):
                self.mount(TooSmall())
            if self.is_mounted:
                self.call_after_refresh(self.show_size)

    def show_size(self) -> None:
        """Say what is said differently in another size."""

    def on_key(self, event: Key) -> None:
        for notice in self.query(Notice):
            if notice.troubled:
                notice.hint(self.hint())

    def hint(self) -> str:
        """What the notice line says when nothing went wrong."""
        return ""

    def show_hint(self) -> None:
        """Say the hint again, unless a refusal stands there that was not read yet."""
        for notice in self.query(Notice):
            if not notice.troubled:
                notice.hint(self.hint())

    def action_keys(self) -> None:
        from manillen_tui.ui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen(self.ACTIONS))

    def action_talk(self) -> None:
        from manillen_tui.ui.screens.chat import ChatScreen

        if self.manillen.sitting is not None:
            self.app.push_screen(ChatScreen(self.manillen.sitting))

    def request(self, wish: Awaitable[object]) -> None:
        """Ask the host for something; a refusal is told in the screen's notice line."""
        self.run_worker(self._request(wish))

    async def _request(self, wish: Awaitable[object]) -> None:
        try:
            await wish
        except Trouble as trouble:
            self.tell(trouble)

    def tell(self, trouble: Trouble) -> None:
        sitting = self.manillen.sitting
        names = sitting.names if sitting else ()
        spanish = sitting is not None and sitting.spanish
        text = words.trouble(trouble.code, trouble.details, names, spanish=spanish)
        for notice in self.query(Notice):
            notice.tell(text)
            return
        self.notify(text, severity="error", markup=False)


class Page(Sized[None]):
    """A screen that fills the terminal."""


class Sheet(ModalScreen[T], Sized[T]):
    """A screen over another one; Esc and a letter close it."""
