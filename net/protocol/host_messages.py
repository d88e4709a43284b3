"""Every message that a host sends."""

from typing import Annotated

from msgspec import Meta, Struct, field

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


class Info(Message, frozen=True, tag="info"):
    """What anybody may know. `state` is ``lobby``, ``playing`` or ``over``; `people` are seated."""

    pv: Count
    table: Short  # id
    name: Name
    host: Name
    state: Short
    seats: Count
    people: Count
    info: Body
    code: bool = False  # whether the spoken code has to be proved before one may join


class Welcome(Message, frozen=True, tag="welcome"):
    """Now `Prove` where there is a `code`, else `Join`; or `Resume`."""

    pv: Count
    app: Short
    table: Short
    name: Name
    code: bool = False


class Proof(Message, frozen=True, tag="proof"):
    """First the host's SPAKE2 element; then the HMAC of the digest `seen` of its own certificate.

    After the second the guest may `Join`, unless the two have not seen the same certificate.
    """

    message: Proving
    seen: Annotated[bytes, Meta(max_length=32)] = b""


class Pending(Message, frozen=True, tag="pending"):
    """The claim of a seat waits for the holder of the host's rights."""

    seat: Seat


class Seated(Message, frozen=True, tag="seated"):
    """You sit on `seat` (None: you watch), under `name` (an equal one here gets a suffix).

    `token` brings you back to this seat after a drop, and is a new one each time; a watcher has
    none. `last_id` is that of the seat's last command that was answered: go on after it.
    """

    seat: Seat | None
    name: Name
    token: Token | None = None
    last_id: Count = 0


class Refused(Message, frozen=True, tag="refused"):
    """No seat: ``full``, every chair is a person's (args: `watch`, whether one may watch);
    ``watchers``, as many as may watch do; ``no-rights``, the token is not this table's;
    ``unknown``, the token opens no seat; ``taken``, somebody else has this seat now;
    ``not-away``, nobody who is away has the claimed seat; ``declined``; ``seat-in-use``, whoever
    holds the rights that were shown sits there already.

    Followed by `Bye` refused.
    """

    code: Short
    args: Body = field(default_factory=dict)


class Ack(Message, frozen=True, tag="ack"):
    id: Count


class Nack(Message, frozen=True, tag="nack"):
    """Not done, and nothing changed. The same id sent again gets the same answer.

    Of the room: ``not-playing``, ``not-in-lobby``, ``no-rights``, ``no-chair``, ``chair-taken``
    (seat), ``chairs-empty`` (seats), ``not-ready`` (seats), ``unknown`` (nothing like that can be
    managed), ``paused``, ``silence`` (the game lets nobody talk now), ``too-much`` (talk in a short
    time; told as often as it is tried), ``old`` (a command behind the seat's last), ``failed`` (a
    fault of the host). All others are the game's; of these ``stale`` is followed by the present
    `State`.
    """

    id: Count
    code: Short
    args: Body = field(default_factory=dict)


class State(Message, frozen=True, tag="state"):
    """The complete view of this seat. A client shows only a higher revision."""

    revision: Count
    view: Body


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """`holder` is ``empty``, ``person``, ``computer`` or ``shut`` (no newcomer may sit there).

    Only a person has a name. `away`: the person's connection is lost, the seat stays theirs;
    `played`: a computer player moves for them until they are back.
    """

    holder: Short
    name: Name
    ready: bool
    away: bool = False
    played: bool = False


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody on another machine who says that this seat is theirs."""

    seat: Seat
    name: Name


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of talk and who said it. Numbers rise by one, so that nobody shows a line twice."""

    number: Count
    name: Name
    text: Text


class RoomState(Message, frozen=True, tag="room"):
    """Who sits where, whom everybody waits for, and what was said last.

    Durations, never times of day.
    """

    revision: Count
    name: Name
    state: Short
    chairs: tuple[Chair, ...]
    host: Seat | None  # may start the match and place computer players
    waiting_for: tuple[Seat, ...]
    patience_ms: Count | None  # until the host moves for them
    info: Body
    chat: tuple[Said, ...] = ()
    holder: Seat | None = None  # of the host's rights, if seated here and not away
    absence_ms: Count | None = None  # until a computer player moves for who is away; None: never
    paused: Name | None = None  # by whom
    watchers: tuple[Name, ...] = ()
    claims: tuple[Claim, ...] = ()
    saved: bool = True  # False: what happens now is not being kept on the host's disk


class Notice(Message, frozen=True, tag="notice"):
    """Something the holder of the rights should know: ``badcode`` (address, count: wrong codes so
    far), ``relay`` (address), ``badtoken`` (address, count).
    """

    code: Short
    args: Body = field(default_factory=dict)


class Key(Message, frozen=True, tag="key"):
    """To the holder of the host's rights alone: the `spoken` code, None where the table is open.

    With `rights` they were passed on to this seat, and this is their token from now on.
    """

    spoken: Short | None
    rights: Token | None = None


class Commit(Message, frozen=True, tag="commit"):
    """Before a deal: the SHA-256 of the host's 32 secret bytes for it. Answered with `Seal`."""

    deal: Count
    digest: Digest


class Promise(Struct, frozen=True, forbid_unknown_fields=True):
    """The seal of a seat: it can add nothing else than what was sealed."""

    seat: Seat
    digest: Digest


class Sealed(Message, frozen=True, tag="sealed"):
    """All seals of a deal, before any share. Whose seal is among them answers with `Share`."""

    deal: Count
    seals: tuple[Promise, ...]


class Contribution(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    share: Bytes16


class Reveal(Message, frozen=True, tag="reveal"):
    """After a deal, where the table agreed to lay the hands open: what it was shuffled from."""

    deal: Count
    secret: Digest
    shares: tuple[Contribution, ...]


class Bye(Message, frozen=True, tag="bye"):
    """The last message of a connection, before every close by the host but that after `Info`.

    ``version`` (update: ``guest`` or ``host``, pv), ``busy`` (too many connections), ``badcode``
    (wait_ms: before the next guess from this address), ``wait`` (the same: it has not passed),
    ``relay`` (somebody between the two), ``displaced`` (the seat was resumed elsewhere),
    ``removed`` (by the holder of the rights), ``refused``, ``left``, ``badframe``, ``late`` (to sit
    down, or to end a frame), ``silent``, ``gone`` (the guest closed), ``flood``; and for all
    ``closing``, ``closed``, ``deserted``.
    """

    code: Short
    args: Body = field(default_factory=dict)


FromHost = (
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
    | Bye
    | Ping
    | Pong
)
