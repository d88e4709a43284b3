"""`manillen` and `manillen join`: the interface, with the real network behind it."""

import logging
import sys
from collections.abc import Sequence

from manillen_tui import launch, words
from manillen_tui.agreement import rules_to_json
from manillen_tui.client import Client
from manillen_tui.config import interfaces, load_settings
from manillen_tui.logs import start_logging
from manillen_tui.terminal import check_terminal, measure_terminal
from manillen_tui.trouble import Trouble
from net.address import Address, parse_address


log = logging.getLogger(__name__)


def play(*, joining: bool = False, address: str | None = None) -> int:
    """Run the interface; with `joining` from the list of tables, with `address` from that table."""
    try:
        start_address = None if address is None else parse_address(address)
    except ValueError:
        return _complain(Trouble("bad-address", {"address": address}), 2)
    try:
        check_terminal()
    except Trouble as trouble:
        return _complain(trouble, 1)
    measure_terminal()
    start_logging("manillen")

    # Only now: Textual takes longer to import than everything above.
    from manillen_tui.ui.app import ManillenApp
    from manillen_tui.ui.services import HostOptions, Running, Services
    from net.discovery import Browser

    async def join(addresses: Sequence[Address], name: str, rights: str | None) -> Client:
        return await Client.join(addresses, name, rights=rights)

    async def host(options: HostOptions) -> Running:
        table = await launch.start_host(
            f"--name={options.name}",
            f"--player={options.player}",
            f"--rules-json={rules_to_json(options.rules)}",
            f"--seats={options.rules.players - options.computers}",
        )
        try:
            launch.remember(table)
        except OSError:
            log.exception("the way back to the table cannot be kept")
        return table

    settings, broken = load_settings()
    unread = Trouble("settings-broken", {"path": str(broken)}) if broken else None
    services = Services(
        join=join,
        browse=lambda: Browser(interfaces=interfaces()),
        host=host,
        running=launch.running,
    )
    app = ManillenApp(settings, services, start_address, joining=joining, trouble=unread)
    app.run(mouse=False)
    return app.return_code or 0


def _complain(trouble: Trouble, code: int) -> int:
    print(f"manillen: {words.trouble(trouble.code, trouble.details)}", file=sys.stderr)
    return code
