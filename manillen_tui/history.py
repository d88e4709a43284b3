"""The history of one table: its matches one after another, with a record of every step.

The rules and the records in order give the same history on any machine. Redundant data in a record,
such as a digest beside its secret, must agree: so tampering with a record is noticed.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine import match as matches
from manillen_tui.engine.commands import Command, Refusal
from manillen_tui.engine.events import SeatsMoved
from manillen_tui.engine.match import Match
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.shuffle import digest_of, entropy_of
from manillen_tui.wire import Body, from_body, to_body


class SealedSecret(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's secret for a deal, and its digest, shown before anybody added a share."""

    secret: bytes
    digest: bytes


class Began(Struct, frozen=True, tag_field="step", tag="begin", forbid_unknown_fields=True):
    """A match began: its first deal is due."""

    sealed: SealedSecret


class Shuffled(Struct, frozen=True, tag_field="step", tag="shuffle", forbid_unknown_fields=True):
    """The deal that was due was shuffled; `entropy` is made from the secret and the shares."""

    shares: tuple[tuple[int, bytes], ...]  # by seat, as people sat before this deal
    entropy: bytes


class Done(
    Struct,
    frozen=True,
    tag_field="step",
    tag="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A seat's command. `totals` is set if it ended a deal, `sealed` if the next is now due."""

    seat: int
    command: Command
    totals: tuple[int, ...] | None = None
    sealed: SealedSecret | None = None


Record = Began | Shuffled | Done
# A union is a type form, which `type[T]` cannot express.
_ANY_RECORD: Final = cast("type[Record]", Record)


class Fault(StrEnum):
    """What is wrong with a record."""

    UNREADABLE = "unreadable"
    ORDER = "order"  # this step was not due
    DIGEST = "digest"  # the secret is not the one committed to
    SHARES = "shares"  # secret and shares do not give this entropy
    COMMAND = "command"  # the rules do not allow it
    SCORES = "scores"  # the cards do not give these scores


class Senseless(ValueError):
    """No table can have written this record at this point."""

    def __init__(self, fault: Fault, detail: object = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault: Final = fault


class Given(Struct, frozen=True):
    """What the deal on the table was shuffled from."""

    secret: bytes
    shares: Mapping[int, bytes]


class History(Struct, frozen=True):
    """Where a table's history stands. `match` is None before the first one."""

    rules: Rules
    match: Match | None = None
    #: while a deal is due: the match after the previous deal, whose sheet everybody has seen
    last: Match | None = None
    due: bytes | None = None  # the secret for the deal that is due
    given: Given | None = None
    secrets: int = 0  # drawn so far

    @property
    def number(self) -> int | None:
        """The number of the deal that is due; None if there is none."""
        return None if self.due is None or self.match is None else len(self.match.sheet) + 1

    @property
    def ended(self) -> Match | None:
        """The match as it was at the end of the last deal played."""
        match = self.match if self.due is None else self.last
        return match if match and match.phase in (Phase.SCORE, Phase.OVER) else None


class Step(NamedTuple):
    history: History
    record: Record


#: Gives the secret for the n-th deal of a table, counted from 1 through all its matches.
Secrets = Callable[[int], bytes]


def begin(history: History, secrets: Secrets) -> Step:
    """Begin a new match. Raises `ValueError` while one is being played."""
    if history.match is not None and history.match.phase is not Phase.OVER:
        raise ValueError("a match is being played")
    sealed = _next_secret(history, secrets)
    began = History(
        history.rules, matches.start(history.rules), due=sealed.secret, secrets=history.secrets + 1
    )
    return Step(began, Began(sealed))


def shuffle(history: History, shares: Mapping[int, bytes]) -> Step:
    """Shuffle the deal that is due. Raises `ValueError` if there is none, or for bad shares."""
    if history.due is None or history.match is None:
        raise ValueError("no deal is due")
    if any(not 0 <= seat < history.rules.players for seat in shares):
        raise ValueError("a share from a seat that does not exist")
    given = Given(history.due, dict(sorted(shares.items())))
    entropy = entropy_of(given.secret, given.shares)
    match, _events = matches.shuffle(history.match, entropy)
    after = replace(history, match=match, last=None, due=None, given=given)
    return Step(after, Shuffled(tuple(given.shares.items()), entropy))


def do(history: History, seat: int, command: Command, secrets: Secrets) -> Step | Refusal:
    """Apply a seat's command. Raises `ValueError` if no deal is in progress."""
    before = history.match
    if before is None or history.due is not None:
        raise ValueError("no deal is on the table")
    step = matches.apply(before, seat, command)
    if isinstance(step, Refusal):
        return step
    match, _events = step
    done = Done(seat, command)
    if len(match.sheet) > len(before.sheet):
        done = replace(done, totals=match.totals)
    if match.phase is not Phase.SHUFFLE:
        return Step(replace(history, match=match), done)
    sealed = _next_secret(history, secrets)
    last = replace(before, seen=(*before.seen, seat))
    history = replace(
        history, match=match, last=last, due=sealed.secret, secrets=history.secrets + 1
    )
    return Step(history, replace(done, sealed=sealed))


def repeat(history: History, record: Record) -> History:
    """Repeat a recorded step. Raises `Senseless` for one that is not possible here."""
    sealed = None if isinstance(record, Shuffled) else record.sealed
    if sealed is not None and digest_of(sealed.secret) != sealed.digest:
        raise Senseless(Fault.DIGEST)

    def same_secret(_number: int) -> bytes:
        if sealed is None:
            raise Senseless(Fault.UNREADABLE, "a secret is missing")
        return sealed.secret

    try:
        match record:
            case Began():
                step: Step | Refusal = begin(history, same_secret)
            case Shuffled(shares=shares):
                step = shuffle(history, dict(shares))
            case Done(seat=seat, command=command):
                step = do(history, seat, command, same_secret)
    except Senseless:
        raise
    except ValueError as error:
        raise Senseless(Fault.ORDER, error) from error
    if isinstance(step, Refusal):
        raise Senseless(Fault.COMMAND, step.reason)
    if step.record != record:
        fault = Fault.SHARES if isinstance(record, Shuffled) else Fault.SCORES
        raise Senseless(fault)
    return step.history


def moved(history: History) -> int:
    """How many seats everybody moved on before the deal just shuffled."""
    events = () if history.match is None else history.match.events
    return sum(event.places for event in events if isinstance(event, SeatsMoved))


def record_to_body(record: Record) -> dict[str, Any]:
    return to_body(record)


def record_from_body(body: Body) -> Record:
    """Raises `Senseless` for anything but a record."""
    try:
        return from_body(body, _ANY_RECORD)
    except ValueError as error:
        raise Senseless(Fault.UNREADABLE, error) from error


def _next_secret(history: History, secrets: Secrets) -> SealedSecret:
    secret = secrets(history.secrets + 1)
    return SealedSecret(secret, digest_of(secret))
