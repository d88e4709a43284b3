"""What a room needs of the game it hosts: seats, turns and message bodies, nothing else."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct


#: A message body, keyed by strings: anything that msgpack can carry except floats.
Body = Mapping[str, Any]


class Malformed(ValueError):
    """A body that is not a command of this game at all."""


class Accepted(Struct, frozen=True):
    """The command was applied. `record` has to be saved before anybody is told.

    `moved`: everybody now sits this many places further on, clockwise.
    """

    record: Body
    moved: int = 0


class Rejected(Struct, frozen=True):
    """The command was refused and nothing changed. Code ``stale``: its turn is over."""

    code: str
    args: Body = {}


class Proven(Struct, frozen=True):
    """What a finished deal was shuffled from: the host's secret, and the shares by seat."""

    deal: int
    secret: bytes
    shares: Mapping[int, bytes]


class Move(Struct, frozen=True):
    """A command for a turn, as `Game.apply` takes it."""

    turn: int
    body: Body


class Game(Protocol):
    """One game at one table. All methods but `move_for` do no I/O and are quick.

    Each change returns a record: replaying the records in order gives the same game.
    """

    @property
    def seats(self) -> int:
        """How many chairs the game has, numbered clockwise from 0."""

    def info(self) -> Body:
        """What anybody may know before joining: the rules of this table."""

    def start(self) -> Accepted:
        """Begin a new match, also after a finished one."""

    def due(self) -> int | None:
        """The number of the deal waiting to be shuffled; None if there is none."""

    def secret(self) -> bytes:
        """The host's 32 secret bytes for the deal that is due: the same until it is shuffled."""

    def deal(self, shares: Mapping[int, bytes]) -> Accepted:
        """Shuffle the deal that is due from the secret and the 16-byte shares, by seat."""

    def proven(self) -> Proven | None:
        """The proof of the deal just finished; None if there is none or its hands stay hidden."""

    def view(self, seat: int | None) -> Body:
        """The complete view of a seat, or of a spectator (None). Only once a match has begun."""

    def apply(self, seat: int, turn: int, body: Body) -> Accepted | Rejected:
        """Apply a seat's command, meant for this turn. Raises `Malformed` if it is not one."""

    def to_move(self) -> tuple[int, ...]:
        """The seats that the game is waiting for; none when the match is over."""

    def patience_s(self) -> float | None:
        """How long to wait before the host moves for those seats; None: as long as it takes."""

    def may_chat(self) -> bool:
        """Whether people may chat at this point of a match."""

    async def move_for(self, seat: int) -> Move:
        """Choose a move for a seat that no person moves for. May take a while; changes nothing."""


class Journal(Protocol):
    """Where a room is saved."""

    async def keep(self, record: Body | None, room: Body) -> None:
        """Write a game's record, if there is one, and the room's dump after it, synced to disk.

        Returns once both would survive a crash of the process or the machine. Raises `OSError` if
        they cannot be written now: they stay in memory and are written before the next ones.
        """
