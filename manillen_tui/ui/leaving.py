"""The question before somebody leaves a table: it says what becomes of it."""

from manillen_tui.ui.screens.dialog import Dialog, yes_or_no
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.widgets.menu import Item
from manillen_tui.words import dialogs


def leaving(sitting: Sitting) -> Dialog:
    """It ends with ``"yes"``, ``"leave"`` or ``"close"`` (for all), or with ``"no"``."""
    stay, room = dialogs.STAY(), sitting.client.room
    title = dialogs.LEAVE_QUESTION(table=room.name)
    alone = sum(chair.holder == "person" and not chair.away for chair in room.chairs) < 2
    if sitting.holds and not sitting.lost:
        left = (
            dialogs.left_by_host(room.state, alone=alone)
            if sitting.running
            else dialogs.RIGHTS_LEAVE()
        )
        answers = (
            Item("no", dialogs.NO_KEY(), stay),
            Item("leave", dialogs.LEAVE_RUNNING_KEY(), dialogs.LEAVE_RUNNING()),
            Item("close", dialogs.CLOSE_KEY(), dialogs.CLOSE()),
        )
        return Dialog(title, left, answers, "no")
    if sitting.lost:
        left = dialogs.HOST_UNREACHABLE()
    elif sitting.client.watches:
        left = dialogs.SPECTATOR_LEAVES()
    else:
        left = dialogs.left_by_guest(room.state, alone=alone)
    return yes_or_no(title, left, dialogs.LEAVE(), stay)
