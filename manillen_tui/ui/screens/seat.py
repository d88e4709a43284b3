"""The table as one who plays has it: with a hand, turns and a partner."""

from collections.abc import Sequence

from textual.app import ComposeResult

from manillen_tui.engine.cards import Card
from manillen_tui.engine.commands import AskCard, AskCount, Command, Cut, Look, Next, Play, Signal
from manillen_tui.engine.events import Asked, CardPlayed
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import StackView, View
from manillen_tui.trouble import Trouble
from manillen_tui.ui.card_text import keymap_of
from manillen_tui.ui.keys.action import SPOKEN, Action, bindings, key_shown
from manillen_tui.ui.keys.table import BESIDE, CUT, FINAL, NEXT, SAID, TABLE, at_table, sayable
from manillen_tui.ui.screens.ask_partner import QuestionScreen
from manillen_tui.ui.screens.base import while_up
from manillen_tui.ui.screens.dialog import yes_or_no
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.bidding import Cutter, Offer, SpanishOffer
from manillen_tui.ui.widgets.hand import Hand
from manillen_tui.ui.widgets.lines import NoticeLine
from manillen_tui.ui.widgets.stacks import Drawn, Facing
from manillen_tui.words import table as table_words
from manillen_tui.words.presence import waiting_words
from manillen_tui.words.turns import waiting_line


class SeatScreen(TableScreen):
    """Nothing is shown as done before the host said so."""

    BINDINGS = bindings((*TABLE, NEXT, FINAL))
    ACTIONS = TABLE
    AUTO_FOCUS = "Hand"

    def __init__(self, sitting: Sitting, view: View) -> None:
        super().__init__(sitting, view)
        self._asked_turn = -1  # what the widget in focus was set up for

    def below(self) -> ComposeResult:
        yield SpanishOffer() if self._view.rules.cards.spanish else Offer()
        yield NoticeLine()
        yield Cutter()
        yield Hand()

    # Drawing ------------------------------------------------------------------------------------

    def draw_own(self) -> None:
        view, mine, own = self._view, self.mine, self._sitting.client.seat
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
        if choosing:
            offer.show(view)
        if view.turn != self._asked_turn:
            self._asked_turn = view.turn
            if cutting and view.cut_range:
                cutter.show(*view.cut_range)
        wanted = cutter if cutting else offer if choosing else hand
        if not wanted.has_focus and self.is_active:
            wanted.focus()

    def _draw_stacks(self) -> None:
        view, hand = self._view, self.query_one(Hand)

        def look(card: Card) -> Drawn:
            allowed = hand.may_play(card)
            return Drawn(card == hand.lifted, hand.asked and not allowed, allowed)

        for facing in self.query(Facing):
            facing.show_stacks(self._sitting.client.seat, view.stacks, view.rules.cards, look)

    def offered(self) -> Sequence[Action]:
        mine, phase = self.mine, self._view.phase
        if mine and phase in (Phase.CUT, Phase.TRUMP, Phase.CALL):
            own = CUT if phase is Phase.CUT else sayable(self._view)
            return self._allowed((*own, SAID, *BESIDE))
        ended: Sequence[Action] = ()
        if mine and phase is Phase.SCORE:
            ended = [NEXT]
        elif phase is Phase.OVER and self._playback.held is None:
            ended = [FINAL]
        playing = mine and phase is Phase.PLAY
        unused = () if playing else ("play", "cards")
        usual = [a for a in at_table(self._view.rules) if a.id not in unused]
        return self._allowed([*ended, *usual])

    def _allowed(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Without what only the holder of the host's rights may."""
        return [a for a in actions if a is not SPOKEN or self._sitting.holds]

    @property
    def _own_stacks(self) -> Sequence[StackView]:
        return self._view.stacks[self._sitting.client.seat] if self._view.stacks else ()

    @while_up
    def show_hint(self) -> None:
        self.set_class(self._keeps_a_wish, "-keeps")  # beside what is asked for, too
        super().show_hint()

    @property
    def _keeps_a_wish(self) -> bool:
        """Whether something was chosen that the host cannot be told now."""
        return self._sitting.lost and self.waits_for_the_host

    def hint(self) -> str:
        view = self._view
        if self._keeps_a_wish:
            return waiting_words()
        if view.may_look:
            return "  ".join((table_words.FACE_DOWN(), self._key("look")))
        if view.phase in (Phase.SCORE, Phase.OVER):
            # As long as the last trick lies there any key shows it.
            if self._playback.held:
                return ""
            sheets = ["score"] if view.hands is None else ["score", "hands"]
            return "  ".join(map(self._key, sheets))
        asks = [self._key("ask")] if self._questions else []
        lifted = self.query_one(Hand).lifted
        signals = [c.signal for c in view.choices if isinstance(c, Play) and c.card == lifted]
        asks += [self._key(signal) for signal in signals if signal]
        if signals and lifted is not None:
            return table_words.LEAD_WITH_SIGNAL(card=lifted, keys="  ".join(asks))
        return table_words.BEFORE_YOU_LEAD(keys="  ".join(asks)) if asks else ""

    def _key(self, name: str) -> str:
        action = next(action for action in TABLE if action.id == name)
        return f"{key_shown(action, keymap_of(self))} {action.label}"

    @property
    def _questions(self) -> list[AskCount | AskCard]:
        return [c for c in self._view.choices if isinstance(c, AskCount | AskCard)]

    @property
    def _asked(self) -> bool:
        """Whether the own question of this trick was answered."""
        for event in reversed(self._view.events):
            if isinstance(event, Asked):
                return event.seat == self._view.seat
            if isinstance(event, CardPlayed):
                return False
        return False

    def no_hands(self) -> str:
        if self._view.rules.open_hands:
            return table_words.HANDS_AFTER_DEAL()
        return table_words.HANDS_HIDDEN()

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
        elif view.phase is Phase.SCORE and view.seat in view.to_act:
            self._command(Next())

    def action_final(self) -> None:
        if self._view.phase is Phase.OVER:
            self.action_score()

    def action_card(self, number: int) -> None:
        held = self._view.hand or ()
        if 0 < number <= len(held):
            self._lift_and_play(held[number - 1])

    def action_stack(self, number: int) -> None:
        if not self._own_stacks:
            self.action_card(12 + number)  # the next keys of their row
        elif number <= len(self._own_stacks):
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
        if view.phase is not Phase.PLAY or view.seat not in view.to_act:
            self.complain(waiting_line(view, self._sitting.names.players))
        else:
            self._command(Play(card, signal))

    def action_ask(self) -> None:
        if self._asked:
            self.complain(table_words.ASKED_ALREADY())
        elif self._questions:
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
            table_words.LOOK_EARLY(),
            table_words.LOOKING_VOIDS(),
            table_words.LOOK(),
            table_words.LEAVE_THEM(),
        )
        self.app.push_screen(dialog, self._look)

    def _look(self, answer: str | None) -> None:
        if answer == "yes":
            self._command(Look())

    def _command(self, command: Command) -> None:
        self.request(self._sitting.client.command(command), command)
