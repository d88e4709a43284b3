"""The state of a table as the host shows it to one person."""

import logging
from collections import deque
from typing import Final

from manillen_tui.engine.view import View
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.trouble import Trouble
from manillen_tui.wire import rules_from_body, view_from_body
from net.protocol.host_messages import Key, Notice, Reveal, RoomState, Seated, State
from net.transport.guest_line import Push


#: How many notices, the latest ones, wait for a screen to show them.
NOTICES: Final = 32

log = logging.getLogger(__name__)


class TableState:
    """The latest state received; it stays until there is a newer one.

    `view` is None until a match has started. `seat` is this person's own; `returned`: they had it
    before. If `watches`, they are a spectator, seeing the table from that seat. `code` is the
    spoken code, sent only to the holder of the host's rights. Whoever shows `notices` removes them.
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

    def take_seat(self, seated: Seated) -> None:
        """Start over with a seat, after joining or resuming."""
        self.name = seated.name
        self.watches = seated.seat is None
        self.seat = seated.seat or 0
        self.returned = seated.last_id > 0
        self.proofs.connected()

    def take(self, push: Push) -> None:
        """Take in a push. Raises `Trouble` if it makes no sense for any table."""
        try:
            match push:
                case RoomState():
                    check_room(push)
                    _check_both(push, self.view)
                    self.room = push
                    self._find_seat(push)
                    self.proofs.rules(rules_from_body(push.info))
                case State():
                    view = view_from_body(push.view)
                    if (view.seat is None) is not self.watches:
                        raise ValueError("a spectator's view for a player, or the reverse")
                    _check_both(getattr(self, "room", None), view)
                    self.view = view
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
            log.exception("the host sent data that makes no sense")
            raise Trouble("bad-host") from error

    def _find_seat(self, room: RoomState) -> None:
        """Find the own seat by name, which is unique at a table: people may change chairs."""
        for seat, chair in enumerate(room.chairs):
            if chair.holder == "person" and chair.name == self.name and not self.watches:
                self.seat = seat
        if self.seat >= len(room.chairs):
            raise ValueError(f"no such chair: {self.seat}")


def _check_both(room: RoomState | None, view: View | None) -> None:
    """Raises `ValueError` if the latest room and the latest view are not of one table."""
    if room is not None and view is not None and view.rules != rules_from_body(room.info):
        raise ValueError("a view of other rules than the room's")


def check_room(room: RoomState) -> None:
    """Raises `ValueError` if no table with these rules can have this room state."""
    chairs = len(room.chairs)
    claimed = (claim.seat for claim in room.claims)
    seats = (*room.waiting_for, *claimed, room.host or 0, room.holder or 0)
    if chairs != rules_from_body(room.info).players or max(seats) >= chairs:
        raise ValueError(f"no such chairs: {seats} of {chairs}")
    names = [chair.name for chair in room.chairs if chair.holder == "person"]
    if "" in names or len(set(names)) < len(names):
        raise ValueError("people without a name of their own")
