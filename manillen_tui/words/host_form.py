"""The form in which somebody opens a table of their own."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, ngettext


OPEN_A_TABLE: Final = Sentence("Open a table")
TABLE_OF: Final = Sentence("{name}'s table")

TABLE: Final = Sentence("Table")
RULES: Final = Sentence("Rules")
PLAY_TO: Final = Sentence("Play to")
COMPUTERS: Final = Sentence("Computer players")
CUT: Final = Sentence("Cutting the pack")
CUT_BY_NEIGHBOUR: Final = Sentence("by the dealer's neighbour")
CUT_AUTOMATIC: Final = Sentence("automatic")
ENTRY: Final = Sentence("Joining")
ENTRY_BY_CODE: Final = Sentence("with a spoken code")
ENTRY_OPEN: Final = Sentence("open to anybody, without a code")
ABSENCE: Final = Sentence("If somebody is away")
SPECTATORS: Final = Sentence("Spectators")
SPECTATORS_SEE_NOTHING: Final = Sentence("see nobody's cards")
SPECTATORS_SEE_LAST: Final = Sentence("see the hands of the previous deal")
COMPUTERS_MAKE_WAY: Final = Sentence("Players who join take over from computer players.")


def chairs(n: int) -> str:
    """How many of them computer players take."""
    return ngettext("{n} chair", "{n} chairs", n).format(n=n)


OPENING: Final = Sentence("Opening the table…")
JOINING: Final = Sentence("Joining the table…")

FORGET_RULES: Final = Sentence("Forget the rules “{name}”?")
FORGET_MEANS: Final = Sentence(
    "They will no longer be kept on this machine. Tables that use them are not affected."
)
FORGET_THEM: Final = Sentence("Forget them")
KEEP_THEM: Final = Sentence("No, keep them")
