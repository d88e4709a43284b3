"""The language of this person, and what is done with any text in it.

Nothing is looked up before it is shown: the language can change while the program runs.
"""

import gettext
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from net.names import fit


#: Of what is told in one line, in terminal cells: as long as a path may be.
LONGEST: Final = 4096

_LOCALE: Final = Path(__file__).parent.with_name("locale")
_catalogue: gettext.NullTranslations = gettext.translation("manillen", _LOCALE, fallback=True)


def speak(catalogue: gettext.NullTranslations) -> gettext.NullTranslations:
    """Say everything from now on in the language of this catalogue; gives the one before."""
    global _catalogue
    before, _catalogue = _catalogue, catalogue
    return before


def _(text: str) -> str:
    return _catalogue.gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    return _catalogue.ngettext(one, many, n)


def pgettext(context: str, text: str) -> str:
    return _catalogue.pgettext(context, text)


class Sentence:
    """A sentence that a module or a class holds: looked up each time it is called, since the
    language may have changed; `values` go into its gaps.

    >>> Sentence("{name} deals")(name="Wim")
    'Wim deals'
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, **values: object) -> str:
        said = _catalogue.gettext(self.text)
        return said.format(**values) if values else said


_LETTERS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
# The initials of bastos, oros, copas and espadas; and signs of one cell that most fonts have.
_SPANISH_LETTERS: Final = str.maketrans({"♣": "B", "♦": "O", "♥": "C", "♠": "E"})
_SPANISH_SIGNS: Final = str.maketrans({"♣": "♣", "♦": "●", "♥": "∪", "♠": "†"})
_SPANISH_RANKS: Final = {"K": "R", "Q": "C", "J": "S"}
_HONOUR: Final = re.compile(r"(?<!\w)[KQJ](?= ?[♣♦♥♠])")


def filled(text: str, values: Mapping[str, Any]) -> str:
    """The text with these in its gaps; "?" for what another program has left out, or what it has
    put there in place of a text or a number.

    >>> filled("Nobody hosts at {address}.", {})
    'Nobody hosts at ?.'
    >>> filled("Nobody hosts at {address}.", {"address": ["192.168.1.20", 7842]})
    'Nobody hosts at ?.'
    """
    return text.format_map(_Gaps(values))


class _Gaps(dict[str, Any]):
    def __getitem__(self, key: str) -> str:
        match self.get(key):
            case None | bool() | bytes() | list() | tuple() | dict():
                return "?"
            case value:
                return fit(str(value), LONGEST)


def in_letters(text: str, *, spanish: bool = False) -> str:
    """The same text for a terminal or a reader that has no use for suit signs.

    >>> in_letters("Wim leads 10♦")
    'Wim leads 10D'
    >>> in_letters("Wim leads Q♦", spanish=True)
    'Wim leads CO'
    """
    if spanish:
        return _spanish_ranks(text).translate(_SPANISH_LETTERS)
    return text.translate(_LETTERS)


def in_spanish(text: str) -> str:
    """The same text as it is written on a Spanish pack, as long as before.

    >>> in_spanish("Wim leads Q♦")
    'Wim leads C●'
    """
    return _spanish_ranks(text).translate(_SPANISH_SIGNS)


def _spanish_ranks(text: str) -> str:
    """R, C and S for rey, caballo and sota."""
    return _HONOUR.sub(lambda rank: _SPANISH_RANKS[rank[0]], text)


def listed(items: Sequence[object]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return _joined(items, _("{some} and {last}"))


def either(items: Sequence[object]) -> str:
    """ "a", "a or b", "a, b or c"."""
    return _joined(items, _("{some} or {last}"))


def _joined(items: Sequence[object], two: str) -> str:
    if len(items) < 2:
        return "".join(map(str, items))
    return two.format(some=", ".join(map(str, items[:-1])), last=items[-1])
