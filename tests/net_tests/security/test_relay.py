"""A relay between guest and host is noticed, reported, and learns nothing."""

import pytest

from net.address import Address
from net.ids import ConnectionId
from net.protocol.guest_messages import Prove
from net.protocol.host_messages import Notice, Proof
from net.security.certificate import new_identity
from net.security.spoken_code import Prover
from net.transport.connection import Connection
from net.transport.unreachable import Unreachable
from support.closed_table import LOCAL, closed_table, guess
from support.relay import Message, as_it_is, relaying
from support.serving import CODE, SWIFT, serving


async def through(relay: Address, code: str = CODE) -> str:
    """How it ends for a guest who connects through the relay, and who then knows their table."""
    connection = await Connection.open([relay], "test", "en", SWIFT)
    try:
        await connection.prove(code)
    except Unreachable as refusal:
        return refusal.code
    finally:
        await connection.close()
    return "proved"


async def test_a_relay_that_passes_everything_on_is_noticed_at_both_ends() -> None:
    async with closed_table() as (table, ann), relaying(table.address, as_it_is) as relay:
        assert await through(relay) == "relay"
        await ann.gets(Notice("relay", {"address": LOCAL}))
        assert table.room.seated() == {ConnectionId(1): 0}
        # The relay has learned nothing, and nobody has used up a guess.
        assert await guess(table, CODE) == "proved"


async def test_a_wrong_code_through_a_relay_is_just_a_wrong_code() -> None:
    async with closed_table() as (table, ann), relaying(table.address) as relay:
        assert await through(relay, "opal opera") == "badcode"
        await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))


async def test_a_relay_that_reports_its_own_certificate_to_the_host_fails() -> None:
    async with closed_table() as (table, ann):
        mine = table.server.door.fingerprint

        def lie(message: Message) -> Message:
            if isinstance(message, Prove) and message.seen:
                return Prove(message.message, mine)
            return message

        async with relaying(table.address, lie) as relay:
            assert await through(relay) == "badcode"
            await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))


async def test_a_relay_that_hides_the_hosts_certificate_from_the_guest_is_noticed() -> None:
    async with closed_table() as (table, ann):
        seen: list[bytes] = []

        def lie(message: Message) -> Message:
            match message:
                case Prove(seen=bytes(mine)) if mine:
                    seen.append(mine)
                case Proof(message=mac) if seen:
                    return Proof(mac, seen[0])
            return message

        async with relaying(table.address, lie) as relay:
            assert await through(relay) == "relay"
            await ann.gets(Notice("relay", {"address": LOCAL}))


@pytest.mark.parametrize("side", [Prove, Proof])
async def test_a_relay_that_joins_in_the_proof_has_one_guess_like_anybody(
    side: type[Prove | Proof],
) -> None:
    async with closed_table() as (table, ann):
        own = Prover("opal opera").element

        def take_part(message: Message) -> Message:
            if isinstance(message, side) and not message.seen:
                letter = b"A" if side is Prove else b"B"
                return side(letter + own[1:])
            return message

        async with relaying(table.address, take_part) as relay:
            assert await through(relay) == "badcode"
            await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))


async def test_a_host_that_only_pretends_to_have_the_code_is_noticed() -> None:
    async with closed_table() as (table, _):

        def pretend(message: Message) -> Message:
            if isinstance(message, Proof) and message.seen:
                return Proof(b"m" * 32, message.seen)
            return message

        async with relaying(table.address, pretend) as relay:
            assert await through(relay) == "relay"


async def test_a_known_table_with_another_certificate_gets_no_token() -> None:
    async with closed_table() as (table, _):
        with pytest.raises(Unreachable, match="other-certificate") as other:
            await table.connect(new_identity().fingerprint)
        assert other.value.details == {"address": str(table.address)}
        known = await table.connect(table.server.door.fingerprint)
        assert known.fingerprint == table.server.door.fingerprint


async def test_the_known_table_is_found_among_two_addresses() -> None:
    async with serving(identity=new_identity()) as other, closed_table() as (table, _):
        connection = await Connection.open(
            [other.address, table.address],
            "test",
            "en",
            SWIFT,
            table.server.door.fingerprint,
        )
        assert connection.address == table.address
        await connection.close()
