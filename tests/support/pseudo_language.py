"""A made-up language: its words can be told from words that bypass the catalogue."""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from string import ascii_letters
from typing import Final

from manillen_tui.words import catalogue


#: As wide as the letters they stand for, so that screens keep their layout.
_LETTERS: Final = str.maketrans(
    ascii_letters, "áƀćđéƒǵħíĵķĺḿńóṕɋŕśťúṽẃẋýźÁɃĆĐÉƑǴĦÍĴĶĹḾŃÓṔɊŔŚŤÚṼẂẊÝŹ"
)
_GAP: Final = re.compile(r"({[^}]*})")
_WORD: Final = re.compile(r"[A-Za-z]{2,}")


class PseudoLanguage(gettext.NullTranslations):
    """The same sentences in letters that no English word has; gaps stay unchanged."""

    def gettext(self, message: str) -> str:
        parts = _GAP.split(message)
        return "".join(part if part[:1] == "{" else part.translate(_LETTERS) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Use this language for everything inside the block."""
    before = catalogue.speak(PseudoLanguage())
    try:
        yield
    finally:
        catalogue.speak(before)


def untranslated(text: str) -> set[str]:
    """The words in a text that did not come from the catalogue."""
    return set(_WORD.findall(text))
