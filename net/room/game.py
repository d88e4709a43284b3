"""What a game is to its host: seats, turns and bytes. The room asks nothing else of it."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct


#: A message body: what msgpack can carry, without floats, keyed by strings.
Body = Mapping[str, Any]


class Malformed(ValueError):
    """A body that is no command of this game at all."""


class Accepted(Struct, frozen=True):
    """The command was applied. `record` is what has to be kept before anybody is told.

    `moved`: everybody has got up and sits so many places further on, clockwise.
    """

    record: Body
    moved: int = 0


class Rejected(Struct, frozen=True):
    """The command was refused and nothing changed. Code ``stale``: its turn is over."""

    code: str
    args: Body = {}


class Proven(Struct, frozen=True):
    """What a finished deal was shuffled from: the host's secret, and each seat's share."""

    deal: int
    secret: bytes
    shares: Mapping[int, bytes]


class Move(Struct, frozen=True):
    """A command for a turn, as `Game.apply` takes it."""

    turn: int
    body: Body


class Game(Protocol):
    """One game at one table. All but `move_for` are pure and quick.

    Whatever changes it gives a record: replaying the records in their order gives the same game.
    """

    @property
    def seats(self) -> int:
        """How many chairs the game has, numbered clockwise from 0."""

    def info(self) -> Body:
        """What a stranger may know before joining: the rules agreed on."""

    def start(self) -> Accepted:
        """Begin a new match, also after a finished one."""

    def due(self) -> int | None:
        """The number of the deal that waits to be shuffled; None: no deal does."""

    def secret(self) -> bytes:
        """The host's 32 bytes for the deal that is due: the same until it is shuffled."""

    def deal(self, shares: Mapping[int, bytes]) -> Accepted:
        """Shuffle the deal that is due from the secret and the shares of 16 bytes, by seat."""

    def proven(self) -> Proven | None:
        """Of the deal just finished; None while none is, or where its hands are not laid open."""

    def view(self, seat: int | None) -> Body:
        """The complete view of a seat, or of a watcher. Only while a match runs or has ended."""

    def apply(self, seat: int, turn: int, body: Body) -> Accepted | Rejected:
        """Apply the command of a seat, meant for a turn; `Malformed` when it is none."""

    def to_move(self) -> tuple[int, ...]:
        """The seats that the game waits for; none when the match is over."""

    def patience_s(self) -> float | None:
        """How long it waits before the host moves for those seats; None: as long as it takes."""

    def may_chat(self) -> bool:
        """Whether people may talk at this point of a match; else there is silence."""

    async def move_for(self, seat: int) -> Move:
        """A command for a seat that no person moves for. May take its time; changes nothing."""


class Journal(Protocol):
    """Where a room is kept."""

    async def keep(self, record: Body | None, room: Body) -> None:
        """Write a game's record, if there is one, and the room as it is after it, synced.

        Returns when both would survive the end of the process and of the machine. `OSError` when
        they cannot be written now: they are kept in memory, and written before the next ones.
        """
