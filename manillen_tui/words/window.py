"""The window, the program in it, and its end."""

from typing import Final

from manillen_tui.words.catalogue import Sentence


TOO_SMALL: Final = Sentence(
    "This window is {width}x{height}.\nThe table needs {w}x{h}: please enlarge it."
)
QUIT: Final = Sentence("Quit")
QUIT_MEANS: Final = Sentence("Leave the table, or the program")
FAILED: Final = Sentence(
    "manillen: the interface failed, but the game goes on without it. Details are in {log}"
)
