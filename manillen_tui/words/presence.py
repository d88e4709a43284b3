"""The people at a table: who is away, who paused, who is watching, who claims a seat."""

from collections.abc import Sequence
from enum import Enum, auto

from manillen_tui.words.catalogue import _, listed, ngettext
from net.protocol.host_messages import Chair, Claim, RoomState


Names = Sequence[str]


def away_lines(room: RoomState, names: Names, patience_s: int | None) -> list[str]:
    """Who is away, a line for each thing that may become of their turns.

    `patience_s`: in how many seconds a computer player moves for those the table waits for.
    """
    waited = set(room.waiting_for) if patience_s is not None else set()
    told: dict[_Turns, list[str]] = {}
    for seat, chair in enumerate(room.chairs):
        if chair.away:
            turns = _turns(room, chair, waited=seat in waited)
            told.setdefault(turns, []).append(names[seat])
    after_s = round((room.absence_ms or 0) / 1000)
    return [
        _away(turns, len(people)).format(
            names=listed(people), n=patience_s if turns is _Turns.SOON else after_s
        )
        for turns, people in told.items()
    ]


class _Turns(Enum):
    """What becomes of the turns of somebody who is away."""

    NONE = auto()  # there are none
    PLAYED = auto()
    SOON = auto()
    LATER = auto()
    KEPT = auto()


def _turns(room: RoomState, chair: Chair, *, waited: bool) -> _Turns:
    if room.state != "playing":
        return _Turns.NONE
    if chair.played:
        return _Turns.PLAYED
    if waited:
        return _Turns.SOON
    return _Turns.KEPT if room.absence_ms is None else _Turns.LATER


def _away(turns: _Turns, people: int) -> str:
    match turns:
        case _Turns.NONE:
            return ngettext("{names} is away", "{names} are away", people)
        case _Turns.PLAYED:
            return ngettext(
                "{names} is away: a computer player moves meanwhile",
                "{names} are away: computer players move meanwhile",
                people,
            )
        case _Turns.SOON:
            return ngettext(
                "{names} is away: a computer player moves in {n} s",
                "{names} are away: computer players move in {n} s",
                people,
            )
        case _Turns.LATER:
            return ngettext(
                "{names} is away: a computer player moves after {n} s",
                "{names} are away: computer players move after {n} s",
                people,
            )
        case _Turns.KEPT:
            return ngettext(
                "{names} is away: the table waits", "{names} are away: the table waits", people
            )


def away_line(name: str) -> str:
    """Somebody lost the connection during a match."""
    return _("{name} is away").format(name=name)


def back_line(name: str) -> str:
    """Somebody who was away has come back."""
    return _("{name} is back").format(name=name)


def holder_line(name: str) -> str:
    """The host's rights passed to somebody; "" for the person who reads it."""
    if not name:
        return _("You now hold the host's rights")
    return _("{name} now holds the host's rights").format(name=name)


def watches_line(name: str) -> str:
    """Somebody has come to watch."""
    return _("{name} is watching").format(name=name)


def paused_line(name: str, key: str) -> str:
    """`key` resumes the game; "" for somebody who may not."""
    if not key:
        return _("{name} paused the game").format(name=name)
    return _("{name} paused the game · {key} resumes").format(name=name, key=key)


def unsaved_line() -> str:
    return _("This table is not being saved and ends with its host")


def claim_line(claim: Claim, names: Names, key: str) -> str:
    """To the holder of the host's rights, who answers with this key."""
    line = _("{claimant}, on another machine, claims to be {name} · {key} answers")
    return line.format(claimant=claim.name, name=names[claim.seat], key=key)


def watchers_line(watchers: Sequence[str]) -> str:
    """The spectators by name; "" when there are none."""
    if not watchers:
        return ""
    line = ngettext("{names} is watching", "{names} are watching", len(watchers))
    return line.format(names=listed(watchers))


def watchers_count(n: int) -> str:
    """How many spectators there are; "" for none."""
    return ngettext("{n} spectator", "{n} spectators", n).format(n=n) if n else ""


def absence_text(after_ms: int | None) -> str:
    """What the table does when somebody is away."""
    if after_ms is None:
        return _("the table waits")
    if not after_ms:
        return _("a computer player at once")
    return _("a computer player after {n} s").format(n=round(after_ms / 1000))


def sitting_down_line(seconds: float) -> str:
    """While a table is being joined."""
    line = _("Joining, up to {n} s…  Esc gives up")
    return line.format(n=round(seconds))


def looking_line(table: str, seconds: float) -> str:
    """While a table that may have moved is looked for."""
    line = _("Looking for {table}, up to {n} s…  Esc gives up")
    return line.format(table=table, n=round(seconds))


def opening_line(table: str, seconds: float) -> str:
    """While a saved table is reopened."""
    line = _("Reopening {table}, up to {n} s…  Esc gives up")
    return line.format(table=table, n=round(seconds))


def waiting_words() -> str:
    """While reconnecting with something still to be sent."""
    return _("Your choice will be sent once you are back.")


def own_host_ended() -> str:
    """To the person whose machine hosted the table."""
    return _("The table's program has ended: q, then b continues it")


def own_unsaved_host_ended() -> tuple[str, str]:
    """The same where not all of the table was saved; in full and in brief."""
    return (
        _("The table's program has ended, not all saved: q, then b if offered"),
        _("Program ended, not all saved: q, then b if offered"),
    )
