"""The conversation in docs/protocol.md is held, word for word, with a real table."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from manillen_tui.engine import PRESETS
from manillen_tui.engine.commands import Command
from manillen_tui.engine.view import View
from manillen_tui.host.table import Table
from manillen_tui.wire import command_from_body, view_to_body
from net.limits import Limits
from net.room.room import Room
from net.transport.server import Server
from support.another_client import Ended, Line, Message, Player
from support.another_spake2 import GuestProof, guest_mac, host_mac
from support.protocol_page import examples, message_section, section, values


CONVERSATION = examples(section("A conversation"), "guest", "host")
#: The view in which the deal of the page has ended, with all that was done in it.
(ENDED,) = values("view")
#: What is not the same at a table as on the page.
RANDOM = ("message", "seen", "token", "revision")


def on_the_page(kind: str, **fields: object) -> Message:
    """The first example of this message with these fields."""
    every: list[Message] = values("guest") + values("host")
    return next(one for one in every if one["t"] == kind and fields.items() <= one.items())


INFO, KEY, REVEAL = on_the_page("info"), on_the_page("key"), on_the_page("reveal")
RIGHTS = on_the_page("join", name="Noor")["rights"]


class Computer:
    """Computer players who do what they do on the page."""

    async def move(self, view: View) -> Command:
        return command_from_body(next_command(view_to_body(view)))


class Bea(Player):
    """Who does what she does on the page."""

    def share_of(self, deal: int) -> bytes:
        shares = {one["seat"]: bytes(one["share"]) for one in REVEAL["shares"]}
        return shares[self.seat]

    def choose(self, view: Message) -> Message:
        return next_command(view)


def next_command(view: Any) -> Message:
    """What comes next in the deal of the page."""
    if view["phase"] == "score":
        return {"act": "next"}
    match ENDED["events"][len(view["events"])]:
        case ["cut", _, position, _]:
            return {"act": "cut", "position": position}
        case ["trump", _, suit, _]:
            return {"act": "trump", "suit": suit}
        case ["card", _, card, _]:
            return {"act": "play", "card": card}
        case event:
            raise AssertionError(f"nobody does {event}")


class Noor:
    """Who says what the page says, and hears what it says."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.state: Message = {"view": {"turn": 0}}
        self._proof = GuestProof(b"amigotango", 20260601)
        self._key = b""

    async def say(self, message: Message) -> None:
        match message:
            case {"t": "prove", "seen": _}:
                seen = self.line.fingerprint
                message = {**message, "message": guest_mac(self._key, seen), "seen": seen}
            case {"t": "prove"}:
                message = {**message, "message": self._proof.element}
            case {"t": "do", "turn": turn}:
                await self._see_turn(turn)
        self.line.send(message)

    async def hear(self, expected: Message) -> None:
        """What comes next is this, but for views and rooms that the page leaves out."""
        match expected:
            case {"t": "state", "view": {"turn": turn}}:
                await self._see_turn(turn)
                message = self.state
            case {"t": "reveal"}:
                message = await self._play_to_the_end()
            case {"t": "room"}:
                message = await self.line.receive()
            case _:
                while (message := await self.line.receive())["t"] in ("state", "room"):
                    pass
        assert like(message, expected) == expected
        if message["t"] == "proof":
            self._take(message)

    def _take(self, proof: Message) -> None:
        if proof["seen"]:
            assert proof["seen"] == self.line.fingerprint
            assert proof["message"] == host_mac(self._key, proof["seen"])
        else:
            self._key = self._proof.key(proof["message"])

    async def _see_turn(self, turn: int) -> None:
        while self.state["view"]["turn"] < turn:
            self.state = await self.line.receive_a("state")

    async def _play_to_the_end(self) -> Message:
        """The cards that the page does not show."""
        number, answered = 7, self.state["view"]["turn"]
        while (message := await self.line.receive_a("state", "reveal"))["t"] == "state":
            self.state, view = message, message["view"]
            if 0 in view["to_act"] and view["turn"] > answered:
                number, answered = number + 1, view["turn"]
                body = next_command(view)
                self.line.send({"t": "do", "id": number, "turn": answered, "body": body})
        return message


def like(message: Message, expected: Message) -> Message:
    """The message, with what differs from table to table as on the page if it could stand there."""

    def could_stand(name: str) -> bool:
        here, there = message.get(name), expected.get(name)
        if type(here) is not type(there):
            return False
        return isinstance(here, int) or (here is not None and len(here) == len(there or ""))

    return {**message, **{name: expected[name] for name in RANDOM if could_stand(name)}}


@asynccontextmanager
async def table_of_the_page(**limits: Any) -> AsyncIterator[tuple[Room, int]]:
    """It has the names, the code, the rights and the secret of the page; and its port."""
    room = Room(
        Table(PRESETS["west-flanders"], lambda _deal: bytes(REVEAL["secret"]), Computer()),
        table=INFO["table"],
        name=INFO["name"],
        host=INFO["host"],
        rights=RIGHTS,
        spoken=KEY["spoken"],
        # However slow this machine is, Bea has the time to add her share.
        limits=Limits(**{"share_s": 30.0, **limits}),
    )
    server = Server(room, pace_s=0.0, app=on_the_page("welcome")["app"])
    port = await server.listen("127.0.0.1")
    try:
        async with asyncio.timeout(30):
            yield room, port
    finally:
        await server.stop()


async def test_the_conversation_is_held_word_for_word() -> None:
    async with table_of_the_page() as (_room, port):
        bea = await Bea.sit_down(port, "Bea", KEY["spoken"], seat=2)
        await bea.done("ready", on=True)
        playing = asyncio.create_task(bea.play(lambda view: view["phase"] == "score"))
        noor = Noor(await Line.open(port))
        try:
            for example in CONVERSATION:
                if example.value["t"] == "hello":  # the first connection was for asking
                    noor.line.close()
                    noor = Noor(await Line.open(port))
                if example.kind == "guest":
                    await noor.say(example.value)
                else:
                    await noor.hear(example.value)
            assert noor.state["view"] == ENDED
            await playing
            assert bea.proved == [1]
        finally:
            playing.cancel()
            noor.line.close()
            bea.close()


async def test_both_sides_answer_pings() -> None:
    async with table_of_the_page(ping_s=0.05) as (_room, port):
        bea = await Bea.sit_down(port, "Bea", KEY["spoken"])
        await bea.line.is_there(times=3)
        bea.close()


# What goes wrong ----------------------------------------------------------------------------------


def shown(message: str, code: str) -> list[Message]:
    """The examples of a code where the page explains it."""
    every: list[Message] = values("host", message_section(message))
    return [one for one in every if one["code"] == code]


async def last_words(line: Line) -> list[Message]:
    """All that a host says before it hangs up."""
    words: list[Message] = []
    while not words or words[-1]["t"] != "bye":
        words.append(await line.receive())
    line.close()
    return words


async def greeted(port: int, version: int = 1) -> Line:
    line = await Line.open(port)
    line.send({**on_the_page("hello"), "pv": version})
    return line


async def test_another_version_is_told_which_side_to_bring_up_to_date() -> None:
    (example,) = shown("bye", "version")
    async with table_of_the_page() as (_room, port):
        assert await last_words(await greeted(port, 2)) == [example]
        old = {**example, "args": {**example["args"], "update": "guest"}}
        assert await last_words(await greeted(port, 0)) == [old]


async def test_wrong_codes_have_to_wait_and_the_holder_is_told() -> None:
    async with table_of_the_page() as (_room, port):
        noor = await greeted(port)
        await noor.prove(KEY["spoken"])
        noor.send(on_the_page("join", name="Noor"))
        await noor.receive_a("room")
        waits = []
        for count in (1, 2, 3):
            bad = await guess(port)
            waits.append(bad["args"].pop("wait_ms"))
            assert bad == {**shown("bye", "badcode")[0], "args": {}}
            notice = await noor.receive_a("notice")
            told = {"address": "127.0.0.1", "count": count}
            assert notice == {**shown("notice", "badcode")[0], "args": told}
        assert waits[:2] == [0, 0] and 0 < waits[2] <= 1000
        wait = await guess(port)
        assert 0 < wait["args"].pop("wait_ms") <= 1000
        assert wait == {**shown("bye", "wait")[0], "args": {}}
        noor.close()


async def guess(port: int) -> Message:
    """The host's last word to a wrong code."""
    line = await greeted(port)
    try:
        await line.prove("amigo kilo")
    except Ended as end:
        goodbye: Message = end.args[0]
        return goodbye
    finally:
        line.close()
    raise AssertionError("that is not the code")


async def test_a_full_table_says_what_is_left() -> None:
    away, nobody_away = shown("refused", "full")
    async with table_of_the_page() as (room, port):
        people = [
            await Player.sit_down(port, name, KEY["spoken"])
            for name in ("Noor", "Ann", "Bea", "Dirk")
        ]
        assert await knock(port) == [
            {**nobody_away, "args": {"watch": True}},
            *shown("bye", "refused"),
        ]
        people[2].close()
        while len(room.seated()) == 4:  # the host has not noticed yet
            await people[0].line.receive_a("room")
        assert await knock(port) == [away, *shown("bye", "refused")]
        for player in people:
            player.close()


async def knock(port: int) -> list[Message]:
    line = await greeted(port)
    await line.prove(KEY["spoken"])
    line.send({"t": "join", "name": "Els", "seat": None})
    return await last_words(line)


async def test_commands_are_refused_as_the_page_says() -> None:
    async with table_of_the_page() as (_room, port):
        noor = await Player.sit_down(port, "Noor", KEY["spoken"], seat=0)
        bea = await Player.sit_down(port, "Bea", KEY["spoken"], seat=2)
        taken, unready = shown("nack", "chair-taken")[0], shown("nack", "not-ready")[0]
        noor.line.send({"t": "sit", "id": 1, "seat": 2})
        assert await noor.line.receive_a("nack") == {**taken, "id": 1}
        noor.line.send({"t": "manage", "id": 2, "what": "computer", "seat": 1})
        noor.line.send({"t": "manage", "id": 3, "what": "computer", "seat": 3})
        noor.line.send({"t": "manage", "id": 4, "what": "start"})
        assert await noor.line.receive_a("nack") == {**unready, "id": 4}
        noor.line.send({"t": "manage", "id": 4, "what": "start"})  # the same answer again
        assert await noor.line.receive_a("nack") == {**unready, "id": 4}
        (old,) = shown("nack", "old")
        noor.line.send({"t": "manage", "id": 3, "what": "start"})
        assert await noor.line.receive_a("nack") == {**old, "id": 3}
        noor.close()
        bea.close()
