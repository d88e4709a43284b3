"""Every message of the protocol. Each is one msgpack map; `t` names its kind.

Unknown kinds and unknown fields are refused, lengths and ranges are bounded. The bodies of the game
(`view`, `body`, `info`, `args`) are opaque here.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct


#: The version of the protocol. Both sides name theirs in their first message.
PROTOCOL: Final = 1
#: The first bytes of every connection, from the client.
MAGIC: Final = b"MANILLEN"
#: The `Nack` that a flood of talk gets, and that is itself no reason to close a connection.
TOO_MUCH: Final = "too-much"

Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Short = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(max_length=64)]  # 128 random bits, URL-safe base64
Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]  # SHA-256, or an HMAC of it
Bytes16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Proving = Annotated[bytes, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=200)]  # cleaned by the room
Text = Annotated[str, Meta(max_length=16 * 1024)]  # cleaned and cut short by the room
Body = dict[str, Any]


class _Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Fields at their defaults are sent too: a reader of the wire sees them all."""


# From a client ------------------------------------------------------------------------------------


class Probe(_Message, frozen=True, tag="probe"):
    """What table is this? Answered with `Info`, then closed."""

    pv: Count


class Hello(_Message, frozen=True, tag="hello"):
    """First message of somebody who wants in. Answered with `Welcome`, or `Bye` version."""

    pv: Count
    app: Short
    language: Short


class Prove(_Message, frozen=True, tag="prove"):
    """Proof of the spoken code, in two rounds, each answered with `Proof`; or `Bye` badcode.

    First `message` is the guest's SPAKE2 element and `seen` is empty. Then `seen` is the SHA-256 of
    the certificate that this guest was shown, and `message` its HMAC under the shared key: so each
    side learns whether the other saw the same certificate (`Bye` relay when not).
    """

    message: Proving
    seen: Annotated[bytes, Meta(max_length=32)] = b""


class Join(_Message, frozen=True, tag="join"):
    """Sit down, or watch. Answered with `Seated` or `Refused`.

    `rights` is the token of the host's rights. With `claim` the wanted seat is that of somebody
    who is away, and whoever joins says that he is that person, on another machine: first answered
    with `Pending`, until the holder of the rights confirms or declines it.
    """

    name: Name
    seat: Seat | None
    rights: Token | None = None
    watch: bool = False
    claim: bool = False


class Resume(_Message, frozen=True, tag="resume"):
    """Come back to the seat of this token, instead of `Prove` and `Join`. Answered as `Join`.

    `rights` as in `Join`; a token of theirs that is good no more takes nothing from the seat.
    """

    token: Token
    revision: Count  # the last one seen; 0 when none
    rights: Token | None = None


class Do(_Message, frozen=True, tag="do"):
    """A command of the game, meant for a turn."""

    id: Count
    turn: Count
    body: Body


class Ready(_Message, frozen=True, tag="ready"):
    """In the lobby and after a match: this person is ready (or no longer) for the next one."""

    id: Count
    on: bool


class Sit(_Message, frozen=True, tag="sit"):
    """In the lobby: take another chair."""

    id: Count
    seat: Seat


class Say(_Message, frozen=True, tag="say"):
    """A line for everybody at the table."""

    id: Count
    text: Text


class Leave(_Message, frozen=True, tag="leave"):
    """Get up for good."""

    id: Count


class Pause(_Message, frozen=True, tag="pause"):
    """By anyone seated: nobody moves until anyone seated goes on. No turn and no countdown runs."""

    id: Count
    on: bool


class Manage(_Message, frozen=True, tag="manage"):
    """By the holder of the host's rights; while he is away, by the person seated longest.

    `what` is ``computer`` (put one on `seat`; on the seat of somebody away it plays for him from
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


class Seal(_Message, frozen=True, tag="seal"):
    """What this seat will add to the shuffle of a deal, as its `sealing.seal_of`; not answered."""

    deal: Count
    digest: Digest


class Share(_Message, frozen=True, tag="share"):
    """The 16 bytes that were sealed, once the seal was seen among those of `Sealed`."""

    deal: Count
    share: Bytes16


class Ping(_Message, frozen=True, tag="ping"):
    """Either side; answered with `Pong` at once."""


class Pong(_Message, frozen=True, tag="pong"):
    pass


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


# From the host ------------------------------------------------------------------------------------


class Info(_Message, frozen=True, tag="info"):
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


class Welcome(_Message, frozen=True, tag="welcome"):
    """Now `Prove` where there is a `code`, else `Join`; or `Resume`."""

    pv: Count
    app: Short
    table: Short
    name: Name
    code: bool = False


class Proof(_Message, frozen=True, tag="proof"):
    """First the host's SPAKE2 element; then the HMAC of the certificate's digest `seen`, his own.

    After the second the guest may `Join`, unless the two have not seen the same certificate.
    """

    message: Proving
    seen: Annotated[bytes, Meta(max_length=32)] = b""


class Pending(_Message, frozen=True, tag="pending"):
    """The claim of a seat waits for the holder of the host's rights."""

    seat: Seat


class Seated(_Message, frozen=True, tag="seated"):
    """You sit on `seat` (None: you watch), under `name` (an equal one here gets a suffix).

    `token` brings you back to this seat after a drop, and is a new one each time; a watcher has
    none. `last_id` is that of the seat's last command that was answered: go on after it.
    """

    seat: Seat | None
    name: Name
    token: Token | None = None
    last_id: Count = 0


class Refused(_Message, frozen=True, tag="refused"):
    """No seat: ``full``, every chair is a person's (args: `watch`, whether one may watch);
    ``watchers``, as many as may watch do; ``no-rights``, the token is not this table's;
    ``unknown``, the token opens no seat; ``taken``, somebody else has this seat now;
    ``not-away``, nobody who is away has the claimed seat; ``declined``; ``seat-in-use``, whoever
    holds the rights that were shown sits there already.

    Followed by `Bye` refused.
    """

    code: Short
    args: Body = {}


class Ack(_Message, frozen=True, tag="ack"):
    id: Count


class Nack(_Message, frozen=True, tag="nack"):
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
    args: Body = {}


class State(_Message, frozen=True, tag="state"):
    """The complete view of this seat. A client shows only a higher revision."""

    revision: Count
    view: Body


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """`holder` is ``empty``, ``person``, ``computer`` or ``shut`` (no newcomer may sit there).

    Only a person has a name. `away`: the person's connection is lost, the seat stays his own;
    `played`: a computer player moves for him until he is back.
    """

    holder: Short
    name: Name
    ready: bool
    away: bool = False
    played: bool = False


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody on another machine who says that he is the one whose seat this is."""

    seat: Seat
    name: Name


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of talk and who said it. Numbers rise by one, so that nobody shows a line twice."""

    number: Count
    name: Name
    text: Text


class Room(_Message, frozen=True, tag="room"):
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


class Notice(_Message, frozen=True, tag="notice"):
    """Something the holder of the rights should know: ``badcode`` (address, count: wrong codes so
    far), ``relay`` (address), ``badtoken`` (address, count).
    """

    code: Short
    args: Body = {}


class Key(_Message, frozen=True, tag="key"):
    """To the holder of the host's rights alone: the `spoken` code, None where the table is open.

    With `rights` they were passed on to this seat, and this is their token from now on.
    """

    spoken: Short | None
    rights: Token | None = None


class Commit(_Message, frozen=True, tag="commit"):
    """Before a deal: the SHA-256 of the host's 32 secret bytes for it. Answered with `Seal`."""

    deal: Count
    digest: Digest


class Promise(Struct, frozen=True, forbid_unknown_fields=True):
    """The seal of a seat: it can add nothing else than what was sealed."""

    seat: Seat
    digest: Digest


class Sealed(_Message, frozen=True, tag="sealed"):
    """All seals of a deal, shown before any share. Whoever finds his own answers with `Share`."""

    deal: Count
    seals: tuple[Promise, ...]


class Contribution(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    share: Bytes16


class Reveal(_Message, frozen=True, tag="reveal"):
    """After a deal, where the table agreed to lay the hands open: what it was shuffled from."""

    deal: Count
    secret: Digest
    shares: tuple[Contribution, ...]


class Bye(_Message, frozen=True, tag="bye"):
    """The last message of a connection, before every close by the host but that after `Info`.

    ``version`` (update: ``guest`` or ``host``, pv), ``busy`` (too many connections), ``badcode``
    (wait_ms: before the next guess from this address), ``wait`` (the same: it has not passed),
    ``relay`` (somebody between the two), ``displaced`` (the seat was resumed elsewhere),
    ``removed`` (by the holder of the rights), ``refused``, ``left``, ``badframe``, ``late`` (to sit
    down, or to end a frame), ``silent``, ``gone`` (the guest closed), ``flood``; and for all
    ``closing``, ``closed``, ``deserted``.
    """

    code: Short
    args: Body = {}


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
    | Room
    | Notice
    | Key
    | Commit
    | Sealed
    | Reveal
    | Bye
    | Ping
    | Pong
)
