"""What a room leaves to its server to be done."""

from collections.abc import Mapping

from msgspec import Struct

from net.ids import ConnectionId
from net.protocol.host_messages import Ack, FromHost, Nack, Pending, Refused, Seated
from net.room.game import Body


class Outcome(Struct, frozen=True):
    """What is left to do, in this order: end other connections, keep the record and the room,
    answer, send the letters, tell everybody, close.

    `resend`: whoever asked gets their view again. `bye`: their connection ends with this code.
    `byes` and `letters` are for other connections, or come besides the answer: each with the number
    of its connection. `closing`: the holder of the rights closed the table.
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
        """Both, this one first. No two have a record or an answer."""
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
    """A command that is not obeyed; the room makes a `Nack` of it."""

    def __init__(self, code: str, args: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.details = dict(args or {})
