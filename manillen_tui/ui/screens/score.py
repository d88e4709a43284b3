"""The score sheet: how the last deal counts, and the match so far."""

import time
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from manillen_tui.engine.commands import Next
from manillen_tui.engine.events import GameWon, LookedEarly
from manillen_tui.engine.records import DealRecord, Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.ui.card_text import cut, pen_of
from manillen_tui.ui.keys.action import COMMON, PEOPLE, RULES, SPOKEN, TALK, Action, bindings
from manillen_tui.ui.keys.table import PAUSE, SCORE
from manillen_tui.ui.rotated_sheet import sheet_now
from manillen_tui.ui.screens.all_hands import HandsScreen
from manillen_tui.ui.screens.base import Sheet, while_up
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.banner import Banner
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine, Title, Waiting
from manillen_tui.ui.widgets.record import deal_label, gained
from manillen_tui.words import score_screen
from manillen_tui.words.events import event_line
from manillen_tui.words.proofs import proof_line, proof_mark
from manillen_tui.words.score_sheet import (
    SheetRow,
    goal,
    sheet_rows,
    sheet_title,
    side_labels,
    side_name,
    sides_from,
    win_line,
)
from manillen_tui.words.turns import awaited, soon, waiting_line


STEADY_S: Final = 1.0  # somebody may just have pressed the key that opens what opened by itself

_BARS: Final = "▁▂▃▄▅▆▇█"
_LABEL: Final = 26
_CELLS: Final = 32  # of all sides together


class ScoreScreen(Sheet[None]):
    """Opened by itself after a deal, and by a key at any time; closes when the next deal begins."""

    BINDINGS = bindings(SCORE)
    ACTIONS = SCORE

    def __init__(self, sitting: Sitting, *, by_itself: bool = False) -> None:
        super().__init__()
        self._sitting = sitting
        self._steady_at = time.monotonic() + (STEADY_S if by_itself else 0)
        self._first: int | None = None  # of the deals in sight, while somebody looks back
        self._unseen = 0  # earlier deals that have no room below the last one
        self._phase = sitting.client.view.phase if sitting.client.view else Phase.SHUFFLE

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet"):
            yield Title()
            yield Banner()
            yield Static(id="account", markup=False)
            yield Waiting()
            yield NoticeLine()
            yield KeyLine(())

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._show)
        self.set_interval(1.0, self._wait)

    def on_screen_resume(self) -> None:
        self._show(self._sitting)  # the deal may have begun behind a dialog

    def show_size(self) -> None:
        self._show(self._sitting)

    @while_up
    def _show(self, sitting: Sitting) -> None:
        view = sitting.client.view
        if view is None:
            return
        # A new deal takes the sheet of the old one away; one opened during play stays.
        if view.phase is not self._phase and self._phase in (Phase.SCORE, Phase.OVER):
            self.action_close()
            return
        self._phase = view.phase
        self.query_one(Banner).show(sitting)
        self.query_one(Title).show(self._title(view), self._goal(view))
        self.query_one("#account", Static).update(self._account(view))
        self._wait()
        self.show_hint()
        self.show_keys()

    def _title(self, view: View) -> str:
        names, rules = self._sitting.names.players, view.rules
        if view.winner is not None:
            return win_line(view.winner, names, rules)
        for event in view.events:
            if isinstance(event, GameWon):
                return event_line(event, names, rules)
        sheet = sheet_now(view)
        return sheet_title(sheet[-1], names, rules) if sheet else score_screen.NO_DEAL_YET()

    def _goal(self, view: View) -> str:
        aim = goal(view.rules)
        if view.rules.best_of == 1:
            return aim
        game = view.sheet[-1].game if view.sheet else view.game
        return score_screen.GAME(n=game, goal=aim)

    def _account(self, view: View) -> Content:
        """How the last deal counts and what was before it; to one who looks back, deals alone."""
        rules, sheet = view.rules, sheet_now(view)
        own = None if view.seat is None else rules.side(view.seat)
        sides = sides_from(own, rules)
        rows = self._head(view)
        cell = _CELLS // len(sides)
        if self._first is not None:
            room = self._room(view)
            listed = sheet[self._first : self._first + room]
            rows.append(self._more(self._first, len(sheet) - self._first - len(listed)))
            rows += [self._deal(record, sides, cell, rules) for record in listed]
        elif sheet:
            rows += self._last(view, sheet[-1], sides, cell)
            gap = len(rows)
            rows.append(Content(""))
            game = [record for record in sheet if record.game == sheet[-1].game]
            for side, name in zip(sides, self._labels(view), strict=True):
                line = sparkline([record.totals[side] for record in game], rules.target)
                rows.append(
                    Content.assemble((f"{cut(name, 12):<13}", "$muted"), (line[-40:], "$primary"))
                )
            space = self._space() - len(rows) - 1
            before = sheet[:-1][-space:] if space > 0 else ()
            if before:
                rows.append(Content(""))
                rows += [self._deal(record, sides, cell, rules) for record in before]
            self._unseen = len(sheet) - 1 - len(before)
            rows[gap] = self._more(self._unseen, 0)
        return Content("\n").join(rows)

    def _labels(self, view: View) -> Sequence[str]:
        own = None if view.seat is None else view.rules.side(view.seat)
        names = self._sitting.names.players
        return side_labels(
            own, [cut(name, 7) for name in names] if own is None else names, view.rules
        )

    def _head(self, view: View) -> list[Content]:
        """Which side is which."""
        pen, names, rules = pen_of(self), self._sitting.names.players, view.rules
        own = None if view.seat is None else rules.side(view.seat)
        sides = sides_from(own, rules)
        labels = self._labels(view)
        cell = _CELLS // len(sides)
        who = [side_name(side, names, rules) for side in sides]
        rows = [pen.text(_cells("", labels, cell), "bold")]
        if own is None:
            pass  # the labels are their names
        elif rules.partners and max(map(cell_len, who)) < cell:
            rows.append(pen.text(_cells("", who, cell), "$muted"))
        elif rules.partners:
            rows = [
                pen.text(f"{label:<6}{side}", "$muted")
                for label, side in zip(labels, who, strict=True)
            ] + rows
        return rows

    def _last(self, view: View, last: DealRecord, sides: Sequence[int], cell: int) -> list[Content]:
        """The last deal, line by line, and the match after it."""
        pen, rules = pen_of(self), view.rules
        lines = sheet_rows(last, rules)
        if rules.best_of > 1:
            won = tuple(map(str, view.games or (0,) * rules.sides))
            lines.append(SheetRow(score_screen.GAMES_WON(), won, strong=True))
        rows = []
        for row in lines:
            cells = [row.cells[side] for side in sides]
            rows.append(pen.text(_cells(row.label, cells, cell), "bold" if row.strong else ""))
        rows += [pen.text(line) for line in self._void(view)]
        if proof := proof_line(self._sitting.client.proofs.of(last.number)):
            rows.append(pen.text(proof, "$muted"))
        return rows

    def _more(self, before: int, after: int) -> Content:
        """How many deals there are beyond those in sight."""
        said = []
        if before:
            said.append(score_screen.earlier_deals(before))
        if after:
            said.append(score_screen.later_deals(after))
        elif self._first is not None:
            said.append(score_screen.NO_LATER_DEAL())
        return pen_of(self).text("   ".join(said), "$secondary")

    def _room(self, view: View) -> int:
        """Rows for deals alone, below the heads and the line that says how many more there are."""
        return max(1, self._space() - len(self._head(view)) - 1)

    def _void(self, view: View) -> list[str]:
        """Who looked, at the price of the deal."""
        place = next((n for n, e in enumerate(view.events) if isinstance(e, LookedEarly)), None)
        if place is None or view.phase not in (Phase.SCORE, Phase.OVER):
            return []
        names = self._sitting.names.at_event(view.first_event + place)
        line = event_line(view.events[place], names, view.rules)
        return [line, score_screen.NOBODY_SCORES()]

    def _space(self) -> int:
        """Rows for the account, beside the frame, the title and the lines below."""
        frame = 4 if self.has_class("-compact") else 7
        return self.app.size.height - frame - int(self.query_one(Banner).display)

    def _deal(self, record: DealRecord, sides: Sequence[int], cell: int, rules: Rules) -> Content:
        mark = proof_mark(self._sitting.client.proofs.of(record.number))
        label = f"{deal_label(record, spanish=rules.cards.spanish):<{_LABEL - 2}}{mark}"
        cells = [gained(record, side) for side in sides]
        return pen_of(self).text(_cells(label, cells, cell), "$muted")

    @while_up
    def _wait(self) -> None:
        """Whom the next deal waits for, by name, and for how long at most."""
        view = self._sitting.client.view
        line = self.query_one(Waiting)
        self.query_one(Banner).show(self._sitting)
        if view is None:
            return
        if view.phase is Phase.SCORE:
            wait = soon(self._sitting.patience.left_s())
            who = awaited(view.to_act, self._sitting.names.players, view.seat)
            line.show(score_screen.WAITING_FOR(names=who), wait)
        elif view.phase is Phase.OVER:
            line.show(self._rematch_line())
        else:
            line.show(waiting_line(view, self._sitting.names.players))

    def _rematch_line(self) -> str:
        room, names = self._sitting.client.room, self._sitting.names.holders
        unready = [
            seat
            for seat, chair in enumerate(room.chairs)
            if chair.holder == "person" and not chair.ready
        ]
        if any(chair.holder == "empty" for chair in room.chairs):
            if self._sitting.may_manage:
                return score_screen.FILL_A_CHAIR()
            return score_screen.CHAIR_EMPTY()
        return score_screen.REMATCH_WAITS(names=awaited(unready, names, self._sitting.own))

    def offered(self) -> Sequence[Action]:
        """Only what makes sense now."""
        view = self._sitting.client.view
        useful = {"score-close", "score-leave", RULES.id, PEOPLE.id}
        if not self._sitting.client.watches:
            useful |= {TALK.id, PAUSE.id}
        if self._sitting.holds:
            useful.add(SPOKEN.id)
        useful |= {action.id for action in COMMON}
        if view is None:
            return [action for action in self.ACTIONS if action.id in useful]
        if view.phase is Phase.SCORE and view.seat in view.to_act:
            useful.add("score-next")
        if view.hands is not None:
            useful.add("score-hands")
        if self._unseen:
            useful.add("sheet-up")
        if view.phase is Phase.OVER and not self._sitting.client.watches:
            useful.add("score-rematch")
            if self._sitting.may_manage and self._empty():
                useful.add("score-computer")
        return [
            replace(a, footer=True) if a.id.startswith("score-") else a
            for a in self.ACTIONS
            if a.id in useful
        ]

    def action_look(self, rows: int) -> None:
        """At deals before those in sight, or back; after the newest comes the last one in full."""
        view = self._sitting.client.view
        if view is None:
            return
        newest = max(0, len(view.sheet) - self._room(view))
        if self._first is not None:
            first = self._first + rows
            self._first = max(0, first) if first <= newest else None
        elif rows < 0 and self._unseen:
            self._first = newest
        self._show(self._sitting)

    def action_page(self, pages: int) -> None:
        view = self._sitting.client.view
        if view is not None:
            self.action_look(pages * self._room(view))

    def action_next(self) -> None:
        view = self._sitting.client.view
        if view is None or view.phase is not Phase.SCORE:
            if view is not None and view.phase is not Phase.OVER:
                self.action_close()
        elif view.seat in view.to_act:
            self.request(self._sitting.client.command(Next()), Next())

    def action_rematch(self) -> None:
        client = self._sitting.client
        over = client.view is not None and client.view.phase is Phase.OVER
        if over and not client.watches:
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

    def action_hands(self) -> None:
        view = self._sitting.client.view
        if view is not None and view.hands is not None:
            self.app.push_screen(HandsScreen(view, self._sitting))

    def action_again(self) -> None:
        """By the key that opens it at the table."""
        if time.monotonic() >= self._steady_at:
            self.action_close()

    def action_close(self) -> None:
        self.dismiss(None)

    def action_leave(self) -> None:
        self.manillen.ask_to_leave()


def _cells(label: str, cells: Sequence[str], width: int) -> str:
    """A line of the account; a name may hold letters of two columns."""
    padded = (" " * (width - cell_len(cell)) + cell for cell in cells)
    return f"{label:<{_LABEL}}" + "".join(padded)


def sparkline(totals: Sequence[int], target: int) -> str:
    """One bar a deal, full at the target, and never as low as nothing where there is something.

    >>> sparkline([0, 50, 101], 101)
    '▁▄█'
    """
    top = max(target, *totals, 1)
    highest = len(_BARS) - 1
    return "".join(_BARS[max(total * highest // top, int(total > 0), 0)] for total in totals)
