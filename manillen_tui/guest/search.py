"""Searching the network for one table, to find its current addresses."""

from collections.abc import AsyncGenerator, Sequence

from manillen_tui.config.network import interfaces
from net.address import Address


async def sightings(table: str) -> AsyncGenerator[Sequence[Address], None]:
    """The addresses of the table with this id, each time it answers again or somewhere else."""
    from net.discovery.browse import Browser  # takes as long to import as the rest of a client
    from net.discovery.listing import Status

    browser = Browser(interfaces=interfaces())
    await browser.start()
    seen: Sequence[Address] = ()
    try:
        while True:
            found = [row for row in browser.rows if row.table_id == table]
            alive = [row.addresses for row in found if row.status is Status.ALIVE]
            before, seen = seen, alive[0] if alive else ()
            if seen and seen != before:
                yield seen
            await browser.changed()
    finally:
        await browser.stop()
