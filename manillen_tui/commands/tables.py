"""`manillen tables`: the tables found on this network, one line each."""

import asyncio

from manillen_tui.config.logs import start_logging
from manillen_tui.config.network import check_interfaces, interfaces
from manillen_tui.config.rule_options import read_rules
from manillen_tui.trouble import complain
from manillen_tui.words.commands import SEATED
from manillen_tui.words.lobby import OTHER_RULES
from manillen_tui.words.nouns import room_state
from manillen_tui.words.presets import rules_line
from manillen_tui.words.refusals import trouble_line
from net.discovery.browse import Browser
from net.discovery.listing import Row, Status


def print_tables(seconds: float) -> int:
    """Search for this long and print the tables that answer. Returns 1 if none does."""
    check_interfaces()
    start_logging("tables")
    rows, problem = asyncio.run(_look_around(seconds))
    for row in rows:
        print(_line(row))
    if problem is not None:
        complain(trouble_line(problem, {}))
    elif not rows:
        complain(trouble_line("nothing-found", {}))
    return 0 if rows else 1


async def _look_around(seconds: float) -> tuple[list[Row], str | None]:
    browser = Browser(interfaces=interfaces())
    await browser.start()
    try:
        await asyncio.sleep(seconds)
    finally:
        await browser.stop()
    return [row for row in browser.rows if row.status is Status.ALIVE], browser.problem


def _line(row: Row) -> str:
    seats = SEATED(people=row.people, seats=row.seats)
    state = room_state(row.state)
    rules = read_rules(row.info)
    agreed = OTHER_RULES() if rules is None else rules_line(rules)
    return f"{row.name}  {row.host}  {agreed}  {seats}  {state}  {row.addresses[0]}"
