"""Starting a host as a process of its own, and finding it again later.

The host outlives the interface that started it: it has its own session and no terminal. Its first
line of output says where it listens, and carries the spoken code and the token for the host's
rights, which never appear on a command line; then it closes the pipe.
"""

import asyncio
import logging
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from manillen_tui.config.files import write_whole
from manillen_tui.config.logs import log_file
from manillen_tui.config.paths import state_dir
from manillen_tui.guest import saved_seats
from manillen_tui.host import saved_tables
from manillen_tui.host.ready_line import FailedLine, ReadyLine
from manillen_tui.own_process import python, start_to_stay
from manillen_tui.trouble import Trouble
from net.address import Address
from net.limits import Limits
from net.transport.connection import probe
from net.transport.unreachable import Unreachable


READY_S: Final = 15.0
log = logging.getLogger(__name__)


async def start_host(*options: str, env: Mapping[str, str] | None = None) -> ReadyLine:
    """Run `manillen host --headless` with these options. Raises `Trouble` if it fails to open.

    `env` is the host's environment; None: this program's.
    """
    command = python("manillen_tui", "host", "--headless", *options)
    process = await asyncio.to_thread(start_to_stay, *command, env=env)
    assert process.stdout is not None
    try:
        return await first_line(asyncio.to_thread(process.stdout.readline))
    except Trouble:
        process.kill()  # in case it has not exited
        raise
    except asyncio.CancelledError:  # the table is no longer wanted
        process.terminate()
        raise


async def first_line(reading: Awaitable[bytes]) -> ReadyLine:
    """The table that a headless host reports. Raises `Trouble` if it reports a failure, or nothing
    for too long.
    """
    try:
        async with asyncio.timeout(READY_S):
            line = await reading
        try:
            return msgspec.json.decode(line, type=ReadyLine)
        except msgspec.ValidationError:
            failed = msgspec.json.decode(line, type=FailedLine)
    except (TimeoutError, ValueError) as error:
        raise Trouble("host-failed", {"log": str(log_file("host"))}) from error
    raise Trouble(failed.trouble, failed.details)


def remember(table: ReadyLine) -> None:
    """Remember a running table in a file readable by this user only, as it holds the rights.

    Raises `OSError` if that cannot be written; the table is open all the same.
    """
    folder = _memory()
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{table.table}.json", msgspec.json.encode(table))


def hold(table: str, rights: str | None, code: str | None) -> None:
    """Update what is remembered of a table: `rights` None means passed on, `code` None unchanged.

    Raises `OSError` if that cannot be written.
    """
    path = _memory() / f"{table}.json"
    try:
        before = msgspec.json.decode(path.read_bytes(), type=ReadyLine)
    except (FileNotFoundError, msgspec.DecodeError):
        return
    now = msgspec.structs.replace(before, rights=rights or "", code=code or before.code)
    if now != before:
        remember(now)


def ended(table: str) -> None:
    """Forget a running table: it has ended."""
    with suppress(OSError):
        (_memory() / f"{table}.json").unlink(missing_ok=True)


def forget(table: str, saved: Path | None) -> None:
    """Forget a table and the seats at it, and delete the file it is `saved` in. Raises `Trouble`
    if the file cannot be deleted.
    """
    if saved is not None:
        saved_tables.throw_away(saved)
    ended(table)
    saved_seats.forget(table)


async def answers(table: str, addresses: Sequence[Address]) -> bool:
    """Whether the table with this id answers at one of these addresses now."""
    asking = [asyncio.create_task(_is_at(table, address)) for address in addresses]
    try:
        for answer in asyncio.as_completed(asking):
            if await answer:
                return True
        return False
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def _is_at(table: str, address: Address) -> bool:
    try:
        info, _ = await probe(address, Limits())
    except Unreachable:
        return False
    return info.table == table


async def running() -> ReadyLine | None:
    """The latest remembered table that still answers with its own id."""
    for path in _remembered():
        try:
            table = msgspec.json.decode(path.read_bytes(), type=ReadyLine)
            info, _ = await probe(table.address, Limits())
        except (OSError, msgspec.DecodeError) as error:
            log.warning("cannot read %s: %s", path, error)
        except Unreachable as error:
            log.info("the table of %s does not answer: %s", path, error.code)
            if error.code == "refused":
                path.unlink(missing_ok=True)
                if saved_tables.is_over(table.table):
                    saved_seats.forget(table.table)  # there is no table to come back to
        else:
            if info.table == table.table:
                return table
            path.unlink(missing_ok=True)
    return None


def _remembered() -> list[Path]:
    """The files of remembered tables, newest first."""
    return sorted(_memory().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)


def _memory() -> Path:
    return state_dir() / "tables"
