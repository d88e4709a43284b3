"""The score sheet as a screen: deals that do not fit, the next deal, a rematch."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, ngettext


NO_DEAL_YET: Final = Sentence("No deal played yet")
GAME: Final = Sentence("game {n}, {goal}")
GAMES_WON: Final = Sentence("games won")
NO_LATER_DEAL: Final = Sentence("↓ the last deal")
NOBODY_SCORES: Final = Sentence("Nobody scores.")
WAITING_FOR: Final = Sentence("Waiting for {names}")
FILL_A_CHAIR: Final = Sentence(
    "A chair is empty: press c for a computer player, then r for a rematch."
)
CHAIR_EMPTY: Final = Sentence("A chair is empty: wait for somebody, or leave.")
REMATCH_WAITS: Final = Sentence("Rematch: waiting for {names} to press r.")

# A deal in a line: what is known of it, side by side.
VOID: Final = Sentence("void")
TIE: Final = Sentence("tie")


def earlier_deals(n: int) -> str:
    return ngettext("↑ {n} earlier deal", "↑ {n} earlier deals", n).format(n=n)


def later_deals(n: int) -> str:
    return ngettext("↓ {n} later deal", "↓ {n} later deals", n).format(n=n)
