"""Text typed by other people, made safe to show on one line of a terminal."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final


#: Shown for a name of which nothing is left.
NAMELESS: Final = "?"
# Drawn as nothing, though Unicode classes them as letters or symbols.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Escape sequences, matched whole so that no part of one is left behind as text.
_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*"
)


def clean_name(text: str, cells: int) -> str:
    """As `clean_line`, but never empty."""
    return clean_line(text, cells) or NAMELESS


def clean_line(text: str, cells: int) -> str:
    """As much of a text as fits into `cells` terminal cells.

    Drops control, direction and zero-width characters, whole escape sequences, and all but one of
    the combining marks stacked on a letter. Markup stays as plain text.
    """
    text = " ".join(_SEQUENCE.sub("", text).split())
    visible = "".join(_visible(unicodedata.normalize("NFC", text)))
    return fit(" ".join(visible.split()), cells)


def fit(text: str, cells: int) -> str:
    """The longest prefix at most `cells` terminal cells wide."""
    width = 0
    for index, letter in enumerate(text):
        width += _width(letter)
        if width > cells:
            return text[:index].rstrip()
    return text


def _visible(text: str) -> Iterable[str]:
    marked = True  # a leading mark has no letter to attach to
    for letter in text:
        category = unicodedata.category(letter)
        if category.startswith("M"):
            # A variation selector would ask for the emoji form, whose width terminals disagree on.
            if not marked and not "\ufe00" <= letter <= "\ufe0f":
                marked = True
                yield letter
        elif letter == " " or not (category[0] in "CZ" or letter in _BLANK):
            marked = letter == " "
            yield letter


def _width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
