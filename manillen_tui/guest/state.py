"""What one person is shown of a table, as the host sends it."""

import logging
from collections import deque
from typing import Final

from manillen_tui.engine.view import View
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.trouble import Trouble
from manillen_tui.wire import rules_from_body, view_from_body
from net.protocol.host_messages import Key, Notice, Reveal, RoomState, Seated, State
from net.transport.guest_line import Push


#: So many notices wait for a screen to show them, the last ones.
NOTICES: Final = 32

log = logging.getLogger(__name__)


class Shown:
    """The newest of everything, which stays until there is something newer.

    `view` is None while no match was started. `seat` is the own one, had before where this person
    `returned`; who `watches` looks on from there. `code` is the spoken one, which only the holder
    of the host's rights is told. `notices` are taken out by whoever shows them.
    """

    room: RoomState

    def __init__(self, name: str) -> None:
        self.name = name
        self.seat = 0
        self.watches = False
        self.returned = False
        self.view: View | None = None
        self.code: str | None = None
        self.notices: deque[Notice] = deque(maxlen=NOTICES)
        self.proofs = Proofs()

    def _was_seated(self, seated: Seated) -> None:
        self.name = seated.name
        self.watches = seated.seat is None
        self.seat = seated.seat or 0
        self.returned = seated.last_id > 0

    def _show(self, push: Push) -> None:
        """`Trouble` for what no table can be like."""
        try:
            match push:
                case RoomState():
                    check_room(push)
                    self.room = push
                    self._find_seat(push)
                case State():
                    self.view = view_from_body(push.view)
                    self.proofs.see(self.view)
                    if self.view.seat is not None:
                        # Seats may move during a match, and the room comes after the view.
                        self.seat = self.view.seat
                case Notice():
                    self.notices.append(push)
                case Key():
                    self.code = push.spoken
                case Reveal():
                    self.proofs.reveal(push)
        except ValueError as error:
            log.exception("the host sent something senseless")
            raise Trouble("bad-host") from error

    def _find_seat(self, room: RoomState) -> None:
        """After a change of chairs: names are unique at a table."""
        for seat, chair in enumerate(room.chairs):
            if chair.holder == "person" and chair.name == self.name and not self.watches:
                self.seat = seat
        if self.seat >= len(room.chairs):
            raise ValueError(f"no such chair: {self.seat}")


def check_room(room: RoomState) -> None:
    """`ValueError` when it is no room of a table with these rules."""
    chairs = len(room.chairs)
    claimed = (claim.seat for claim in room.claims)
    seats = (*room.waiting_for, *claimed, room.host or 0, room.holder or 0)
    if chairs != rules_from_body(room.info).players or max(seats) >= chairs:
        raise ValueError(f"no such chairs: {seats} of {chairs}")
