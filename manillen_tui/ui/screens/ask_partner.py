"""The one question of a lead: how many of a suit partner holds, or whether a high card."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.commands import AskCard, AskCount
from manillen_tui.ui.card_text import pen_of
from manillen_tui.ui.keys.action import Action, bindings
from manillen_tui.ui.keys.menus import DIALOG
from manillen_tui.ui.keys.table import QUESTION
from manillen_tui.ui.screens.base import Sheet
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.words import table as table_words
from manillen_tui.words.nouns import trump_text


Question = AskCount | AskCard


class Questions(Widget, can_focus=True):
    """A line for each suit: how many, then its high cards. Arrows move, Enter asks."""

    BINDINGS = bindings(QUESTION)

    class Asked(Message):
        def __init__(self, question: Question) -> None:
            super().__init__()
            self.question = question

    def __init__(self, questions: Sequence[Question], *, spanish: bool) -> None:
        super().__init__()
        rows = ([q for q in questions if _suit(q) is suit] for suit in SUITS)
        self._rows = [row for row in rows if row]
        self._spanish = spanish
        self._row = self._column = 0

    def action_move(self, down: int, right: int) -> None:
        self._row = (self._row + down) % len(self._rows)
        width = len(self._rows[self._row])
        self._column = min(self._column, width - 1) if down else (self._column + right) % width
        self.refresh()

    def action_choose(self) -> None:
        self.post_message(self.Asked(self._rows[self._row][self._column]))

    def render(self) -> Content:
        pen = pen_of(self)
        lines = []
        for at, row in enumerate(self._rows):
            line = Content("")
            for place, question in enumerate(row):
                here = (at, place) == (self._row, self._column)
                text = f"{'►' if here else ' '}{self._text(question)} "
                line += pen.text(text, "bold reverse" if here else "")
            lines.append(line)
        return Content("\n").join(lines)

    def _text(self, question: Question) -> str:
        if isinstance(question, AskCard):
            return str(question.card)
        suit = trump_text(question.suit, spanish=self._spanish)
        return f"{table_words.HOW_MANY(suit=suit):<21}"

    def get_content_width(self, container: object, viewport: object) -> int:
        return self.render().cell_length if len(self._rows) == 1 else 54

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._rows)


def _suit(question: Question) -> object:
    return question.card.suit if isinstance(question, AskCard) else question.suit


class QuestionScreen(Sheet[Question]):
    """Ends with the question; Esc asks nothing."""

    BINDINGS = bindings((*DIALOG, Action("ask-not", "a,q", "close", "a")))
    ACTIONS = (*QUESTION, *DIALOG)

    def __init__(self, questions: Sequence[Question], sitting: Sitting) -> None:
        super().__init__()
        self._questions = questions
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        view, names = self._sitting.client.view, self._sitting.names.players
        partner = view.rules.partner(self._sitting.client.seat) if view else None
        title = (
            table_words.ASK_PARTNER() if partner is None else table_words.ASK(name=names[partner])
        )
        told = table_words.ANSWER_IS_TRUE()
        with Vertical(classes="box"):
            yield Static(Content.styled(title, "bold"), markup=False)
            yield Static(Content.styled(told, "$muted"), markup=False, classes="explanation")
            yield Questions(self._questions, spanish=self._sitting.spanish)

    def on_questions_asked(self, message: Questions.Asked) -> None:
        self.dismiss(message.question)

    def action_close(self) -> None:
        self.dismiss(None)
