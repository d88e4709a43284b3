"""A guest's connection to a table, and probing which table an address leads to."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence

from net import clock
from net.address import Address
from net.limits import Limits
from net.protocol.guest_messages import Command, Hello, Join, Part, Probe, Prove, Resume
from net.protocol.host_messages import (
    Ack,
    Bye,
    Info,
    Seated,
    Welcome,
)
from net.protocol.messages import PROTOCOL
from net.protocol.session import Stage
from net.security.spoken_code import BadElement, Prover
from net.transport.guest_line import GuestLine, Push
from net.transport.unreachable import UNANSWERED, Unreachable, nobody


log = logging.getLogger(__name__)


async def probe(address: Address, limits: Limits) -> tuple[Info, float]:
    """Which table is there, and the round-trip time in seconds. Raises `Unreachable`."""
    try:
        async with asyncio.timeout(limits.probe_s):
            line = await GuestLine.open(address, Probe(PROTOCOL), limits)
            try:
                asked = clock.now()
                info = await line.first
                round_trip_s = clock.now() - asked
            finally:
                await line.close()
    except TimeoutError:
        raise nobody("timeout", address) from None
    if not isinstance(info, Info):
        raise nobody("not-a-table", address)
    if info.pv != PROTOCOL:
        update = "guest" if info.pv > PROTOCOL else "host"
        raise Unreachable("version", {"update": update, "pv": info.pv})
    return info, round_trip_s


class Connection:
    """One connection to a table.

    After `open`, `prove` the spoken code if ``welcome.code`` is set, then `join`; or `resume`.
    Iterate over the connection for what the host pushes: of `State` and `RoomState` only the newest
    one waiting, with rising revisions, everything else in order, and finally one `Bye`, the host's
    or one with this side's own code. `fingerprint` is the SHA-256 of the host's certificate.
    """

    def __init__(self, line: GuestLine, welcome: Welcome) -> None:
        self.address = line.address
        self.welcome = welcome
        self.fingerprint = line.fingerprint
        self._line = line
        self._last_id = 0
        self._over = False

    @classmethod
    async def open(
        cls,
        addresses: Sequence[Address],
        app: str,
        language: str,
        limits: Limits,
        fingerprint: bytes | None = None,
    ) -> "Connection":
        """Connect to the first of these addresses that answers as a table.

        With a `fingerprint`, only that table will do, and nothing is sent to any other. Raises
        `Unreachable`; if several addresses failed, preferably for a reason given by a host.
        """
        problems: list[Unreachable] = []
        hello = Hello(PROTOCOL, app[:64], language[:64])
        for address in addresses:
            try:
                return await cls._open(address, hello, limits, fingerprint)
            except Unreachable as problem:
                log.info("%s: %s", address, problem.code)
                problems.append(problem)
        problems.append(Unreachable("unknown-host"))
        raise min(problems, key=lambda problem: problem.code in UNANSWERED)

    @classmethod
    async def _open(
        cls, address: Address, hello: Hello, limits: Limits, fingerprint: bytes | None
    ) -> "Connection":
        try:
            async with asyncio.timeout(limits.connect_s):
                line = await GuestLine.open(address, hello, limits)
                try:
                    if fingerprint is not None and line.fingerprint != fingerprint:
                        raise nobody("other-certificate", address)
                    welcome = await line.first
                except BaseException:
                    await line.close()
                    raise
        except TimeoutError:
            raise nobody("timeout", address) from None
        if not isinstance(welcome, Welcome):
            raise AssertionError("a session lets nothing else through")
        return cls(line, welcome)

    async def prove(self, code: str) -> None:
        """Prove the spoken code, in any case and with any separators. Counts as one guess.

        Raises `Unreachable`: ``badcode``, ``wait``, or ``relay`` if somebody sits between this
        guest and the host.
        """
        prover = await asyncio.to_thread(Prover, code)
        theirs = await self._line.prove(Prove(prover.element))
        try:
            await asyncio.to_thread(prover.meet, theirs.message)
        except BadElement:
            await self._line.close("badframe")
            raise self._line.end() from None
        mine = self.fingerprint
        proof = await self._line.prove(Prove(prover.confirm(mine), mine))
        if not prover.confirmed(proof.message, proof.seen) or proof.seen != mine:
            await self._line.close("relay")
            raise Unreachable("relay", {"address": str(self.address)})

    async def join(
        self,
        name: str,
        seat: int | None = None,
        rights: str | None = None,
        *,
        watch: bool = False,
        claim: bool = False,
    ) -> Seated:
        """Take a seat. Raises `SeatRefused`, or `Unreachable` if the connection ends.

        A `claim` may have to wait for a decision: see `pending`.
        """
        return await self._seat(Join(name[:200], seat, rights, watch, claim))

    async def resume(self, token: str, revision: int = 0, rights: str | None = None) -> Seated:
        """Resume the seat of this token. Raises as `join` does."""
        return await self._seat(Resume(token, revision, rights))

    async def _seat(self, join: Join | Resume) -> Seated:
        seated = await self._line.join(join)
        self._last_id = seated.last_id
        return seated

    @property
    def pending(self) -> bool:
        """Whether a claim is waiting for the holder of the host's rights."""
        return self._line.session.stage is Stage.PENDING and self._line.session.ended is None

    async def until_pending(self) -> None:
        """Wait until `pending`. Raises `Unreachable` if the connection ends."""
        await asyncio.shield(self._line.pending)

    def add(self, part: Part) -> None:
        """Send a seal or a share for the shuffle of a deal; there is no answer."""
        self._line.link.send(part)

    async def request(
        self, make_command: Callable[[int], Command], number: int | None = None
    ) -> Ack:
        """Send ``make_command(id)`` and wait for the host's answer.

        Ids continue after those that the seat has used. To repeat a command after a lost
        connection, pass its id as `number`: the host carries it out once. Raises `Nacked` with the
        host's reason, or `Unreachable` if the connection ends before the answer.
        """
        if self._line.session.ended is not None:
            raise self._line.end()
        if number is None:
            number = self._last_id + 1
        self._last_id = max(self._last_id, number)
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._line.answers[number] = answer
        try:
            self._line.link.send(make_command(number))
            return await answer
        finally:
            del self._line.answers[number]

    def __aiter__(self) -> AsyncIterator[Push | Bye]:
        return self

    async def __anext__(self) -> Push | Bye:
        line = self._line
        while not line.pushes:
            if self._over:
                raise StopAsyncIteration
            if line.session.ended is not None:
                self._over = True
                return line.session.ended
            line.news.clear()
            await line.news.wait()
        return line.pushes.pop(next(iter(line.pushes)))

    async def close(self) -> None:
        """Close the connection, leaving no task behind."""
        await self._line.close()
