"""The language of this person, and what is done with any text in it."""

import gettext
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from manillen_tui.engine.cards import Card


_locale: Final = Path(__file__).parent.with_name("locale")
_catalogue: Final = gettext.translation("manillen", _locale, fallback=True)
_ = _catalogue.gettext
ngettext = _catalogue.ngettext
pgettext = _catalogue.pgettext

_LETTERS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
# The initials of bastos, oros, copas and espadas; and signs of one cell that most fonts have.
_SPANISH_LETTERS: Final = str.maketrans({"♣": "B", "♦": "O", "♥": "C", "♠": "E"})
_SPANISH_SIGNS: Final = str.maketrans({"♣": "♣", "♦": "●", "♥": "∪", "♠": "†"})
_SPANISH_RANKS: Final = {"K": "R", "Q": "C", "J": "S"}
_HONOUR: Final = re.compile(r"(?<!\w)[KQJ](?= ?[♣♦♥♠])")


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


def listed(items: Sequence[str], last: str | None = None) -> str:
    """ "a", "a and b", "a, b and c"; `last` replaces "and"."""
    if len(items) < 2:
        return "".join(items)
    return "{} {} {}".format(", ".join(items[:-1]), last or _("and"), items[-1])


def any_of(cards: Sequence[Card]) -> str:
    return listed([str(card) for card in cards], _("or"))
