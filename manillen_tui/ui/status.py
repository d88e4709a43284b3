"""How it stands with a table beside the cards, the most urgent first."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from manillen_tui.trouble import Trouble
from manillen_tui.ui.keys.action import PEOPLE, key_shown
from manillen_tui.ui.keys.table import PAUSE
from manillen_tui.ui.seat.player_names import called
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.words.connection import lost_in_brief, lost_line
from manillen_tui.words.presence import (
    away_lines,
    claim_line,
    own_host_ended,
    own_unsaved_host_ended,
    paused_line,
    unsaved_line,
)


#: The host on this very machine that is lost for so long has died.
DEAD_S: Final = 5


class Fact(Struct, frozen=True):
    """`brief` is said where `line` has no room."""

    line: str
    brief: str = ""


def facts(sitting: Sitting, keymap: Mapping[str, str]) -> list[Fact]:
    client, room = sitting.client, sitting.client.room
    names = sitting.names.holders
    found = []
    if sitting.lost:
        found.append(_lost(sitting))
    if sitting.holds:
        key = key_shown(PEOPLE, keymap)
        found += [Fact(claim_line(claim, names, key)) for claim in room.claims]
    found += [Fact(line) for line in sitting.notices.in_sight()]
    if room.paused is not None:
        key = "" if client.watches else key_shown(PAUSE, keymap)
        found.append(Fact(paused_line(called(room, room.paused), key)))
    patience_s = sitting.patience.left_s()
    found += [Fact(line) for line in away_lines(room, names, patience_s)]
    if not room.saved:
        found.append(Fact(unsaved_line()))
    return found


def _lost(sitting: Sitting) -> Fact:
    if sitting.running and sitting.outage.lasted_s() >= DEAD_S:
        # A network of one machine loses nothing.
        saved = sitting.client.room.saved
        return Fact(own_host_ended()) if saved else Fact(*own_unsaved_host_ended())
    lost, waited = sitting.client.lost or Trouble("gone"), f"  {sitting.outage.lasted_s()} s"
    line = lost_line(lost.code, lost.details)
    return Fact(line + waited, lost_in_brief(lost.code, lost.details) + waited)
