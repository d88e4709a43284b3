"""The lobby: the chairs, the way there for the others, and whom the start waits for."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, ngettext


OTHER_RULES: Final = Sentence("rules of another version")
ALL_RULES: Final = Sentence("{key}: all the rules. {changes}")
TALK: Final = Sentence("{key}: chat with the others at the table")

# The chairs, after who sits there: see also `people` ----------------------------------------------

READY: Final = Sentence("✓ ready")
NOT_READY: Final = Sentence("not ready yet")
MAKES_WAY: Final = Sentence("makes way for people")

ONE_SIDE: Final = Sentence("One side")
YOUR_SIDE: Final = Sentence("Your side")
OTHER_SIDE: Final = Sentence("The other side")
NO_SIDES: Final = Sentence("Everybody plays alone")

# How the others come here -------------------------------------------------------------------------

FOUND_AT: Final = Sentence("Others see this table in their list, or type {address}")
FOUND_AT_BRIEF: Final = Sentence("In their list, or at {address}")
TYPED_ONLY: Final = Sentence("This network can't be searched: the others type {address}")
NO_CODE: Final = Sentence("no code needed")

# Whom the start waits for -------------------------------------------------------------------------

SPECTATOR: Final = Sentence("You are a spectator. To play, mark a free chair and press Enter.")
NOBODY_MISSING: Final = Sentence("Everybody is ready: press s to start.")
HOST_STARTS: Final = Sentence("Waiting for the host to start.")
SOMEBODY_STARTS: Final = Sentence("Waiting for {name} to start.")
UNREADY: Final = Sentence("Waiting for {names} to be ready (r).")


def empty_chairs(n: int) -> str:
    return ngettext(
        "{n} empty chair: wait for somebody, or press c there for a computer player.",
        "{n} empty chairs: wait for people, or press c there for a computer player.",
        n,
    ).format(n=n)
