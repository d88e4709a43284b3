"""A whole match without a screen: a real host process, players over TCP, plain lines."""

import asyncio
import logging
import sys
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from manillen_tui.commands.plain_text import as_shown, deal_lines
from manillen_tui.config.network import check_interfaces, interfaces
from manillen_tui.config.rule_options import rules_to_json
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.guest.client import Client
from manillen_tui.host.ready_line import ReadyLine
from manillen_tui.launcher.errand import hosting
from manillen_tui.players.policy import choose
from manillen_tui.trouble import Trouble, complain
from manillen_tui.words import commands as said
from manillen_tui.words.refusals import trouble_line
from net.address import Address
from net.discovery.browse import Browser
from net.discovery.listing import Status
from net.discovery.multicast import NO_MULTICAST


log = logging.getLogger(__name__)

NAMES: Final = ("Wim", "Noor", "Els", "Bea")
FIND_S: Final = 5.0


def run_demo(rules: Rules, seed: int | None) -> int:
    """Play a match and return the exit code. The same seed gives the same standard output."""
    check_interfaces()
    try:
        asyncio.run(_demo(replace(rules, cut_automatic=True), seed))
    except Trouble as trouble:
        complain(trouble_line(trouble.code, trouble.details))
        return 1
    return 0


async def _demo(rules: Rules, seed: int | None) -> None:
    options = ["--name", said.DEMO_TABLE(), "--player", NAMES[0], "--pace", "0"]
    options += ["--rules-json", rules_to_json(rules)]
    if seed is not None:
        options += ["--seed", str(seed)]
    async with hosting(*options) as table:
        addresses = await _find(table)
        holder, *others = players = [
            await Client.join(
                addresses,
                name,
                code=table.code,
                seat=seat,
                rights=table.rights if seat == 0 else None,
            )
            for seat, name in enumerate(NAMES[: rules.players])
        ]
        for player in others:
            await player.ready(True)
        await holder.start()
        await _together(_play(player, prints=player is holder) for player in players)
        for player in others:
            await player.leave()
        await holder.close_table()


async def _together(playing: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Wait for all; the first failure cancels the others and is raised unchanged."""
    tasks = [asyncio.create_task(one) for one in playing]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


async def _find(table: ReadyLine) -> Sequence[Address]:
    """The table's addresses, found the way anybody on this network would."""
    browser = Browser(interfaces=interfaces())
    await browser.start()
    try:
        async with asyncio.timeout(FIND_S):
            while browser.problem != NO_MULTICAST:
                for row in browser.rows:
                    if row.table_id == table.table and row.status is Status.ALIVE:
                        print(said.FOUND(), file=sys.stderr)
                        return row.addresses
                await browser.changed()
    except TimeoutError:
        log.info("the demo's table was not found")
    finally:
        await browser.stop()
    print(said.NOT_FOUND(), file=sys.stderr)
    return [table.address]


async def _play(player: Client, *, prints: bool = False) -> None:
    """Move for one seat until the match is over."""
    printed = 0
    answered = None
    while player.gone is None:
        view = player.view
        if view is not None:
            if prints and len(view.sheet) > printed:
                printed = len(view.sheet)
                names = [chair.name for chair in player.room.chairs]
                lines = "\n".join(deal_lines(view, names))
                lines = as_shown(lines, sys.stdout, spanish=view.rules.cards.spanish)
                print(lines, end="\n\n", flush=True)
            if view.phase is Phase.OVER:
                return
            # The answer to a command may come before the resulting view.
            moment = (view.deal, view.phase, view.turn)
            if player.seat in view.to_act and moment != answered:
                answered = moment
                await player.command(choose(view))
        await player.changed()
    raise player.gone
