"""Start a host as a process of its own, and find the way back to it later.

The host outlives the interface that started it: it has its own session and no terminal. Its first
line of output says where it listens and carries the spoken code and the token of the host's rights,
which never appear on a command line; after that line it lets go of the pipe.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from manillen_tui.config.logs import log_file
from manillen_tui.config.settings import state_dir
from manillen_tui.guest import saved_seats
from manillen_tui.host import saved_tables
from manillen_tui.host.saved_tables import Unfinished, unfinished, unreadable
from manillen_tui.trouble import Trouble
from net.address import Address
from net.limits import Limits
from net.transport.connection import probe
from net.transport.unreachable import Unreachable


READY_S: Final = 15.0
# Windows knows no sessions: there these flags part the host from the console.
_DETACHED: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "DETACHED_PROCESS", 0
)

log = logging.getLogger(__name__)


class Ready(msgspec.Struct, frozen=True):
    """The line a headless host prints when people may come.

    `rights` is the token of the host's rights, "" once the person who had them passed them on.
    `problem`: why no one can find it. `code` is the spoken one (None: nobody is asked for one),
    `fingerprint` the SHA-256 of the table's certificate in hexadecimal. `saved`: whether what
    happens is kept, so that the table can be continued.
    """

    table: str
    name: str
    port: int
    rights: str
    pid: int
    addresses: tuple[str, ...] = ()
    problem: str | None = None
    code: str | None = None
    fingerprint: str = ""
    saved: bool = True

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port)


class Failed(msgspec.Struct, frozen=True):
    """The line of a headless host that cannot open its table."""

    trouble: str
    details: dict[str, str | int] = {}


async def start_host(*options: str, env: Mapping[str, str] | None = None) -> Ready:
    """Run `manillen host --headless` with these options; `Trouble` says why there is no table.

    `env` is its environment, if not that of this program.
    """
    command = [sys.executable, "-P", "-m", "manillen_tui", "host", "--headless", *options]
    process = await asyncio.to_thread(_spawn, command, env)
    assert process.stdout is not None
    try:
        return await first_line(asyncio.to_thread(process.stdout.readline))
    except Trouble:
        process.kill()  # where it did not end by itself
        raise
    except asyncio.CancelledError:  # nobody wants the table any more
        process.terminate()
        raise


async def first_line(reading: Awaitable[bytes]) -> Ready:
    """The table that a headless host tells of; `Trouble` where it tells why there is none, or does
    not tell anything for long.
    """
    try:
        line = await asyncio.wait_for(reading, READY_S)
        try:
            return msgspec.json.decode(line, type=Ready)
        except msgspec.ValidationError:
            failed = msgspec.json.decode(line, type=Failed)
    except (TimeoutError, ValueError) as error:
        raise Trouble("host-failed", {"log": str(log_file("host"))}) from error
    raise Trouble(failed.trouble, failed.details)


def _spawn(command: Sequence[str], env: Mapping[str, str] | None) -> "subprocess.Popen[bytes]":
    # Not asyncio's own: that one kills its child when the loop that started it is gone.
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=_DETACHED,
        env=env,
    )


def remember(table: Ready) -> None:
    """Keep the way back to this table: readable by this person alone, as it holds the rights.

    `OSError` where nothing can be kept: then the table is open all the same.
    """
    folder = _memory()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{table.table}.json"
    draft = path.with_suffix(f".{os.getpid()}.new")  # a continued table is remembered already
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(table))
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def hold(table: str, rights: str | None, code: str | None) -> None:
    """What this person holds by now of the table with this id: `rights` None where they were
    passed on, `code` None for the one that is known. `OSError` where that cannot be kept.
    """
    path = _memory() / f"{table}.json"
    try:
        before = msgspec.json.decode(path.read_bytes(), type=Ready)
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


def saved() -> list[Unfinished]:
    """The tables of this person that can go on, the newest first; last those with a `trouble`.

    `start_host("--continue", table.table)` goes on with one of them.
    """
    return [*unfinished(), *unreadable()]


async def running() -> Ready | None:
    """The table remembered last of those that still answer under their ids."""
    for path in _remembered():
        try:
            table = msgspec.json.decode(path.read_bytes(), type=Ready)
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
