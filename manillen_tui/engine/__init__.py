"""Pure rules of the game. No I/O, no clock, no randomness of its own.

What a table agrees on is a `Rules`; `PRESETS` has them by name. A `Card` or a `Suit` reads itself
from text and writes itself as it stands on the wire.

One pure function a question:

- `legal_cards`: which cards may be played; `why_not`: why another may not, as a `Refusal` with its
  `Reason`; `trick_winner`: who takes the trick.
- `score_deal`: what a deal counts, as a `DealScore` with every factor; `match_winner`.

A match is a value: `start` makes one, `match.shuffle` begins each deal with secret bytes, `apply`
takes the command of a seat and gives the next match with its events, or a `Refusal`; `view_of` is
what one seat may know of it.
"""

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import (
    Command,
    Cut,
    Look,
    NameTrump,
    Next,
    Play,
    Reason,
    Refusal,
)
from manillen_tui.engine.events import Event
from manillen_tui.engine.match import Match, apply, start
from manillen_tui.engine.rules import PRESETS, Rules
from manillen_tui.engine.scoring import DealScore, match_winner, score_deal
from manillen_tui.engine.trick import legal_cards, trick_winner, why_not
from manillen_tui.engine.view import Phase, View, view_of


__all__ = [
    "PRESETS",
    "Card",
    "Command",
    "Cut",
    "DealScore",
    "Event",
    "Look",
    "Match",
    "NameTrump",
    "Next",
    "Phase",
    "Play",
    "Reason",
    "Refusal",
    "Rules",
    "Suit",
    "View",
    "apply",
    "legal_cards",
    "match_winner",
    "score_deal",
    "start",
    "trick_winner",
    "view_of",
    "why_not",
]
