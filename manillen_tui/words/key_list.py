"""The list of a screen's keys, and of the signs on the cards."""

from typing import Final

from manillen_tui.words.catalogue import Sentence


KEYS_HERE: Final = Sentence("Keys on this screen")
DOT: Final = Sentence("a dot on a card: one point for the side that takes it")
FRAME: Final = Sentence("the card you lifted; the card that is winning")
NUMBER: Final = Sentence("you may play this card now")
ARROW: Final = Sentence("the table waits for this player")
CLOSES: Final = Sentence("Esc or ? closes")
MORE: Final = Sentence("↑↓ for more  Esc or ? closes")
