"""Colours: a green cloth, ivory cards, and four suits that differ in more than red and black.

Every pair of ink and ground here has a contrast of at least 4.5; nothing is told by colour alone.
"""

from typing import Final

from textual.theme import Theme

from manillen_tui.engine.cards import Suit


FELT: Final = Theme(
    name="manillen",
    primary="#ffd75f",
    secondary="#9fc9b0",
    accent="#ffd75f",
    warning="#ffd75f",
    error="#ffb4a9",
    success="#9be7a5",
    foreground="#ecf3ee",
    background="#101815",
    surface="#17231e",
    panel="#1d2c26",
    dark=True,
    variables={
        "cloth": "#0f3826",
        "muted": "#b4c8bd",
        "card": "#f6f1e4",
        "card-dim": "#cfcdc3",
        "back": "#0a1f66",
        "back-ink": "#c9dcf2",
        "ink-clubs": "#005f00",
        "ink-clubs-dim": "#003a00",  # in 16 colours green on grey cannot be read
        "ink-diamonds": "#0000af",
        "ink-hearts": "#9b0000",
        "ink-spades": "#141414",
        "input-selection-background": "#ffd75f 35%",
    },
)

#: Suits in running text, on a dark ground.
BRIGHT: Final = {
    Suit.CLUBS: "#8fe39b",
    Suit.DIAMONDS: "#8cc8ff",
    Suit.HEARTS: "#ffb3ad",
    Suit.SPADES: "#ffffff",
}
