"""Start a host as a process of its own, and find the way back to it later.

The host outlives the interface that started it: it has its own session and no terminal. Its first
line of output says where it listens and carries the spoken code and the token of the host's rights,
which never appear on a command line; after that line it lets go of the pipe.
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
    """Run `manillen host --headless` with these options; `Trouble` says why there is no table.

    `env` is its environment, if not that of this program.
    """
    command = python("manillen_tui", "host", "--headless", *options)
    process = await asyncio.to_thread(start_to_stay, *command, env=env)
    assert process.stdout is not None
    try:
        return await first_line(asyncio.to_thread(process.stdout.readline))
    except Trouble:
        process.kill()  # where it did not end by itself
        raise
    except asyncio.CancelledError:  # nobody wants the table any more
        process.terminate()
        raise


async def first_line(reading: Awaitable[bytes]) -> ReadyLine:
    """The table that a headless host tells of; `Trouble` where it tells why there is none, or does
    not tell anything for long.
    """
    try:
        line = await asyncio.wait_for(reading, READY_S)
        try:
            return msgspec.json.decode(line, type=ReadyLine)
        except msgspec.ValidationError:
            failed = msgspec.json.decode(line, type=FailedLine)
    except (TimeoutError, ValueError) as error:
        raise Trouble("host-failed", {"log": str(log_file("host"))}) from error
    raise Trouble(failed.trouble, failed.details)


def remember(table: ReadyLine) -> None:
    """Keep the way back to this table: readable by this person alone, as it holds the rights.

    `OSError` where nothing can be kept: then the table is open all the same.
    """
    folder = _memory()
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{table.table}.json", msgspec.json.encode(table))


def hold(table: str, rights: str | None, code: str | None) -> None:
    """What this person holds by now of the table with this id: `rights` None where they were
    passed on, `code` None for the one that is known. `OSError` where that cannot be kept.
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
    """The table with this id runs no more: there is nothing of it to go back to."""
    with suppress(OSError):
        (_memory() / f"{table}.json").unlink(missing_ok=True)


def forget(table: str, saved: Path | None) -> None:
    """Keep no way back to a table; the file that it is `saved` in is deleted. `Trouble` if not."""
    if saved is not None:
        saved_tables.throw_away(saved)
    ended(table)
    saved_seats.forget(table)


async def answers(table: str, addresses: Sequence[Address]) -> bool:
    """Whether the table with this id answers at one of these addresses just now."""
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
    """The table remembered last of those that still answer under their ids."""
    for path in _remembered():
        try:
            table = msgspec.json.decode(path.read_bytes(), type=ReadyLine)
            info, _ = await probe(table.address, Limits())
        except (OSError, msgspec.DecodeError) as error:
            log.warning("%s cannot be read: %s", path, error)
        except Unreachable as error:
            log.info("the table of %s does not answer: %s", path, error.code)
            if error.code == "refused":
                path.unlink(missing_ok=True)
                if saved_tables.is_over(table.table):
                    saved_seats.forget(table.table)  # the seat would be looked for in vain
        else:
            if info.table == table.table:
                return table
            path.unlink(missing_ok=True)
    return None


def _remembered() -> list[Path]:
    """The newest first."""
    return sorted(_memory().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)


def _memory() -> Path:
    return state_dir() / "tables"
