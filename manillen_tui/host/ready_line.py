"""The one line a headless host prints: where people can join, or why there is no table."""

import msgspec

from net.address import Address


class ReadyLine(msgspec.Struct, frozen=True):
    """The line a headless host prints once people can join.

    `rights` is the token for the host's rights, "" once they were passed on. `problem`: why nobody
    can find the table. `code` is the spoken code (None: an open table), `fingerprint` the SHA-256
    of the table's certificate in hexadecimal. `saved`: whether the game is being saved, so that
    the table can be continued.
    """

    table: str
    name: str
    port: int
    rights: str
    pid: int
    addresses: tuple[str, ...] = ()
    problem: str | None = None
    code: str | None = None
    fingerprint: str = ""
    saved: bool = True

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port)


class FailedLine(msgspec.Struct, frozen=True):
    """The line a headless host prints if it cannot open its table."""

    trouble: str
    details: dict[str, str | int] = {}
