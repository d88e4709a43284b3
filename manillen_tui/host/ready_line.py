"""The one line that a headless host prints: where people may come to, or why there is no table."""

import msgspec

from net.address import Address


class ReadyLine(msgspec.Struct, frozen=True):
    """The line a headless host prints when people may come.

    `rights` is the token of the host's rights, "" once the person who had them passed them on.
    `problem`: why no one can find it. `code` is the spoken one (None: nobody is asked for one),
    `fingerprint` the SHA-256 of the table's certificate in hexadecimal. `saved`: whether what
    happens is kept, so that the table can be continued.
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
    """The line of a headless host that cannot open its table."""

    trouble: str
    details: dict[str, str | int] = {}
