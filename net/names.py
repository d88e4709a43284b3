"""What other people typed, made safe to show in one line of a terminal."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final


#: What stands for a name of which nothing was left.
NAMELESS: Final = "?"
# Letters that are drawn as nothing, though Unicode counts them as letters.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# What a terminal would obey: a whole sequence leaves nothing of itself behind.
_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*"
)


def clean_name(text: str, cells: int) -> str:
    """As `clean_line`, but never empty."""
    return clean_line(text, cells) or NAMELESS


def clean_line(text: str, cells: int) -> str:
    """The part of a text that fits in so many terminal cells.

    Control, direction and zero-width characters are dropped, terminal sequences whole, and all but
    one of the marks stacked on a letter. Markup is left as the text that it is.
    """
    text = " ".join(_SEQUENCE.sub("", text).split())
    visible = "".join(_visible(unicodedata.normalize("NFC", text)))
    return fit(" ".join(visible.split()), cells)


def distinct_name(name: str, taken: Iterable[str], cells: int) -> str:
    """The name itself, or with the first suffix that nobody at the table has: ``Jan 2``."""
    others = {other.casefold() for other in taken}
    candidate, count = name, 1
    while candidate.casefold() in others:
        count += 1
        suffix = f" {count}"
        candidate = fit(name, cells - len(suffix)) + suffix
    return candidate


def fit(text: str, cells: int) -> str:
    """The longest beginning that is at most so many terminal cells wide."""
    width = 0
    for index, letter in enumerate(text):
        width += _width(letter)
        if width > cells:
            return text[:index].rstrip()
    return text


def _visible(text: str) -> Iterable[str]:
    marked = True  # a mark has no letter to stand on at the beginning
    for letter in text:
        category = unicodedata.category(letter)
        if category.startswith("M"):
            # A variation selector would ask for the emoji form, whose width nobody agrees on.
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
