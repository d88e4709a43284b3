"""The question before somebody leaves a table: it says what becomes of it."""

from manillen_tui.ui.screens.dialog import Dialog, yes_or_no
from manillen_tui.ui.seat import Sitting
from manillen_tui.ui.widgets.menu import Item
from manillen_tui.words import _


def leaving(sitting: Sitting) -> Dialog:
    """It ends with ``"yes"``, ``"leave"`` or ``"close"`` (for all), or with ``"no"``."""
    stay, room = _("Stay"), sitting.client.room
    title = _("Leave {table}?").format(table=room.name)
    alone = sum(chair.holder == "person" and not chair.away for chair in room.chairs) < 2
    if sitting.holds and not sitting.lost:
        left = _left_running(room.state, alone) if sitting.running else _rights_left()
        answers = (
            Item("no", _("n"), stay),
            Item("leave", _("r"), _("Leave it running")),
            Item("close", _("c"), _("Close the table for all")),
        )
        return Dialog(title, left, answers, "no")
    if sitting.lost:
        left = _("The host cannot be told now: your seat is kept, with its way back at home.")
    elif sitting.client.watches:
        left = _("You only watch: nobody's game changes.")
    else:
        left = _left_by_a_guest(room.state, alone)
    return yes_or_no(title, left, _("Leave the table"), stay)


def _rights_left() -> str:
    """What a guest should know to whom the host's rights were passed on."""
    return _("You hold the host's rights. Pass them on first (x), or nobody here has them.")


def _left_running(state: str, alone: bool) -> str:
    """What becomes of a table that its host leaves."""
    if alone:
        return _(
            "You opened this table. Left running, it waits until somebody comes, and closes"
            " after a while. The home screen has the way back."
        )
    if state == "playing":
        return _(
            "You opened this table. Left running, it plays on with a computer player on your chair,"
            " and the home screen has the way back."
        )
    return _(
        "You opened this table. Left running, your chair becomes free,"
        " and the home screen has the way back."
    )


def _left_by_a_guest(state: str, alone: bool) -> str:
    if state != "playing":
        return _("Your chair becomes free.")
    if alone:
        return _("Nobody else is here: the match waits until somebody comes back.")
    return _("A computer player takes your chair; you can come back later.")
