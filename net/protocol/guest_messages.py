"""Every message a guest sends."""

from typing import Annotated

from msgspec import Meta

from net.protocol.messages import (
    Body,
    Bytes16,
    Count,
    Digest,
    Message,
    Name,
    Ping,
    Pong,
    Proving,
    Seat,
    Short,
    Text,
    Token,
)


class Probe(Message, frozen=True, tag="probe"):
    """Asks which table this is. Answered with `Info`; then the connection is closed."""

    pv: Count


class Hello(Message, frozen=True, tag="hello"):
    """First message of a guest who wants to join. Answered with `Welcome`, or `Bye` version."""

    pv: Count
    app: Short
    language: Short


class Prove(Message, frozen=True, tag="prove"):
    """Proof of the spoken code, in two rounds, each answered with `Proof`; or `Bye` badcode.

    In the first, `message` is the guest's SPAKE2 element and `seen` is empty. In the second, `seen`
    is the SHA-256 of the certificate this guest was shown, and `message` its HMAC under the shared
    key: so each side learns whether the other saw the same certificate (if not: `Bye` relay).
    """

    message: Proving
    seen: Annotated[bytes, Meta(max_length=32)] = b""


class Join(Message, frozen=True, tag="join"):
    """Sit down, or watch. Answered with `Seated` or `Refused`.

    `seat` is a wish: a guest who cannot have it gets another one. `rights` is the token for the
    host's rights. With `claim`, the guest says they are the person away from `seat`, now on another
    machine: answered with `Pending` until the holder of the rights admits or declines them.
    """

    name: Name
    seat: Seat | None
    rights: Token | None = None
    watch: bool = False
    claim: bool = False


class Resume(Message, frozen=True, tag="resume"):
    """Resume the seat of this token, instead of `Prove` and `Join`.

    Answered with `Seated` or `Refused`.

    `rights` as in `Join`; an outdated rights token does not affect the seat.
    """

    token: Token
    revision: Count  # the last one seen; 0 if none. The host sends everything again in any case
    rights: Token | None = None


class Do(Message, frozen=True, tag="do"):
    """A command of the game, meant for this turn only."""

    id: Count
    turn: Count
    body: Body


class Ready(Message, frozen=True, tag="ready"):
    """In the lobby and after a match: this person is ready, or no longer ready, for the next."""

    id: Count
    on: bool


class Sit(Message, frozen=True, tag="sit"):
    """In the lobby: move to another chair."""

    id: Count
    seat: Seat


class Say(Message, frozen=True, tag="say"):
    """A line of chat for everybody at the table."""

    id: Count
    text: Text


class Leave(Message, frozen=True, tag="leave"):
    """Give up the seat, or stop watching, for good."""

    id: Count


class Pause(Message, frozen=True, tag="pause"):
    """Anyone seated may pause or resume the match. While paused, no moves and no countdowns."""

    id: Count
    on: bool


class Manage(Message, frozen=True, tag="manage"):
    """For the holder of the host's rights or, while they are away, the person seated longest.

    `what` is ``computer`` (put a computer player on `seat`; if its person is away, it plays for
    them from now on), ``empty`` (remove the computer player on `seat`), ``start``, or ``absence``
    (`value`: milliseconds until a computer player moves for somebody away; None: never).

    For the holder alone: ``close`` (the table, for everybody), ``remove`` (the person on `seat`,
    for good), ``shut`` and ``open`` (an empty `seat` to newcomers), ``admit`` and ``decline`` (the
    claim to `seat`), ``pass-on`` (the rights, to the person on `seat`), ``code`` (make a new one).
    """

    id: Count
    what: Short
    seat: Seat | None = None
    value: Count | None = None


class Seal(Message, frozen=True, tag="seal"):
    """This seat's share of a deal's shuffle, sealed by `sealing.seal_of`. Not answered."""

    deal: Count
    digest: Digest


class Share(Message, frozen=True, tag="share"):
    """The 16 bytes that were sealed. Sent once `Sealed` has listed their seal."""

    deal: Count
    share: Bytes16


#: What a seat adds to a shuffle.
Part = Seal | Share
Command = Do | Ready | Sit | Say | Leave | Pause | Manage
FromClient = (
    Probe
    | Hello
    | Prove
    | Join
    | Resume
    | Do
    | Ready
    | Sit
    | Say
    | Leave
    | Pause
    | Manage
    | Seal
    | Share
    | Ping
    | Pong
)
