"""The own cards: one is lifted, the arrows or a digit choose; ``[3]`` may be played now."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from manillen_tui.engine.cards import Card, Pack
from manillen_tui.ui import keys
from manillen_tui.ui.widgets.card import CardFace


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
        self._legal: frozenset[Card] | None = None
        self._pack: Pack | None = None
        self._faces = [CardFace() for _place in range(size)]

    def compose(self) -> ComposeResult:
        with Horizontal(classes="cards"):
            yield from self._faces

    def show(
        self,
        cards: Sequence[Card] | None,
        pack: Pack,
        legal: Iterable[Card] | None,
        *,
        face_down: int = 0,
    ) -> None:
        """Show the hand. `legal`: which cards may be played now; None: none is asked for."""
        place = self.cards.index(self.lifted) if self.lifted in self.cards else 0
        self.cards = tuple(cards or ())
        if self.lifted not in self.cards:
            self.lifted = self.cards[min(place, len(self.cards) - 1)] if self.cards else None
        self._pack = pack
        self._legal = None if legal is None else frozenset(legal)
        for number, face in enumerate(self._faces):
            face.display = number < max(len(self.cards), face_down)
        self._draw()

    def _draw(self) -> None:
        for number, face in enumerate(self._faces, 1):
            if number > len(self.cards) or self._pack is None:
                face.show(None, back=True)
                face.set_class(False, "-lifted")
                continue
            card = self.cards[number - 1]
            asked = self._legal is not None
            allowed = self._legal is not None and card in self._legal
            face.show(
                card,
                self._pack.worth[card],
                marked=card == self.lifted,
                dim=asked and not allowed,
                foot=f"[{number}]" if allowed else f" {number} ",
            )
            face.set_class(card == self.lifted, "-lifted")

    def lift(self, card: Card) -> None:
        self.lifted = card
        self._draw()

    def action_lift(self, step: int) -> None:
        if self.lifted is not None:
            place = self.cards.index(self.lifted) + step
            self.lift(self.cards[max(0, min(place, len(self.cards) - 1))])

    def action_play(self) -> None:
        if self.lifted is not None:
            self.post_message(self.Chosen(self.lifted))
