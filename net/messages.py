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


class Join(_Message, frozen=True, tag="join"):
    """Sit down. Answered with `Seated` or `Refused`. `rights` is the token of the host's rights."""

    name: Name
    seat: Seat | None
    rights: Short | None = None


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


class Manage(_Message, frozen=True, tag="manage"):
    """By the holder of the host's rights; while he is away, by the person seated longest.

    `what` is ``computer`` (put one on `seat`), ``empty`` (remove the one on `seat`) or ``start``;
    and, by the holder alone, ``close`` (the table, for all).
    """

    id: Count
    what: Short
    seat: Seat | None = None


class Ping(_Message, frozen=True, tag="ping"):
    """Either side; answered with `Pong` at once."""


class Pong(_Message, frozen=True, tag="pong"):
    pass


Command = Do | Ready | Sit | Say | Leave | Manage
FromClient = Probe | Hello | Join | Do | Ready | Sit | Say | Leave | Manage | Ping | Pong


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


class Welcome(_Message, frozen=True, tag="welcome"):
    pv: Count
    app: Short
    table: Short
    name: Name


class Seated(_Message, frozen=True, tag="seated"):
    """You sit on `seat`, under `name` (an equal one at the table gets a suffix)."""

    seat: Seat
    name: Name


class Refused(_Message, frozen=True, tag="refused"):
    """No seat: ``full``, every chair is a person's; ``no-rights``, the token is not this table's.

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
    managed), ``silence`` (the game lets nobody talk now), ``too-much`` (talk in a short time; told
    as often as it is tried), ``old`` (a command behind the seat's last), ``failed`` (a fault of the
    host). All others are the game's; of these ``stale`` is followed by the present `State`.
    """

    id: Count
    code: Short
    args: Body = {}


class State(_Message, frozen=True, tag="state"):
    """The complete view of this seat. A client shows only a higher revision."""

    revision: Count
    view: Body


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """`holder` is ``empty``, ``person`` or ``computer``; only a person has a name."""

    holder: Short
    name: Name
    ready: bool


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


class Bye(_Message, frozen=True, tag="bye"):
    """The last message of a connection, before every close by the host but that after `Info`.

    ``version`` (update: ``guest`` or ``host``, pv), ``busy`` (too many connections), ``refused``,
    ``left``, ``badframe``, ``late`` (to sit down, or to end a frame), ``silent``, ``gone`` (the
    guest closed), ``flood``; and for all ``closing``, ``closed``, ``deserted``, ``storage``.
    """

    code: Short
    args: Body = {}


FromHost = Info | Welcome | Seated | Refused | Ack | Nack | State | Room | Bye | Ping | Pong
