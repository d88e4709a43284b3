"""Colours: a green cloth, ivory cards, and four suits that differ in more than red and black.

Every pair of ink and ground here has a contrast of at least 4.5; nothing is told by colour alone.
"""

from typing import Final

from textual.theme import Theme

from manillen_tui.engine.cards import Suit


FELT: Final = Theme(
    name="manillen",
    primary="#f2c14e",
    secondary="#9fc9b0",
    accent="#f2c14e",
    warning="#f2c14e",
    error="#ffb4a9",
    success="#9be7a5",
    foreground="#ecf3ee",
    background="#101815",
    surface="#17231e",
    panel="#1d2c26",
    dark=True,
    variables={
        "cloth": "#12402c",
        "muted": "#a9bdb2",
        "card": "#f6f1e4",
        "card-dim": "#a3a79f",
        "card-edge": "#6d6a60",
        "back": "#28496e",
        "back-ink": "#c9dcf2",
        "ink-clubs": "#0b5a22",
        "ink-diamonds": "#0a4b94",
        "ink-hearts": "#a3121d",
        "ink-spades": "#141414",
        "input-selection-background": "#f2c14e 35%",
    },
)

#: Suits in running text, on a dark ground.
BRIGHT: Final = {
    Suit.CLUBS: "#8fe39b",
    Suit.DIAMONDS: "#8cc8ff",
    Suit.HEARTS: "#ff9f98",
    Suit.SPADES: "#ffffff",
}
