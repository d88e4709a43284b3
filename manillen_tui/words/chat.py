"""What people at the table say to one another, and the line they type it in."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, _


TITLE: Final = Sentence("Chat at the table")
TYPE_HERE: Final = Sentence("type a message")
READ_BY_ALL: Final = Sentence("Everybody at the table can read it.")
SILENCE: Final = Sentence("At this table nobody talks until the deal is over.")

_COLONS: Final = frozenset(":：∶꞉ː˸︓﹕׃")


def said_line(name: str, text: str) -> str:
    """A line of chat. A name that could be taken for a name and a text stands in quotes."""
    speaker = _("“{name}”").format(name=name) if set(name) & _COLONS else name
    return _("{name}: {text}").format(name=speaker, text=text)
