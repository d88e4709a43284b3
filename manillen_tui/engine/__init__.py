"""The rules of the game as pure functions: no I/O, no clock, no randomness of its own.

The rules of a table are a `Rules`; `PRESETS` has the usual ones by name, `FIELDS` lists the choices
for each field, and `check` finds choices that exclude each other. A `Card` or `Suit` is parsed from
text and printed as on the wire.

One pure function for each question:

- `legal_cards`: which cards may be played; `why_not`: why another may not, as a `Refusal` with its
  `Reason`; `trick_winner`: who takes the trick.
- `score_deal`: how a deal counts, as a `DealScore` with every factor; `match_winner`.

A match is a value: `start` makes one, `match.shuffle` begins each deal from secret bytes, `apply`
takes a seat's command and returns the next match with its events, or a `Refusal`; `view_of` is what
one seat may know of it.
"""

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.check import Clash, ClashCode, Unplayable, check
from manillen_tui.engine.commands import (
    AskCard,
    AskCount,
    Bid,
    Call,
    CallKind,
    Command,
    Cut,
    HandOver,
    Look,
    NameBlind,
    NameTrump,
    Next,
    Pass,
    PickUp,
    Play,
    Reason,
    Refusal,
    Signal,
)
from manillen_tui.engine.events import Event
from manillen_tui.engine.fields import FIELDS, Field
from manillen_tui.engine.match import Match, apply, start
from manillen_tui.engine.presets import PRESETS, differences
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.scoring import DealScore, match_winner, score_deal
from manillen_tui.engine.trick import legal_cards, trick_winner, why_not
from manillen_tui.engine.view import View


__all__ = [
    "FIELDS",
    "PRESETS",
    "AskCard",
    "AskCount",
    "Bid",
    "Call",
    "CallKind",
    "Card",
    "Clash",
    "ClashCode",
    "Command",
    "Cut",
    "DealScore",
    "Event",
    "Field",
    "HandOver",
    "Look",
    "Match",
    "NameBlind",
    "NameTrump",
    "Next",
    "Pass",
    "Phase",
    "PickUp",
    "Play",
    "Reason",
    "Refusal",
    "Rules",
    "Signal",
    "Suit",
    "Unplayable",
    "View",
    "apply",
    "check",
    "differences",
    "legal_cards",
    "match_winner",
    "score_deal",
    "start",
    "trick_winner",
    "view_of",
    "why_not",
]
