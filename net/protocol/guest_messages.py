"""Every message that a guest sends."""

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
    """What table is this? Answered with `Info`, then closed."""

    pv: Count


class Hello(Message, frozen=True, tag="hello"):
    """First message of somebody who wants in. Answered with `Welcome`, or `Bye` version."""

    pv: Count
    app: Short
    language: Short


class Prove(Message, frozen=True, tag="prove"):
    """Proof of the spoken code, in two rounds, each answered with `Proof`; or `Bye` badcode.

    First `message` is the guest's SPAKE2 element and `seen` is empty. Then `seen` is the SHA-256 of
    the certificate that this guest was shown, and `message` its HMAC under the shared key: so each
    side learns whether the other saw the same certificate (`Bye` relay when not).
    """

    message: Proving
    seen: Annotated[bytes, Meta(max_length=32)] = b""


class Join(Message, frozen=True, tag="join"):
    """Sit down, or watch. Answered with `Seated` or `Refused`.

    `rights` is the token of the host's rights. With `claim` the wanted seat is that of somebody
    who is away, and whoever joins says they are that person, on another machine: first answered
    with `Pending`, until the holder of the rights confirms or declines it.
    """

    name: Name
    seat: Seat | None
    rights: Token | None = None
    watch: bool = False
    claim: bool = False


class Resume(Message, frozen=True, tag="resume"):
    """Come back to the seat of this token, instead of `Prove` and `Join`. Answered as `Join`.

    `rights` as in `Join`; a token of theirs that is good no more takes nothing from the seat.
    """

    token: Token
    revision: Count  # the last one seen; 0 when none
    rights: Token | None = None


class Do(Message, frozen=True, tag="do"):
    """A command of the game, meant for a turn."""

    id: Count
    turn: Count
    body: Body


class Ready(Message, frozen=True, tag="ready"):
    """In the lobby and after a match: this person is ready (or no longer) for the next one."""

    id: Count
    on: bool


class Sit(Message, frozen=True, tag="sit"):
    """In the lobby: take another chair."""

    id: Count
    seat: Seat


class Say(Message, frozen=True, tag="say"):
    """A line for everybody at the table."""

    id: Count
    text: Text


class Leave(Message, frozen=True, tag="leave"):
    """Get up for good."""

    id: Count


class Pause(Message, frozen=True, tag="pause"):
    """By anyone seated: nobody moves until anyone seated goes on. No turn and no countdown runs."""

    id: Count
    on: bool


class Manage(Message, frozen=True, tag="manage"):
    """By the holder of the host's rights; while they are away, by the person seated longest.

    `what` is ``computer`` (put one on `seat`; on the seat of somebody away it plays for them from
    now on), ``empty`` (remove the one on `seat`), ``start``, or ``absence`` (`value`: milliseconds
    until a computer player moves for somebody who is away, 0 for at once, None to wait).

    By the holder alone: ``close`` (the table, for all), ``remove`` (the person on `seat`, for
    good), ``shut`` and ``open`` (an empty `seat` for newcomers), ``admit`` and ``decline`` (who
    claims `seat`), ``pass-on`` (the rights, to the person on `seat`), ``code`` (make a new one).
    """

    id: Count
    what: Short
    seat: Seat | None = None
    value: Count | None = None


class Seal(Message, frozen=True, tag="seal"):
    """What this seat will add to the shuffle of a deal, as its `sealing.seal_of`; not answered."""

    deal: Count
    digest: Digest


class Share(Message, frozen=True, tag="share"):
    """The 16 bytes that were sealed, once the seal was seen among those of `Sealed`."""

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
