"""Running a screen at a size, and reading what it shows."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from textual.content import Content
from textual.events import Key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Static

from manillen_tui.config.settings import Settings
from manillen_tui.trouble import Trouble
from manillen_tui.ui.app import ManillenApp
from manillen_tui.ui.app_for_screens import AppForScreens
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.lines import NoticeLine, TurnBar
from net.address import Address
from support.fake_client import FakeWorld


BASE = (80, 23)
COMPACT = (60, 18)
WIDE = (110, 30)
TABLE = Address("192.168.1.20", 7842)


@asynccontextmanager
async def running(
    world: FakeWorld,
    *keys: str,
    size: tuple[int, int] = BASE,
    at: Address | None = TABLE,
    settings: Settings | None = None,
    trouble: Trouble | None = None,
) -> AsyncIterator[tuple[ManillenApp, Pilot[None]]]:
    """The application at a table of `world` (`at` None: at home), after these keys."""
    settings = settings or Settings(name="Maria")
    app = ManillenApp(settings, world, at, trouble=trouble)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        try:
            yield app, pilot
        finally:
            app.workers.cancel_all()  # before the screens go, as in a real terminal


async def burst(pilot: Pilot[None], *keys: str) -> None:
    """These keys at once, as a slow line brings them: none waits for what the last one does."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause()


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Let the application work until something is so and drawn; one that never is so fails."""
    for _round in range(2000):  # on a busy machine each is much longer than its pause
        if condition():
            await pilot.pause()  # a screen is the current one before anything of it is there
            return
        await pilot.pause(0.01)
    raise AssertionError(f"it never came to it:\n{text_of(pilot.app)}")  # type: ignore[arg-type]


def sitting_of(app: AppForScreens) -> Sitting:
    """At the table where its person is."""
    assert app.sitting is not None
    return app.sitting


def text_of(app: ManillenApp) -> str:
    """The whole screen as characters."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def said_on(app: ManillenApp) -> str:
    """What every widget of the screen says, in full even where it has no room for it."""
    said = []
    for widget in app.screen.query("*"):
        if isinstance(widget, Input):
            said.append(widget.value or str(widget.placeholder))
        elif isinstance(widget, Widget):
            shown = widget.visual if isinstance(widget, Static) else widget.render()
            said.append(shown.plain if isinstance(shown, Content) else "")
    return "\n".join(said)


def notice_of(app: ManillenApp) -> str:
    return app.screen.query_one(NoticeLine).left


def turn_of(app: ManillenApp) -> str:
    return app.screen.query_one(TurnBar).left


#: What a sentence ends with that is whole, and tells of something that goes on.
_STILL_AT_IT: Final = re.compile(
    r"(searching|asking|Opening the table|Joining the table|Checking the code|up to \d+ s"
    r"|after \d+ s|Reconnecting|Trying again|Returning|Returning to the table|Still looking)…"
)


def clipped(app: ManillenApp) -> list[str]:
    """What of the screen cannot be seen in full: widgets out of their parent, text out of them."""
    found = []
    for widget in app.screen.query("*"):
        if not isinstance(widget, Widget) or not widget.display or not widget.region.area:
            continue
        parent = widget.parent
        outside = (
            isinstance(parent, Widget)
            and not parent.is_scrollable
            and not parent.region.contains_region(widget.region)
        )
        if outside:
            found.append(f"{widget} {widget.region} lies outside {parent}")
        found += [f"{widget}: {what}" for what in _cut_text(widget)]
    text = text_of(app)
    if "…" in _STILL_AT_IT.sub("", text):
        found.append("something is shortened:\n" + text_of(app))
    return found


def _cut_text(widget: Widget) -> list[str]:
    if isinstance(widget, Input):
        return []
    shown = widget.visual if isinstance(widget, Static) else widget.render()
    if not isinstance(shown, Content):
        return []
    width, height = widget.content_size
    lines = shown.split("\n")
    if widget.styles.text_wrap == "nowrap":
        too_wide = [line.plain for line in lines if line.rstrip().cell_length > width]
        needed = len(lines)
    else:
        too_wide = []
        needed = sum(max(1, len(line.wrap(width))) for line in lines)
    return [f"wider than {width}: {line!r}" for line in too_wide] + (
        [f"{needed} lines in {height}: {shown.plain!r}"] if needed > height else []
    )
