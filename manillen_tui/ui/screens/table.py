"""The table during a match."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.timer import Timer

from manillen_tui import words
from manillen_tui.engine.cards import Card
from manillen_tui.engine.commands import (
    AskCard,
    AskCount,
    Command,
    Cut,
    Look,
    Next,
    Play,
    Signal,
)
from manillen_tui.engine.events import BidMade, CardTurned, Event, TrickTaken, TrumpNamed
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import StackView, View
from manillen_tui.trouble import Trouble
from manillen_tui.ui import keys
from manillen_tui.ui.moved import sheet_now
from manillen_tui.ui.pen import cut, keymap_of
from manillen_tui.ui.playback import Playback
from manillen_tui.ui.screens.base import Page, while_up
from manillen_tui.ui.screens.dialog import yes_or_no
from manillen_tui.ui.screens.hands import HandsScreen
from manillen_tui.ui.screens.last import LastTrickScreen
from manillen_tui.ui.screens.question import QuestionScreen
from manillen_tui.ui.screens.said import SaidScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.sitting import Sitting
from manillen_tui.ui.widgets.asking import Cutter, Offer, SpanishOffer
from manillen_tui.ui.widgets.chat import Heard
from manillen_tui.ui.widgets.hand import Hand
from manillen_tui.ui.widgets.lines import KeyLine, Notice, Title, TurnBar
from manillen_tui.ui.widgets.mat import Mat, Sitter
from manillen_tui.ui.widgets.record import Account, History, Log, Tally
from manillen_tui.ui.widgets.stacks import Drawn, Facing
from manillen_tui.words import _


_OWN_TURNS: Final = (Phase.CUT, Phase.TRUMP, Phase.CALL, Phase.PLAY)


class TableScreen(Page):
    """Shows the newest view, but lets a finished trick lie for a while: see `Playback`."""

    BINDINGS = keys.bindings((*keys.TABLE, keys.NEXT, keys.FINAL))
    ACTIONS = keys.TABLE
    AUTO_FOCUS = "Hand"

    def __init__(self, sitting: Sitting, view: View) -> None:
        super().__init__()
        self._sitting = sitting
        self._view = view
        self._playback = Playback()
        self._heard = Heard()
        self._pause: Timer | None = None
        self._asked_turn = -1  # what the widget in focus was set up for
        self._sheet_for: tuple[Phase, int] | None = None  # the one that was opened by itself

    def compose(self) -> ComposeResult:
        rules = self._view.rules
        yield Title()
        with Horizontal(id="middle"):
            yield Facing(rules.stacks) if rules.stacks else Mat(rules.players)
            with Vertical(id="beside"):
                yield Account()
                yield History()
                yield Log()
        yield TurnBar()
        yield SpanishOffer() if rules.cards.spanish else Offer()
        yield Notice()
        yield Cutter()
        yield Hand()
        yield KeyLine(keys.at_table(rules))

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
        self.query_one(Log).add(sitting.comings())
        self.query_one(Log).add(self._heard.news(sitting.client.room.chat))
        self._tell(self._playback.take(self._view))
        self._hold()
        self._draw()

    def _tell(self, events: list[Event]) -> None:
        rules, names_at = self._view.rules, self._sitting.names_at
        first = self._playback.shown - len(events)
        self.query_one(Log).add(
            [words.event_line(event, names_at(n), rules) for n, event in enumerate(events, first)]
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

    def on_key(self, event: Key) -> None:
        if self._playback.held:
            self._release()
            event.stop()  # meant for the trick, and for nothing else
            event.prevent_default()

    def show_size(self) -> None:
        self._draw()

    # Drawing ------------------------------------------------------------------------------------

    @while_up
    def _draw(self) -> None:
        view, names = self._view, self._sitting.names
        rules, own = view.rules, self._sitting.client.seat
        mine = own in view.to_act and self._playback.held is None
        sides = words.sides_from(rules.side(own), rules)
        self.query_one(Title).show(*self._title(rules.side(own)))
        self.query_one(Mat).show(
            own, self._sitters(own), self._playback.trick, self._playback.winning, rules.cards
        )
        taken = [0] * rules.sides
        for seat, tricks in enumerate(view.tricks):
            taken[rules.side(seat)] += tricks
        tally = Tally(
            words.side_labels(rules.side(own), names, rules),
            tuple(view.points[side] for side in sides) if view.points else None,
            tuple(taken[side] for side in sides),
        )
        self.query_one(Account).show(tally, view.last_trick, self._sitting.names_of(TrickTaken))
        self.query_one(History).show(sheet_now(view), sides, spanish=rules.cards.spanish)
        self._show_turn()
        self._draw_own(own, mine)
        self._open_sheet()

    @while_up
    def _show_turn(self) -> None:
        """Again every second: time may be running."""
        view = self._view
        mine = self._sitting.client.seat in view.to_act and self._playback.held is None
        turn = self.query_one(TurnBar)
        turn.show(*self._turn_line(mine))
        turn.set_class(mine and view.phase in _OWN_TURNS, "-mine")

    def _title(self, side: int) -> tuple[str, str, str]:
        """Of what gives way first the beginning of the line, then long names."""
        view, compact = self._view, self.has_class("-compact")
        names = [cut(name, 9 if compact else 16) for name in self._sitting.names]
        namer = self._sitting.names_of(TrumpNamed, CardTurned, BidMade)
        trump = words.trump_line(view, [cut(name, 9 if compact else 16) for name in namer])
        middle = f"  {trump}" if trump else ""
        right = words.standing(view, side, names, brief=compact)
        room = self.app.size.width - 3 - cell_len(middle + right)
        name = self._sitting.client.room.name
        numbered = name + " · " + _("deal {n}").format(n=view.deal)
        if not compact and cell_len(numbered) <= room:
            return numbered, right, middle
        # A few letters of a name tell nobody anything.
        return name if cell_len(name) <= room or room > 15 else "", right, middle

    def _sitters(self, own: int) -> list[Sitter]:
        view, held = self._view, self._playback.held
        room, names = self._sitting.client.room, self._sitting.holders
        said = {} if held else words.said(view)
        sitters = []
        for seat, name in enumerate(names):
            note = ""
            if seat == own:
                note = _("you")
            elif seat == view.rules.partner(own):
                note = _("partner")
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
                    said=said.get(seat, ""),
                )
            )
        return sitters

    def _turn_line(self, mine: bool) -> tuple[str, str]:
        view, names = self._view, self._sitting.names
        held = self._playback.held
        if held:
            own = held.winner == self._sitting.client.seat
            line = (
                _("You take the trick, +{points}")
                if own
                else _("{name} takes the trick, +{points}")
            )
            said = line.format(name=names[held.winner], points=held.points)
            return said, _("any key goes on")
        if mine and view.phase in _OWN_TURNS:
            what = words.turn_line(view, names)
            line = _("► YOUR TURN · {what}").format(what=what)
            # What is asked for stands at its end; the bar has the colour of one's turn anyhow.
            return (line if cell_len(line) <= self.app.size.width - 2 else f"► {what}"), ""
        running = view.phase is Phase.SCORE
        soon = words.soon(self._sitting.patience_s()) if running else ""
        return words.waiting_line(view, names), soon

    def _draw_own(self, own: int, mine: bool) -> None:
        view = self._view
        hand, cutter, offer = self.query_one(Hand), self.query_one(Cutter), self.query_one(Offer)
        hand.show(
            view.hand,
            view.rules.cards,
            view.legal if mine and view.phase is Phase.PLAY else None,
            dealt=view.rules.hand_size,
            face_down=view.counts[own] if view.hand is None else 0,
            opened=[stack.open for stack in self._own_stacks if stack.open is not None],
        )
        self._draw_stacks()
        cutting = mine and view.phase is Phase.CUT
        choosing = mine and view.phase in (Phase.TRUMP, Phase.CALL)
        cutter.display = cutting
        hand.display = not cutting
        offer.display = choosing
        self.set_class(choosing, "-choosing")
        self.show_hint()
        if choosing:
            offer.show(view)
        if view.turn != self._asked_turn:
            self._asked_turn = view.turn
            if cutting and view.cut_range:
                cutter.show(*view.cut_range)
        self.show_keys()
        wanted = cutter if cutting else offer if choosing else hand
        if not wanted.has_focus and self.is_active:
            wanted.focus()

    def offered(self) -> Sequence[keys.Action]:
        mine = self._sitting.client.seat in self._view.to_act and self._playback.held is None
        phase = self._view.phase
        if mine and phase in (Phase.CUT, Phase.TRUMP, Phase.CALL):
            own = keys.CUT if phase is Phase.CUT else keys.sayable(self._view)
            return (*own, keys.SAID, keys.LEAVE, keys.RULES, keys.TALK, *keys.COMMON)
        ended: Sequence[keys.Action] = ()
        if mine and phase is Phase.SCORE:
            ended = [keys.NEXT]
        elif phase is Phase.OVER and self._playback.held is None:
            ended = [keys.FINAL]
        playing = mine and phase is Phase.PLAY
        unused = () if playing else ("play", "cards")
        return [*ended, *(a for a in keys.at_table(self._view.rules) if a.id not in unused)]

    @property
    def _own_stacks(self) -> Sequence[StackView]:
        return self._view.stacks[self._sitting.client.seat] if self._view.stacks else ()

    def _draw_stacks(self) -> None:
        view, hand = self._view, self.query_one(Hand)

        def look(card: Card) -> Drawn:
            allowed = hand.may_play(card)
            return Drawn(card == hand.lifted, hand.asked and not allowed, allowed)

        for facing in self.query(Facing):
            facing.show_stacks(self._sitting.client.seat, view.stacks, view.rules.cards, look)

    def hint(self) -> str:
        view = self._view
        if view.may_look:
            return _("Your cards lie face down until trump is named.  v look")
        if view.phase in (Phase.SCORE, Phase.OVER):
            # As long as the last trick lies there any key shows it.
            if self._playback.held:
                return ""
            hands = "" if view.hands is None else _("  h all hands")
            return _("s shows the score sheet") + hands
        asks = [self._key("ask")] if self._questions else []
        lifted = self.query_one(Hand).lifted
        signals = [c.signal for c in view.choices if isinstance(c, Play) and c.card == lifted]
        asks += [self._key(signal) for signal in signals if signal]
        if signals and lifted is not None:
            return _("Lead {card} with a signal:  {keys}").format(card=lifted, keys="  ".join(asks))
        return _("Before you lead:  {keys}").format(keys="  ".join(asks)) if asks else ""

    def _key(self, name: str) -> str:
        action = next(action for action in keys.TABLE if action.id == name)
        return f"{keys.shown(action, keymap_of(self))} {action.label}"

    @property
    def _questions(self) -> list[AskCount | AskCard]:
        return [c for c in self._view.choices if isinstance(c, AskCount | AskCard)]

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

    def on_hand_chosen(self, message: Hand.Chosen) -> None:
        if self._view.phase in (Phase.SCORE, Phase.OVER):  # of a void deal cards are left
            self.action_next()
        else:
            self._play(message.card)

    def on_hand_lifted(self) -> None:
        self._draw_stacks()
        self.show_hint()

    def action_next(self) -> None:
        """As on the sheet: the deal was seen. After a match the sheet has all that can be done."""
        view = self._view
        if view.phase is Phase.OVER:
            self.action_score()
        elif view.phase is Phase.SCORE and self._sitting.client.seat in view.to_act:
            self._command(Next())

    def action_final(self) -> None:
        if self._view.phase is Phase.OVER:
            self.action_score()

    def action_card(self, number: int) -> None:
        held = self._view.hand or ()
        if 0 < number <= len(held):
            self._lift_and_play(held[number - 1])

    def action_stack(self, number: int) -> None:
        if number <= len(self._own_stacks):
            card = self._own_stacks[number - 1].open
            if card is not None:
                self._lift_and_play(card)

    def action_signal(self, name: str) -> None:
        lifted = self.query_one(Hand).lifted
        if lifted is not None:
            self._play(lifted, Signal(name))

    def _lift_and_play(self, card: Card) -> None:
        self.query_one(Hand).lift(card)
        self._play(card)

    def _play(self, card: Card, signal: Signal | None = None) -> None:
        view = self._view
        if view.phase is not Phase.PLAY or self._sitting.client.seat not in view.to_act:
            self.complain(words.waiting_line(view, self._sitting.names) + ".")
        else:
            self._command(Play(card, signal))

    def action_ask(self) -> None:
        if self._questions:
            self.app.push_screen(QuestionScreen(self._questions, self._sitting), self._question)
        else:
            self.tell(Trouble("no-question"))

    @while_up
    def _question(self, question: Command | None) -> None:
        if question is not None:
            self._command(question)

    def on_offer_said(self, message: Offer.Said) -> None:
        self._command(message.command)

    def on_cutter_cut(self, message: Cutter.Cut) -> None:
        self._command(Cut(message.position))

    def action_look(self) -> None:
        if not self._view.may_look:
            self.tell(Trouble("may-look"))
            return
        dialog = yes_or_no(
            _("Look at your cards before trump is named?"),
            _("The deal is void if you do: nobody scores, and the next dealer deals."),
            _("Look, and void the deal"),
            _("No, leave them face down"),
        )
        self.app.push_screen(dialog, self._look)

    def _look(self, answer: str | None) -> None:
        if answer == "yes":
            self._command(Look())

    def _command(self, command: Command) -> None:
        self.request(self._sitting.client.command(command), command)

    def action_last(self) -> None:
        if self._view.last_trick is None:
            self.query_one(Notice).hint(_("No trick was taken yet in this deal."))
        else:
            self.app.push_screen(LastTrickScreen(self._view, self._sitting))

    def action_score(self) -> None:
        self.app.push_screen(ScoreScreen(self._sitting))

    def action_said(self) -> None:
        lines = words.said_lines(self._view, self._sitting.names_at)
        if lines:
            self.app.push_screen(SaidScreen(lines))
        else:
            self.query_one(Notice).hint(_("Nothing was said yet in this deal."))

    def action_hands(self) -> None:
        if self._view.hands is None:
            self.query_one(Notice).hint(_("The hands are laid open after a deal."))
        else:
            self.app.push_screen(HandsScreen(self._view, self._sitting))

    def action_leave(self) -> None:
        self.manillen.ask_to_leave()
