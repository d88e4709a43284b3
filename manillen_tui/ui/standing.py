"""How it stands with a table beside the cards, the most urgent first."""

from collections.abc import Mapping

from msgspec import Struct

from manillen_tui import words
from manillen_tui.ui import keys
from manillen_tui.ui.sitting import Sitting


class Fact(Struct, frozen=True):
    """`brief` is said where `line` has no room."""

    line: str
    brief: str = ""


def facts(sitting: Sitting, keymap: Mapping[str, str]) -> list[Fact]:
    client, room = sitting.client, sitting.client.room
    names = sitting.holders
    found = []
    if sitting.lost:
        lost = client.lost
        line = words.lost_line(lost.code, lost.details) if lost else ""
        waited = f"  {sitting.lost_s()} s"
        brief = words.lost_in_brief()
        found.append(Fact((line or brief) + waited, brief + waited))
    if sitting.holds:
        key = keys.shown(keys.PEOPLE, keymap)
        found += [Fact(words.claim_line(claim, names, key)) for claim in room.claims]
    found += [Fact(line) for line in sitting.notices()]
    if room.paused is not None:
        key = "" if client.watches else keys.shown(keys.PAUSE, keymap)
        found.append(Fact(words.paused_line(room.paused, key)))
    patience_s = sitting.patience_s()
    found += [Fact(line) for line in words.away_lines(room, names, patience_s)]
    if not room.saved:
        found.append(Fact(words.unsaved_line()))
    return found
