"""The interface's services, backed by this machine's network, hosts and files."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from manillen_tui.config.network import interfaces
from manillen_tui.config.rule_options import rules_to_json
from manillen_tui.guest.client import BACK_S, Client
from manillen_tui.guest.saved_seats import Keeper, Keepsake, tables
from manillen_tui.guest.search import sightings
from manillen_tui.host import saved_tables
from manillen_tui.host.ready_line import ReadyLine
from manillen_tui.launcher import own_tables
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination, SavedTable
from manillen_tui.ui.services import NewTable, Services
from net.address import Address
from net.discovery.browse import Browser
from net.limits import Limits


#: Codes that mean the table is not at this address; it may be elsewhere.
NOBODY: Final = frozenset(
    {"refused", "timeout", "no-route", "unknown-host", "not-a-table", "hung-up"}
)

log = logging.getLogger(__name__)


class LocalTables(Services):
    """If a table is no longer at its address and this person has a seat there, `join` also looks
    for it elsewhere.
    """

    opens_s = own_tables.READY_S
    joins_s = Limits().connect_s + BACK_S

    def browse(self) -> Browser:
        return Browser(interfaces=interfaces())

    async def join(
        self, destination: Destination, player: str, pending: Callable[[], None] = lambda: None
    ) -> Client:
        if destination.kept is not None:
            return await _back(destination.kept)
        try:
            # Only a claim waits for a person, and it says so.
            async with asyncio.timeout(None if destination.claim else self.joins_s):
                return await _join(destination, player, pending)
        except TimeoutError:
            raise Trouble("timeout", {"address": str(destination.addresses[0])}) from None

    async def open_table(self, table: NewTable) -> ReadyLine:
        return await _open(
            f"--name={table.name}",
            f"--player={table.player}",
            f"--rules-json={rules_to_json(table.rules)}",
            f"--seats={table.rules.players - table.computers}",
            f"--absence={'wait' if table.absence_s is None else table.absence_s}",
            *([] if table.guarded else ["--open"]),
        )

    async def go_on(self, saved: SavedTable) -> ReadyLine:
        return await _open("--continue", saved.table)

    async def running_table(self) -> ReadyLine | None:
        return await own_tables.running()

    def kept_seats(self) -> Sequence[Keepsake]:
        return tables()

    async def saved_tables(self) -> Sequence[SavedTable]:
        return await asyncio.to_thread(saved_tables.resumable)

    async def answers(self, table: str, addresses: Sequence[Address]) -> bool:
        return await own_tables.answers(table, addresses)

    def hold(self, table: str, rights: str | None, code: str | None) -> None:
        try:
            own_tables.hold(table, rights, code)
        except OSError:
            log.exception("cannot remember the table")

    def table_ended(self, table: str) -> None:
        own_tables.ended(table)

    async def forget(self, table: str, saved: Path | None) -> None:
        await asyncio.to_thread(own_tables.forget, table, saved)


async def _open(*options: str) -> ReadyLine:
    table = await own_tables.start_host(*options)
    try:
        own_tables.remember(table)
    except OSError:
        log.exception("cannot remember the table")
    return table


async def _join(destination: Destination, player: str, pending: Callable[[], None]) -> Client:
    addresses = destination.addresses
    try:
        return await Client.join(
            addresses,
            player,
            code=destination.code,
            seat=destination.seat,
            rights=destination.rights,
            watch=destination.watch,
            claim=destination.claim,
            pending=pending,
            keeper=Keeper(),
            search=sightings,
        )
    except Trouble as trouble:
        kept = next((kept for kept in tables() if set(addresses) & set(kept.addresses)), None)
        if kept is None or trouble.code not in NOBODY:
            raise
        log.info("%s is not where it was: %s", kept.table, trouble.code)
        return await _back(kept)


async def _back(kept: Keepsake) -> Client:
    return await Client.back(kept, keeper=Keeper(), search=sightings)
