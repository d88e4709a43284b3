"""Every sentence a person reads, made here from codes and values.

Nothing else in the program speaks: the engine, the wire and the host carry codes with arguments.
`names` is always a sequence of names by seat. Suits are written with their signs; `in_letters`
turns a finished text into one without them.
"""

from manillen_tui.words.catalogue import _, in_letters, listed, ngettext
from manillen_tui.words.match import (
    SheetRow,
    deal_line,
    duty_line,
    event_line,
    factors,
    sheet_rows,
    sheet_title,
    side_name,
    turn_line,
    waiting_line,
)
from manillen_tui.words.refusals import trouble, why
from manillen_tui.words.things import (
    computer_name,
    empty_name,
    room_state,
    rules_name,
    suit_name,
    trump_text,
)


__all__ = [
    "SheetRow",
    "_",
    "computer_name",
    "deal_line",
    "duty_line",
    "empty_name",
    "event_line",
    "factors",
    "in_letters",
    "listed",
    "ngettext",
    "room_state",
    "rules_name",
    "sheet_rows",
    "sheet_title",
    "side_name",
    "suit_name",
    "trouble",
    "trump_text",
    "turn_line",
    "waiting_line",
    "why",
]
