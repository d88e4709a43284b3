"""The own cards: one is lifted, the arrows or a digit choose; ``[3]`` may be played now."""

from collections.abc import Iterable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from manillen_tui.engine.cards import Card, Pack
from manillen_tui.ui.keys.action import bindings
from manillen_tui.ui.keys.table import HAND
from manillen_tui.ui.widgets.card import CardFace


_MOST: Final = 16  # cards that any pack and any number of players give a hand
_KEYS: Final = "1234567890tyuiop"  # as the table binds them, the last four without stacks


class Hand(Widget, can_focus=True):
    """The lifted card stays lifted until it is played, or may not be when the turn comes."""

    BINDINGS = bindings(HAND)

    class Lifted(Message):
        """Another card is lifted now."""

    class Chosen(Message):
        """The person wants to play this card."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self) -> None:
        super().__init__()
        self.cards: tuple[Card, ...] = ()  # those of the stacks come last
        self.lifted: Card | None = None
        self._legal: frozenset[Card] | None = None
        self._pack: Pack | None = None
        self._in_hand = 0
        self._faces = [CardFace() for _place in range(_MOST)]

    def compose(self) -> ComposeResult:
        with Horizontal(classes="cards"):
            yield from self._faces

    def show(
        self,
        cards: Sequence[Card] | None,
        pack: Pack,
        legal: Iterable[Card] | None,
        *,
        dealt: int,
        face_down: int = 0,
        opened: Sequence[Card] = (),
    ) -> None:
        """Show the hand. `legal`: which cards may be played now; None: none is asked for.

        `dealt` cards have to fit beside one another. `opened` are one's own on the stacks: they
        are drawn there, but lifted and chosen like those in the hand.
        """
        place = self.cards.index(self.lifted) if self.lifted in self.cards else 0
        held = tuple(cards or ())
        self._in_hand = len(held)
        self.cards = held + tuple(opened)
        if self.lifted not in self.cards:
            self.lifted = self.cards[min(place, len(self.cards) - 1)] if self.cards else None
        self._pack = pack
        waited, self._legal = self._legal is None, None if legal is None else frozenset(legal)
        if waited and self._legal and self.lifted not in self._legal:
            self.lifted = self._nearest(self._legal)
        self.set_class(8 < dealt <= 10, "-ten")
        self.set_class(10 < dealt <= 12, "-twelve")
        self.set_class(dealt > 12, "-sixteen")
        for number, face in enumerate(self._faces):
            face.display = number < max(len(held), face_down)
        self._draw()

    def _nearest(self, legal: frozenset[Card]) -> Card | None:
        """A turn begins with a card in hand that may be played."""
        place = self.cards.index(self.lifted) if self.lifted in self.cards else 0
        near = sorted(range(len(self.cards)), key=lambda at: abs(at - place))
        return next((self.cards[at] for at in near if self.cards[at] in legal), self.lifted)

    def may_play(self, card: Card) -> bool:
        """Whether this card is among those asked for now."""
        return self._legal is not None and card in self._legal

    @property
    def asked(self) -> bool:
        return self._legal is not None

    def _draw(self) -> None:
        for number, face in enumerate(self._faces, 1):
            if number > self._in_hand or self._pack is None:
                face.show(None, back=True)
                face.set_class(False, "-lifted")
                continue
            card = self.cards[number - 1]
            allowed = self.may_play(card)
            key = _KEYS[number - 1]
            face.show(
                card,
                self._pack.worth[card],
                marked=card == self.lifted,
                dim=self.asked and not allowed,
                foot=f"[{key}]" if allowed else f" {key} ",
            )
            face.set_class(card == self.lifted, "-lifted")

    def lift(self, card: Card) -> None:
        self.lifted = card
        self._draw()
        self.post_message(self.Lifted())

    def action_lift(self, step: int) -> None:
        if self.lifted is not None:
            place = self.cards.index(self.lifted) + step
            self.lift(self.cards[max(0, min(place, len(self.cards) - 1))])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """With nothing to play the key goes on to the table."""
        return action != "play" or self.lifted is not None

    def action_play(self) -> None:
        if self.lifted is not None:
            self.post_message(self.Chosen(self.lifted))
