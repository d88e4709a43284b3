"""The host's end of a connection: it admits the guest and answers every command."""

from collections import deque
from collections.abc import Mapping
from math import inf
from typing import Any

from net.limits import Limits
from net.protocol.codec import decode_from_client, peek_version
from net.protocol.framing import BadFrame
from net.protocol.guest_messages import (
    Command,
    Do,
    FromClient,
    Hello,
    Join,
    Leave,
    Manage,
    Part,
    Pause,
    Probe,
    Prove,
    Ready,
    Resume,
    Say,
    Seal,
    Share,
    Sit,
)
from net.protocol.host_messages import (
    Bye,
    FromHost,
    Info,
    Nack,
    Pending,
    Proof,
    Refused,
    Seated,
    Welcome,
)
from net.protocol.messages import MAGIC, PROTOCOL, TOO_MUCH, Ping, Pong
from net.protocol.session import BEFORE_A_SEAT, DIGEST_BYTES, Session, Stage


class _Rate:
    """Counts events; tells when there were `count` of them within `window_s` seconds."""

    def __init__(self, count: int, window_s: float) -> None:
        self._times: deque[float] = deque(maxlen=count)
        self._window_s = window_s

    def reached(self, now: float) -> bool:
        """Count one more event."""
        self._times.append(now)
        full = len(self._times) == self._times.maxlen
        return full and now - self._times[0] <= self._window_s


FromClientToOwner = Probe | Prove | Join | Resume | Part | Command


class HostSession(Session[FromClientToOwner]):
    """The host's end. Its owner answers `Probe`, `Prove`, `Join`, `Resume` and every command."""

    lingers = True

    def __init__(self, welcome: Welcome, limits: Limits, now: float) -> None:
        super().__init__(limits, limits.unknown_frame_bytes, now, longest=limits.host_frame_bytes)
        self.arrived = False  # `Seated` did: the guest has sent what they can only send after it
        self._welcome = welcome
        self._magic = MAGIC  # what has not come of it yet
        self._join_by = now + limits.join_s
        self._frames = _Rate(limits.frames, limits.frames_window_s)
        self._nacks = _Rate(limits.nacks, limits.nacks_window_s)

    def receive(self, data: bytes, now: float) -> list[FromClientToOwner]:
        if self.ended is None and self._magic:
            start = data[: len(self._magic)]
            if not self._magic.startswith(start):
                self.end("badframe", now)
            self._magic = self._magic[len(start) :]
            data = data[len(start) :]
        return super().receive(data, now)

    def send(self, message: FromClient | FromHost, now: float) -> None:
        """Send it, and move to the stage it leads to; some messages end the session."""
        if self.ended is not None:
            return
        super().send(message, now)
        match message:
            case Info():  # the one answer that is a last message itself
                super().end("informed", now)
            case Proof():
                self.stage = Stage.MET if self.stage is Stage.MEETING else Stage.PROVEN
            case Refused():
                self.end("refused", now)
            case Pending():
                self.stage = Stage.PENDING
                self._start_heartbeat(now)
            case Seated():
                self.stage = Stage.SEATED
                self._reader.limit = self.limits.client_frame_bytes
                self._start_heartbeat(now)
            case Nack(code=code) if code != TOO_MUCH and self._nacks.reached(now):
                self.end("flood", now)

    def end(self, code: str, now: float, args: Mapping[str, Any] | None = None) -> None:
        """End the session; unless aborted, the host says `Bye` first."""
        if self.ended is None:
            if not self.aborted:
                self.send(Bye(code, dict(args or {})), now)
            super().end(code, now, args)

    def deadline(self) -> float:
        waits = self.ended is None and self.stage in BEFORE_A_SEAT
        return min(super().deadline(), self._join_by if waits else inf)

    def tick(self, now: float) -> None:
        super().tick(now)
        if self.ended is None and self.stage in BEFORE_A_SEAT and now >= self._join_by:
            self.end("late", now)

    def _accept(self, payload: bytes, now: float) -> FromClientToOwner | None:
        if self._frames.reached(now):
            self.end("flood", now)
            return None
        try:
            message = decode_from_client(payload, self.limits)
        except BadFrame:
            version = peek_version(payload, self.limits)
            if self.stage is Stage.NEW and version not in (None, PROTOCOL):
                self._end_by_version(version or 0, now)
                return None
            raise
        match (self.stage, message):
            case (Stage.NEW, Probe()):
                return message
            case (Stage.NEW, Hello(pv=version)):
                if version != PROTOCOL:
                    self._end_by_version(version, now)
                else:
                    self.stage = Stage.KNOWN
                    self.send(self._welcome, now)
                return None
            case (Stage.KNOWN, Prove(seen=b"")) if self._welcome.code:
                self.stage = Stage.MEETING
                return message
            case (Stage.MET, Prove(seen=seen)) if len(seen) == DIGEST_BYTES:
                self.stage = Stage.CONFIRMING
                return message
            case (Stage.KNOWN, Join()) if not self._welcome.code:
                self.stage = Stage.JOINING
                return message
            case (Stage.PROVEN, Join()):
                self.stage = Stage.JOINING
                return message
            case (Stage.KNOWN, Resume()):
                self.stage = Stage.JOINING
                return message
            case (
                Stage.SEATED,
                Do() | Ready() | Sit() | Say() | Leave() | Pause() | Manage() | Seal() | Share(),
            ):
                self.arrived = True
                return message
            case (stage, Ping()) if stage is not Stage.NEW:
                self.send(Pong(), now)
                return None
            case (stage, Pong()) if stage is not Stage.NEW:
                self.arrived = stage is Stage.SEATED
                return None
            case _:
                raise BadFrame("not at this point")

    def _end_by_version(self, version: int, now: float) -> None:
        update = "guest" if version < PROTOCOL else "host"
        self.end("version", now, {"update": update, "pv": PROTOCOL})

    def _slept(self, now: float) -> None:
        # Nobody could be heard while this machine slept: restart every deadline.
        self._heard = now
        self._join_by = now + self.limits.join_s
        if self._frame_by != inf:
            self._frame_by = now + self.limits.frame_s
        self._outbox.restart(now)
