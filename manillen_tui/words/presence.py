"""How it stands with the people at a table: who is away, who paused, who watches, who asks in."""

from collections.abc import Sequence

from manillen_tui.words.catalogue import _, listed, ngettext
from net.protocol.host_messages import Chair, Claim, RoomState


Names = Sequence[str]


def away_lines(room: RoomState, names: Names, patience_s: int | None) -> list[str]:
    """Who is away, and what becomes of his turns, a line for each such fate."""
    away = [seat for seat, chair in enumerate(room.chairs) if chair.away]
    if room.state != "playing":
        who = {"": away}
    else:
        waited = set(room.waiting_for) if patience_s is not None else set()
        fates = {seat: _fate(room, room.chairs[seat], seat in waited, patience_s) for seat in away}
        who = {fate: [s for s in away if fates[s] == fate] for fate in fates.values()}
    return [_are_away([names[s] for s in seats]) + fate for fate, seats in who.items() if seats]


def _are_away(people: Sequence[str]) -> str:
    line = ngettext("{names} is away", "{names} are away", len(people))
    return line.format(names=listed(people))


def _fate(room: RoomState, chair: Chair, waited: bool, patience_s: int | None) -> str:
    if chair.played:
        return _(": a computer player moves meanwhile")
    if waited:
        return _(": a computer player moves in {n} s").format(n=patience_s)
    if room.absence_ms is None:
        return _(": the table waits")
    return _(": a computer player moves after {n} s").format(n=round(room.absence_ms / 1000))


def away_line(name: str) -> str:
    """Somebody's connection is lost during a match."""
    return _("{name} is away").format(name=name)


def back_line(name: str) -> str:
    """Somebody who was away is here again."""
    return _("{name} is back").format(name=name)


def holder_line(name: str) -> str:
    """The host's rights were passed on to somebody; "" for the one who is told."""
    if not name:
        return _("You hold the host's rights now")
    return _("{name} holds the host's rights now").format(name=name)


def watches_line(name: str) -> str:
    """Somebody begins to watch."""
    return _("{name} watches").format(name=name)


def paused_line(name: str, key: str) -> str:
    """`key` goes on; "" for one who may not."""
    if not key:
        return _("{name} paused the game").format(name=name)
    return _("{name} paused the game · {key} goes on").format(name=name, key=key)


def unsaved_line() -> str:
    return _("This table is not being saved: it ends with its host")


def claim_line(claim: Claim, names: Names, key: str) -> str:
    """To the holder of the rights, who answers by this key."""
    line = _("{claimant}, on another machine, says: I am {name} · {key} answers")
    return line.format(claimant=claim.name, name=names[claim.seat], key=key)


def watchers_line(watchers: Sequence[str]) -> str:
    """By name; "" when nobody watches."""
    if not watchers:
        return ""
    line = ngettext("{names} watches", "{names} watch", len(watchers))
    return line.format(names=listed(watchers))


def watchers_count(n: int) -> str:
    """In brief; "" when nobody watches."""
    return ngettext("{n} watcher", "{n} watchers", n).format(n=n) if n else ""


def absence_text(after_ms: int | None) -> str:
    """The table's way with somebody away."""
    if after_ms is None:
        return _("the table waits")
    if not after_ms:
        return _("a computer player at once")
    return _("a computer player after {n} s").format(n=round(after_ms / 1000))


def sitting_down_line(seconds: float) -> str:
    """While a table is asked for a place."""
    line = _("Sitting down, in {n} s at most…  Esc gives up")
    return line.format(n=round(seconds))


def looking_line(table: str, seconds: float) -> str:
    """While a table is looked for, that may be somewhere else by now."""
    line = _("Looking for {table}, for {n} s at most…  Esc gives up")
    return line.format(table=table, n=round(seconds))


def opening_line(table: str, seconds: float) -> str:
    """While a saved table is opened again."""
    line = _("Opening {table} again, in {n} s at most…  Esc gives up")
    return line.format(table=table, n=round(seconds))


def waiting_words() -> str:
    """While the connection is lost and something was asked for."""
    return _("What you chose is kept, and goes out once you are back.")


def own_host_ended() -> str:
    """To the person on whose machine the table is."""
    return _("The table's program has ended: q, then b goes on")


def own_unsaved_host_ended() -> tuple[str, str]:
    """The same where the disk does not have all of the table, or nothing; and in brief."""
    return (
        _("The table's program has ended, not all saved: q, then b if it is offered"),
        _("Its program ended, not all saved: q, then b if offered"),
    )
