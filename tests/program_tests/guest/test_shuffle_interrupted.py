"""A shuffle that is interrupted at any of its steps, over the network: by a guest who is lost and
comes back, by a host that dies and is continued.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from manillen_tui.guest.client import Client
from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.host.table import random_secrets
from net.limits import Limits
from net.protocol.guest_messages import Part, Seal
from net.transport.connection import Connection
from support.house import House, house
from support.lasting import Player
from support.playing import NAMES


RULES = replace(PRESETS["malilla"], target=999, cut_automatic=True)
#: Nobody is given up who is lost for a moment.
PATIENT = Limits(share_s=20.0)
NOOR, ELS = 1, 2
PROVED = Verdict()
#: What may be said of a deal that an honest host died over.
HARMLESS = {
    PROVED,
    *map(Verdict, (Doubt.ABSENT, Doubt.LEFT_OUT, Doubt.MISSING, Doubt.BEGUN_AGAIN)),
}


@asynccontextmanager
async def playing_on() -> AsyncIterator[tuple[House, list[Player]]]:
    """Four people who play on whatever happens, once a match has begun."""
    async with house(*NAMES, rules=RULES, limits=PATIENT, secrets=random_secrets) as held:
        players = [Player(client, client.name) for client in held.people]
        try:
            yield held, players
        finally:
            for player in players:
                await player.stop()


async def verdicts(players: list[Player], deals: int) -> list[list[Verdict | None]]:
    """What each of them says of the first deals, once another has begun."""
    told = []
    for player in players:
        client = player.client
        await player.until(lambda client=client: bool(client.view and client.view.deal > deals))  # type: ignore[misc]
        told.append([client.proofs.of(deal) for deal in range(1, deals + 1)])
    return told


class Interruption:
    """What happens when a step is taken for the first time, with what is told of it on its way.

    `seat` is that of who takes it. `back`: after that Noor has sealed.
    """

    def __init__(
        self, held: House, step: str, seat: int | None, interrupt: Callable[[], None]
    ) -> None:
        self.came = asyncio.Event()
        self.back = asyncio.Event()
        self._when = (step, seat)
        self._interrupt = interrupt
        held.room.at_step = self._at_step

    def _at_step(self, step: str, seat: int | None) -> None:
        if self.came.is_set():
            if (step, seat) == ("seal", NOOR):
                self.back.set()
        elif (step, seat) == self._when:
            self.came.set()
            self._interrupt()


@contextmanager
def sealing_late(client: Client, until: asyncio.Event) -> Iterator[None]:
    """Somebody whose seals do not come before something has happened."""
    adds, tasks = Connection.add, set[asyncio.Task[None]]()

    async def add_later(self: Connection, part: Part) -> None:
        await until.wait()
        adds(self, part)

    def add(self: Connection, part: Part) -> None:
        if self is client._entry.connection and isinstance(part, Seal):
            tasks.add(asyncio.create_task(add_later(self, part)))
        else:
            adds(self, part)

    with patch.object(Connection, "add", add):
        yield


@pytest.mark.parametrize(("step", "seat"), [("commit", None), ("seal", NOOR)])
async def test_who_is_lost_before_the_seals_are_shown_and_is_back_by_then_proves_the_deal(
    step: str, seat: int | None
) -> None:
    async with playing_on() as (held, players):
        lost = Interruption(held, step, seat, lambda: held.drop(NOOR))
        with sealing_late(held.people[ELS], lost.back):
            await held.begin()
            assert await verdicts(players, 2) == [[PROVED] * 2] * 4
        assert lost.back.is_set()


@pytest.mark.parametrize(("step", "seat"), [("sealed", None), ("share", ELS), ("share", NOOR)])
async def test_who_is_lost_when_the_seals_are_shown_and_comes_back_proves_the_deal(
    step: str, seat: int | None
) -> None:
    async with playing_on() as (held, players):
        lost = Interruption(held, step, seat, lambda: held.drop(NOOR))
        await held.begin()
        assert await verdicts(players, 2) == [[PROVED] * 2] * 4
        assert lost.came.is_set()


@pytest.mark.parametrize(
    ("step", "seat"),
    [("commit", None), ("seal", NOOR), ("sealed", None), ("share", NOOR), ("shuffle", None)],
)
async def test_a_host_that_dies_during_a_shuffle_and_is_continued_is_never_called_dishonest(
    step: str, seat: int | None
) -> None:
    async with playing_on() as (held, players):
        killed = Interruption(held, step, seat, held.strike)
        beginning = asyncio.create_task(held.begin())
        await killed.came.wait()
        await held.kill()
        await held.go_on()
        await beginning
        told = await verdicts(players, 3)
        assert {first for first, *_ in told} <= HARMLESS
        assert [others for _, *others in told] == [[PROVED] * 2] * 4
