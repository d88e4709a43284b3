"""A table for two: in a line each player, their stacks, and their card of the trick."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from manillen_tui.engine.cards import Card, Pack
from manillen_tui.engine.view import StackView
from manillen_tui.ui.widgets.card import CardFace
from manillen_tui.ui.widgets.mat import Mat, SeatPlace


_KEYS: Final = "uiop"  # as the table binds them; beyond them there are the arrows


class Drawn(Struct, frozen=True):
    """How an own open card is drawn."""

    lifted: bool = False
    dim: bool = False
    allowed: bool = False


class StackLine(Horizontal):
    """One player's line. A stack that still has its closed card shows that in its lower edge."""

    def __init__(self, place: SeatPlace, stacks: int) -> None:
        super().__init__(classes="line")
        self.place = place
        self.faces = [CardFace() for _stack in range(stacks)]

    def compose(self) -> ComposeResult:
        yield self.place.label
        with Horizontal(classes="stacks"):
            yield from self.faces
        yield self.place.face

    def show(
        self, stacks: Sequence[StackView], pack: Pack, look: Callable[[Card], Drawn] | None
    ) -> None:
        """`look` says it for the own cards; the other player's are only seen."""
        for number, (face, stack) in enumerate(zip(self.faces, stacks, strict=False)):
            card = stack.open
            if card is None:
                face.show(None, back=stack.closed)
                continue
            drawn = look(card) if look else Drawn()
            key = ""
            if look:
                key = _KEYS[number] if number < len(_KEYS) else " "
                key = f"[{key}]" if drawn.allowed else f" {key} "
            below = "▒" if stack.closed else ""
            face.show(
                card, pack.worth[card], marked=drawn.lifted, dim=drawn.dim, foot=f"{below}{key}"
            )


class Facing(Mat):
    """The other player above, oneself below."""

    def __init__(self, stacks: int) -> None:
        super().__init__(2)
        south, north = self.places
        self.lines = [StackLine(south, stacks), StackLine(north, stacks)]
        self.set_class(stacks > len(_KEYS), "-many")

    def compose(self) -> ComposeResult:
        south, north = self.lines
        with Vertical(classes="facing"):
            yield north
            yield south

    def show_stacks(
        self,
        own: int,
        stacks: Sequence[Sequence[StackView]],
        pack: Pack,
        look: Callable[[Card], Drawn],
    ) -> None:
        """Lay out the stacks, by seat, as the seat `own` sees them."""
        for seat, of_seat in enumerate(stacks):
            mine = seat == own
            self.lines[0 if mine else 1].show(of_seat, pack, look if mine else None)
