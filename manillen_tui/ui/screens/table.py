"""The table during a match."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.timer import Timer

from manillen_tui import words
from manillen_tui.engine.cards import Card
from manillen_tui.engine.commands import Command, Cut, Look, NameTrump, Play
from manillen_tui.engine.events import Event
from manillen_tui.engine.view import Phase, View
from manillen_tui.trouble import Trouble
from manillen_tui.ui import keys
from manillen_tui.ui.pen import cut
from manillen_tui.ui.playback import Playback
from manillen_tui.ui.screens.base import Page
from manillen_tui.ui.screens.dialog import yes_or_no
from manillen_tui.ui.screens.last import LastTrickScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.sitting import Sitting
from manillen_tui.ui.widgets.asking import Cutter, TrumpChoice
from manillen_tui.ui.widgets.hand import Hand
from manillen_tui.ui.widgets.lines import KeyLine, Notice, Title, TurnBar
from manillen_tui.ui.widgets.mat import Mat, Sitter
from manillen_tui.ui.widgets.record import Account, History, Log
from manillen_tui.words import _


class TableScreen(Page):
    """Shows the newest view, but lets a finished trick lie for a while: see `Playback`."""

    BINDINGS = keys.bindings(keys.TABLE)
    ACTIONS = keys.TABLE
    AUTO_FOCUS = "Hand"

    def __init__(self, sitting: Sitting, view: View) -> None:
        super().__init__()
        self._sitting = sitting
        self._view = view
        self._playback = Playback()
        self._pause: Timer | None = None
        self._asked_turn = -1  # what the widget in focus was set up for
        self._sheet_for: tuple[Phase, int] | None = None  # the one that was opened by itself

    def compose(self) -> ComposeResult:
        yield Title()
        with Horizontal(id="middle"):
            yield Mat()
            with Vertical(id="beside"):
                yield Account()
                yield History()
                yield Log()
        yield TurnBar()
        yield TrumpChoice()
        yield Notice()
        yield Cutter()
        yield Hand()
        yield KeyLine(self.ACTIONS)

    def on_mount(self) -> None:
        self.manillen.table_changed.subscribe(self, self._take)
        self._take(self._sitting)

    # What has changed ---------------------------------------------------------------------------

    def _take(self, sitting: Sitting) -> None:
        if sitting.client.view is None:
            return
        self._view = sitting.client.view
        self._tell(self._playback.take(self._view))
        self._hold()
        self._draw()

    def _tell(self, events: list[Event]) -> None:
        names = self._sitting.names
        self.query_one(Log).add([words.event_line(event, names) for event in events])

    def _hold(self) -> None:
        """Let a finished trick lie for as long as the person likes."""
        pause_s = self.manillen.settings.trick_pause_s
        if self._playback.held and not pause_s:
            self._release()
        elif self._playback.held and self._pause is None:
            self._pause = self.set_timer(pause_s, self._release)

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

    def on_screen_resume(self) -> None:
        self._draw()  # focus, and a sheet that had to wait

    # Drawing ------------------------------------------------------------------------------------

    def _draw(self) -> None:
        view, names = self._view, self._sitting.names
        own = self._sitting.client.seat
        mine = own in view.to_act and self._playback.held is None
        pack = view.rules.cards
        side = view.rules.side(own)
        self.query_one(Title).show(*self._title(side))
        self.query_one(Mat).show(
            own, self._sitters(own), self._playback.trick, self._playback.winning, pack
        )
        points = view.points and (view.points[side], view.points[1 - side])
        taken = [sum(view.tricks[seat::2]) for seat in (0, 1)]
        self.query_one(Account).show(points, (taken[side], taken[1 - side]), view.last_trick, names)
        self.query_one(History).show(view.sheet, side)
        turn = self.query_one(TurnBar)
        turn.show(*self._turn_line(mine))
        turn.set_class(mine and view.phase in (Phase.CUT, Phase.TRUMP, Phase.PLAY), "-mine")
        self._draw_own(own, mine)
        self._open_sheet()

    def _title(self, side: int) -> tuple[str, str, str]:
        view, names = self._view, self._sitting.names
        left = self._sitting.client.room.name
        if not self.has_class("-compact"):
            left += " · " + _("deal {n}").format(n=view.deal)
        middle = ""
        if view.namer is not None:
            trump = words.trump_text(view.trump)
            who = cut(names[view.namer], 9 if self.has_class("-compact") else 16)
            middle += "  " + _("{trump} by {name}").format(trump=trump, name=who)
        if view.doubled:
            middle += " ×2"
        right = _("We {ours}  They {theirs}  to {target}").format(
            ours=view.totals[side], theirs=view.totals[1 - side], target=view.rules.target
        )
        return left, right, middle

    def _sitters(self, own: int) -> list[Sitter]:
        view, held = self._view, self._playback.held
        room, names = self._sitting.client.room, self._sitting.holders
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
                    dealer=seat == view.dealer,
                    tricks=view.tricks[seat],
                    to_act=held is None and seat in view.to_act,
                    takes=takes,
                    computer=room.chairs[seat].holder == "computer",
                )
            )
        return sitters

    def _turn_line(self, mine: bool) -> tuple[str, str]:
        view, names = self._view, self._sitting.names
        held = self._playback.held
        if held:
            line = _("{name} takes the trick, +{points}").format(
                name=names[held.winner], points=held.points
            )
            return line, _("any key goes on")
        if mine and view.phase in (Phase.CUT, Phase.TRUMP, Phase.PLAY):
            return _("► YOUR TURN · {what}").format(what=words.turn_line(view, names)), ""
        return words.waiting_line(view, names), ""

    def _draw_own(self, own: int, mine: bool) -> None:
        view = self._view
        hand, cutter, trump = (
            self.query_one(Hand),
            self.query_one(Cutter),
            self.query_one(TrumpChoice),
        )
        face_down = view.counts[own] if view.hand is None else 0
        hand.show(
            view.hand,
            view.rules.cards,
            view.legal if mine and view.phase is Phase.PLAY else None,
            face_down=face_down,
        )
        cutting = mine and view.phase is Phase.CUT
        naming = mine and view.phase is Phase.TRUMP
        cutter.display = cutting
        hand.display = not cutting
        trump.display = naming
        self.query_one(Notice).display = not naming
        self.show_hint()
        if view.turn != self._asked_turn:
            self._asked_turn = view.turn
            if cutting and view.cut_range:
                cutter.show(*view.cut_range)
            trump.show(view.rules.no_trump)
        asked = keys.CUT if cutting else keys.TRUMP if naming else None
        actions = (*asked, keys.LEAVE, keys.KEYS) if asked else self.ACTIONS
        if not asked and not (mine and view.phase is Phase.PLAY):
            actions = tuple(a for a in actions if a.id not in ("play", "cards"))
        self.query_one(KeyLine).show(actions)
        wanted = cutter if cutting else trump if naming else hand
        if not wanted.has_focus and self.is_active:
            wanted.focus()

    def hint(self) -> str:
        if self._view.may_look:
            return _("Your cards lie face down until trump is named.  v look")
        if self._view.phase in (Phase.SCORE, Phase.OVER):
            return _("s shows the score sheet")
        return ""

    def _open_sheet(self) -> None:
        """The sheet comes by itself once a deal, when its last trick has been seen."""
        view = self._view
        if view.phase not in (Phase.SCORE, Phase.OVER):
            self._sheet_for = None
        elif self._sheet_for != (view.phase, view.deal) and not self._playback.held:
            if not self.is_active:
                return  # it comes when what the person has opened is closed
            self._sheet_for = (view.phase, view.deal)
            self.app.push_screen(ScoreScreen(self._sitting))

    # What the person does -----------------------------------------------------------------------

    def on_hand_chosen(self, message: Hand.Chosen) -> None:
        self._play(message.card)

    def action_card(self, number: int) -> None:
        hand = self.query_one(Hand)
        if 0 < number <= len(hand.cards):
            card = hand.cards[number - 1]
            hand.lift(card)
            self._play(card)

    def _play(self, card: Card) -> None:
        view = self._view
        if view.phase is not Phase.PLAY or self._sitting.client.seat not in view.to_act:
            self.complain(words.waiting_line(view, self._sitting.names) + ".")
        else:
            self._command(Play(card))

    def on_trump_choice_named(self, message: TrumpChoice.Named) -> None:
        self._command(NameTrump(message.suit))

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

    def action_leave(self) -> None:
        self.manillen.ask_to_leave()
