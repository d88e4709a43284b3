"""Getting in over real TLS: the spoken code, and what guessing costs."""

import asyncio
import logging
import threading

import pytest
from msgspec.structs import replace

from net import clock
from net.protocol.guest_messages import Join, Prove
from net.protocol.host_messages import Bye, Notice, Proof, Welcome
from net.protocol.messages import MAGIC, PROTOCOL
from net.security.spoken_code import Prover, Verifier
from net.transport import door
from net.transport.connection import probe
from net.transport.unreachable import SeatRefused, Unreachable
from support.closed_table import HELLO, LOCAL, PATIENT, closed_table, guess
from support.serving import CODE, RIGHTS, SWIFT, serving


#: A clock time from which floats make 30 s later a little more than 30 s.
AWKWARD = 1012.81861453707


class MovedClock:
    """The clock of every deadline, ahead of the real one by as much as the test chooses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        real = clock.now
        monkeypatch.setattr(clock, "now", lambda: real() + self.ahead)


@pytest.mark.parametrize("typed", ["tango kilo", "Tango-Kilo", "TANGOKILO", " tango  kilo\n"])
async def test_a_guest_with_the_code_sits_down_however_they_type_it(typed: str) -> None:
    async with closed_table() as (table, _):
        connection = await table.connect()
        assert connection.welcome.code
        await connection.prove(typed)
        assert (await connection.join("Jan")).seat == 1


async def test_a_wrong_code_is_reported_to_the_guest_and_to_the_holder() -> None:
    async with closed_table() as (table, ann):
        assert await guess(table, "tango lima") == "badcode"
        await ann.gets(Notice("badcode", {"address": LOCAL, "count": 1}))
        assert await guess(table, CODE) == "proved"


async def test_after_several_wrong_codes_even_the_right_one_has_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "now", lambda: AWKWARD)
    async with closed_table(limits=replace(SWIFT, guess_s=30.0)) as (table, ann):
        codes = [await guess(table, f"tango {n}") for n in ("oscar", "opera", "opal")]
        assert codes == ["badcode"] * 3
        connection = await table.connect()
        with pytest.raises(Unreachable, match="wait") as waiting:
            await connection.prove(CODE)
        assert waiting.value.details["wait_ms"] == 30_000
        await ann.gets(Notice("badcode", {"address": LOCAL, "count": 3}))


async def test_the_goodbye_after_a_wrong_code_says_how_long_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "now", lambda: AWKWARD)
    async with closed_table(limits=replace(SWIFT, guess_s=30.0, free_guesses=0)) as (table, _):
        connection = await table.connect()
        with pytest.raises(Unreachable, match="badcode") as wrong:
            await connection.prove("opal opera")
        assert wrong.value.details["wait_ms"] == 30_000


async def test_two_proofs_are_computed_at_once_without_delaying_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Each waits for another one in parallel: alone it would never end.
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
async def test_wrong_codes_cost_time_and_the_right_one_works_afterwards(
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
        # 1, 2, 4, 8, 16, 32, and then a minute each, less the real time that has passed.
        print(f"{wrong} wrong codes waited {time.ahead:.0f} s")
        assert time.ahead >= 63 + 60 * (early - 6) - 30
        assert await guess(table, CODE) == "wait"
        time.ahead += 60
        assert await guess(table, CODE) == "proved"
        assert await guess(table, "opal opera") == "badcode"
        assert await guess(table, CODE) == "proved"


async def test_many_guesses_begun_at_once_do_not_get_around_the_wait() -> None:
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


async def test_an_abandoned_proof_counts_as_a_guess(caplog: pytest.LogCaptureFixture) -> None:
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


async def test_before_the_proof_a_host_tells_only_what_the_list_shows() -> None:
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


async def test_a_token_works_even_where_others_guessed_too_often() -> None:
    async with closed_table(limits=replace(SWIFT, guess_s=30.0)) as (table, _):
        jan = await table.guest("Jan")
        assert jan.token is not None
        for _ in range(4):
            await guess(table, "opal opera")
        again = await table.resume(jan.token)
        assert (again.seat, again.name) == (jan.seat, jan.name)
        assert (await jan.sees_bye()).code == "displaced"


async def test_an_unknown_token_is_a_wrong_guess_too() -> None:
    async with closed_table(limits=replace(SWIFT, guess_s=30.0)) as (table, ann):
        for count in (1, 2, 3):
            with pytest.raises(SeatRefused, match="unknown"):
                await table.resume("no such token")
            await ann.gets(Notice("badtoken", {"address": LOCAL, "count": count}))
        assert await guess(table, CODE) == "wait"


async def test_a_new_code_applies_from_then_on() -> None:
    async with closed_table() as (table, _):
        table.server.door.code = "opal opera"
        assert await guess(table, CODE) == "badcode"
        assert await guess(table, "opal opera") == "proved"


async def test_no_log_holds_the_code_or_a_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with closed_table() as (table, _):
        jan = await table.guest("Jan")
        await guess(table, "opal opera")
        with pytest.raises(SeatRefused):
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
