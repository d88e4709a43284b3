"""Beside the cards: what was captured, the last trick, and what happened."""

import re
from collections import deque
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from manillen_tui.engine.records import DealRecord, Trick
from manillen_tui.ui.card_text import Pen, cut, pen_of
from manillen_tui.words import score_screen
from manillen_tui.words import table as table_words
from manillen_tui.words.nouns import trump_text
from net.names import NAMELESS


_GOES_ON: Final = "│"
_BARS: Final = re.compile(r"[\s|¦∣│┃┆┇┊┋╎╏║ǀǁ❘❙❚｜]+")  # at the beginning


class Log(Widget):
    """The last lines of what happened, each in full, the newest at the bottom.

    What does not fit on a row goes on after a bar, which no line begins with: nobody's words can
    look like a line of their own, or like the rest of what another has said.

    One that has no room for itself alone is left before its end: how it begins says what it is.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=100)

    def add(self, lines: Sequence[str]) -> None:
        if lines:
            self._lines.extend(_marked_off(line) for line in lines)
            self.refresh()

    def render(self) -> Content:
        width, height = self.size
        pen = pen_of(self)
        rows: list[Content] = []
        for line in reversed(self._lines):
            style = "$muted" if rows else ""
            wrapped = pen.text(line, style).wrap(max(width - 1, 1))
            first, *rest = wrapped
            if rows and len(rows) + len(wrapped) > height:
                break
            rows = [first, *(Content.styled(_GOES_ON, "$muted") + row for row in rest), *rows]
        if len(rows) > height > 0:
            rows[height - 1] = rows[height - 1].truncate(width - 1).rstrip() + "…"
        return Content("\n").join(rows[:height])


def _marked_off(line: str) -> str:
    """The line, if it begins like what goes on with the sign of a name of which nothing is left."""
    bars = _BARS.match(line)
    return line if bars is None else NAMELESS + line[bars.end() :]


class DealHistory(Widget):
    """The deals of this match so far, ours first; only where there is room for it."""

    def __init__(self) -> None:
        super().__init__()
        self._deals: list[tuple[str, tuple[str, ...]]] = []

    def show(self, sheet: Sequence[DealRecord], sides: Sequence[int], *, spanish: bool) -> None:
        deals = [
            (deal_label(record, spanish=spanish), tuple(gained(record, side) for side in sides))
            for record in sheet
        ]
        if deals != self._deals:
            self._deals = deals
            self.refresh(layout=True)

    def render(self) -> Content:
        pen = pen_of(self)
        rows = self._deals[-max(self.size.height, 1) :]
        width = self.size.width
        return Content("\n").join(
            _row(
                pen,
                label if cell_len(label) + 7 * len(cells) <= width else label.rpartition("  ")[0],
                cells,
                width,
                "",
            )
            for label, cells in rows
        )

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._deals)


def deal_label(record: DealRecord, *, spanish: bool = False) -> str:
    """A finished deal by its number, its trump, and why nobody may have scored."""
    trump = trump_text(record.trump, spanish=spanish)
    facts = [table_words.DEAL(n=record.number)]
    if record.namer is not None:
        facts.append(trump)
    if record.score is None:
        facts.append(score_screen.VOID())
    elif record.score.tie:
        facts.append(score_screen.TIE())
    return "  ".join(facts)


def gained(record: DealRecord, side: int) -> str:
    """What a deal gave a side."""
    points = record.score.scores[side] if record.score else None
    return "–" if points is None else f"{points:+d}" if points else "0"


class Tally(Struct, frozen=True):
    """Points and tricks of this deal, by side, the own one first."""

    labels: tuple[str, ...] = ()
    points: tuple[int, ...] | None = None  # None: the table does not show them
    tricks: tuple[int, ...] = ()


class Account(Widget):
    """Points and tricks of this deal by side, and the last trick."""

    def __init__(self) -> None:
        super().__init__()
        self._now: tuple[Tally, Trick | None, Sequence[str]] = (Tally(), None, ())

    def show(self, tally: Tally, last: Trick | None, names: Sequence[str]) -> None:
        now = (tally, last, tuple(names))
        if now != self._now:
            self._now = now
            self.refresh()

    def render(self) -> Content:
        pen = pen_of(self)
        tally, last, names = self._now
        width = self.size.width
        if self.screen.has_class("-compact"):  # beside the log
            points = tally.points or ("?",) * len(tally.labels)
            dash = " - " if len(tally.labels) == 2 else "-"
            rows = [
                Content.assemble((f"{label:<7}", "$muted"), (dash.join(map(str, cells)), "bold"))
                for label, cells in (
                    (table_words.POINTS(), points),
                    (table_words.TRICKS(), tally.tricks),
                )
            ]
            return Content("\n").join(rows[: self.size.height])
        points = tally.points or ("",) * len(tally.labels)
        head = (table_words.POINTS() if tally.points else "", table_words.TRICKS())
        rows = [_row(pen, "", head, width, "$muted")]
        for label, *counts in zip(tally.labels, points, tally.tricks, strict=True):
            rows.append(_row(pen, label, tuple(map(str, counts)), width, "bold"))
        if last is not None and names:
            if len(rows) < self.size.height - 2:
                rows.append(Content(""))
            cards = "  ".join(str(play.card) for play in last.plays)
            rows.append(pen.text(cards))
            taken = table_words.LAST_TRICK(name=names[last.winner], points=last.points)
            rows.append(pen.text(taken, "$muted").truncate(width, ellipsis=True))
        return Content("\n").join(rows[: self.size.height])


def _row(pen: Pen, label: str, cells: Sequence[str], width: int, style: str) -> Content:
    written = "".join(f"{cell:>7}" for cell in cells)
    label = cut(label, width - len(written))
    gap = " " * (width - len(written) - cell_len(label))
    return pen.text(label + gap, "$muted") + Content.styled(written, style)
