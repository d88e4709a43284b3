"""The own cards: one is lifted, and the arrows or a digit choose."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from manillen_tui.engine.cards import Card, Pack
from manillen_tui.ui import keys
from manillen_tui.ui.widgets.card import CardFace


class Slot(Vertical):
    """One card of the hand with its number below it; ``[3]`` may be played now."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self.face = CardFace()
        self._mark = Static(markup=False, classes="mark")

    def compose(self) -> ComposeResult:
        yield self.face
        yield self._mark

    def mark(self, legal: bool) -> None:
        text = f"[{self._number}]" if legal else f" {self._number} "
        self._mark.update(Content(text))
        self._mark.set_class(legal, "-legal")


class Hand(Widget, can_focus=True):
    """The lifted card stays lifted through every change, until it is played."""

    BINDINGS = keys.bindings(keys.HAND)

    class Chosen(Message):
        """The person wants to play this card."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self, size: int = 8) -> None:
        super().__init__()
        self.cards: tuple[Card, ...] = ()
        self.lifted: Card | None = None
        self._slots = [Slot(number) for number in range(1, size + 1)]

    def compose(self) -> ComposeResult:
        with Horizontal(classes="slots"):
            yield from self._slots

    def show(
        self,
        cards: Sequence[Card] | None,
        legal: Sequence[Card],
        pack: Pack,
        *,
        choosing: bool,
        face_down: int = 0,
    ) -> None:
        """Show the hand. `choosing`: one of `legal` is to be played now."""
        place = self.cards.index(self.lifted) if self.lifted in self.cards else 0
        self.cards = tuple(cards or ())
        if self.lifted not in self.cards:
            self.lifted = self.cards[min(place, len(self.cards) - 1)] if self.cards else None
        for number, slot in enumerate(self._slots):
            card = self.cards[number] if number < len(self.cards) else None
            back = card is None and number < face_down
            slot.display = card is not None or back
            if card is not None:
                allowed = card in legal
                slot.face.show(
                    card,
                    pack.worth[card],
                    marked=card == self.lifted,
                    dim=choosing and not allowed,
                )
                slot.mark(choosing and allowed)
            elif back:
                slot.face.show(None, back=True)
            slot.set_class(card is not None and card == self.lifted, "-lifted")

    def lift(self, card: Card) -> None:
        self.lifted = card
        for slot in self._slots:
            here = slot.face.card == card and slot.display
            slot.face.show(
                slot.face.card,
                slot.face.worth,
                back=slot.face.back,
                marked=here,
                dim=slot.face.has_class("-dim"),
            )
            slot.set_class(here, "-lifted")

    def action_lift(self, step: int) -> None:
        if self.lifted is not None:
            place = self.cards.index(self.lifted) + step
            self.lift(self.cards[max(0, min(place, len(self.cards) - 1))])

    def action_play(self) -> None:
        if self.lifted is not None:
            self.post_message(self.Chosen(self.lifted))
