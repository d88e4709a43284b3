"""Every sentence a person reads, made here from codes and values.

Nothing else in the program speaks: the engine, the wire and the host carry codes with arguments.
`names` is always a sequence of names by seat. Suits are written with their signs; `in_letters`
turns a finished text into one without them.
"""

from manillen_tui.words.catalogue import _, in_letters, in_spanish, listed, ngettext
from manillen_tui.words.clashes import clash_line, clash_offer
from manillen_tui.words.coming import lost_line, notice_line
from manillen_tui.words.fields import field_meaning, field_name, group_name, value_text
from manillen_tui.words.happened import event_line, said, said_lines
from manillen_tui.words.match import awaited, duty_line, saying, soon, turn_line, waiting_line
from manillen_tui.words.page import Section, rules_page
from manillen_tui.words.presence import (
    absence_text,
    away_line,
    away_lines,
    back_line,
    claim_line,
    lost_in_brief,
    own_host_ended,
    paused_line,
    unsaved_line,
    waiting_words,
    watchers_count,
    watchers_line,
    watches_line,
)
from manillen_tui.words.presets import (
    base_of,
    changes_line,
    difference_count,
    difference_line,
    difference_lines,
    rules_hint,
    rules_line,
    rules_name,
    rules_summary,
)
from manillen_tui.words.proofs import proof_line, proof_mark
from manillen_tui.words.refusals import trouble, why
from manillen_tui.words.sheet import (
    SheetRow,
    deal_line,
    factors,
    goal,
    sheet_rows,
    sheet_title,
    side_labels,
    side_name,
    sides_from,
    standing,
    trump_line,
    win_line,
)
from manillen_tui.words.things import (
    came_line,
    computer_name,
    empty_name,
    left_line,
    room_state,
    suit_name,
    trump_text,
)


__all__ = [
    "Section",
    "SheetRow",
    "_",
    "absence_text",
    "awaited",
    "away_line",
    "away_lines",
    "back_line",
    "base_of",
    "came_line",
    "changes_line",
    "claim_line",
    "clash_line",
    "clash_offer",
    "computer_name",
    "deal_line",
    "difference_count",
    "difference_line",
    "difference_lines",
    "duty_line",
    "empty_name",
    "event_line",
    "factors",
    "field_meaning",
    "field_name",
    "goal",
    "group_name",
    "in_letters",
    "in_spanish",
    "left_line",
    "listed",
    "lost_in_brief",
    "lost_line",
    "ngettext",
    "notice_line",
    "own_host_ended",
    "paused_line",
    "proof_line",
    "proof_mark",
    "room_state",
    "rules_hint",
    "rules_line",
    "rules_name",
    "rules_page",
    "rules_summary",
    "said",
    "said_lines",
    "saying",
    "sheet_rows",
    "sheet_title",
    "side_labels",
    "side_name",
    "sides_from",
    "soon",
    "standing",
    "suit_name",
    "trouble",
    "trump_line",
    "trump_text",
    "turn_line",
    "unsaved_line",
    "value_text",
    "waiting_line",
    "waiting_words",
    "watchers_count",
    "watchers_line",
    "watches_line",
    "why",
    "win_line",
]
