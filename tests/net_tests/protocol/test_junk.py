"""Thousands of hostile frames at every stage of a connection. The match goes on."""

import asyncio
import gc
import logging
import random
import tracemalloc
from contextlib import suppress

import pytest
from msgspec.structs import replace

from net.ids import ConnectionId
from net.limits import Limits
from net.protocol.codec import encode
from net.protocol.guest_messages import (
    Do,
    Hello,
    Join,
    Manage,
    Pause,
    Probe,
    Prove,
    Resume,
    Seal,
    Share,
)
from net.protocol.host_messages import FromHost, Proof, Refused, Seated, Welcome
from net.protocol.host_session import FromClientToOwner, HostSession
from net.protocol.messages import MAGIC, PROTOCOL
from net.room.game import Move
from net.room.outcome import Outcome
from net.room.room import Room
from net.transport.unreachable import Nacked
from support.junk import IN_PLACE, hostile_bytes
from support.serving import CODE, RIGHTS, SWIFT, Guest, RawPeer, Serving, serving
from support.toy_game import ToyGame


HELLO = encode(Hello(PROTOCOL, "raw", "en"))
ENDLESS = 2**31 - 1
ANN = 0  # Ann's connection


def still_held() -> int:
    """How many of the bytes allocated since tracing began are still in use."""
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held


# Without sockets ----------------------------------------------------------------------------------


class Hostile:
    """A room where Ann plays with computer players, and one hostile session after another, each
    starting from a random stage.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.limits = Limits(absence_s=0.0)
        self.game = ToyGame(last=ENDLESS)
        self.room = Room(
            self.game,
            table="id",
            name="Tafel",
            host="Ann",
            rights=RIGHTS,
            computers=3,
            limits=self.limits,
            spoken=CODE,
        )
        self.now = 0.0
        self.visits = 0
        self.token = ""
        self._ids = 0
        self.room.join(ConnectionId(ANN), Join("Ann", 0, RIGHTS), self.now)
        self.ann(Manage(0, "start"))
        self.visit()

    def ann(self, command: Do | Manage | Pause) -> None:
        self._ids += 1
        self.room.obey(ConnectionId(ANN), replace(command, id=self._ids), self.now)

    def visit(self) -> None:
        self.visits += 1
        welcome = Welcome(PROTOCOL, "", "id", "Tafel", code=True)
        self.session = HostSession(welcome, self.limits, self.now)
        stage = self.random.randrange(6)
        if stage:
            self.feed(MAGIC)
        if stage > 1:
            self.feed(HELLO)
        if stage == 5:
            self.feed(encode(Resume(self.token, 0)))
        if stage in (3, 4):
            self.feed(encode(Prove(b"e" * 33)))
        if stage == 4:
            self.feed(encode(Prove(b"m" * 32, b"s" * 32)))
            self.feed(encode(Join("Mallory", self.random.choice([None, 1, 2, 3]))))

    def feed(self, data: bytes) -> None:
        cut = self.random.randint(0, len(data))
        for part in (data[:cut], data[cut:]):
            for message in self.session.receive(part, self.now):
                self._act(message)
        while self.session.data_to_send(self.now):
            pass
        self.now += self.random.random() / 10
        self.session.tick(self.now)

    def go_on(self) -> None:
        """Start a new session if the last has ended; now and then the others move."""
        if self.session.ended is not None:
            self.room.lost(ConnectionId(self.visits), self.now)
            self.visit()
        if self.random.random() < 0.1:
            self.others_move()

    def others_move(self) -> None:
        if self.room.room(self.now).paused is not None:
            self.ann(Pause(0, False))
        self.ann(Do(0, self.game.said, {"say": self.game.said + 1}))
        for seat in self.room.absent(self.now):
            said = self.game.said
            self.room.move(seat, Move(said, {"say": said + 1}), self.now)
        self.room.tick(self.now)

    def _act(self, message: FromClientToOwner) -> None:
        who, now = ConnectionId(self.visits), self.now
        match message:
            case Probe():
                self.session.send(self.room.info(), now)
            case Prove(seen=seen):
                self.session.send(Proof(b"p" * 32, seen), now)
            case Join():
                self._carry_out(self.room.join(who, message, now))
            case Resume():
                self._carry_out(self.room.resume(who, message, now))
            case Seal() | Share():
                self.room.add(who, message)
            case command:
                self._carry_out(self.room.obey(who, command, now))

    def _carry_out(self, outcome: Outcome) -> None:
        letters = [letter for who, letter in outcome.letters if who == ConnectionId(self.visits)]
        for message in [outcome.answer, *letters]:
            if message is not None:
                self._send(message)
        if outcome.bye is not None:
            self.session.end(outcome.bye, self.now)

    def _send(self, message: FromHost) -> None:
        self.session.send(message, self.now)
        if isinstance(message, Seated) and message.token is not None:
            self.token = message.token


@pytest.mark.parametrize("frames", [20_000, pytest.param(1_000_000, marks=pytest.mark.deep)])
def test_hostile_frames_raise_no_errors_and_leak_no_memory(frames: int) -> None:
    hostile = Hostile(seed=frames)
    seen: set[str] = set()
    untraced = frames * 3 // 4
    for number in range(frames):
        if number == untraced:
            tracemalloc.start()  # only now, as it slows everything down
        stage = hostile.session.stage.name
        hostile.feed(hostile_bytes(hostile.random, IN_PLACE.get(stage, [])))
        seen.add(stage)
        hostile.go_on()
    grown = still_held()
    print(f"{frames} frames, {hostile.visits} sessions, {hostile.game.said} moves, {grown} bytes")
    assert seen >= {"NEW", "KNOWN", "MET", "PROVEN", "SEATED"}
    assert hostile.visits > frames / 20
    assert hostile.game.said > frames / 50
    # After a million frames one of Python's own tables may grow, once, by 2 MB. Keeping a single
    # object of every few sessions would come to more than 8 bytes a frame.
    assert grown < 100_000 + 8 * (frames - untraced)


# Over TLS -----------------------------------------------------------------------------------------


async def plays(ann: Guest) -> None:
    """Ann says her numbers, and resumes whenever somebody has paused."""
    said = -1
    while ann.bye is None:
        await ann.look()
        with suppress(Nacked):
            if ann.room is not None and ann.room.paused is not None:
                await ann.connection.request(lambda number: Pause(number, False))
            if ann.view is not None and ann.view["said"] % 4 == 0 and ann.view["said"] > said:
                await ann.say(ann.view["said"] + 1)
                said = ann.view["said"]


class Mallory:
    """Somebody who has the code, and takes a seat whenever they want one."""

    def __init__(self, table: Serving, seed: int) -> None:
        self.random = random.Random(seed)
        self.connections = 0
        self._table = table
        self._token = ""

    async def throw(self) -> int:
        """Open a connection, get to some stage, send junk and close it. Returns the frames sent."""
        self.connections += 1
        stage = self.random.choice(["NOTHING", "NEW", "KNOWN", "SEATED", "SEATED"])
        count = self.random.randint(1, 8)
        kinds = IN_PLACE.get(stage, [])
        junk = [hostile_bytes(self.random, kinds) for _ in range(count)]
        peer = await self._sit_down() if stage == "SEATED" else await self._table.raw()
        begin = {"NEW": [MAGIC], "KNOWN": [MAGIC, HELLO]}.get(stage, [])
        peer.send(*begin, *junk)
        await self._table.hang_up(peer)
        return count

    async def _sit_down(self) -> RawPeer:
        peer = await self._table.raw()
        peer.send(MAGIC, HELLO, Resume(self._token, 0))
        while not isinstance(answer := await peer.receive(), Seated):
            if answer is None or isinstance(answer, Refused):
                await self._table.hang_up(peer)
                guest = await self._table.guest("Mallory")
                self._token = guest.token or ""
                await guest.connection.close()
                return await self._sit_down()
        self._token = answer.token or ""
        return peer


@pytest.mark.parametrize("frames", [200, pytest.param(5_000, marks=pytest.mark.deep)])
async def test_a_match_goes_on_while_hostile_frames_come_over_tls(
    frames: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    limits = replace(SWIFT, free_guesses=10**6)
    game = ToyGame(last=ENDLESS)
    async with serving(game, limits, code=CODE, pace_s=0.02, for_s=1800) as table:
        (ann,) = await table.table_of("Ann")
        playing = asyncio.create_task(plays(ann))
        mallory = Mallory(table, seed=frames)
        thrown = 0
        while thrown < frames:
            if thrown >= frames * 3 // 4 and not tracemalloc.is_tracing():
                tracemalloc.start()
            thrown += await mallory.throw()
        peers = list(table.server.door.peers.values())
        await asyncio.wait([peer.link.closed for peer in peers[1:]] or [playing], timeout=2.0)
        del peers
        grown = still_held()
        moves = game.said
        print(f"{thrown} frames, {mallory.connections} connections, {moves} moves, {grown} bytes")
        assert moves > mallory.connections / 4
        spectator = await table.connect()
        await spectator.prove(CODE)
        await Guest(spectator, await spectator.join("Jan", watch=True)).sees(said=moves + 1)
        assert not playing.done()
        assert grown < 1_000_000
        playing.cancel()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
