"""The way in over real TLS: the spoken code, whoever is in between, and whoever only knocks."""

import asyncio
import gc
import logging
import sys
import threading
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress

import pytest
from msgspec.structs import replace

from net import clock, door
from net.address import Address
from net.connection import Connection, Refused, Unreachable, probe
from net.messages import (
    MAGIC,
    PROTOCOL,
    Bye,
    Hello,
    Join,
    Notice,
    Ping,
    Pong,
    Probe,
    Proof,
    Prove,
    Resume,
    Seated,
    Welcome,
)
from net.security import guest_context, new_identity
from net.spoken import Prover, Verifier
from support.relay import Message, as_it_is, relaying
from support.serving import CODE, RIGHTS, SWIFT, Guest, RawPeer, Serving, serving


HELLO = Hello(PROTOCOL, "raw", "en")
#: For a crowd on a machine that has much else to do.
PATIENT = replace(SWIFT, join_s=120.0, connect_s=60.0, probe_s=60.0)
LOCAL = "127.0.0.1"


@asynccontextmanager
async def closed_table(**options: object) -> AsyncIterator[tuple[Serving, Guest]]:
    """A table with a code; Ann has the host's rights."""
    async with serving(code=CODE, **options) as table:  # type: ignore[arg-type]
        yield table, await table.guest("Ann", rights=RIGHTS)


async def guess(table: Serving, code: str) -> str:
    """Try this code once; what the host says to it."""
    connection = await table.connect()
    try:
        await connection.prove(code)
    except Unreachable as refusal:
        return refusal.code
    finally:
        await connection.close()
    return "proved"


class MovedClock:
    """The clock of every deadline, a moment ahead of the real one that the test chooses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        real = clock.now
        monkeypatch.setattr(clock, "now", lambda: real() + self.ahead)


# The spoken code ----------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["tango kilo", "Tango-Kilo", "TANGOKILO", " tango  kilo\n"])
async def test_whoever_has_the_code_sits_down_however_he_writes_it(typed: str) -> None:
    async with closed_table() as (table, _):
        connection = await table.connect()
        assert connection.welcome.code
        await connection.prove(typed)
        assert (await connection.join("Jan")).seat == 1


async def test_whoever_has_a_wrong_code_is_told_so_and_so_is_the_holder_of_the_rights() -> None:
    async with closed_table() as (table, ann):
        assert await guess(table, "tango lima") == "badcode"
        await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))
        assert await guess(table, CODE) == "proved"


async def test_after_some_wrong_codes_even_the_right_one_has_to_wait() -> None:
    async with closed_table(limits=replace(SWIFT, guess_s=30.0)) as (table, ann):
        codes = [await guess(table, f"tango {n}") for n in ("oscar", "opera", "opal")]
        assert codes == ["badcode"] * 3
        connection = await table.connect()
        with pytest.raises(Unreachable, match="wait") as waiting:
            await connection.prove(CODE)
        assert 29_000 < waiting.value.details["wait_ms"] <= 30_000
        await ann.gets(Notice("badcode", {"address": LOCAL, "count": 3}))


async def test_the_goodbye_to_a_wrong_code_says_how_long_the_next_has_to_wait() -> None:
    async with closed_table(limits=replace(SWIFT, guess_s=30.0, free_guesses=0)) as (table, _):
        connection = await table.connect()
        with pytest.raises(Unreachable, match="badcode") as wrong:
            await connection.prove("opal opera")
        assert 29_000 < wrong.value.details["wait_ms"] <= 30_000


async def test_two_proofs_are_computed_at_once_and_nobody_waits_for_them_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Each waits for another one at its side: alone it would never end.
    pair = threading.Barrier(2, timeout=20)
    at_once: list[str] = []
    most: list[int] = []

    class Watched(Verifier):
        def __init__(self, code: str, element: bytes) -> None:
            at_once.append(code)
            most.append(len(at_once))
            pair.wait()
            super().__init__(code, element)
            at_once.pop()

    monkeypatch.setattr(door, "Verifier", Watched)
    async with serving(code=CODE, limits=PATIENT) as table:
        assert await asyncio.gather(*(guess(table, CODE) for _ in range(6))) == ["proved"] * 6
    assert len(most) == 6 and max(most) == 2


@pytest.mark.parametrize("wrong_codes", [12, pytest.param(100, marks=pytest.mark.deep)])
async def test_wrong_codes_take_their_time_and_the_right_one_works_after_it(
    wrong_codes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = MovedClock(monkeypatch)
    async with closed_table(for_s=600) as (table, ann):
        wrong = early = 0
        while wrong < wrong_codes:
            connection = await table.connect()
            try:
                await connection.prove("opal opera")
            except Unreachable as refusal:
                if refusal.code == "badcode":
                    wrong += 1
                else:
                    assert refusal.code == "wait"
                    early += 1
                    time.ahead += refusal.details["wait_ms"] / 1000
            await connection.close()
            ann.letters.clear()
        assert early == wrong_codes - 3
        # 1, 2, 4, 8, 16, 32, and then a minute each; less what really went by meanwhile.
        print(f"{wrong} wrong codes waited {time.ahead:.0f} s")
        assert time.ahead >= 63 + 60 * (early - 6) - 30
        assert await guess(table, CODE) == "wait"
        time.ahead += 60
        assert await guess(table, CODE) == "proved"
        assert await guess(table, "opal opera") == "badcode"
        assert await guess(table, CODE) == "proved"


async def test_many_guesses_begun_at_once_are_no_way_round_the_wait() -> None:
    async with closed_table() as (table, _):
        peers = [await table.raw() for _ in range(10)]
        elements = []
        for number, peer in enumerate(peers):
            prover = Prover(f"tango {number}")
            peer.send(MAGIC, HELLO, Prove(prover.element))
            elements.append(await peer.receive_a(Proof))
        for peer in peers:
            peer.send(Prove(b"m" * 32, b"s" * 32))
        ends = [await peer.ends_with() for peer in peers]
        assert ends == ["badcode"] * 3 + ["wait"] * 7


async def test_a_proof_that_nobody_ends_counts_as_one(caplog: pytest.LogCaptureFixture) -> None:
    async with closed_table(limits=replace(SWIFT, guess_s=30.0)) as (table, ann):
        for _ in range(3):
            peer = await table.raw()
            peer.send(MAGIC, HELLO, Prove(Prover(CODE).element))
            await peer.receive_a(Proof)
            there = [other for other in table.server.door.peers.values() if other.unknown]
            peer.writer.transport.abort()
            await asyncio.wait([other.link.closed for other in there])
        assert await guess(table, CODE) == "wait"
        assert ann.letters == []


JUNK = {
    "nothing": b"",
    "the wrong side": b"B" + b"\1" * 32,
    "zero": b"A\1" + bytes(31),
    "of small order": b"A" + bytes(32),
    "not on the curve": b"A\2" + bytes(31),
    "too long": b"A" * 64,
    "random": bytes(range(33)),
}


@pytest.mark.parametrize("element", JUNK.values(), ids=JUNK.keys())
async def test_junk_for_an_element_is_a_wrong_code(
    element: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with closed_table() as (table, ann):
        peer = await table.raw()
        peer.send(MAGIC, HELLO, Prove(element))
        assert await peer.ends_with() == "badcode"
        await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))
        assert await guess(table, CODE) == "proved"
    assert "Traceback" not in caplog.text


async def test_before_the_proof_a_host_says_nothing_but_what_the_list_shows() -> None:
    async with closed_table() as (table, _):
        await table.guest("Jan")
        peer = await table.raw()
        peer.send(MAGIC, HELLO, Prove(Prover("opal opera").element))
        assert await peer.receive() == Welcome(PROTOCOL, "", "id", "Tafel", code=True)
        proof = await peer.receive()
        assert isinstance(proof, Proof)
        assert proof.seen == b""
        peer.send(Prove(b"m" * 32, b"s" * 32))
        bye = await peer.receive()
        assert isinstance(bye, Bye)
        assert bye.code == "badcode"
        info, _ = await probe(table.address, SWIFT)
        assert info == table.room.info()
        assert info.code


async def test_the_rights_alone_do_not_open_the_door() -> None:
    async with closed_table() as (table, _):
        peer = await table.raw()
        peer.send(MAGIC, HELLO, Join("Mallory", None, RIGHTS))
        assert await peer.ends_with() == "badframe"


async def test_a_token_opens_the_door_also_where_others_guessed_too_often() -> None:
    async with closed_table(limits=replace(SWIFT, guess_s=30.0)) as (table, _):
        jan = await table.guest("Jan")
        assert jan.token is not None
        for _ in range(4):
            await guess(table, "opal opera")
        again = await table.resume(jan.token)
        assert (again.seat, again.name) == (jan.seat, jan.name)
        assert (await jan.sees_bye()).code == "displaced"


async def test_a_token_that_opens_nothing_is_a_wrong_guess_too() -> None:
    async with closed_table(limits=replace(SWIFT, guess_s=30.0)) as (table, ann):
        for count in (1, 2, 3):
            with pytest.raises(Refused, match="unknown"):
                await table.resume("no such token")
            await ann.gets(Notice("badtoken", {"address": LOCAL, "count": count}))
        assert await guess(table, CODE) == "wait"


async def test_a_new_code_holds_from_then_on() -> None:
    async with closed_table() as (table, _):
        table.server.door.code = "opal opera"
        assert await guess(table, CODE) == "badcode"
        assert await guess(table, "opal opera") == "proved"


async def test_no_log_holds_the_code_or_a_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with closed_table() as (table, _):
        jan = await table.guest("Jan")
        await guess(table, "opal opera")
        with pytest.raises(Refused):
            await table.resume("no such token")
    assert "badcode" in caplog.text
    for secret in ("tango", "kilo", "opal", jan.token, "no such token", RIGHTS):
        assert str(secret) not in caplog.text


async def test_an_open_table_asks_for_no_code_but_is_encrypted() -> None:
    async with serving() as table:
        connection = await table.connect()
        assert not connection.welcome.code
        await connection.join("Jan")
        info, _ = await probe(table.address, SWIFT)
        assert not info.code
        tls = connection._line.link._transport
        assert tls is not None
        assert tls.get_extra_info("ssl_object").version() == "TLSv1.3"


# Somebody in between ------------------------------------------------------------------------------


async def through(relay: Address, code: str = CODE) -> str:
    """How it ends for a guest who takes this way, and who then knows his table."""
    connection = await Connection.open([relay], "test", "en", SWIFT)
    try:
        await connection.prove(code)
    except Unreachable as refusal:
        return refusal.code
    finally:
        await connection.close()
    return "proved"


async def test_a_relay_that_passes_everything_on_is_named_on_both_ends() -> None:
    async with closed_table() as (table, ann), relaying(table.address, as_it_is) as relay:
        assert await through(relay) == "relay"
        await ann.gets(Notice("relay", {"address": LOCAL}))
        assert table.room.seated() == {1: 0}
        # It has learned nothing, and it cost nobody a guess.
        assert await guess(table, CODE) == "proved"


async def test_a_wrong_code_through_a_relay_is_a_wrong_code() -> None:
    async with closed_table() as (table, ann), relaying(table.address) as relay:
        assert await through(relay, "opal opera") == "badcode"
        await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))


async def test_a_relay_that_tells_the_host_of_his_own_certificate_is_no_further() -> None:
    async with closed_table() as (table, ann):
        mine = table.server.door.fingerprint

        def lie(message: Message) -> Message:
            if isinstance(message, Prove) and message.seen:
                return Prove(message.message, mine)
            return message

        async with relaying(table.address, lie) as relay:
            assert await through(relay) == "badcode"
            await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))


async def test_a_relay_that_hides_from_the_guest_what_the_host_saw_is_found_out() -> None:
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
async def test_a_relay_that_takes_part_in_the_proof_has_one_guess_like_anybody(
    side: type[Prove | Proof],
) -> None:
    async with closed_table() as (table, ann):
        his = Prover("opal opera").element

        def take_part(message: Message) -> Message:
            if isinstance(message, side) and not message.seen:
                letter = b"A" if side is Prove else b"B"
                return side(letter + his[1:])
            return message

        async with relaying(table.address, take_part) as relay:
            assert await through(relay) == "badcode"
            await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))


async def test_a_host_that_only_says_that_it_has_the_code_is_found_out() -> None:
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


async def test_of_two_addresses_the_known_table_is_found() -> None:
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


# Whoever only knocks ------------------------------------------------------------------------------


async def test_a_client_in_plain_text_is_closed() -> None:
    async with closed_table() as (table, _):
        for said in (b"GET / HTTP/1.1\r\n\r\n", MAGIC + b"\0\0\0\1\x80", b"\0" * 100):
            reader, writer = await asyncio.open_connection(*table.address)
            writer.write(said)
            with suppress(ConnectionResetError):
                # At most the alert that this is no TLS.
                assert len(await reader.read()) < 20
            writer.close()
            with suppress(ConnectionResetError):
                await writer.wait_closed()


async def test_whoever_never_shakes_hands_is_closed_in_time() -> None:
    async with serving(code=CODE, limits=replace(SWIFT, join_s=0.2)) as table:
        reader, writer = await asyncio.open_connection(*table.address)
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


async def test_a_stranger_who_does_not_close_after_the_goodbye_is_closed() -> None:
    async with serving(limits=replace(SWIFT, goodbye_s=0.1)) as table:
        stranger = await table.raw()
        stranger.send(b"not a guest")
        assert await stranger.receive() == Bye("badframe")
        assert await stranger.receive() is None


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Knock = Callable[[Address], Awaitable[Streams]]


async def silent_tcp(address: Address) -> Streams:
    return await asyncio.open_connection(*address)


async def silent_tls(address: Address) -> Streams:
    return await asyncio.open_connection(*address, ssl=guest_context(), server_hostname="")


async def hang_up(crowd: Iterable[Streams | BaseException]) -> None:
    for one in crowd:
        if not isinstance(one, BaseException):
            one[1].transport.abort()
            with suppress(OSError):
                await one[1].wait_closed()


@pytest.mark.parametrize("knock", [silent_tcp, silent_tls])
async def test_two_hundred_silent_connections_keep_nobody_from_playing(knock: Knock) -> None:
    async with serving(limits=PATIENT) as table:
        ann, jan = await table.table_of("Ann", "Jan")
        crowd = await asyncio.gather(
            *(knock(table.address) for _ in range(200)), return_exceptions=True
        )
        # Whoever comes behind them hears, if anything, that there is no room.
        with pytest.raises(Unreachable, match=r"busy|gone|hung-up"):
            await probe(table.address, PATIENT)
        peers = list(table.server.door.peers.values())
        strangers = [peer for peer in peers if peer.unknown]
        assert len(strangers) == SWIFT.unknown_of_one
        assert len(peers) <= SWIFT.connections + SWIFT.turned_away
        for number in (1, 2, 5, 6):
            await (ann if number % 4 == 1 else jan).say(number)
            await ann.sees(said=4 if number == 2 else number)
        await jan.sees_state("over")
        # They were there all the time.
        assert [peer for peer in strangers if peer.unknown] == strangers
        await hang_up(crowd)


@pytest.mark.parametrize("knock", [silent_tcp, silent_tls])
async def test_whoever_stays_silent_is_gone_after_the_deadline(knock: Knock) -> None:
    async with serving(limits=replace(SWIFT, join_s=0.5, goodbye_s=0.1)) as table:
        crowd = await asyncio.gather(*(knock(table.address) for _ in range(15)))
        for reader, _ in crowd:
            await reader.read()
        strangers = list(table.server.door.peers.values())
        if strangers:
            await asyncio.wait([peer.link.closed for peer in strangers])
        await asyncio.sleep(0)
        assert not table.server.door.peers
        assert not table.server.door._tasks
        await hang_up(crowd)


async def test_a_connection_that_has_ended_takes_no_memory() -> None:
    gc.collect()
    gc.disable()  # nobody knows when it would come
    try:
        async with closed_table() as (table, _):
            for code in ("opal opera", CODE):
                connection = await table.connect()
                (*_others, peer) = table.server.door.peers.values()
                transport = weakref.ref(peer.link._transport)
                assert transport() is not None
                with suppress(Unreachable):
                    await connection.prove(code)
                    await connection.join("Jan")
                await connection.close()
                await asyncio.wait([peer.link.closed])
                del peer, _others
                await asyncio.sleep(0)  # asyncio itself lets go of it
                assert transport() is None
    finally:
        gc.enable()


async def test_whoever_is_too_many_is_told_so() -> None:
    limits = replace(SWIFT, unknown_connections=2)
    async with serving(limits=limits) as table:
        first, second = await table.raw(), await table.raw()
        with pytest.raises(Unreachable, match="busy"):
            await probe(table.address, limits)
        with pytest.raises(Unreachable, match="busy"):
            await table.guest("Ann")
        first.writer.transport.abort()
        second.send(b"not a guest")
        assert await second.ends_with() == "badframe"
        await table.guest("Ann")


@pytest.mark.skipif(sys.platform != "linux", reason="has no second address of its own")
async def test_one_address_cannot_take_all_the_room_that_strangers_have() -> None:
    limits = replace(SWIFT, unknown_of_one=2)
    async with serving(limits=limits) as table:
        crowd = [await table.raw() for _ in range(3)]
        assert await crowd[2].ends_with() == "busy"
        reader, writer = await asyncio.open_connection(
            *table.address,
            ssl=guest_context(),
            server_hostname="",
            local_addr=("127.0.0.2", 0),
        )
        stranger = RawPeer(reader, writer)
        stranger.send(MAGIC, Probe(PROTOCOL))
        assert await stranger.receive() == table.room.info()
        writer.close()
        await writer.wait_closed()


async def test_a_resume_right_behind_hello_is_answered() -> None:
    async with closed_table() as (table, _):
        jan = await table.guest("Jan")
        peer = await table.raw()
        peer.send(MAGIC, HELLO, Resume(jan.token or "", 0))
        assert isinstance(await peer.receive_a(Seated), Seated)


async def test_stopping_leaves_no_handshake_and_no_proof_behind() -> None:
    async with closed_table() as (table, _):
        _, silent = await asyncio.open_connection(*table.address)
        prover = await table.raw()
        prover.send(MAGIC, HELLO, Prove(Prover(CODE).element), Ping())
        await prover.receive_a(Pong)
        assert table.server.door._tasks
        await table.server.stop("closing")
        assert not table.server.door._tasks
        assert not table.server.door.peers
        silent.close()
        with suppress(OSError):
            await silent.wait_closed()
