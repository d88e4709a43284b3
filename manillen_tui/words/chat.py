"""What people at the table say to one another, and the line they type it in."""

from typing import Final

from manillen_tui.words.catalogue import Sentence


TITLE: Final = Sentence("Chat at the table")
TYPE_HERE: Final = Sentence("type a message")
READ_BY_ALL: Final = Sentence("Everybody at the table can read it.")
SILENCE: Final = Sentence("At this table nobody talks until the deal is over.")

SAID: Final = Sentence("{name}: {text}")
