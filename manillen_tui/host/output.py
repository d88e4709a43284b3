"""What a host reports to whoever started it: JSON to a program, plain lines to a person."""

import logging
import os
import sys
from contextlib import suppress
from typing import Protocol

import msgspec

from manillen_tui.host.ready_line import FailedLine, ReadyLine
from manillen_tui.trouble import Trouble, complain
from manillen_tui.words import commands as said
from manillen_tui.words.catalogue import either
from manillen_tui.words.refusals import trouble_line
from net.protocol.host_messages import Info


log = logging.getLogger(__name__)


class Speaker(Protocol):
    def ready(self, table: ReadyLine) -> None: ...
    def failed(self, trouble: Trouble) -> None: ...
    def changed(self, info: Info) -> None: ...
    def ended(self, reason: str, unfinished: str | None) -> None:
        """`unfinished` is the table's id, if it can be continued another time."""


class Headless:
    """One line of JSON for the program that started the host; then the pipe is closed."""

    def ready(self, table: ReadyLine) -> None:
        try:
            self._say(msgspec.json.encode(table))
        except OSError as error:
            raise Trouble("unheard") from error  # nobody would have the host's rights

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
            # The reader must not have to wait until the table closes for this output to end.
            _go_silent()


class ByHand:
    """A few lines for the person who typed the command; the table goes on even if unread."""

    def ready(self, table: ReadyLine) -> None:
        addresses = either(table.addresses) or f"127.0.0.1:{table.port}"
        lines = [said.OPEN(name=table.name), said.BY_ADDRESS(addresses=addresses)]
        if table.code is None:
            lines.append(said.NO_CODE())
        else:
            lines += [said.CODE(), f"\n    {_large(table.code)}\n"]
        if table.problem is not None:
            lines.append(trouble_line(table.problem, {}))
        if not table.saved:
            lines.append(trouble_line("not-saved", {}))
        _print(*lines, said.HOW_TO_STOP())

    def failed(self, trouble: Trouble) -> None:
        with suppress(OSError):
            complain(trouble_line(trouble.code, trouble.details))

    def changed(self, info: Info) -> None:
        _print(said.seated_line(info.state, info.people, info.seats))

    def ended(self, reason: str, unfinished: str | None) -> None:
        if reason == "deserted":
            _print(said.NOBODY_HERE())
        if unfinished is None:
            _print(said.CLOSED())
        else:
            _print(said.SAVED(), said.HOW_TO_CONTINUE(table=unfinished))


def _print(*lines: str) -> None:
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        log.warning("cannot print any more: %s", reason)
        _go_silent()
        with suppress(OSError):
            complain(trouble_line("unread", {"reason": reason}))


def _go_silent() -> None:
    """Discard all further output, including what is still buffered."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _large(code: str) -> str:
    """Spaced capitals, to be read across a table."""
    return "   ".join(" ".join(word.upper()) for word in code.split())
