"""The guest's end of a connection: it asks to join, and receives what the host pushes."""

from net.limits import Limits
from net.protocol.codec import decode_from_host
from net.protocol.framing import BadFrame
from net.protocol.guest_messages import FromClient, Hello, Join, Probe, Prove, Resume
from net.protocol.host_messages import (
    Ack,
    Bye,
    Commit,
    FromHost,
    Info,
    Key,
    Nack,
    Notice,
    Pending,
    Proof,
    Refused,
    Reveal,
    RoomState,
    Sealed,
    Seated,
    State,
    Welcome,
)
from net.protocol.messages import MAGIC, Ping, Pong
from net.protocol.session import DIGEST_BYTES, Session, Stage


FromHostToOwner = (
    Info
    | Welcome
    | Proof
    | Pending
    | Seated
    | Refused
    | Ack
    | Nack
    | State
    | RoomState
    | Notice
    | Key
    | Commit
    | Sealed
    | Reveal
)


class GuestSession(Session[FromHostToOwner]):
    """The guest's end. Its owner gets the host's answers and what the host pushes."""

    def __init__(self, first: Probe | Hello, limits: Limits, now: float) -> None:
        super().__init__(limits, limits.host_frame_bytes, now)
        self._first = first
        self._begun = False
        self.send(first, now)

    def data_to_send(self, now: float) -> bytes:
        magic = b"" if self._begun else MAGIC
        self._begun = True
        return magic + super().data_to_send(now)

    def send(self, message: FromClient | FromHost, now: float) -> None:
        """Send it, and move to the stage in which its answer is expected."""
        if self.ended is not None:
            return
        match message:
            case Prove(seen=seen):
                self.stage = Stage.CONFIRMING if seen else Stage.MEETING
            case Join() | Resume():
                self.stage = Stage.JOINING
        super().send(message, now)

    def _accept(self, payload: bytes, now: float) -> FromHostToOwner | None:
        message = decode_from_host(payload, self.limits)
        match (self.stage, message):
            case (_, Bye()):
                self.ended = message
                return None
            case (Stage.NEW, Info()) if isinstance(self._first, Probe):
                return message
            case (Stage.NEW, Welcome()) if isinstance(self._first, Hello):
                self.stage = Stage.KNOWN
                self._start_heartbeat(now)
                return message
            case (Stage.MEETING, Proof(seen=b"")):
                self.stage = Stage.MET
                return message
            case (Stage.CONFIRMING, Proof(seen=seen)) if len(seen) == DIGEST_BYTES:
                self.stage = Stage.PROVEN
                return message
            case (Stage.JOINING, Pending()):
                self.stage = Stage.PENDING
                return message
            case (Stage.JOINING | Stage.PENDING, Seated()):
                self.stage = Stage.SEATED
                return message
            case (Stage.JOINING | Stage.PENDING, Refused()):
                self.stage = Stage.KNOWN
                return message
            case (
                Stage.SEATED,
                Ack()
                | Nack()
                | State()
                | RoomState()
                | Notice()
                | Key()
                | Commit()
                | Sealed()
                | Reveal(),
            ):
                return message
            case (stage, Ping()) if stage is not Stage.NEW:
                self.send(Pong(), now)
                return None
            case (stage, Pong()) if stage is not Stage.NEW:
                return None
            case _:
                raise BadFrame("not at this point")

    def _slept(self, now: float) -> None:
        if now >= self._heard + self.limits.dead_s:
            self.aborted = True  # the host has given this connection up by now
            self.end("slept", now)
