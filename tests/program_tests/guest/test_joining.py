"""Getting a seat: the spoken code, claiming a seat, the host's rights."""

import asyncio

import pytest

from manillen_tui.guest.client import Client, Standing
from manillen_tui.trouble import Trouble
from net.transport.connection import Connection
from support.cable import cable
from support.house import CODE, House, house, people_of, until
from support.playing import RIGHTS


async def gone(client: Client) -> str:
    while client.gone is None:
        await client.changed()
    return client.gone.code


async def away(held: House, seat: int, looking: Client) -> None:
    """End this person's program."""
    (client,) = [one for one in held.people if one.seat == seat and one is not looking]
    await client.close()
    await until(looking, lambda: looking.room.chairs[seat].away)


async def test_asking_without_a_code_says_so_and_counts_no_guess() -> None:
    async with house("Wim") as held:
        for _ in range(20):
            with pytest.raises(Trouble, match="code-needed") as needed:
                await held.guest("Noor", code=None)
            assert needed.value.details == {"table": "Tafel"}
        noor = await held.guest("Noor")
        assert noor.seat == 1
        assert not held.people[0].notices


async def test_only_the_holder_of_the_rights_is_told_the_spoken_code() -> None:
    async with house("Wim") as held:
        wim, noor = held.people[0], await held.guest("Noor")
        await until(wim, lambda: wim.code is not None)
        assert (wim.code, noor.code) == (CODE, None)
        await wim.new_code()
        await until(wim, lambda: wim.code != CODE)
        with pytest.raises(Trouble, match="badcode"):
            await held.guest("Els", code=CODE)
        els = await held.guest("Els", code=wim.code)
        assert els.seat == 2


async def test_wrong_codes_wait_ever_longer_and_the_host_is_told() -> None:
    async with house("Wim") as held:
        waits = []
        for _ in range(4):
            with pytest.raises(Trouble, match=r"badcode|wait") as refused:
                await held.guest("Noor", code="wrong words")
            waits.append(refused.value.details["seconds"])
        assert waits[0] == 0 and waits[-1] >= 1
        wim = held.people[0]
        await until(wim, lambda: len(wim.notices) >= 3)
        notices = [(notice.code, notice.args["count"]) for notice in wim.notices]
        assert notices[:3] == [("badcode", 1), ("badcode", 2), ("badcode", 3)]


async def test_an_open_table_asks_for_nothing() -> None:
    async with house("Wim", spoken=None) as held:
        noor = await held.guest("Noor")
        assert noor.seat == 1


async def test_a_full_table_offers_watching() -> None:
    async with house("Wim", "Noor", "Els", "Bea") as held:
        with pytest.raises(Trouble, match="full") as full:
            await held.guest("Jan")
        assert full.value.details == {"watch": True}
        jan = await held.guest("Jan", watch=True)
        assert jan.watches
        with pytest.raises(Trouble, match="no-chair"):
            await jan.say("hello")
        await jan.leave()


async def test_a_claimed_seat_is_given_when_the_host_admits_it() -> None:
    async with house("Wim", "Noor") as held:
        wim = held.people[0]
        await away(held, 1, wim)
        waits = asyncio.Event()
        claiming = asyncio.create_task(held.guest("Noor", seat=1, claim=True, pending=waits.set))
        await waits.wait()
        await until(wim, lambda: len(wim.room.claims) == 1)
        assert [(claim.seat, claim.name) for claim in wim.room.claims] == [(1, "Noor")]
        assert not claiming.done()
        await wim.admit(1)
        noor = await claiming
        assert (noor.seat, noor.name) == (1, "Noor")
        await until(wim, lambda: not wim.room.chairs[1].away)


async def test_a_declined_claim_gives_no_seat() -> None:
    async with house("Wim", "Noor") as held:
        wim = held.people[0]
        await away(held, 1, wim)
        claiming = asyncio.create_task(held.guest("Mallory", seat=1, claim=True))
        await until(wim, lambda: len(wim.room.claims) == 1)
        await wim.decline(1)
        with pytest.raises(Trouble, match="declined"):
            await claiming
        assert wim.room.chairs[1].name == "Noor"


async def test_a_claimant_may_give_up_waiting() -> None:
    async with house("Wim", "Noor") as held:
        wim = held.people[0]
        await away(held, 1, wim)
        claiming = asyncio.create_task(held.guest("Noor", seat=1, claim=True))
        await until(wim, lambda: len(wim.room.claims) == 1)
        claiming.cancel()
        await asyncio.wait([claiming])
        await until(wim, lambda: not wim.room.claims)


async def test_the_seat_of_somebody_present_cannot_be_claimed() -> None:
    async with house("Wim", "Noor") as held:
        with pytest.raises(Trouble, match="not-away"):
            await held.guest("Noor", seat=1, claim=True)
        assert people_of(held.people[0]) == ["Wim", "Noor"]


async def test_a_seat_resumed_elsewhere_ends_here_without_a_fight() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        noor = await held.guest("Noor", at=line.address)
        token = noor._guest.token
        elsewhere = await Connection.open(
            [held.address], "test", "en", held.limits, noor._guest.fingerprint
        )
        assert token is not None
        await elsewhere.resume(token)
        assert await gone(noor) == "displaced"
        await elsewhere.close()


async def test_rights_passed_to_a_guest_survive_a_lost_connection() -> None:
    async with house("Wim") as held, cable(held.address) as line:
        wim, noor = held.people[0], await held.guest("Noor", at=line.address)
        await wim.pass_on(1)
        await until(noor, lambda: noor.rights is not None and noor.code is not None)
        assert wim.rights is None and noor.rights != RIGHTS
        line.cut()
        await until(noor, lambda: noor.state is Standing.RECONNECTING)
        await until(noor, lambda: noor.state is Standing.CONNECTED)
        await noor.shut(3)
        await until(noor, lambda: noor.room.chairs[3].holder == "shut")
        with pytest.raises(Trouble, match="no-rights"):
            await wim.open(3)
        await noor.open(3)


async def test_anybody_may_pause_and_anybody_may_resume() -> None:
    async with house("Wim", "Noor") as held:
        wim, noor = held.people
        await held.begin()
        await noor.pause(True)
        await until(wim, lambda: wim.room.paused == "Noor")
        await wim.pause(False)
        await until(noor, lambda: noor.room.paused is None)


async def test_the_host_chooses_how_long_to_wait_for_somebody_away() -> None:
    async with house("Wim", "Noor") as held:
        wim, noor = held.people
        await wim.absence(12.5)
        await until(noor, lambda: noor.room.absence_ms == 12_500)
        await wim.absence(None)
        await until(noor, lambda: noor.room.absence_ms is None)


async def test_closing_the_table_always_ends_the_connection() -> None:
    async with house("Wim", "Noor") as held:
        wim, noor = held.people
        with pytest.raises(Trouble, match="no-rights"):
            await noor.close_table()
        assert noor.state is Standing.GONE
        closing = asyncio.create_task(wim.close_table())
        assert await held.server.ended() == "closed"
        await held.server.stop("closed")
        await closing
