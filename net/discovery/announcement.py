"""What a table announces on the network, and how it is read."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from net.address import Address
from net.discovery.interfaces import Local, nearest_first
from net.limits import Limits
from net.protocol.messages import Seat


SERVICE: Final = "_manillen._tcp.local."


class Announcement(msgspec.Struct, frozen=True):
    """What a table announces about itself. `instance` is the announcement's own name."""

    instance: str
    table_id: str
    name: str
    host: str
    addresses: tuple[Address, ...]
    state: str
    people: int
    seats: int


class TxtRecord(msgspec.Struct, frozen=True):
    """What stands in the TXT record of a table."""

    id: str
    name: str
    host: str
    state: str
    people: Seat
    seats: Seat


def read_announcement(
    instance: str,
    port: int | None,
    hosts: Sequence[str],
    properties: Mapping[bytes, bytes | None],
    here: Sequence[Local] = (),
    limits: Limits = Limits(),  # noqa: B008 - a frozen value
) -> Announcement | None:
    """Parse an announcement; None if it is not a table's.

    `hosts` are numeric addresses; those on the same networks as `here` come first.
    """
    try:
        text = msgspec.convert(
            {key.decode(): (value or b"").decode() for key, value in properties.items()},
            TxtRecord,
            strict=False,
        )
    except (UnicodeDecodeError, msgspec.ValidationError):
        return None
    nearest = nearest_first(hosts, here)[: limits.table_addresses]
    if not (text.id and text.state.isprintable() and nearest and port):
        return None
    return Announcement(
        instance=instance,
        table_id=text.id,
        name=text.name,
        host=text.host,
        addresses=tuple(Address(host, port) for host in nearest),
        state=text.state,
        people=text.people,
        seats=text.seats,
    )
