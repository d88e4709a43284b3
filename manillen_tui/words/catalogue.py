"""The language of this person, and what is done with any text in it."""

import gettext
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from manillen_tui.engine.cards import Card


_locale: Final = Path(__file__).parent.with_name("locale")
_catalogue: Final = gettext.translation("manillen", _locale, fallback=True)
_ = _catalogue.gettext
ngettext = _catalogue.ngettext

_LETTERS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})


def in_letters(text: str) -> str:
    """The same text for a terminal or a reader that has no use for suit signs.

    >>> in_letters("Wim leads 10♦")
    'Wim leads 10D'
    """
    return text.translate(_LETTERS)


def listed(items: Sequence[str], last: str | None = None) -> str:
    """ "a", "a and b", "a, b and c"; `last` replaces "and"."""
    if len(items) < 2:
        return "".join(items)
    return "{} {} {}".format(", ".join(items[:-1]), last or _("and"), items[-1])


def any_of(cards: Sequence[Card]) -> str:
    return listed([str(card) for card in cards], _("or"))
