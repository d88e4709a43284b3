"""What a room's server has to do after a command."""

from collections.abc import Mapping

from msgspec import Struct

from net.ids import ConnectionId
from net.protocol.host_messages import Ack, FromHost, Nack, Pending, Refused, Seated
from net.room.game import Body


class Outcome(Struct, frozen=True):
    """What is left to do, in this order: end other connections (`byes`), save the record and the
    room, answer, send the `letters`, tell everybody if `changed`, close.

    `resend`: send whoever asked their view again. `bye`: end their connection with this code.
    `letters` are messages to single connections besides the answer. `closing`: the holder of the
    rights closed the table.
    """

    answer: Seated | Pending | Refused | Ack | Nack | None = None
    record: Body | None = None
    changed: bool = False
    resend: bool = False
    bye: str | None = None
    closing: bool = False
    byes: tuple[tuple[ConnectionId, str], ...] = ()
    letters: tuple[tuple[ConnectionId, FromHost], ...] = ()

    def __add__(self, other: "Outcome") -> "Outcome":
        """Both, this one first. At most one of them has a record, and one an answer."""
        return Outcome(
            self.answer if other.answer is None else other.answer,
            self.record if other.record is None else other.record,
            self.changed or other.changed,
            self.resend or other.resend,
            other.bye or self.bye,
            self.closing or other.closing,
            self.byes + other.byes,
            self.letters + other.letters,
        )


class CommandRefused(Exception):
    """A command is refused; the room answers it with a `Nack`."""

    def __init__(self, code: str, args: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.details = dict(args or {})
