"""The table during a match, as anybody sees it."""

from typing import Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.timer import Timer

from manillen_tui.engine.events import BidMade, CardTurned, Event, TrickTaken, TrumpNamed
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.ui.card_text import cut
from manillen_tui.ui.keys.table import plays_cards
from manillen_tui.ui.playback import Playback
from manillen_tui.ui.rotated_sheet import sheet_now
from manillen_tui.ui.screens.all_hands import HandsScreen
from manillen_tui.ui.screens.base import Page, while_up
from manillen_tui.ui.screens.deal_talk import SaidScreen
from manillen_tui.ui.screens.last_trick import LastTrickScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.banner import Banner
from manillen_tui.ui.widgets.chat import Heard
from manillen_tui.ui.widgets.lines import KeyLine, NoticeLine, Title, TurnBar
from manillen_tui.ui.widgets.mat import Mat, Sitter
from manillen_tui.ui.widgets.record import Account, DealHistory, Log, Tally
from manillen_tui.ui.widgets.stacks import Facing
from manillen_tui.words import table as table_words
from manillen_tui.words.events import event_line, said, said_lines
from manillen_tui.words.presence import watchers_count
from manillen_tui.words.score_sheet import side_labels, sides_from, standing, trump_line
from manillen_tui.words.turns import soon, turn_line, waiting_line


_OWN_TURNS: Final = (Phase.CUT, Phase.TRUMP, Phase.CALL, Phase.PLAY)


class TableScreen(Page):
    """Shows the newest view, but lets a finished trick lie for a while: see `Playback`.

    Whoever plays has a `SeatScreen`, who watches a `WatchScreen`.
    """

    def __init__(self, sitting: Sitting, view: View) -> None:
        super().__init__()
        self._sitting = sitting
        self._view = view
        self._playback = Playback()
        self._heard = Heard()
        self._pause: Timer | None = None
        self._sheet_for: tuple[Phase, int] | None = None  # the one that was opened by itself

    def compose(self) -> ComposeResult:
        rules = self._view.rules
        yield Title()
        yield Banner()
        with Horizontal(id="middle"):
            yield Facing(rules.stacks) if rules.stacks else Mat(rules.players)
            with Vertical(id="beside"):
                yield Account()
                yield DealHistory()
                yield Log()
        yield TurnBar()
        yield from self.below()
        yield KeyLine(self.offered())

    def below(self) -> ComposeResult:
        """What lies before the one who looks."""
        yield NoticeLine()

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._take)
        self.set_interval(1.0, self._show_turn)
        self._take(self._sitting)

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._draw)  # a sheet may wait for whatever was over the table

    # What has changed ---------------------------------------------------------------------------

    @while_up
    def _take(self, sitting: Sitting) -> None:
        if sitting.client.view is None:
            return
        self._view = sitting.client.view
        self.query_one(Log).add(sitting.notices.take_log())
        self.query_one(Log).add(self._heard.news(sitting.client.room))
        self._tell(self._playback.take(self._view))
        self._hold()
        self._draw()

    def _tell(self, events: list[Event]) -> None:
        rules, names_at = self._view.rules, self._sitting.names.at_event
        first = self._playback.shown - len(events)
        self.query_one(Log).add(
            [event_line(event, names_at(n), rules) for n, event in enumerate(events, first)]
        )

    def _hold(self) -> None:
        """Let a finished trick lie for as long as the person likes."""
        pause_s = self.manillen.settings.trick_pause_s
        if self._playback.held and not pause_s:
            self._release()
        elif self._playback.held and self._pause is None:
            self._pause = self.set_timer(pause_s, self._release)

    @while_up
    def _release(self) -> None:
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        self._tell(self._playback.release())
        self._hold()
        self._draw()

    @on(Key)
    async def _take_away(self, event: Key) -> None:
        """A key takes a finished trick away, and does besides only what it is offered for then.

        No card is played by it: the turn may have come under the fingers of who pressed it.
        """
        if self._playback.held:
            event.stop()
            event.prevent_default()
            active = self.active_bindings.get(event.key)
            beside = {action.id for action in self.offered() if not plays_cards(action)}
            if active is not None and active.node is self and active.binding.id in beside:
                await self.app.run_action(active.binding.action, self)
            self._release()

    def show_size(self) -> None:
        self._draw()

    # Drawing ------------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether it is this person's turn, and the trick before has been seen."""
        view = self._view
        return view.seat is not None and view.seat in view.to_act and self._playback.held is None

    @while_up
    def _draw(self) -> None:
        view, own = self._view, self._sitting.client.seat
        rules = view.rules
        side = None if view.seat is None else rules.side(own)
        sides = sides_from(side, rules)
        names = [cut(name, 7) if side is None else name for name in self._sitting.names.players]
        self.query_one(Title).show(*self._title(side))
        self.query_one(Mat).show(
            own, self._sitters(), self._playback.trick, self._playback.winning, rules.cards
        )
        taken = [0] * rules.sides
        for seat, tricks in enumerate(view.tricks):
            taken[rules.side(seat)] += tricks
        tally = Tally(
            side_labels(side, names, rules),
            tuple(view.points[side] for side in sides) if view.points else None,
            tuple(taken[side] for side in sides),
        )
        self.query_one(Account).show(
            tally, view.last_trick, self._sitting.names.at_last(TrickTaken)
        )
        self.query_one(DealHistory).show(sheet_now(view), sides, spanish=rules.cards.spanish)
        self._show_turn()
        self.draw_own()
        self.show_hint()
        self.show_keys()
        self._open_sheet()

    def draw_own(self) -> None:
        """Draw what lies before the one who looks."""

    def no_hands(self) -> str:
        """Why there are none to be shown now."""
        return ""

    @while_up
    def _show_turn(self) -> None:
        """Again every second: time may be running."""
        self.query_one(Banner).show(self._sitting)
        turn = self.query_one(TurnBar)
        turn.show(*self._turn_line())
        turn.set_class(self.mine and self._view.phase in _OWN_TURNS, "-mine")

    def _title(self, side: int | None) -> tuple[str, str, str]:
        """Of what gives way first the beginning of the line, then long names."""
        view, compact = self._view, self.has_class("-compact")
        longest = 9 if compact else 16
        names = [cut(name, 7 if side is None else longest) for name in self._sitting.names.players]
        namer = self._sitting.names.at_last(TrumpNamed, CardTurned, BidMade)
        trump = trump_line(view, [cut(name, longest) for name in namer])
        middle = f"  {trump}" if trump else ""
        right = standing(view, side, names, brief=compact)
        room = self.app.size.width - 3 - cell_len(middle + right)
        name = self._sitting.client.room.name
        numbered = name + " · " + table_words.DEAL(n=view.deal)
        watched = watchers_count(len(self._sitting.client.room.watchers))
        for full in ([numbered + " · " + watched] if watched else []) + [numbered]:
            if not compact and cell_len(full) <= room:
                return full, right, middle
        # A few letters of a name tell nobody anything.
        return name if cell_len(name) <= room or room > 15 else "", right, middle

    def _sitters(self) -> list[Sitter]:
        view, held = self._view, self._playback.held
        own = view.seat
        room, names = self._sitting.client.room, self._sitting.names.holders
        bubbles = {} if held else said(view)
        sitters = []
        for seat, name in enumerate(names):
            note = ""
            if seat == own:
                note = table_words.YOU()
            elif own is not None and seat == view.rules.partner(own):
                note = table_words.PARTNER()
            if room.chairs[seat].away:
                note = table_words.AWAY()
            takes = held.points if held and held.winner == seat else None
            sitters.append(
                Sitter(
                    name=name,
                    note=note,
                    own=seat == own,
                    dealer=seat == view.dealer,
                    tricks=view.tricks[seat],
                    to_act=held is None and seat in view.to_act,
                    takes=takes,
                    computer=room.chairs[seat].holder == "computer",
                    away=room.chairs[seat].away,
                    said=bubbles.get(seat, ""),
                )
            )
        return sitters

    def _turn_line(self) -> tuple[str, str]:
        view, names = self._view, self._sitting.names.players
        held = self._playback.held
        if held:
            if held.winner == view.seat:
                line = table_words.YOU_TAKE_THE_TRICK(points=held.points)
            else:
                line = table_words.TAKES_THE_TRICK(name=names[held.winner], points=held.points)
            return line, table_words.ANY_KEY()
        if self.mine and view.phase in _OWN_TURNS:
            what = turn_line(view, names)
            line = table_words.YOUR_TURN(what=what)
            # What is asked for stands at its end; the bar has the colour of one's turn anyhow.
            return (line if cell_len(line) <= self.app.size.width - 2 else f"► {what}"), ""
        running = view.phase is Phase.SCORE
        wait = soon(self._sitting.patience.left_s()) if running else ""
        return waiting_line(view, names), wait

    def _open_sheet(self) -> None:
        """The sheet comes by itself once a deal, when its last trick has been seen."""
        view = self._view
        if view.phase not in (Phase.SCORE, Phase.OVER):
            self._sheet_for = None
        elif self._sheet_for != (view.phase, view.deal) and not self._playback.held:
            if not self.is_active:
                return  # it comes when what the person has opened is closed
            self._sheet_for = (view.phase, view.deal)
            self.app.push_screen(ScoreScreen(self._sitting, by_itself=True))

    # What the person does -----------------------------------------------------------------------

    def action_last(self) -> None:
        if self._view.last_trick is None:
            self.query_one(NoticeLine).hint(table_words.NO_TRICK_YET())
        else:
            self.app.push_screen(LastTrickScreen(self._view, self._sitting))

    def action_score(self) -> None:
        if self._view.phase in (Phase.SCORE, Phase.OVER):
            self._sheet_for = (self._view.phase, self._view.deal)
        self.app.push_screen(ScoreScreen(self._sitting))

    def action_said(self) -> None:
        lines = said_lines(self._view, self._sitting.names.at_event)
        if lines:
            self.app.push_screen(SaidScreen(lines))
        else:
            self.query_one(NoticeLine).hint(table_words.NOTHING_SAID())

    def action_hands(self) -> None:
        if self._view.hands is None:
            self.query_one(NoticeLine).hint(self.no_hands())
        else:
            self.app.push_screen(HandsScreen(self._view, self._sitting))

    def action_leave(self) -> None:
        self.manillen.ask_to_leave()
