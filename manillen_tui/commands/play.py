"""`manillen` and `manillen join`: the interface, with the real network behind it."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from manillen_tui import words
from manillen_tui.commands.terminal import check_terminal, measure_terminal
from manillen_tui.config.logs import start_logging
from manillen_tui.config.network import check_interfaces, interfaces
from manillen_tui.config.rule_options import rules_to_json
from manillen_tui.config.settings import load_settings
from manillen_tui.guest.client import BACK_S, Client
from manillen_tui.guest.saved_seats import Keeper, Keepsake, tables
from manillen_tui.guest.search import sightings
from manillen_tui.host import ready_line, saved_tables
from manillen_tui.launcher import own_tables
from manillen_tui.trouble import Trouble, complain
from net.address import Address, parse_address
from net.limits import Limits


#: Nobody is there; somewhere else, perhaps.
NOBODY: Final = frozenset(
    {"refused", "timeout", "no-route", "unknown-host", "not-a-table", "hung-up"}
)

#: So long, in seconds, one table is tried to be joined.
JOIN_S: Final = Limits().connect_s + BACK_S

log = logging.getLogger(__name__)


def play(*, joining: bool = False, address: str | None = None) -> int:
    """Run the interface; with `joining` from the list of tables, with `address` from that table.

    A table where this person still has a seat goes by its name or its id too.
    """
    try:
        check_interfaces()
        start_address = None if address is None else _kept_at(address) or parse_address(address)
    except ValueError:
        return _complain(Trouble("bad-address", {"address": address}), 2)
    except Trouble as trouble:
        return _complain(trouble, 2)
    try:
        check_terminal()
    except Trouble as trouble:
        return _complain(trouble, 1)
    measure_terminal()
    start_logging("manillen")

    # Only now: Textual takes longer to import than everything above.
    from manillen_tui.ui.app import ManillenApp
    from manillen_tui.ui.services import HostOptions, Running, Saved, Services
    from net.discovery.browse import Browser

    async def host(options: HostOptions) -> Running:
        table = await own_tables.start_host(
            f"--name={options.name}",
            f"--player={options.player}",
            f"--rules-json={rules_to_json(options.rules)}",
            f"--seats={options.rules.players - options.computers}",
            f"--absence={'wait' if options.absence_s is None else options.absence_s}",
            *([] if options.guarded else ["--open"]),
        )
        return remembered(table)

    async def go_on(saved: Saved) -> Running:
        return remembered(await own_tables.start_host("--continue", saved.table))

    def remembered(table: ready_line.ReadyLine) -> ready_line.ReadyLine:
        try:
            own_tables.remember(table)
        except OSError:
            log.exception("the way back to the table cannot be kept")
        return table

    async def saved() -> Sequence[Saved]:
        return await asyncio.to_thread(saved_tables.resumable)

    def hold(table: str, rights: str | None, code: str | None) -> None:
        try:
            own_tables.hold(table, rights, code)
        except OSError:
            log.exception("the way back to the table cannot be kept")

    async def forget(table: str, saved: Path | None) -> None:
        await asyncio.to_thread(own_tables.forget, table, saved)

    settings, broken = load_settings()
    unread = Trouble("settings-broken", {"path": str(broken)}) if broken else None
    services = Services(
        join=join,
        browse=lambda: Browser(interfaces=interfaces()),
        host=host,
        running=own_tables.running,
        back=back,
        kept=tables,
        saved=saved,
        go_on=go_on,
        answers=own_tables.answers,
        hold=hold,
        ended=own_tables.ended,
        forget=forget,
        opens_s=own_tables.READY_S,
        joins_s=JOIN_S,
    )
    app = ManillenApp(settings, services, start_address, joining=joining, trouble=unread)
    app.run(mouse=False)
    return app.return_code or 0


async def join(addresses: Sequence[Address], name: str, rights: str | None, **how: Any) -> Client:
    """As `Client.join`, within `JOIN_S`; a table that is not there any more, and where this person
    has a seat, is looked for elsewhere too.
    """
    try:
        # Only a claim waits for somebody, and it says so.
        async with asyncio.timeout(None if how.get("claim") else JOIN_S):
            return await _join(addresses, name, rights, **how)
    except TimeoutError:
        raise Trouble("timeout", {"address": str(addresses[0])}) from None


async def _join(addresses: Sequence[Address], name: str, rights: str | None, **how: Any) -> Client:
    try:
        return await Client.join(
            addresses, name, rights=rights, keeper=Keeper(), search=sightings, **how
        )
    except Trouble as trouble:
        kept = next((kept for kept in tables() if set(addresses) & set(kept.addresses)), None)
        if kept is None or trouble.code not in NOBODY:
            raise
        log.info("%s is not where it was: %s", kept.table, trouble.code)
        return await back(kept)


async def back(kept: Keepsake) -> Client:
    return await Client.back(kept, keeper=Keeper(), search=sightings)


def _kept_at(table: str) -> Address | None:
    """Where a table was when this person sat there last, by its id or its name."""
    found = (kept for kept in tables() if table in (kept.table, kept.name))
    return next((kept.addresses[0] for kept in found), None)


def _complain(trouble: Trouble, code: int) -> int:
    complain(words.trouble(trouble.code, trouble.details))
    return code
