"""A table's server: handles commands strictly in order, and sends everybody a view after each."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from net import clock
from net.ids import ConnectionId, SeatNumber
from net.limits import Limits
from net.protocol.guest_messages import Command, Join, Part, Resume, Seal, Share
from net.protocol.host_messages import FromHost, Info, Nack, Notice, Refused, State
from net.room.game import Body, Journal, Move
from net.room.outcome import Outcome
from net.room.room import Room
from net.security.certificate import Identity, new_identity
from net.transport.autoplay import Autoplay
from net.transport.door import Door, ForTable, Peer
from net.transport.port import bind


log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]


class Server:
    """Serves one room until it is stopped.

    `identity` is the table's on every connection (None: a new one). Every change is written to the
    `journal`, if there is one, before anybody is told. `pace_s` is how long a computer player takes
    for a move (None: as in the limits). `on_change` is called in the event loop whenever the
    table's public information changes.
    """

    def __init__(
        self,
        room: Room,
        *,
        identity: Identity | None = None,
        journal: Journal | None = None,
        limits: Limits | None = None,
        pace_s: float | None = None,
        app: str = "",
        on_change: Callable[[Info], None] | None = None,
    ) -> None:
        self.room = room
        self.limits = limits or room.limits
        self.door = Door(
            identity or new_identity(),
            room.spoken,
            self.limits,
            app=app,
            info=room.info,
            on_message=self._receive,
            on_end=self._part,
            on_notice=self.notice,
        )
        self._journal = journal
        self._autoplay = Autoplay(
            room,
            self.limits,
            self.limits.computer_move_s if pace_s is None else pace_s,
            move=self._let_move,
            tick=self._let_tick,
        )
        self._on_change = on_change
        self._known = room.info()
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._ended: asyncio.Future[str] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._deserted: asyncio.TimerHandle | None = None

    async def listen(self, host: str | None = None, port: int = 0) -> int:
        """Start serving, at the address and port as in `port.bind`. Returns the actual port."""
        loop = asyncio.get_running_loop()
        listening = bind(host, port)
        self._ended = loop.create_future()
        self.door.open(listening)
        self._tasks = [
            loop.create_task(self._serve_table(), name="table"),
            loop.create_task(self._autoplay.run(), name="autoplay"),
        ]
        self._watch_for_people()
        bound: int = listening.getsockname()[1]
        log.info("listening on port %d", bound)
        return bound

    def notice(self, code: str, args: Body) -> None:
        """Warn the holder of the rights about something at the door."""
        log.warning("%s: %s", code, args)
        holder = self.room.holder()
        if holder is not None:
            self._send(holder, Notice(code, dict(args)))

    async def ended(self) -> str:
        """Wait until the host should end: ``closed`` by the holder of the rights, ``deserted``, or
        the code given to `stop`.
        """
        if self._ended is None:
            raise RuntimeError("not listening")
        return await asyncio.shield(self._ended)

    async def stop(self, code: str = "closing") -> None:
        """Say goodbye to all and close everything, in at most `Limits.goodbye_s`."""
        self.door.shut()
        if self._deserted is not None:
            self._deserted.cancel()
        half_s = self.limits.goodbye_s / 2
        if self._tasks:
            table, autoplay = self._tasks
            autoplay.cancel()
            # A command that was applied is saved and told before the goodbye.
            self._jobs.put_nowait(None)
            await asyncio.wait([table], timeout=half_s)
            table.cancel()
            # The game's own code may be choosing a move, and may take a while to stop.
            await asyncio.wait([table, autoplay], timeout=half_s)
        await self.door.see_out(code)
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(code)

    # The table: one job at a time ----------------------------------------------------------------

    def _receive(self, peer: Peer, message: ForTable) -> None:
        match message:
            case Join() | Resume():
                self._jobs.put_nowait(partial(self._let_in, peer, message))
            case Seal() | Share():
                self._jobs.put_nowait(partial(self._add, peer, message))
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
                await self._deal()
            except Exception:
                log.exception("a job at the table failed")

    async def _let_in(self, peer: Peer, message: Join | Resume) -> None:
        if peer.ended is not None:
            return
        now = clock.now()
        try:
            if isinstance(message, Join):
                outcome = self.room.join(peer.number, message, now)
            else:
                self._hear_all()
                outcome = self.room.resume(peer.number, message, now)
        except Exception:
            log.exception("a join or resume failed")
            outcome = Outcome(bye="busy")
        if outcome.answer == Refused("unknown"):
            self.door.bad_token(peer)
        await self._carry_out(outcome, peer)

    async def _obey(self, peer: Peer, command: Command) -> None:
        peer.pending -= 1
        if peer.pending == self.limits.pending_commands - 1:
            peer.link.read_on(True)
        try:
            outcome = self.room.obey(peer.number, command, clock.now())
        except Exception:
            log.exception("a command failed")
            outcome = Outcome(Nack(command.id, "failed"))
        await self._carry_out(outcome, peer)

    async def _add(self, peer: Peer, part: Part) -> None:
        self.room.add(peer.number, part)

    async def _lose(self, peer: Peer) -> None:
        self._hear(peer)
        await self._carry_out(self.room.lost(peer.number, clock.now()), peer)

    def _hear_all(self) -> None:
        # Once a new token has arrived the old one is void, which matters to the next resume.
        for peer in self.door.peers.values():
            self._hear(peer)

    def _hear(self, peer: Peer) -> None:
        if peer.arrived:
            self.room.heard(peer.number)

    async def _deal(self) -> None:
        """Take a deal that is due through the steps of its shuffle, as soon as each may be done."""
        now = clock.now()
        for step in (self.room.commit, self.room.show_seals):
            word = step(now)
            if word is not None:
                self._autoplay.look()
                for who in self.room.seated():
                    self._send(who, word)
        if self.room.deal_ready(now):
            await self._carry_out(self.room.shuffle(now), None)

    # What has to be done -------------------------------------------------------------------------

    async def _carry_out(self, outcome: Outcome, peer: Peer | None) -> None:
        for who, code in outcome.byes:
            self._say_goodbye(who, code)
        if outcome.changed:
            outcome += await self._keep(outcome.record)
        if peer is not None and outcome.answer is not None:
            self._send(peer.number, outcome.answer)
        for who, letter in outcome.letters:
            self._send(who, letter)
        if outcome.changed:
            self._note_change()
            self._tell(self.room.audience())
        if peer is not None:
            if outcome.resend and peer.number in self.room.audience():
                self._tell({peer.number: self.room.audience()[peer.number]})
            if outcome.bye is not None:
                self._say_goodbye(peer.number, outcome.bye)
        if outcome.closing:
            self._end("closed")

    async def _keep(self, record: Body | None) -> Outcome:
        """Write the journal. If that fails the table goes on, but everybody is told so."""
        if self._journal is None:
            return Outcome()
        try:
            await self._journal.keep(record, self.room.dump())
        except Exception:
            if self.room.saved:
                log.exception("the table is not being saved")
            return self.room.note_saved(False)
        return self.room.note_saved(True)

    def _send(self, who: ConnectionId, message: FromHost) -> None:
        peer = self.door.peers.get(who)
        if peer is None:
            return
        peer.link.send(message)

    def _say_goodbye(self, who: ConnectionId, code: str) -> None:
        peer = self.door.peers.get(who)
        if peer is not None:
            peer.link.end(code)

    def _note_change(self) -> None:
        self._watch_for_people()
        self._autoplay.look()
        self.door.code = self.room.spoken
        known, self._known = self._known, self.room.info()
        if self._on_change is not None and known != self._known:
            try:
                self._on_change(self._known)
            except Exception:
                log.exception("on_change failed")

    def _tell(self, audience: dict[ConnectionId, SeatNumber | None]) -> None:
        """Send views before room states: whoever learns of a match already has its view."""
        room = self.room.room(clock.now())
        for who, seat in audience.items():
            view = self._view(seat)
            if view is not None:
                self._send(who, view)
            self._send(who, room)

    def _view(self, seat: SeatNumber | None) -> State | None:
        try:
            return self.room.view(seat)
        except Exception:
            # The others still get theirs, and this one gets the next.
            log.exception("no view for seat %s", seat)
            return None

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

    # What the autoplay asks for ------------------------------------------------------------------

    async def _let_move(self, seat: SeatNumber, move: Move) -> bool:
        return await self._in_turn(partial(self._move, seat, move))

    async def _let_tick(self) -> None:
        await self._in_turn(self._look_at_the_time)

    async def _in_turn(self, job: Callable[[], Awaitable[bool]]) -> bool:
        """Queue a job and wait for its result: whether it succeeded."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def do() -> None:
            well = False
            try:
                well = await job()
            finally:
                if not done.done():
                    done.set_result(well)

        self._jobs.put_nowait(do)
        return await done

    async def _move(self, seat: SeatNumber, move: Move) -> bool:
        outcome = self.room.move(seat, move, clock.now())
        refused = isinstance(outcome.answer, Nack)
        if isinstance(outcome.answer, Nack):
            log.warning("a move for seat %d was refused: %s", seat, outcome.answer.code)
        await self._carry_out(outcome, None)
        return not refused

    async def _look_at_the_time(self) -> bool:
        await self._carry_out(self.room.tick(clock.now()), None)
        return True
