"""`manillen` and `manillen join`: the interface, with the real network behind it."""

from manillen_tui.commands.terminal import check_terminal, measure_terminal
from manillen_tui.config.logs import start_logging
from manillen_tui.config.network import check_interfaces
from manillen_tui.config.settings import load_settings
from manillen_tui.guest.saved_seats import tables
from manillen_tui.launcher.local_tables import LocalTables
from manillen_tui.trouble import Trouble, complain
from manillen_tui.words.refusals import trouble_line
from net.address import Address, parse_address


def play(*, joining: bool = False, address: str | None = None) -> int:
    """Run the interface, starting with the list of tables (`joining`) or a table's `address`.

    A table where this person still has a seat can also be given by its name or its id.
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

    # Only now, as Textual takes longer to import than everything above.
    from manillen_tui.ui.app import ManillenApp

    settings, broken = load_settings()
    unread = Trouble("settings-broken", {"path": str(broken)}) if broken else None
    app = ManillenApp(settings, LocalTables(), start_address, joining=joining, trouble=unread)
    app.run(mouse=False)
    return app.return_code or 0


def _kept_at(table: str) -> Address | None:
    """The last address of a table where this person has a seat, by the table's id or name."""
    found = (kept for kept in tables() if table in (kept.table, kept.name))
    return next((kept.addresses[0] for kept in found), None)


def _complain(trouble: Trouble, code: int) -> int:
    complain(trouble_line(trouble.code, trouble.details))
    return code
