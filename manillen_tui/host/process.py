"""The host of a table as a process of its own: it serves seats and shows no screen."""

import asyncio
import logging
import os
import signal
import threading
from contextlib import suppress
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from manillen_tui import __version__
from manillen_tui.config.logs import log_file, start_logging
from manillen_tui.config.network import check_interfaces, interfaces
from manillen_tui.engine.rules import WEST_FLANDERS, Rules
from manillen_tui.host.opening import Opening, kept_table, new_table
from manillen_tui.host.output import ByHand, Headless, Speaker
from manillen_tui.host.ready_line import ReadyLine
from manillen_tui.players.crew import ComputerPlayers
from manillen_tui.trouble import Trouble
from net.address import DEFAULT_PORT, Address
from net.discovery.announce import Announcer
from net.discovery.interfaces import local_addresses
from net.limits import Limits
from net.protocol.host_messages import Info
from net.transport.server import Server


log = logging.getLogger(__name__)

STOPPED: Final = "stopped"  # by a signal, or by an error
ENDING: Final = "closing"  # what guests are told then, if the table can be continued
CLOSED: Final = "closed"  # for good, by the holder of the host's rights, or as nobody was left


class HostOptions(Struct, frozen=True, kw_only=True):
    """Options for opening a table; None means the default."""

    rules: Rules = WEST_FLANDERS
    name: str | None = None
    player: str | None = None  # the name of the table's host
    port: int | None = None
    computers: int = 0  # how many chairs start with computer players
    pace_s: float | None = None
    seed: int | None = None  # for the same deals each time
    headless: bool = False
    errand: bool = False  # ends with the program that started it, and is not saved
    guarded: bool = True  # by a spoken code
    #: until a computer player moves for somebody away; 0: at once, None: never
    absence_ms: int | UnsetType | None = UNSET
    kept: str | None = None  # continue this saved table: see `saved_tables.find`


def run(options: HostOptions) -> int:
    """Serve one table until it is closed, deserted or stopped; returns the exit code."""
    start_logging("host")
    speaker: Speaker = Headless() if options.headless else ByHand()
    if options.errand:
        threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        check_interfaces()
        asyncio.run(_serve(options, speaker))
    except Trouble as trouble:
        log.error("no table: %s %s", trouble.code, trouble.details)
        speaker.failed(trouble)
        return 1
    except Exception:
        log.exception("the host failed")
        speaker.failed(Trouble("host-failed", {"log": str(log_file("host"))}))
        return 1
    return 0


async def _serve(options: HostOptions, speaker: Speaker) -> None:
    stopped = _stop_signals(options.headless)
    players = ComputerPlayers()
    opening = _opening(options, players, Limits())
    room, store = opening.room, opening.store
    announcer: Announcer | None = None

    def on_change(info: Info) -> None:
        speaker.changed(info)
        if announcer is not None:
            announcer.update(info)

    server = Server(
        room,
        journal=store,
        identity=opening.identity,
        pace_s=options.pace_s,
        app=f"manillen {__version__}",
        on_change=on_change,
    )
    wanted = options.port or store.facts.port or DEFAULT_PORT
    await _begin_to_keep(opening)
    try:
        port = await server.listen(port=wanted)
    except OSError as error:
        await store.close(closed=options.kept is None)
        raise Trouble("port-taken", {"port": wanted, "reason": error.strerror or ""}) from error
    announcer = Announcer(room.info(), port, interfaces=interfaces())
    reason = STOPPED
    try:
        with suppress(OSError):  # already reported by the first `keep`
            await store.change(port=port)
        await asyncio.gather(players.start(), announcer.start())
        speaker.ready(
            ReadyLine(
                table=room.table,
                name=room.name,
                port=port,
                rights=opening.rights,
                pid=os.getpid(),
                addresses=tuple(str(Address(host, port)) for host in local_addresses()),
                problem=announcer.problem,
                code=room.spoken,
                fingerprint=opening.identity.fingerprint.hex(),
                saved=room.saved,
            )
        )
        ended = asyncio.ensure_future(server.ended())
        await asyncio.wait([stopped, ended], return_when=asyncio.FIRST_COMPLETED)
        reason = ended.result() if ended.done() else stopped.result()
    finally:
        log.info("ending: %s", reason)
        unfinished = reason != CLOSED and opening.goes_on
        if reason == STOPPED:  # guests would wait forever for a table that never comes back
            reason = ENDING if unfinished else CLOSED
        await asyncio.gather(server.stop(reason), announcer.stop(), players.stop())
        await store.close(closed=not unfinished)
    speaker.ended(reason, room.table if unfinished else None)


def _opening(options: HostOptions, players: ComputerPlayers, limits: Limits) -> Opening:
    if options.kept is not None:
        opening = kept_table(options.kept, players, seed=options.seed, limits=limits)
    else:
        opening = new_table(
            options.rules,
            players,
            name=options.name,
            player=options.player,
            computers=options.computers,
            seed=options.seed,
            guarded=options.guarded,
            limits=limits,
            keeps=not options.errand,
        )
    if options.absence_ms is not UNSET:
        opening.room.absence_ms = options.absence_ms
    return opening


async def _begin_to_keep(opening: Opening) -> None:
    """Save the table for the first time; if that fails, everybody will be told."""
    try:
        await opening.store.keep(None, opening.room.dump())
        await opening.store.change(closed=False)
    except OSError as error:
        log.error("the table cannot be saved: %s", error)
        opening.room.note_saved(False)


def _end_with_input() -> None:
    """Stop this process once its standard input closes: the program that started it has ended."""
    with suppress(OSError):  # there is no standard input
        while os.read(0, 4096):
            pass
    log.info("the program that started this table has ended")
    signal.raise_signal(signal.SIGTERM)


def _stop_signals(headless: bool) -> "asyncio.Future[str]":
    """A future that is done at the first signal to stop."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[str] = loop.create_future()

    def stop() -> None:
        if not stopped.done():
            stopped.set_result(STOPPED)

    for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is None:
            continue  # not on this system
        if name == "SIGHUP" and headless:
            signal.signal(number, signal.SIG_IGN)  # the table outlives the terminal
            continue
        if name != "SIGTERM" and signal.getsignal(number) is signal.SIG_IGN:
            continue  # set by `nohup`, or by a shell for its background jobs
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
    return stopped
