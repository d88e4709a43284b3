"""Beside the cards: what was captured, the last trick, and what happened."""

from collections import deque
from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from manillen_tui.engine.view import DealRecord, Trick
from manillen_tui.ui.pen import Pen, pen_of
from manillen_tui.words import _, trump_text


class Log(Widget):
    """The last lines of what happened, the newest at the bottom and in full."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=100)

    def add(self, lines: Sequence[str]) -> None:
        if lines:
            self._lines.extend(lines)
            self.refresh()

    def render(self) -> Content:
        width, height = self.size
        pen = pen_of(self)
        rows: list[Content] = []
        for line in reversed(self._lines):
            style = "$muted" if rows else ""
            wrapped = pen.text(line, style).wrap(max(width - 1, 1))
            first, *rest = wrapped
            rows = [first, *(" " + row for row in rest), *rows]
            if len(rows) >= height:
                break
        return Content("\n").join(rows[-height:] if height else [])


class History(Widget):
    """The deals of this match so far, ours first; only where there is room for it."""

    def __init__(self) -> None:
        super().__init__()
        self._deals: list[tuple[str, str, str]] = []

    def show(self, sheet: Sequence[DealRecord], side: int) -> None:
        deals = [
            (deal_label(record), _gained(record, side), _gained(record, 1 - side))
            for record in sheet
        ]
        if deals != self._deals:
            self._deals = deals
            self.refresh(layout=True)

    def render(self) -> Content:
        pen = pen_of(self)
        rows = self._deals[-max(self.size.height, 1) :]
        return Content("\n").join(_row(pen, *row, self.size.width, "") for row in rows)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._deals)


def deal_label(record: DealRecord) -> str:
    """A finished deal by its number and its trump."""
    trump = f"  {trump_text(record.trump)}" if record.namer is not None else ""
    return _("deal {n}").format(n=record.number) + trump


def _gained(record: DealRecord, side: int) -> str:
    points = record.score.scores[side] if record.score else 0
    return f"{points:+d}" if points else "–"


class Account(Widget):
    """Points and tricks of this deal by side, and the last trick."""

    def __init__(self) -> None:
        super().__init__()
        self._now: tuple[tuple[int, ...] | None, tuple[int, int], Trick | None, Sequence[str]]
        self._now = (None, (0, 0), None, ())

    def show(
        self,
        points: tuple[int, ...] | None,
        tricks: tuple[int, int],
        last: Trick | None,
        names: Sequence[str],
    ) -> None:
        """`points` and `tricks` are ours, then theirs; None: the table does not show them."""
        now = (points, tricks, last, tuple(names))
        if now != self._now:
            self._now = now
            self.refresh()

    def render(self) -> Content:
        pen = pen_of(self)
        points, tricks, last, names = self._now
        width = self.size.width
        if self.screen.has_class("-compact"):  # beside the log
            return Content("\n").join(
                Content.assemble((f"{label:<8}", "$muted"), (f"{ours:>3} - {theirs}", "bold"))
                for label, (ours, theirs) in (
                    (_("points"), points or ("?", "?")),
                    (_("tricks"), tricks),
                )[: self.size.height]
            )
        rows = [_row(pen, "", _("we"), _("they"), width, "$muted")]
        if points is not None:
            rows.append(_row(pen, _("points"), str(points[0]), str(points[1]), width, "bold"))
        rows.append(_row(pen, _("tricks"), str(tricks[0]), str(tricks[1]), width, "bold"))
        if last is not None and names:
            rows.append(Content(""))
            cards = "  ".join(str(play.card) for play in last.plays)
            rows.append(pen.text(cards))
            taken = _("last trick: {name} +{points}").format(
                name=names[last.winner], points=last.points
            )
            rows.append(pen.text(taken, "$muted").truncate(width, ellipsis=True))
        return Content("\n").join(rows[: self.size.height])


def _row(pen: Pen, label: str, ours: str, theirs: str, width: int, style: str) -> Content:
    cells = f"{ours:>6}{theirs:>7}"
    label = f"{label:<{max(width - len(cells), 0)}}"
    return pen.text(label, "$muted") + Content.styled(cells, style)
