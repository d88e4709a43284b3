"""Every message a host sends."""

from typing import Annotated, Literal

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
    """What anybody may know of a table. `state` is ``lobby``, ``playing`` or ``over``; `people`
    is how many are seated.
    """

    pv: Count
    table: Short  # id
    name: Name
    host: Name
    state: Short
    seats: Count
    people: Count
    info: Body
    code: bool = False  # whether joining requires proof of the spoken code


class Welcome(Message, frozen=True, tag="welcome"):
    """The guest continues with `Prove` if there is a `code`, else `Join`; or with `Resume`."""

    pv: Count
    app: Short
    table: Short
    name: Name
    code: bool = False


class Proof(Message, frozen=True, tag="proof"):
    """First the host's SPAKE2 element; then `seen`, its own certificate's SHA-256, and the HMAC.

    After the second the guest may `Join`, unless the two saw different certificates.
    """

    message: Proving
    seen: Annotated[bytes, Meta(max_length=32)] = b""


class Pending(Message, frozen=True, tag="pending"):
    """The claim to a seat waits for the holder of the host's rights."""

    seat: Seat


class Seated(Message, frozen=True, tag="seated"):
    """You sit on `seat` (None: as a spectator) as `name` (with a suffix if somebody
    else is called that, or a name that looks like it).

    `token` resumes this seat after a lost connection and is a new one each time; a spectator has
    none. `last_id` is the id of the seat's last answered command: continue after it.
    """

    seat: Seat | None
    name: Name
    token: Token | None = None
    last_id: Count = 0


class Refused(Message, frozen=True, tag="refused"):
    """No seat: ``full``, no chair is free, or no more claims can wait (args: `watch`, whether a
    spectator still fits, and perhaps `away`, [seat, name] of each person away); ``watchers``, no
    room for more spectators; ``no-rights``, not this table's rights token; ``unknown``, the token
    opens no seat; ``taken``, the seat is no longer theirs; ``not-away``, the claimed seat belongs
    to nobody who is away; ``declined``, the claim was; ``seat-in-use``, the holder of these rights
    is seated already.

    Followed by `Bye` refused.
    """

    code: Short
    args: Body = field(default_factory=dict)


class Ack(Message, frozen=True, tag="ack"):
    id: Count


class Nack(Message, frozen=True, tag="nack"):
    """Refused: nothing changed. The same id sent again gets the same answer.

    The room's codes: ``not-playing``, ``not-in-lobby``, ``no-rights``, ``no-chair``,
    ``chair-taken`` (seat), ``chairs-empty`` (seats), ``not-ready`` (seats), ``unknown`` (there is
    nothing like that to manage), ``paused``, ``silence`` (no talking at this point of the game),
    ``too-much`` (chat in a short time; never counted as flooding), ``old`` (an id before the seat's
    last), ``failed`` (a fault of the host). All others are the game's, among them ``stale``, which
    is followed by the current `State` and `RoomState`.
    """

    id: Count
    code: Short
    args: Body = field(default_factory=dict)


class State(Message, frozen=True, tag="state"):
    """The complete view of this seat. A client ignores all but higher revisions.

    The table has one revision, which `State` and `RoomState` both carry.
    """

    revision: Count
    view: Body


Holder = Literal["empty", "person", "computer", "shut"]
MatchState = Literal["lobby", "playing", "over"]


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """`holder` ``shut``: closed to newcomers.

    Only a person has a name. `away`: their connection is lost, but the seat stays theirs;
    `played`: a computer player moves for them until they are back.
    """

    holder: Holder
    name: Name
    ready: bool
    away: bool = False
    played: bool = False


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody on another machine says that this seat is theirs."""

    seat: Seat
    name: Name


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat and who said it. Numbered one by one, so that no line is shown twice."""

    number: Count
    name: Name
    text: Text


class RoomState(Message, frozen=True, tag="room"):
    """Who sits where, whom the table is waiting for, and the last lines of chat.

    Times are durations, never times of day.
    """

    revision: Count
    name: Name
    state: MatchState
    chairs: tuple[Chair, ...]
    host: Seat | None  # may start the match and place computer players
    waiting_for: tuple[Seat, ...]
    patience_ms: Count | None  # until the host moves for them
    info: Body
    chat: tuple[Said, ...] = ()
    holder: Seat | None = None  # of the host's rights, if seated here and not away
    absence_ms: Count | None = None  # until a computer player moves for absent people; None: never
    paused: Name | None = None  # by whom
    watchers: tuple[Name, ...] = ()
    claims: tuple[Claim, ...] = ()
    saved: bool = True  # False: the game is not being saved on the host's disk


class Notice(Message, frozen=True, tag="notice"):
    """A warning for the holder of the rights: ``badcode`` (address, count: wrong guesses so far),
    ``relay`` (address), ``badtoken`` (address, count).
    """

    code: Short
    args: Body = field(default_factory=dict)


class Key(Message, frozen=True, tag="key"):
    """For the holder of the host's rights alone: the `spoken` code, None if the table is open.

    `rights`, if given, is the new rights token: they were passed on to this seat.
    """

    spoken: Short | None
    rights: Token | None = None


class Commit(Message, frozen=True, tag="commit"):
    """Before a deal: the SHA-256 of the host's 32-byte secret for it. Answered with `Seal`."""

    deal: Count
    digest: Digest


class Promise(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's seal: it binds the seat to one share."""

    seat: Seat
    digest: Digest


class Sealed(Message, frozen=True, tag="sealed"):
    """All seals of a deal, before any share. Guests whose seal is listed answer with `Share`."""

    deal: Count
    seals: tuple[Promise, ...]


class Contribution(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    share: Bytes16


class Reveal(Message, frozen=True, tag="reveal"):
    """After a deal, if the table plays with open hands: what the deal was shuffled from."""

    deal: Count
    secret: Digest
    shares: tuple[Contribution, ...]


class Bye(Message, frozen=True, tag="bye"):
    """The last message before the host closes a connection, except after `Info`, and except for a
    guest that does not read.

    ``version`` (update: ``guest`` or ``host``, pv), ``busy`` (too many connections, or a fault of
    the host), ``badcode`` (wait_ms: until this address may guess again), ``wait`` (guessed too
    early; also wait_ms), ``relay`` (somebody sits in between), ``displaced`` (the seat was resumed
    elsewhere), ``removed`` (by the holder of the rights), ``refused``, ``left``, ``badframe``,
    ``late`` (sitting down, or finishing a frame, took too long), ``silent``, ``gone`` (the guest
    closed the connection), ``flood``; and to everybody ``closing`` (the table can be continued),
    ``closed`` (it cannot), ``deserted`` (nobody was seated for a while).
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
