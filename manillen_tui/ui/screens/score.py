"""The score sheet: how the last deal counts, and the match so far."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from manillen_tui import words
from manillen_tui.engine.commands import Next
from manillen_tui.engine.view import DealRecord, Phase, View
from manillen_tui.ui import keys
from manillen_tui.ui.pen import pen_of
from manillen_tui.ui.screens.base import Sheet
from manillen_tui.ui.sitting import Sitting
from manillen_tui.ui.widgets.lines import KeyLine, Notice, Title, Waiting
from manillen_tui.ui.widgets.record import deal_label
from manillen_tui.words import _


_BARS: Final = "▁▂▃▄▅▆▇█"
_LABEL: Final = 26
_CELL: Final = 16
_SIDES: Final = (_("we"), _("they"))


class ScoreScreen(Sheet[None]):
    """Opened by itself after a deal, and by a key at any time; closes when the next deal begins."""

    BINDINGS = keys.bindings(keys.SCORE)
    ACTIONS = keys.SCORE

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting
        self._phase = sitting.client.view.phase if sitting.client.view else Phase.SHUFFLE

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet"):
            yield Title()
            yield Static(id="account", markup=False)
            yield Waiting()
            yield Notice()
            yield KeyLine(())

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._show)
        self.set_interval(1.0, self._wait)

    def on_screen_resume(self) -> None:
        self._show(self._sitting)  # the deal may have begun behind a dialog

    def show_size(self) -> None:
        self._show(self._sitting)

    def _show(self, sitting: Sitting) -> None:
        view = sitting.client.view
        if view is None:
            return
        # A new deal takes the sheet of the old one away; one opened during play stays.
        if view.phase is not self._phase and self._phase in (Phase.SCORE, Phase.OVER):
            self.action_close()
            return
        self._phase = view.phase
        title = words.sheet_title(view.sheet[-1], sitting.names) if view.sheet else _("No deal yet")
        if view.winner is not None:
            title = _("{side} win the match").format(
                side=words.side_name(view.winner, sitting.names)
            )
        target = _("to {target}").format(target=view.rules.target)
        self.query_one(Title).show(title, target)
        self.query_one("#account", Static).update(self._account(view))
        self._wait()
        self.show_hint()
        self.query_one(KeyLine).show(self._keys(view))

    def _account(self, view: View) -> Content:
        pen, names = pen_of(self), self._sitting.names
        own = view.rules.side(self._sitting.client.seat)
        sides = (own, 1 - own)
        who = [words.side_name(side, names) for side in sides]
        rows = [pen.text(_cells("", _SIDES), "bold")]
        if max(map(cell_len, who)) < _CELL:
            rows.append(pen.text(_cells("", who), "$muted"))
        else:
            rows = [
                pen.text(f"{we:<6}{side}", "$muted") for we, side in zip(_SIDES, who, strict=True)
            ] + rows
        if view.sheet:
            for row in words.sheet_rows(view.sheet[-1], view.rules):
                cells = [row.cells[side] for side in sides]
                strong = row.label in (_("this deal"), _("match"))
                rows.append(pen.text(_cells(row.label, cells), "bold" if strong else ""))
            rows.append(Content(""))
            for side, name in zip(sides, (_("we"), _("they")), strict=True):
                line = sparkline([record.totals[side] for record in view.sheet], view.rules.target)
                rows.append(Content.assemble((f"{name:<6}", "$muted"), (line[-40:], "$primary")))
            space = self._space() - len(rows) - 1
            before = view.sheet[:-1][-space:] if space > 0 else ()
            if before:
                rows.append(Content(""))
                rows += [self._deal(record, sides) for record in before]
        return Content("\n").join(rows)

    def _space(self) -> int:
        """Rows for the account, beside the frame, the title and the lines below."""
        return self.app.size.height - (4 if self.has_class("-compact") else 7)

    def _deal(self, record: DealRecord, sides: Sequence[int]) -> Content:
        if record.score is None:
            cells = ["–", "–"]
        else:
            cells = [
                f"{points:+d}" if (points := record.score.scores[side]) else "0" for side in sides
            ]
        return pen_of(self).text(_cells(deal_label(record), cells), "$muted")

    def _wait(self) -> None:
        """Whom the next deal waits for, by name, and for how long at most."""
        view = self._sitting.client.view
        line = self.query_one(Waiting)
        if view is None:
            return
        if view.phase is Phase.SCORE:
            left = self._sitting.patience_s()
            soon = "" if left is None else _("next deal in {n} s").format(n=left)
            who = words.listed([self._sitting.names[seat] for seat in view.to_act])
            line.show(_("Waiting for {names}").format(names=who), soon)
        elif view.phase is Phase.OVER:
            line.show(self._rematch_line())
        else:
            line.show(words.waiting_line(view, self._sitting.names))

    def _rematch_line(self) -> str:
        room, names = self._sitting.client.room, self._sitting.holders
        unready = [
            names[seat]
            for seat, chair in enumerate(room.chairs)
            if chair.holder == "person" and not chair.ready
        ]
        if any(chair.holder == "empty" for chair in room.chairs):
            if self._sitting.may_manage:
                return _("A chair is empty: press c for a computer player, then r for a rematch.")
            return _("A chair is empty: wait for somebody, or leave.")
        return _("Rematch: waiting for {names} to press r.").format(names=words.listed(unready))

    def _keys(self, view: View) -> list[keys.Action]:
        """Only what makes sense now is offered at the bottom."""
        useful = {"score-close", "score-leave", "keys"}
        if view.phase is Phase.SCORE and self._sitting.client.seat in view.to_act:
            useful.add("score-next")
        if view.phase is Phase.OVER:
            useful.add("score-rematch")
            if self._sitting.may_manage and self._empty():
                useful.add("score-computer")
        return [
            keys.Action(a.id, a.keys, a.run, a.label, a.shown, True, a.help)
            for a in self.ACTIONS
            if a.id in useful
        ]

    def action_next(self) -> None:
        view = self._sitting.client.view
        if view is None or view.phase is not Phase.SCORE:
            if view is not None and view.phase is not Phase.OVER:
                self.action_close()
        elif self._sitting.client.seat in view.to_act:
            self.request(self._sitting.client.command(Next()), Next())

    def action_rematch(self) -> None:
        client = self._sitting.client
        if client.view is not None and client.view.phase is Phase.OVER:
            on = not client.room.chairs[client.seat].ready
            self.request(client.ready(on), ("ready", on))

    def action_computer(self) -> None:
        """A computer player on each chair that somebody left after the match."""
        client = self._sitting.client
        if client.view is not None and client.view.phase is Phase.OVER and self._empty():
            self.request(self._fill(self._empty()), "computer")

    async def _fill(self, seats: Sequence[int]) -> None:
        for seat in seats:
            await self._sitting.client.put_computer(seat)

    def _empty(self) -> list[int]:
        chairs = self._sitting.client.room.chairs
        return [seat for seat, chair in enumerate(chairs) if chair.holder == "empty"]

    def action_close(self) -> None:
        if self.is_active:
            self.dismiss(None)

    def action_leave(self) -> None:
        self.manillen.ask_to_leave()


def _cells(label: str, cells: Sequence[str]) -> str:
    return f"{label:<{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)


def sparkline(totals: Sequence[int], target: int) -> str:
    """One bar a deal, full at the target.

    >>> sparkline([0, 50, 101], 101)
    '▁▄█'
    """
    top = max(target, *totals, 1)
    return "".join(_BARS[max(total, 0) * (len(_BARS) - 1) // top] for total in totals)
