"""What all screens share: their size class, their keys, and requests that may be refused."""

from collections.abc import Callable, Coroutine, Hashable, Sequence
from functools import wraps
from typing import Any, ClassVar, Concatenate, Final, ParamSpec, TypeVar, cast

from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.events import Key, Resize
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input

from manillen_tui.trouble import Trouble
from manillen_tui.ui.app_for_screens import AppForScreens
from manillen_tui.ui.keys.action import Action
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine
from manillen_tui.words import window
from manillen_tui.words.refusals import trouble_line


T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="Sized[Any]")

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
        least_width, least_height = SMALLEST
        return Content(window.TOO_SMALL(width=width, height=height, w=least_width, h=least_height))


def while_up(do: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """For all that may come from outside (timers, workers, the table): a screen that has begun to
    go has lost its widgets, but is called until it has gone."""

    @wraps(do)
    def guarded(screen: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if screen.up:
            do(screen, *args, **kwargs)

    return guarded


class Sized(Screen[T]):
    """A screen with one of the classes -tiny, -compact, -base and -wide, by its size."""

    ACTIONS: ClassVar[Sequence[Action]] = ()
    TYPING: ClassVar[Sequence[Action]] = ()  # of a screen where letters may go into a field

    _going = False
    _asked_at: tuple[object] | None = None  # the moment of the wish that waits for its answer
    _told_at: Hashable = None  # the moment of the table that the last trouble is about

    @property
    def up(self) -> bool:
        """Whether it still has its widgets: from the moment it is taken off it loses them."""
        return self.display and self.is_attached

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Go, once: what else asks for it comes too late, and would take away another screen."""
        if self._going or not self.is_active:
            return AwaitComplete()
        self._going = True
        return super().dismiss(result)

    @property
    def manillen(self) -> AppForScreens:
        return cast("AppForScreens", self.app)

    def on_compose(self) -> None:
        self._measure(*self.app.size)  # before there is anything to be styled twice

    def on_resize(self, event: Resize) -> None:
        self._measure(*event.size)

    def _measure(self, width: int, height: int) -> None:
        size = size_class(width, height)
        if not self.has_class(size):
            self.remove_class(*(name for name in _SIZES if self.has_class(name)))
            self.add_class(size)
            if self.is_mounted:
                self.call_after_refresh(self.show_size)
        if size == "-tiny" and self.is_attached and not self.query(TooSmall):
            self.mount(TooSmall())

    def show_size(self) -> None:
        """Say what is said differently in another size."""

    def on_key(self, event: Key) -> None:
        self.manillen.last_key = event
        self.forget_trouble()

    @while_up
    def forget_trouble(self) -> None:
        for notice in self.query(NoticeLine):
            if notice.troubled:
                notice.hint(self.hint())

    def hint(self) -> str:
        """What the notice line says when nothing went wrong."""
        return ""

    @while_up
    def show_hint(self) -> None:
        """Say the hint again, unless a refusal stands there, unread and as true as it was."""
        for notice in self.query(NoticeLine):
            if not notice.troubled or self._moment() != self._told_at:
                notice.hint(self.hint())

    def _moment(self) -> Hashable:
        sitting = self.manillen.sitting
        return sitting.moment if sitting else None

    @property
    def waits_for_the_host(self) -> bool:
        """Whether a wish of this person is under way."""
        return self._asked_at == (self._moment(),)

    def offered(self) -> Sequence[Action]:
        """What the keys do at this moment: for the footer, the list of keys and the palette."""
        return self.ACTIONS

    @while_up
    def show_keys(self) -> None:
        typing = self.TYPING and isinstance(self.focused, Input)
        for line in self.query(KeyLine):
            line.show(self.TYPING if typing else self.offered())

    def on_descendant_focus(self) -> None:
        self.show_keys()

    @while_up
    def on_screen_suspend(self) -> None:
        self._show_footer(False)

    @while_up
    def on_screen_resume(self) -> None:
        self._show_footer(True)

    def _show_footer(self, shown: bool) -> None:
        """Only the keys of the screen in front do anything."""
        for line in self.query(KeyLine):
            line.set_class(not shown, "-behind")

    def action_pause(self) -> None:
        """Stop the match for everybody, or go on with it."""
        sitting = self.manillen.sitting
        if sitting is not None:
            on = sitting.client.room.paused is None
            self.request(sitting.client.pause(on), ("pause", on))

    def request(self, wish: Coroutine[Any, Any, object], what: Hashable = None) -> None:
        """Ask the host for something; a refusal is told in the screen's notice line.

        A key that is held repeats its wish: while nothing at the table has changed, one is under
        way at a time, and `what` was refused is refused again without the host.
        """
        sitting = self.manillen.sitting
        moment = self._moment()
        known = sitting.refusals.of(what, moment) if sitting and what is not None else None
        if known or self._asked_at == (moment,):
            wish.close()
            if known:
                self.tell(known)
            return
        self._asked_at = (moment,)
        self.run_worker(self._request(wish, what))
        self.show_hint()

    async def _request(self, wish: Coroutine[Any, Any, object], what: Hashable) -> None:
        sitting, moment = self.manillen.sitting, self._moment()
        try:
            await wish
        except Trouble as trouble:
            if sitting and what is not None and sitting.moment == moment:
                sitting.refusals.keep(what, moment, trouble)
            self.tell(trouble)
        finally:
            if self._asked_at == (moment,):
                self._asked_at = None

    @while_up
    def tell(self, *troubles: Trouble) -> None:
        sitting = self.manillen.sitting
        names = sitting.names.holders if sitting else ()
        view = sitting.client.view if sitting else None
        said = [trouble_line(trouble.code, trouble.details, names, view) for trouble in troubles]
        self.complain(" ".join(said))

    @while_up
    def complain(self, text: str) -> None:
        """Say what cannot be done, until a key is pressed or it is no longer so."""
        self._told_at = self._moment()
        for notice in self.query(NoticeLine):
            notice.tell(text)
            return
        self.notify(text, severity="error", markup=False)


class Page(Sized[None]):
    """A screen that fills the terminal."""


class Sheet(ModalScreen[T], Sized[T]):
    """A screen over another one; Esc and a letter close it."""
