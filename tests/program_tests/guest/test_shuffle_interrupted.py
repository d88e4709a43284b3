"""A shuffle is interrupted at any of its steps, over the network: by a guest who is lost and comes
back, or by a host that crashes and is continued.
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
#: Long enough not to give up on anybody lost for a moment.
PATIENT = Limits(share_s=20.0)
NOOR, ELS = 1, 2
PROVED = Verdict()
#: The possible doubts about a deal during which an honest host crashed.
HARMLESS = {
    PROVED,
    *map(Verdict, (Doubt.ABSENT, Doubt.LEFT_OUT, Doubt.MISSING, Doubt.BEGUN_AGAIN)),
}


@asynccontextmanager
async def playing_on() -> AsyncIterator[tuple[House, list[Player]]]:
    """Four people in a match, who play on whatever happens."""
    async with house(*NAMES, rules=RULES, limits=PATIENT, secrets=random_secrets) as held:
        players = [Player(client, client.name) for client in held.people]
        try:
            yield held, players
        finally:
            for player in players:
                await player.stop()


async def verdicts(players: list[Player], deals: int) -> list[list[Verdict | None]]:
    """Everybody's verdicts on the first deals, once another has begun."""
    told = []
    for player in players:
        client = player.client
        await player.until(lambda client=client: bool(client.view and client.view.deal > deals))  # type: ignore[misc]
        told.append([client.proofs.of(deal) for deal in range(1, deals + 1)])
    return told


class Interruption:
    """Something that happens when a step is taken for the first time, before anybody is told.

    `seat` is the seat that takes the step. `back`: only after Noor has sealed.
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
    """A guest whose seals are held back until something has happened."""
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
async def test_a_guest_back_before_the_seals_are_shown_proves_the_deal(
    step: str, seat: int | None
) -> None:
    async with playing_on() as (held, players):
        lost = Interruption(held, step, seat, lambda: held.drop(NOOR))
        with sealing_late(held.people[ELS], lost.back):
            await held.begin()
            assert await verdicts(players, 2) == [[PROVED] * 2] * 4
        assert lost.back.is_set()


@pytest.mark.parametrize(("step", "seat"), [("sealed", None), ("share", ELS), ("share", NOOR)])
async def test_a_guest_lost_when_the_seals_are_shown_proves_the_deal_when_back(
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
async def test_a_host_continued_after_dying_in_a_shuffle_is_never_blamed(
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
