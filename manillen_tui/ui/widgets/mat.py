"""The middle of the table: every seat with its card of this trick, the own one below."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from manillen_tui.engine.cards import Pack
from manillen_tui.engine.records import PlayedCard
from manillen_tui.ui.card_text import cut, pen_of
from manillen_tui.ui.widgets.card import CardFace
from manillen_tui.words import table as table_words


class Sitter(Struct, frozen=True):
    """Who sits somewhere, as a label says it."""

    name: str = ""
    note: str = ""  # you, partner, away
    away: bool = False
    own: bool = False
    dealer: bool = False
    tricks: int = 0
    to_act: bool = False
    computer: bool = False
    takes: int | None = None  # the points of the finished trick that they take
    said: str = ""  # their last words


class Label(Widget):
    """The sitter's name, marked ► when the table waits for them, and what they have done."""

    sitter: Sitter = Sitter()

    def show(self, sitter: Sitter) -> None:
        if sitter != self.sitter:
            self.sitter = sitter
            self.refresh()
        self.set_class(sitter.to_act, "-turn")

    def render(self) -> Content:
        who = self.sitter
        width = self.size.width
        sign = "► " if who.to_act else ""
        if self.size.height == 1:
            facts = [table_words.DEALER_IN_BRIEF() if who.dealer else "", _short(who)]
            if who.away:
                facts.append(table_words.AWAY())
            if who.said and cell_len(sign + who.name + " · ".join(facts)) + 3 > width:
                facts = [_short(who)]
            tail = "".join(f" · {fact}" for fact in facts if fact)
            name = cut(sign + who.name, width - cell_len(tail))
            return Content.assemble((name, "bold"), pen_of(self).text(tail, "$muted"))
        facts = [fact for fact in (who.note, _long(who)) if fact]
        if who.takes is not None:
            own = table_words.YOU_TAKE_IT(points=who.takes)
            facts = [own if who.own else _long(who)]  # who that is was said all the time
        if who.said and who.takes is None:
            facts = [who.said]
        dealer = " · " + table_words.DEALER() if who.dealer else ""
        if cell_len(sign + who.name + dealer) > width:
            dealer = " " + table_words.DEALER_IN_BRIEF() if who.dealer else ""
        name = cut(sign + who.name, width - len(dealer))
        style = "$muted" if facts != [who.said] else "bold $secondary"
        facts_line = pen_of(self).text(cut(" · ".join(facts), width), style)
        return Content.assemble((name, "bold"), (dealer, "$muted"), "\n", facts_line)


def _short(who: Sitter) -> str:
    if who.takes is not None:
        return f"+{who.takes}"
    return who.said or (table_words.TRICKS_IN_BRIEF(n=who.tricks) if who.tricks else "")


def _long(who: Sitter) -> str:
    if who.takes is not None:
        return table_words.TAKES_IT(points=who.takes)
    return table_words.tricks(who.tricks)


class SeatPlace(Vertical):
    """One seat's card with its label above it, or below it for the own seat."""

    def __init__(self, side: str) -> None:
        super().__init__(id=f"place-{side}", classes="place")
        self.label = Label()
        self.face = CardFace()
        self._below = side == "south"

    def compose(self) -> ComposeResult:
        if not self._below:
            yield self.label
        yield Center(self.face)
        if self._below:
            yield self.label


class Mat(Widget):
    """Places by their turn: the own one, then clockwise. Three leave the opposite one free."""

    def __init__(self, players: int) -> None:
        super().__init__()
        places = {side: SeatPlace(side) for side in _SIDES[players]}
        self.places = list(places.values())
        self._at = places

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(classes="column"):
                yield from self._there("west")
            with Vertical(classes="column middle"):
                yield from self._there("north")
                yield from self._there("south")
            with Vertical(classes="column"):
                yield from self._there("east")

    def _there(self, side: str) -> Iterator[SeatPlace]:
        if side in self._at:
            yield self._at[side]

    def show(
        self,
        own: int,
        sitters: Sequence[Sitter],
        trick: Sequence[PlayedCard],
        winning: int | None,
        pack: Pack,
    ) -> None:
        """Lay out a trick as the seat `own` sees it; the card of `winning` has a double edge."""
        cards = {play.seat: play.card for play in trick}
        for seat, sitter in enumerate(sitters):
            place = self.places[(seat - own) % len(self.places)]
            place.label.show(sitter)
            card = cards.get(seat)
            worth = pack.worth[card] if card is not None else 0
            place.face.show(card, worth, marked=card is not None and seat == winning)


_SIDES: Final = {
    2: ("south", "north"),
    3: ("south", "west", "east"),
    4: ("south", "west", "north", "east"),
}
