"""The host of a table: commands strictly in order, and views for everybody after each."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from msgspec import structs

from net import clock
from net.door import Door, ForTable, Peer
from net.game import Body, Move
from net.limits import Limits
from net.messages import Ack, Command, Info, Join, Nack, Refused, Resume, Seated, Share
from net.port import bind
from net.room import Outcome, Room
from net.security import Identity, new_identity


log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]


class _NotKept(Exception):
    """A record was not kept."""


class Server:
    """Serves one room until it is stopped.

    `identity` is what the table shows on every connection (None: a new one), `code` the spoken code
    to be proved before one may join (None: whoever is on the network may).

    `pace_s` is how long a computer player takes for a move (None: as the limits say). `on_change`
    is called in the event loop when what strangers may know of the table has changed.
    """

    def __init__(
        self,
        room: Room,
        *,
        identity: Identity | None = None,
        code: str | None = None,
        limits: Limits | None = None,
        pace_s: float | None = None,
        app: str = "",
        on_change: Callable[[Info], None] | None = None,
    ) -> None:
        self.room = room
        self.limits = limits or room.limits
        self.door = Door(
            identity or new_identity(),
            code,
            self.limits,
            app=app,
            info=self.info,
            on_message=self._receive,
            on_end=self._part,
            on_notice=self.notice,
        )
        self._pace_s = self.limits.computer_move_s if pace_s is None else pace_s
        self._on_change = on_change
        self._known = self.info()
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._ended: asyncio.Future[str] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._deserted: asyncio.TimerHandle | None = None

    async def listen(self, host: str | None = None, port: int = 0) -> int:
        """Begin to serve, at the address and port of `port.bind`. Gives the port that it got."""
        loop = asyncio.get_running_loop()
        listening = bind(host, port)
        self._ended = loop.create_future()
        self.door.open(listening)
        self._tasks = [
            loop.create_task(self._serve_table(), name="table"),
            loop.create_task(self._move_for_absent(), name="mover"),
        ]
        self._watch_for_people()
        bound: int = listening.getsockname()[1]
        log.info("listening at port %d", bound)
        return bound

    def info(self) -> Info:
        """What anybody may know of the table."""
        return structs.replace(self.room.info(), code=self.door.code is not None)

    def notice(self, code: str, args: Body) -> None:
        """Tell the holder of the rights of something at the door."""
        log.warning("%s: %s", code, args)

    async def ended(self) -> str:
        """Wait until the host should end: ``closed`` by the holder of the rights, ``deserted``, or
        ``storage`` when a record could not be kept."""
        if self._ended is None:
            raise RuntimeError("not listening")
        return await asyncio.shield(self._ended)

    async def stop(self, code: str = "closing") -> None:
        """Say goodbye to all and close everything; takes at most `Limits.goodbye_s`."""
        self.door.shut()
        if self._deserted is not None:
            self._deserted.cancel()
        half_s = self.limits.goodbye_s / 2
        if self._tasks:
            table, mover = self._tasks
            mover.cancel()
            # A command that was applied is kept and told before the goodbye.
            self._jobs.put_nowait(None)
            await asyncio.wait([table], timeout=half_s)
            table.cancel()
            # The game moves for absent seats in code of its own, which may take its time to end.
            await asyncio.wait([table, mover], timeout=half_s)
        await self.door.see_out(code)
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(code)

    # The table: one job at a time ----------------------------------------------------------------

    def _receive(self, peer: Peer, message: ForTable) -> None:
        match message:
            case Join():
                self._jobs.put_nowait(partial(self._seat, peer, message))
            case Resume() | Share():
                raise NotImplementedError
            case command:
                self._jobs.put_nowait(partial(self._obey, peer, command))
                peer.pending += 1
                if peer.pending == self.limits.pending_commands:
                    peer.link.read_on(False)

    def _part(self, peer: Peer) -> None:
        self._jobs.put_nowait(partial(self._lose, peer))

    async def _serve_table(self) -> None:
        while (job := await self._jobs.get()) is not None:
            try:
                await job()
            except _NotKept:
                # What was applied and not kept must not be told: this table cannot go on.
                self._end("storage")
                return
            except Exception:
                log.exception("the table failed")

    async def _seat(self, peer: Peer, join: Join) -> None:
        if peer.session.ended is None:
            await self._carry_out(self.room.join(peer.number, join, clock.now()), peer)

    async def _obey(self, peer: Peer, command: Command) -> None:
        peer.pending -= 1
        if peer.pending == self.limits.pending_commands - 1:
            peer.link.read_on(True)
        try:
            outcome = self.room.obey(peer.number, command, clock.now())
        except Exception:
            log.exception("a command made the table fail")
            outcome = Outcome(Nack(command.id, "failed"))
        await self._carry_out(outcome, peer)

    async def _lose(self, peer: Peer) -> None:
        await self._carry_out(self.room.lost(peer.number, clock.now()), peer)

    async def _move(self, seat: int, move: Move, done: "asyncio.Future[bool]") -> None:
        outcome = Outcome()
        try:
            outcome = self.room.move(seat, move, clock.now())
            if isinstance(outcome.answer, Nack):
                log.warning("a move for seat %d was refused: %s", seat, outcome.answer.code)
            await self._carry_out(outcome, None)
        finally:
            if not done.done():
                done.set_result(outcome.changed)

    async def _carry_out(self, outcome: Outcome, peer: Peer | None) -> None:
        if outcome.record is not None:
            try:
                await self.room.game.keep(outcome.record)
            except Exception as error:
                log.exception("a command could not be kept")
                raise _NotKept from error
        now = clock.now()
        if peer is not None:
            match outcome.answer:
                case Seated() | Refused() as answer:
                    peer.session.answer_join(answer, now)
                case Ack() | Nack() as answer:
                    peer.session.send(answer, now)
        if outcome.changed:
            self._note_change()
            for other in list(self.door.peers.values()):
                self._tell(other, now)
        if peer is not None:
            if outcome.resend:
                self._tell(peer, now)
            if outcome.bye is not None:
                peer.session.end(outcome.bye, now)
            peer.link.pump()
        if outcome.closing:
            self._end("closed")

    def _note_change(self) -> None:
        self._watch_for_people()
        self._changed.set()
        known, self._known = self._known, self.info()
        if self._on_change is not None and known != self._known:
            self._on_change(self._known)

    def _tell(self, peer: Peer, now: float) -> None:
        seat = self.room.seated().get(peer.number)
        if seat is None:
            return
        # The view first: who hears that the match is on has it already.
        try:
            view = self.room.view(seat)
        except Exception:
            # The others have theirs, and he will have the next.
            log.exception("no view for seat %d", seat)
            view = None
        if view is not None:
            peer.session.send(view, now)
        peer.session.send(self.room.room(now), now)
        peer.link.pump()

    def _watch_for_people(self) -> None:
        if self._deserted is not None:
            self._deserted.cancel()
            self._deserted = None
        if not self.room.seated():
            loop = asyncio.get_running_loop()
            self._deserted = loop.call_later(self.limits.deserted_s, self._end, "deserted")

    def _end(self, code: str) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(code)

    # Moves for those who are not there -----------------------------------------------------------

    async def _move_for_absent(self) -> None:
        failures = 0
        while True:
            self._changed.clear()
            now = clock.now()
            seats = self.room.absent(now)
            if not seats:
                patience_at = self.room.patience_at
                waits = patience_at is not None and patience_at > now
                await self._change(patience_at - now if waits and patience_at else None)
                continue
            # Another seat's turn after a failure: one must not hold up all.
            if await self._move_for(seats[failures % len(seats)]):
                failures = 0
            else:
                await self._change(self.limits.move_again_s * 2 ** min(failures, 5))
                failures += 1

    async def _move_for(self, seat: int) -> bool:
        began = clock.now()
        try:
            move = await self.room.game.move_for(seat)
        except Exception:
            log.exception("no move for seat %d", seat)
            return False
        await asyncio.sleep(max(0.0, began + self._pace_s - clock.now()))
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(partial(self._move, seat, move, done))
        return await done

    async def _change(self, timeout_s: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._changed.wait()
