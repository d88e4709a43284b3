"""The home screen: what it offers, the tables to go back to, and forgetting one of them."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, ngettext


MOTTO: Final = Sentence("a card table on your own network")
YOUR_NAME: Final = Sentence("Your name")

HOST: Final = Sentence("Host a table")
HOST_NOTE: Final = Sentence("others see it on this network")
JOIN: Final = Sentence("Join a table")
JOIN_NOTE: Final = Sentence("from the list, or by address")
RULES: Final = Sentence("Rules")
RULES_NOTE: Final = Sentence("all the ways to play")
CHANGE_NAME: Final = Sentence("Change your name")
QUIT: Final = Sentence("Quit")
GO_BACK: Final = Sentence("Back to your table")
OTHER_TABLES: Final = Sentence("Another table")

GO_BACK_WHERE: Final = Sentence("Go back to which table?")
FORGET_WHICH: Final = Sentence("Forget which table?")
NONE: Final = Sentence("None of them")


def other_tables_note(n: int) -> str:
    return ngettext("{n} more to go back to", "{n} more to go back to", n).format(n=n)


# What is said of a table to go back to ------------------------------------------------------------

YOU_HOST_IT: Final = Sentence("you host it")
RUNS_HERE: Final = Sentence("running on this machine")
SEAT_KEPT: Final = Sentence("seat kept for {player}")
SILENT: Final = Sentence("not answering right now")
CONNECTION_LOST: Final = Sentence("the connection was lost")
SAVED: Final = Sentence("saved {when}")
SAVED_DISK_FULL: Final = Sentence("saved, but the disk is full")
SAVED_UNREADABLE: Final = Sentence("saved, but unreadable")

# Before a table is forgotten ----------------------------------------------------------------------

FORGET: Final = Sentence("Forget {table}?")
KEEP_IT: Final = Sentence("Keep it")
FORGET_IT: Final = Sentence("Forget it")
FILE_LOST: Final = Sentence("Its file will be deleted for good, whatever it contains.")
DELETE_FILE: Final = Sentence("Delete the file")
SAVED_LOST: Final = Sentence(
    "The saved table will be deleted for good: nobody can go on with its match."
)
DELETE_SAVED: Final = Sentence("Delete the saved table")
SEAT_LOST: Final = Sentence(
    "The table itself is not affected, but you lose the way back to your seat:"
    " only the host can give it to you again."
)
LISTED_NO_LONGER: Final = Sentence(
    "The table itself is not affected; it is just no longer listed here."
)
