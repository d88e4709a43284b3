"""How text is written on a screen: suits in their colours, or as letters."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual.content import Content
from textual.dom import DOMNode

from manillen_tui.config.settings import Settings
from manillen_tui.engine.cards import Card, Suit
from manillen_tui.ui.theme import BRIGHT
from manillen_tui.words.catalogue import in_letters, in_spanish


_SIGNS: Final = {suit.value: f"bold {BRIGHT[suit]}" for suit in Suit}


class Pen(Struct, frozen=True):
    """Text in, drawable content out. Never reads markup: names are only ever text."""

    letters: bool = False
    spanish: bool = False  # the suits and honours of a Spanish pack

    def plain(self, text: str) -> str:
        if self.letters:
            return in_letters(text, spanish=self.spanish)
        return in_spanish(text) if self.spanish else text

    def text(self, text: str, style: str = "") -> Content:
        """`text` in one style, with every suit in its own colour."""
        content = Content.styled(self.plain(text), style) if style else Content(self.plain(text))
        for place, letter in enumerate(text):
            if letter in _SIGNS:
                content = content.stylize(_SIGNS[letter], place, place + 1)
        return content

    def face(self, card: Card) -> str:
        """A card in three cells: "10♣", "K ♣"."""
        return self.plain(f"{card.rank:<2}{card.suit}")


def pen_of(node: DOMNode) -> Pen:
    """The pen of the app that a widget is in, for the pack on its table."""
    pen = getattr(node.app, "pen", None)
    if not isinstance(pen, Pen):
        return Pen()
    sitting = getattr(node.app, "sitting", None)
    spanish = sitting is not None and sitting.spanish
    return replace(pen, spanish=True) if spanish else pen


def keymap_of(node: DOMNode) -> Mapping[str, str]:
    """The keys that the person in front of the app has changed, by the id of their action."""
    settings = getattr(node.app, "settings", None)
    return settings.keys if isinstance(settings, Settings) else {}


def cut(text: str, cells: int) -> str:
    """`text` in at most so many cells, with a sign where something is left out."""
    if cell_len(text) <= cells:
        return text
    while text and cell_len(text) >= cells:
        text = text[:-1]
    return text + "…" if cells > 0 else ""


def spread(left: Content, right: Content, cells: int) -> Content:
    """Both in one line of so many cells, as far apart as they can be; the left one gives way."""
    room = max(cells - right.cell_length - 1, 0)
    left = left.truncate(room, ellipsis=True)
    gap = max(cells - left.cell_length - right.cell_length, 0)
    return left + " " * gap + right
