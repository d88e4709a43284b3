"""The two ends of one connection in memory, with a clock that the test moves."""

import msgpack

from net.limits import Limits
from net.protocol.codec import encode
from net.protocol.framing import FrameReader
from net.protocol.guest_messages import FromClient, Hello, Join, Probe, Prove
from net.protocol.guest_session import FromHostToOwner, GuestSession
from net.protocol.host_messages import Proof, Seated, Welcome
from net.protocol.host_session import FromClientToOwner, HostSession
from net.protocol.messages import MAGIC, PROTOCOL


WELCOME = Welcome(PROTOCOL, "toy", "table-id", "table")
#: A table that requires the spoken code.
CLOSED = Welcome(PROTOCOL, "toy", "table-id", "table", code=True)
HELLO = Hello(PROTOCOL, "test", "nl")


class BothEnds:
    """A host's and a guest's session; `asked` and `told` are what their owners received."""

    def __init__(
        self,
        first: Probe | Hello = HELLO,
        limits: Limits | None = None,
        welcome: Welcome = WELCOME,
    ) -> None:
        self.limits = limits or Limits()
        self.now = 1000.0
        self.host = HostSession(welcome, self.limits, self.now)
        self.guest = GuestSession(first, self.limits, self.now)
        self.asked: list[FromClientToOwner] = []
        self.told: list[FromHostToOwner] = []

    def exchange(self) -> None:
        """Deliver everything that is on its way."""
        moved = True
        while moved:
            up = self.guest.data_to_send(self.now)
            down = self.host.data_to_send(self.now)
            self.asked += self.host.receive(up, self.now)
            self.told += self.guest.receive(down, self.now)
            moved = bool(up or down)

    def prove(self) -> None:
        """Say hello and prove the code, with placeholders for the real proofs."""
        self.exchange()
        for seen in (b"", b"g" * 32):
            self.guest.send(Prove(b"guest", seen), self.now)
            self.exchange()
            self.host.send(Proof(b"host", seen), self.now)
            self.exchange()

    def seat(self) -> None:
        """Say hello and sit down."""
        self.exchange()
        self.guest.send(Join("Jan", None), self.now)
        self.exchange()
        self.host.send(Seated(0, "Jan"), self.now)
        self.exchange()

    def forge(self, *messages: FromClient | bytes) -> None:
        """Send bytes as a client that ignores the protocol."""
        data = b"".join(m if isinstance(m, bytes) else encode(m) for m in messages)
        self.asked += self.host.receive(data, self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass, ticking at every deadline of the host's end."""
        end = self.now + seconds
        while self.host.deadline() <= end:
            self.now = max(self.now, self.host.deadline())
            self.host.tick(self.now)
        self.now = end


def kinds(data: bytes) -> list[str]:
    """The names of the messages in these bytes."""
    reader = FrameReader(2**20)
    reader.feed(data.removeprefix(MAGIC))
    found = []
    while (payload := reader.next_frame()) is not None:
        found.append(msgpack.unpackb(payload)["t"])
    return found


def ended(session: HostSession | GuestSession) -> str | None:
    """The code of its end, once it has ended."""
    return session.ended.code if session.ended else None
