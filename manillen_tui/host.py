"""The host of a table as a program of its own: it serves seats and shows no screen."""

import asyncio
import logging
import os
import secrets
import signal
import sys
from contextlib import suppress
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from manillen_tui import __version__, words
from manillen_tui.config import interfaces, load_settings
from manillen_tui.engine.rules import WEST_FLANDERS, Rules
from manillen_tui.launch import Failed, Ready
from manillen_tui.logs import log_file, start_logging
from manillen_tui.players.crew import ComputerPlayers
from manillen_tui.table import SeededSecrets, Table, random_secrets
from manillen_tui.trouble import Trouble
from manillen_tui.words import _
from net.address import DEFAULT_PORT, Address
from net.discovery import Announcer
from net.interfaces import local_addresses
from net.limits import Limits
from net.messages import Info
from net.room import Room
from net.server import Server


log = logging.getLogger(__name__)

STOPPED: Final = "stopped"  # by a signal


class HostOptions(Struct, frozen=True, kw_only=True):
    """What a table is opened with; None is the usual."""

    rules: Rules = WEST_FLANDERS
    name: str | None = None
    player: str | None = None  # whose table it is
    port: int | None = None
    computers: int = 0  # chairs that computer players take from the start
    pace_s: float | None = None
    seed: int | None = None  # the same deals each time
    headless: bool = False


def run(options: HostOptions) -> int:
    """Serve one table until it is closed, deserted or told to end; gives the exit code."""
    start_logging("host")
    speaker: _Speaker = _Headless() if options.headless else _ByHand()
    try:
        asyncio.run(_serve(options, speaker))
    except Trouble as trouble:
        log.error("no table: %s %s", trouble.code, trouble.details)
        speaker.failed(trouble)
        return 1
    except Exception:
        log.exception("the host ended by a fault of its own")
        speaker.failed(Trouble("host-failed", {"log": str(log_file("host"))}))
        return 1
    return 0


async def _serve(options: HostOptions, speaker: "_Speaker") -> None:
    stopped = _stop_signals(options.headless)
    limits = Limits()
    rights = secrets.token_urlsafe(16)
    players = ComputerPlayers()
    room = _room(options, players, rights, limits)
    announcer: Announcer | None = None

    def on_change(info: Info) -> None:
        speaker.changed(info)
        if announcer is not None:
            announcer.update(info)

    server = Server(
        room,
        pace_s=options.pace_s,
        app=f"manillen {__version__}",
        on_change=on_change,
    )
    wanted = DEFAULT_PORT if options.port is None else options.port
    try:
        port = await server.listen(port=wanted)
    except OSError as error:
        raise Trouble("port-taken", {"port": wanted, "reason": error.strerror or ""}) from error
    announcer = Announcer(room.info(), port, interfaces=interfaces())
    try:
        await asyncio.gather(players.start(), announcer.start())
        speaker.ready(
            Ready(
                table=room.table,
                name=room.name,
                port=port,
                rights=rights,
                pid=os.getpid(),
                addresses=tuple(str(Address(host, port)) for host in local_addresses()),
                problem=announcer.problem,
            )
        )
        ended = asyncio.ensure_future(server.ended())
        await asyncio.wait([stopped, ended], return_when=asyncio.FIRST_COMPLETED)
        reason = ended.result() if ended.done() else stopped.result()
        log.info("ending: %s", reason)
        speaker.ended(reason)
    finally:
        await asyncio.gather(server.stop(), announcer.stop(), players.stop())


def _room(options: HostOptions, players: ComputerPlayers, rights: str, limits: Limits) -> Room:
    settings, _broken = load_settings()
    player = options.player or settings.player
    secrets_of = random_secrets if options.seed is None else SeededSecrets(options.seed)
    return Room(
        Table(options.rules, secrets_of, players),
        table=secrets.token_hex(8),
        name=options.name or _("{name}'s table").format(name=player),
        host=player,
        rights=rights,
        computers=options.computers,
        limits=limits,
    )


def _stop_signals(headless: bool) -> "asyncio.Future[str]":
    """Done at the first signal that asks this program to end."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[str] = loop.create_future()

    def stop() -> None:
        if not stopped.done():
            stopped.set_result(STOPPED)

    for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is None:
            continue  # each system has its own set
        if name == "SIGHUP" and headless:
            signal.signal(number, signal.SIG_IGN)  # the closed terminal was not the table's
            continue
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
    return stopped


class _Speaker(Protocol):
    """How the host tells whoever started it what goes on."""

    def ready(self, table: Ready) -> None: ...
    def failed(self, trouble: Trouble) -> None: ...
    def changed(self, info: Info) -> None: ...
    def ended(self, reason: str) -> None: ...


class _Headless:
    """One line of JSON for the program that started it; then it lets go of the pipe."""

    def ready(self, table: Ready) -> None:
        try:
            self._say(msgspec.json.encode(table))
        except OSError as error:
            raise Trouble("unheard") from error  # a table that nobody has the rights of

    def failed(self, trouble: Trouble) -> None:
        with suppress(OSError):
            self._say(msgspec.json.encode(Failed(trouble.code, trouble.details)))

    def changed(self, info: Info) -> None: ...
    def ended(self, reason: str) -> None: ...

    def _say(self, line: bytes) -> None:
        try:
            sys.stdout.buffer.write(line + b"\n")
            sys.stdout.buffer.flush()
        finally:
            # Whoever waits for this output to end shall not wait for the table to close.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _ByHand:
    """A few lines for the person who typed the command."""

    def ready(self, table: Ready) -> None:
        print(
            _("{name} is open. The others start `manillen` and choose Join.").format(
                name=table.name
            )
        )
        where = words.listed(table.addresses, _("or")) or f"127.0.0.1:{table.port}"
        print(_("By address: {where}").format(where=where))
        if table.problem is not None:
            print(words.trouble(table.problem, {}))
        print(_("Ctrl+C closes the table."), flush=True)

    def failed(self, trouble: Trouble) -> None:
        print(f"manillen: {words.trouble(trouble.code, trouble.details)}", file=sys.stderr)

    def changed(self, info: Info) -> None:
        seats = _("{people} of {seats} seated").format(people=info.people, seats=info.seats)
        print(f"{words.room_state(info.state)}: {seats}", flush=True)

    def ended(self, reason: str) -> None:
        if reason == "deserted":
            print(_("Nobody has been here for a while."))
        print(_("The table is closed."), flush=True)
