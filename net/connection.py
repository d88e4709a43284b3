"""A guest's connection to a table, and the question what table an address leads to."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from net.address import Address
from net.limits import Limits
from net.messages import Ack, Bye, Command, Info, Room, Seated, State, Welcome


class Unreachable(Exception):
    """Nobody to play with at this address.

    Codes: ``refused``, ``timeout``, ``no-route``, ``unknown-host``, ``not-a-table``, ``gone``;
    and those of a host's `Bye`: ``version``, ``busy`` ...
    """

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


class Refused(Exception):
    """The host gives no seat: a code and its arguments."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


class Nacked(Exception):
    """The host refuses a command: a code and its arguments."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


async def probe(address: Address, limits: Limits) -> tuple[Info, float]:
    """What table is there, and the round trip to it in seconds; else `Unreachable`."""
    raise NotImplementedError


class Connection:
    """One connection to a table."""

    welcome: Welcome
    address: Address

    @classmethod
    async def open(
        cls, addresses: Sequence[Address], app: str, language: str, limits: Limits
    ) -> "Connection":
        """The first of these addresses that answers as a table; else `Unreachable`."""
        raise NotImplementedError

    async def join(self, name: str, seat: int | None = None, rights: str | None = None) -> Seated:
        """Sit down; `Refused` says why not, `Unreachable` that the connection ended."""
        raise NotImplementedError

    async def request(self, make_command: Callable[[int], Command]) -> Ack:
        """Send ``make_command(id)`` and wait for the host's answer: `Nacked` says why not."""
        raise NotImplementedError

    def __aiter__(self) -> AsyncIterator[State | Room | Bye]:
        """What the host pushes: the newest waiting `State` and `Room`; the last is a `Bye`.

        A connection that ended without one gives ``Bye("gone")``.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Close the connection; no task is left."""
