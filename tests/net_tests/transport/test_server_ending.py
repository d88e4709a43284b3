"""How a table ends: what its guests are told, and that nothing is left running."""

import asyncio

import pytest
from msgspec.structs import replace

from net.protocol.host_messages import Info
from net.transport.unreachable import Nacked, Unreachable
from support.serving import RIGHTS, SWIFT, serving
from support.toy_game import ToyGame


async def test_the_holder_of_the_rights_closes_the_table_for_all() -> None:
    async with serving() as table:
        ann = await table.guest("Ann", rights=RIGHTS)
        jan = await table.guest("Jan")
        with pytest.raises(Nacked, match="no-rights"):
            await jan.manage("close")
        await ann.manage("close")
        assert await table.server.ended() == "closed"
        await table.server.stop("closed")
        assert (await ann.sees_bye()).code == (await jan.sees_bye()).code == "closed"


async def test_a_deserted_table_ends() -> None:
    async with serving(limits=replace(SWIFT, deserted_s=0.05)) as table:
        assert await table.server.ended() == "deserted"


async def test_a_table_with_somebody_at_it_is_not_deserted() -> None:
    async with serving() as table:
        ann = await table.guest("Ann")
        table.server.limits = replace(SWIFT, deserted_s=0.1)
        ending = asyncio.create_task(table.server.ended())
        await asyncio.wait([ending], timeout=0.2)
        assert not ending.done()
        await ann.connection.close()
        assert await ending == "deserted"


async def test_stopping_says_goodbye_to_everybody_and_leaves_nothing() -> None:
    async with serving() as table:
        ann, jan = await table.table_of("Ann", "Jan")
        stranger = await table.raw()
        await table.server.stop("closing")
        assert (await ann.sees_bye()).code == (await jan.sees_bye()).code == "closing"
        assert await stranger.ends_with() == "closing"
        with pytest.raises(Unreachable, match="refused"):
            await table.guest("Late")


async def test_stopping_does_not_wait_for_guests_who_do_not_read() -> None:
    limits = replace(SWIFT, goodbye_s=0.2)
    async with serving(limits=limits) as table:
        guests = await table.table_of("Ann")
        deaf = await table.raw()
        await deaf.sit_down()
        deaf.stop_reading()
        loop = asyncio.get_running_loop()
        began = loop.time()
        await table.server.stop()
        assert loop.time() - began < 1.0
        assert (await guests[0].sees_bye()).code == "closing"


async def test_a_failing_on_change_keeps_nobody_waiting() -> None:
    def fail(_info: Info) -> None:
        raise BrokenPipeError

    async with serving(ToyGame(last=1), on_change=fail) as table:
        (guest,) = await table.table_of("Ann")
        await guest.say(1)
        await guest.sees_state("over")


async def test_public_changes_are_announced() -> None:
    told: list[Info] = []
    async with serving(ToyGame(last=1), on_change=told.append) as table:
        (ann,) = await table.table_of("Ann")
        await ann.say(1)
        await ann.sees_state("over")
    assert [(info.state, info.people) for info in told] == [
        ("lobby", 1),
        ("playing", 1),
        ("over", 1),
    ]
