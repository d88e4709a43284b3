"""Something breaks in the middle of a deal, and still the match is played to its end."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

from manillen_tui.host.ready_line import ReadyLine
from support.lan import Machine, Program
from support.lan_guest import Happening, Result
from support.lan_programs import Guest, guest, host, order_for


class Game(NamedTuple):
    """It is Wim's turn in the middle of a deal; Noor and two computer players are waiting."""

    host: Program
    table: ReadyLine
    wim: Guest
    noor: Guest
    before: Happening  # Wim's hand

    async def is_cut(self) -> None:
        """Both notice that the host is gone; the table stays as they last saw it."""
        await self.noor.until("reconnecting")
        assert (await self.wim.until("reconnecting")).hand == self.before.hand

    async def is_back(self) -> Happening:
        """Both come back on their own; returns Wim's state."""
        await self.noor.until("connected")
        return await self.wim.until("connected")

    async def ends(self) -> Result:
        """Wim plays on, and both see the same end of the match."""
        await self.wim.go_on()
        result, other = await self.wim.result(), await self.noor.result()
        assert result.winner is not None
        assert (other.deals, other.totals, other.winner) == (
            (result.deals, result.totals, result.winner)
        )
        assert other.seat != result.seat
        return result


@asynccontextmanager
async def game(machines: list[Machine], *options: str) -> AsyncIterator[Game]:
    """The host on the first machine, Wim on the second and Noor on the third."""
    usual = ("--seats", "2", "--target", "1", "--seed", "7", "--automatic-cut")
    async with AsyncExitStack() as stack:
        program, table = await stack.enter_async_context(host(machines[0], *usual, *options))
        wim, noor = [
            await stack.enter_async_context(guest(machine, order))
            for machine, order in (
                (machines[1], order_for(table, "Wim", stops=5, holder=True)),
                (machines[2], order_for(table, "Noor")),
            )
        ]
        before = await wim.until("stopped")
        assert len(before.hand) == 5
        yield Game(program, table, wim, noor, before)


async def test_the_hosts_cable_is_unplugged_for_a_while(machines: list[Machine]) -> None:
    async with game(machines) as playing:
        machines[0].unplug()
        await playing.is_cut()

        machines[0].plug_in()
        back = await playing.is_back()

        assert back == Happening("connected", machines[0].address, playing.before.hand)
        await playing.ends()


async def test_the_host_gets_another_address(machines: list[Machine]) -> None:
    async with game(machines) as playing:
        before = machines[0].address
        machines[0].change_address()
        await playing.is_cut()

        back = await playing.is_back()

        assert back == Happening("connected", machines[0].address, playing.before.hand)
        assert (await playing.ends()).address == machines[0].address != before


async def test_the_host_is_killed_and_the_table_continued(machines: list[Machine]) -> None:
    async with game(machines) as playing:
        playing.host.kill()
        await playing.host.ended()
        await playing.is_cut()

        async with host(machines[0], "--continue", playing.table.table) as (_, again):
            assert (again.table, again.code) == (playing.table.table, playing.table.code)
            assert again.fingerprint == playing.table.fingerprint
            assert (await playing.is_back()).hand == playing.before.hand
            await playing.ends()


async def test_a_guest_killed_on_their_turn_keeps_nobody_from_the_end(
    machines: list[Machine],
) -> None:
    async with game(machines, "--absence", "now") as playing:
        playing.wim.program.kill()

        result = await playing.noor.result()

        assert result.winner is not None


async def test_a_guests_cable_is_unplugged_for_a_while(machines: list[Machine]) -> None:
    async with game(machines) as playing:
        machines[1].unplug()
        await playing.wim.until("reconnecting")

        machines[1].plug_in()
        back = await playing.wim.until("connected")

        assert back.hand == playing.before.hand
        await playing.ends()
