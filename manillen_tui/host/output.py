"""How a host tells whoever started it what goes on: a program by JSON, a person in plain lines."""

import logging
import os
import sys
from contextlib import suppress
from typing import Protocol

import msgspec

from manillen_tui import words
from manillen_tui.host.ready_line import FailedLine, ReadyLine
from manillen_tui.trouble import Trouble, complain
from manillen_tui.words import _
from net.protocol.host_messages import Info


log = logging.getLogger(__name__)


class Speaker(Protocol):
    def ready(self, table: ReadyLine) -> None: ...
    def failed(self, trouble: Trouble) -> None: ...
    def changed(self, info: Info) -> None: ...
    def ended(self, reason: str, unfinished: str | None) -> None:
        """`unfinished` is the id of the table, where it can go on another time."""


class Headless:
    """One line of JSON for the program that started it; then it lets go of the pipe."""

    def ready(self, table: ReadyLine) -> None:
        try:
            self._say(msgspec.json.encode(table))
        except OSError as error:
            raise Trouble("unheard") from error  # a table that nobody has the rights of

    def failed(self, trouble: Trouble) -> None:
        with suppress(OSError):
            self._say(msgspec.json.encode(FailedLine(trouble.code, trouble.details)))

    def changed(self, info: Info) -> None: ...
    def ended(self, reason: str, unfinished: str | None) -> None: ...

    def _say(self, line: bytes) -> None:
        try:
            sys.stdout.buffer.write(line + b"\n")
            sys.stdout.buffer.flush()
        finally:
            # Whoever waits for this output to end shall not wait for the table to close.
            _go_silent()


class ByHand:
    """A few lines for the person who typed the command. The table goes on if nobody reads them."""

    def ready(self, table: ReadyLine) -> None:
        open_ = _("{name} is open. The others start `manillen` and choose Join.")
        where = words.listed(table.addresses, _("or")) or f"127.0.0.1:{table.port}"
        lines = [open_.format(name=table.name), _("By address: {where}").format(where=where)]
        if table.code is None:
            lines.append(_("Whoever is on this network may sit down: no code is asked for."))
        else:
            lines += [_("They are asked for this code:"), f"\n    {_large(table.code)}\n"]
        if table.problem is not None:
            lines.append(words.trouble(table.problem, {}))
        if not table.saved:
            lines.append(words.trouble("not-saved", {}))
        _print(*lines, _("Ctrl+C ends the table."))

    def failed(self, trouble: Trouble) -> None:
        with suppress(OSError):
            complain(words.trouble(trouble.code, trouble.details))

    def changed(self, info: Info) -> None:
        seats = _("{people} of {seats} seated").format(people=info.people, seats=info.seats)
        _print(f"{words.room_state(info.state)}: {seats}")

    def ended(self, reason: str, unfinished: str | None) -> None:
        if reason == "deserted":
            _print(_("Nobody has been here for a while."))
        if unfinished is None:
            _print(_("The table is closed."))
            return
        on = _("`manillen host --continue {table}` goes on with it.").format(table=unfinished)
        _print(_("The table is put away."), on)


def _print(*lines: str) -> None:
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        log.warning("nobody hears the host any more: %s", reason)
        _go_silent()
        with suppress(OSError):
            said = words.trouble("unread", {"reason": reason})
            complain(said)


def _go_silent() -> None:
    """What is printed from here on, and what waits to be printed, goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _large(code: str) -> str:
    """Capitals with room between them: to be read across a table."""
    return "   ".join(" ".join(word.upper()) for word in code.split())
