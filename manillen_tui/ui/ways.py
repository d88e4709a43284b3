"""The tables that this person can go back to, the likeliest first."""

import time
from collections.abc import Iterator, Sequence

from msgspec import Struct

from manillen_tui.keepsake import Keepsake
from manillen_tui.ui.arrival import Wish, own_table
from manillen_tui.ui.services import Running, Saved
from manillen_tui.words import _


class Way(Struct, frozen=True):
    """Either a `wish`, or a table that was `saved` and has to be opened again first."""

    name: str
    note: str
    wish: Wish | None = None
    saved: Saved | None = None


def ways(
    running: Running | None, lost: Way | None, kept: Sequence[Keepsake], saved: Sequence[Saved]
) -> list[Way]:
    """One for each table: what runs on this machine, what was lost just now, seats, saved tables.

    Of a saved table that cannot be read one is told so when it is chosen; it comes last.
    """
    return list(_ways(running, lost, kept, saved))


def _ways(
    running: Running | None, lost: Way | None, kept: Sequence[Keepsake], saved: Sequence[Saved]
) -> Iterator[Way]:
    known = {table.table for table in saved}
    if running is not None:
        known.add(running.table)
        yield Way(running.name, _("you host it"), own_table(running))
    if lost is not None and (running is None or running.name != lost.name):
        known |= {seat.table for seat in kept if seat.name == lost.name}
        yield lost
    for seat in kept:
        if seat.table not in known:
            known.add(seat.table)
            note = _("your seat is kept, {player}").format(player=seat.player)
            yield Way(seat.name, note, Wish(addresses=seat.addresses, kept=seat))
    for table in sorted(saved, key=lambda table: table.trouble is not None):
        if running is None or running.table != table.table:
            yield Way(table.name, _saved_note(table), saved=table)


def _saved_note(table: Saved) -> str:
    if table.trouble is not None:
        return _("saved, but it cannot be read")
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.kept_s))
    return _("saved {when}").format(when=when)
