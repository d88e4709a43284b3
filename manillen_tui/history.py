"""What is played at one table: its matches one after another, each step of them with its record.

The rules and the records in their order give the same history on any machine. What a record says
twice, as a digest beside its secret, has to agree: a record that was tampered with is found out.
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
    """The host's secret for a deal, and the digest that was shown before anybody added to it."""

    secret: bytes
    digest: bytes


class Began(Struct, frozen=True, tag_field="step", tag="begin", forbid_unknown_fields=True):
    """A match began: its first deal is due."""

    sealed: SealedSecret


class Shuffled(Struct, frozen=True, tag_field="step", tag="shuffle", forbid_unknown_fields=True):
    """The deal that was due was shuffled; `entropy` is what the secret and the shares make."""

    shares: tuple[tuple[int, bytes], ...]  # by seat, as they sat before this deal
    entropy: bytes


class Done(
    Struct,
    frozen=True,
    tag_field="step",
    tag="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The command of a seat. `totals` where it ended a deal, `sealed` where the next is due."""

    seat: int
    command: Command
    totals: tuple[int, ...] | None = None
    sealed: SealedSecret | None = None


Record = Began | Shuffled | Done
# A union is a type form, which `type[T]` cannot say.
_ANY_RECORD: Final = cast("type[Record]", Record)


class Fault(StrEnum):
    """What is wrong with a record."""

    UNREADABLE = "unreadable"
    ORDER = "order"  # no such step was due
    DIGEST = "digest"  # the secret is not the one committed to
    SHARES = "shares"  # secret and shares do not make these bytes
    COMMAND = "command"  # the rules do not allow it
    SCORES = "scores"  # the cards do not make these scores


class Senseless(ValueError):
    """A record that no table can have made at this point."""

    def __init__(self, fault: Fault, detail: object = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault: Final = fault


class Given(Struct, frozen=True):
    """What the deal on the table was shuffled from."""

    secret: bytes
    shares: Mapping[int, bytes]


class History(Struct, frozen=True):
    """How far a table has come. `match` is None before the first one."""

    rules: Rules
    match: Match | None = None
    #: while a deal is due: the deal before it, whose sheet everybody has seen
    last: Match | None = None
    due: bytes | None = None  # the secret of the deal that is due
    given: Given | None = None
    secrets: int = 0  # drawn so far

    @property
    def number(self) -> int | None:
        """Of the deal that is due."""
        return None if self.due is None or self.match is None else len(self.match.sheet) + 1

    @property
    def ended(self) -> Match | None:
        """The match as it was when the deal ended that was played last."""
        match = self.match if self.due is None else self.last
        return match if match and match.phase in (Phase.SCORE, Phase.OVER) else None


class Step(NamedTuple):
    history: History
    record: Record


#: Gives the secret of the n-th deal of a table, counted from 1 through all its matches.
Secrets = Callable[[int], bytes]


def begin(history: History, secrets: Secrets) -> Step:
    """A new match; `ValueError` while one is being played."""
    if history.match is not None and history.match.phase is not Phase.OVER:
        raise ValueError("a match is being played")
    sealed = _next_secret(history, secrets)
    began = History(
        history.rules, matches.start(history.rules), due=sealed.secret, secrets=history.secrets + 1
    )
    return Step(began, Began(sealed))


def shuffle(history: History, shares: Mapping[int, bytes]) -> Step:
    """Shuffle the deal that is due; `ValueError` when none is, or with shares that are none."""
    if history.due is None or history.match is None:
        raise ValueError("no deal is due")
    if any(not 0 <= seat < history.rules.players for seat in shares):
        raise ValueError("a share of no seat")
    given = Given(history.due, dict(sorted(shares.items())))
    entropy = entropy_of(given.secret, given.shares)
    match, _events = matches.shuffle(history.match, entropy)
    after = replace(history, match=match, last=None, due=None, given=given)
    return Step(after, Shuffled(tuple(given.shares.items()), entropy))


def do(history: History, seat: int, command: Command, secrets: Secrets) -> Step | Refusal:
    """Let a seat do something; `ValueError` when no cards are on the table."""
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
    """Take the step of a record again; `Senseless` for one that cannot come here."""
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
    """How many seats everybody moved on before the deal that was just shuffled."""
    events = () if history.match is None else history.match.events
    return sum(event.places for event in events if isinstance(event, SeatsMoved))


def record_to_body(record: Record) -> dict[str, Any]:
    return to_body(record)


def record_from_body(body: Body) -> Record:
    """`Senseless` for what is no record."""
    try:
        return from_body(body, _ANY_RECORD)
    except ValueError as error:
        raise Senseless(Fault.UNREADABLE, error) from error


def _next_secret(history: History, secrets: Secrets) -> SealedSecret:
    secret = secrets(history.secrets + 1)
    return SealedSecret(secret, digest_of(secret))
