"""The two words that let people in: typed by whoever comes, and shown to the host."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, _


WHERE_IT_IS: Final = Sentence("Type the two words on the host's screen. Capitals don't matter.")
TWO_WORDS: Final = Sentence("two words")
CHECKING: Final = Sentence("Checking the code…")


def code_of(table: str) -> str:
    """Whose code is asked for; "" for a table without a name."""
    return _("Code for {table}").format(table=table) if table else _("Code for this table")


WRITTEN: Final = Sentence("Code:  {words}")

LETS_IN: Final = Sentence("These two words let people in")
READ_OUT: Final = Sentence("Read them out: {code}. Only newcomers need them.")
NO_CODE: Final = Sentence("This table has no code")
OPEN_TO_ALL: Final = Sentence("Anybody on this network may sit down.")
