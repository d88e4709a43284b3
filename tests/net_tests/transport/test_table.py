"""A table over real connections: spectators, claims, rights, a pause and a provable deal."""

import asyncio
from hashlib import sha256

import pytest
from msgspec.structs import replace

from net.protocol.guest_messages import Leave, Manage, Pause, Say, Seal, Share
from net.protocol.host_messages import Bye, Commit, Contribution, Key, Promise, Reveal, Sealed
from net.security.sealing import seal_of
from net.transport.unreachable import Nacked, SeatRefused, Unreachable
from support.serving import CODE, RIGHTS, SWIFT, Guest, Serving, serving
from support.toy_game import ToyGame


async def spectator(table: Serving, name: str = "Wim") -> Guest:
    connection = await table.connect()
    return Guest(connection, await connection.join(name, watch=True))


# Watchers -----------------------------------------------------------------------------------------


async def test_a_spectator_sees_the_others_match() -> None:
    async with serving() as table:
        ann, bob = await table.table_of("Ann", "Bob")
        wim = await spectator(table)
        assert (wim.seat, wim.token) == (None, None)
        await ann.say(1)
        await bob.say(2)
        await wim.sees(said=4)
        assert wim.view is not None
        assert wim.view["seat"] is None
        assert wim.room is not None
        assert wim.room.watchers == ("Wim",)


async def test_a_spectator_can_do_nothing_but_leave() -> None:
    async with serving() as table:
        (ann,) = await table.table_of("Ann")
        wim = await spectator(table)
        with pytest.raises(Nacked, match="no-chair"):
            await wim.say(1)
        with pytest.raises(Nacked, match="no-chair"):
            await wim.connection.request(lambda number: Say(number, "psst"))
        await wim.connection.request(Leave)
        assert await wim.sees_bye() == Bye("left")
        while ann.room is None or ann.room.watchers:
            await ann.look()
        await ann.say(1)
        await ann.sees(said=4)


async def test_a_ninth_spectator_is_refused_and_the_match_goes_on() -> None:
    async with serving() as table:
        (ann,) = await table.table_of("Ann")
        await asyncio.gather(*(spectator(table, f"W{number}") for number in range(8)))
        with pytest.raises(SeatRefused, match="watchers"):
            await spectator(table)
        await ann.say(1)
        await ann.sees(said=4)


async def test_a_fifth_person_may_watch_instead() -> None:
    async with serving() as table:
        for name in "ABCD":
            await table.guest(name)
        with pytest.raises(SeatRefused, match="full") as full:
            await table.guest("E")
        assert full.value.details == {"watch": True}
        assert (await spectator(table, "E")).seat is None


# Claims -------------------------------------------------------------------------------------------


async def test_somebody_on_another_machine_is_admitted_by_the_holder() -> None:
    async with serving(limits=replace(SWIFT, absence_s=3600.0)) as table:
        wim = await table.guest("Wim", rights=RIGHTS)
        bob = await table.guest("Bob")
        bob.connection._line.link.abort()
        while wim.room is None or not wim.room.chairs[1].away:
            await wim.look()
        connection = await table.connect()
        claiming = asyncio.create_task(connection.join("Bobby", 1, claim=True))
        await connection.until_pending()
        while not wim.room.claims:
            await wim.look()
        await wim.manage("admit", 1)
        back = Guest(connection, await claiming)
        assert (back.seat, back.name) == (1, "Bob")
        await back.ready()
        with pytest.raises(SeatRefused, match="taken"):
            await table.resume(bob.token or "")


async def test_somebody_on_another_machine_is_declined() -> None:
    async with serving(limits=replace(SWIFT, absence_s=3600.0)) as table:
        wim = await table.guest("Wim", rights=RIGHTS)
        bob = await table.guest("Bob")
        bob.connection._line.link.abort()
        while wim.room is None or not wim.room.chairs[1].away:
            await wim.look()
        connection = await table.connect()
        claiming = asyncio.create_task(connection.join("Bobby", 1, claim=True))
        await connection.until_pending()
        await wim.manage("decline", 1)
        with pytest.raises(SeatRefused, match="declined"):
            await claiming


# Rights -------------------------------------------------------------------------------------------


async def test_a_new_code_is_required_from_then_on() -> None:
    async with serving(code=CODE) as table:
        table.room._new_code = lambda: "delta echo"
        wim = await table.guest("Wim", rights=RIGHTS)
        await wim.gets(Key(CODE))
        await wim.manage("code")
        await wim.gets(Key("delta echo"))
        stranger = await table.connect()
        with pytest.raises(Unreachable, match="badcode"):
            await stranger.prove(CODE)
        bob = await table.connect()
        await bob.prove("delta echo")
        assert (await bob.join("Bob")).seat == 1


async def test_a_person_is_removed() -> None:
    async with serving() as table:
        wim = await table.guest("Wim", rights=RIGHTS)
        bob = await table.guest("Bob")
        await wim.manage("remove", 1)
        assert await bob.sees_bye() == Bye("removed")
        await wim.sees_holder(1, "empty")
        with pytest.raises(SeatRefused, match="taken"):
            await table.resume(bob.token or "")


async def test_the_rights_are_passed_on() -> None:
    async with serving(code=CODE) as table:
        wim = await table.guest("Wim", rights=RIGHTS)
        bob = await table.guest("Bob")
        await wim.manage("pass-on", 1)
        while not (keys := [one for one in bob.letters if isinstance(one, Key)]):
            await bob.look()
        assert keys[0].spoken == CODE
        assert keys[0].rights is not None
        with pytest.raises(Nacked, match="no-rights"):
            await wim.manage("close")
        await bob.manage("close")
        assert await table.server.ended() == "closed"
        assert not any(isinstance(one, Key) and one.rights for one in wim.letters)


# Pause --------------------------------------------------------------------------------------------


async def test_a_paused_table_is_resumed_by_anybody() -> None:
    async with serving() as table:
        ann, bob = await table.table_of("Ann", "Bob")
        await bob.connection.request(lambda number: Pause(number, True))
        while ann.room is None or ann.room.paused != "Bob":
            await ann.look()
        with pytest.raises(Nacked, match="paused"):
            await ann.say(1)
        bob.connection._line.link.abort()
        while not ann.room.chairs[1].away:
            await ann.look()
        await ann.connection.request(lambda number: Pause(number, False))
        await ann.say(1)
        await ann.sees(said=4)


async def test_the_hosts_choice_is_shown_to_everybody() -> None:
    async with serving() as table:
        ann, bob = await table.table_of("Ann", "Bob")
        await ann.connection.request(lambda number: Manage(number, "absence", value=1500))
        while bob.room is None or bob.room.absence_ms != 1500:
            await bob.look()


# The provable deal --------------------------------------------------------------------------------


def committed(deal: int) -> Commit:
    return Commit(deal, sha256(bytes([deal]) * 32).digest())


async def test_each_deal_is_shuffled_by_all_who_sit_at_the_table() -> None:
    async with serving(ToyGame(last=8, deal_every=4)) as table:
        ann, bob = await table.table_of("Ann", "Bob")
        shares = (Contribution(0, b"a" * 16), Contribution(1, b"b" * 16))
        for deal in (1, 2):
            seals = tuple(
                Promise(added.seat, seal_of(deal, added.seat, added.share)) for added in shares
            )
            for guest, seal in zip((ann, bob), seals, strict=True):
                await guest.gets(committed(deal))
                guest.connection.add(Seal(deal, seal.digest))
            for guest, added in zip((ann, bob), shares, strict=True):
                await guest.gets(Sealed(deal, seals))
                guest.connection.add(Share(deal, added.share))
            first = 4 * deal - 3
            await ann.sees(said=first - 1)
            while ann.room is None or not ann.room.waiting_for:
                await ann.look()
            await ann.say(first)
            await bob.say(first + 1)
            for guest in (ann, bob):
                await guest.gets(Reveal(deal, bytes([deal]) * 32, shares))
        await bob.sees_state("over")
        dealt = [record for record in table.journal.records if "shares" in record]
        assert dealt == 2 * [{"shares": [[0, b"a" * 16], [1, b"b" * 16]]}]


async def test_a_guest_who_does_not_shuffle_stalls_nobody() -> None:
    limits = replace(SWIFT, share_s=0.1)
    async with serving(ToyGame(last=4, deal_every=4), limits) as table:
        ann, bob = await table.table_of("Ann", "Bob")
        await ann.gets(committed(1))
        seal = seal_of(1, 0, b"a" * 16)
        ann.connection.add(Seal(1, seal))
        await ann.gets(Sealed(1, (Promise(0, seal),)))
        ann.connection.add(Share(1, b"a" * 16))
        while table.game.deals == 0:
            await ann.look()
        assert table.game.shares == {0: b"a" * 16}
        await ann.say(1)
        await bob.say(2)
        await ann.sees_state("over")
