"""A client by somebody who has read docs/protocol.md and nothing else: nothing of ours is imported.

It plays any seat at any table, by rules of thumb of its own; it writes its cards itself, adds to
every shuffle, and checks of every deal what the page says can be checked.
"""

import asyncio
import hmac
import os
import re
import secrets
import ssl
import struct
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

import msgpack

from support.another_shuffle import Deal, worth
from support.another_spake2 import ORDER, GuestProof, guest_mac, host_mac


Message = dict[str, Any]

SUITS = "♣♦♥♠"


class Card(NamedTuple):
    rank: str
    suit: str


def read_card(text: str) -> Card:
    found = re.fullmatch(rf"(10|[2-9JQKA])([{SUITS}])", text)
    assert found, f"not a card: {text}"
    return Card(found[1], found[2])


def write_card(card: Card) -> str:
    return card.rank + card.suit


class Ended(Exception):
    """The host said goodbye, or the connection is gone."""


class Line:
    """One connection to a host."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        self.fingerprint = sha256(certificate).digest()
        self.pings = self.pongs = 0  # pings answered, pongs heard

    @classmethod
    async def open(cls, port: int) -> "Line":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        line = cls(*await asyncio.open_connection("127.0.0.1", port, ssl=context))
        line._writer.write(b"MANILLEN")
        return line

    def close(self) -> None:
        self._writer.transport.abort()

    def send(self, message: Message) -> None:
        payload = msgpack.packb(message)
        self._writer.write(struct.pack(">I", len(payload)) + payload)

    async def receive(self) -> Message:
        """The next message that is not a ping or a pong."""
        while (message := await self._next()) is None:
            pass
        return message

    async def is_there(self, times: int = 1) -> None:
        """Wait until the host has pinged, and answered pings, so many times."""
        pings, pongs = self.pings + times, self.pongs + times
        for _ in range(times):
            self.send({"t": "ping"})
        while self.pings < pings or self.pongs < pongs:
            await self._next()

    async def _next(self) -> Message | None:
        """None for a ping, which is answered, and for a pong."""
        try:
            (length,) = struct.unpack(">I", await self._reader.readexactly(4))
            message: Message = msgpack.unpackb(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise Ended("without a word") from error
        if message["t"] == "ping":
            self.pings += 1
            self.send({"t": "pong"})
            return None
        self.pongs += message["t"] == "pong"
        return None if message["t"] == "pong" else message

    async def receive_a(self, *kinds: str) -> Message:
        """The next message of these kinds; what comes before is passed over."""
        while (message := await self.receive())["t"] not in kinds:
            if message["t"] in ("bye", "refused"):
                raise Ended(message)
        return message

    async def prove(self, code: str) -> None:
        letters = unicodedata.normalize("NFKD", code).casefold()
        password = "".join(letter for letter in letters if "a" <= letter <= "z").encode()
        proof = GuestProof(password, secrets.randbelow(ORDER))
        self.send({"t": "prove", "message": proof.element})
        key = proof.key((await self.receive_a("proof"))["message"])
        seen = self.fingerprint
        self.send({"t": "prove", "message": guest_mac(key, seen), "seen": seen})
        theirs = await self.receive_a("proof")
        assert theirs["seen"] == seen
        assert hmac.compare_digest(theirs["message"], host_mac(key, seen))


async def probe(port: int) -> Message:
    line = await Line.open(port)
    try:
        line.send({"t": "probe", "pv": 1})
        return await line.receive_a("info")
    finally:
        line.close()


class Player:
    """Somebody with a seat. `proved` are the numbers of the deals that were checked."""

    def __init__(self, line: Line, seated: Message) -> None:
        self.view: Message = {}
        self.proved: list[int] = []
        self._revision = -1
        self._answered: object = None
        self._waiting: Message | None = None  # a command that was not answered yet
        self._deal = Deal()
        self._sit(line, seated)

    def _sit(self, line: Line, seated: Message) -> None:
        self.line = line
        self.seat: int = seated["seat"]
        self.name: str = seated["name"]
        self.token: str = seated["token"]
        self._id: int = seated["last_id"]

    @classmethod
    async def sit_down(
        cls, port: int, name: str, code: str | None, seat: int | None = None
    ) -> "Player":
        line = await _greet(port)
        if code is not None:
            await line.prove(code)
        line.send({"t": "join", "name": name, "seat": seat})
        return cls(line, await line.receive_a("seated"))

    async def come_back(self, port: int) -> None:
        """After a drop; what was not answered is sent again."""
        line = await _greet(port)
        assert line.fingerprint == self.line.fingerprint
        line.send({"t": "resume", "token": self.token, "revision": self._revision})
        self._sit(line, await line.receive_a("seated"))
        if self._waiting is not None:
            line.send(self._waiting)
            self._id = self._waiting["id"]

    def close(self) -> None:
        self.line.close()

    def command(self, kind: str, **fields: object) -> None:
        self._id += 1
        self._waiting = {"t": kind, "id": self._id, **fields}
        self.line.send(self._waiting)

    async def done(self, kind: str, **fields: object) -> None:
        """Send a command and wait for its `ack`."""
        self.command(kind, **fields)
        answer = await self.line.receive_a("ack", "nack")
        assert answer == {"t": "ack", "id": self._id}, answer
        self._waiting = None

    async def play(self, until: Callable[[Message], bool]) -> Message:
        """Play until this is true of a view; gives that view, not answered yet.

        One command at a time: one that is sent again after a drop is answered before the next,
        though the view that asks for the next may come first.
        """
        while True:
            message = await self.line.receive()
            match message["t"]:
                case "commit":
                    self._deal = Deal(message, self.seat, self.share_of(message["deal"]))
                    self.line.send(self._deal.seal())
                case "sealed":
                    self._deal.see_seals(message)
                    self.line.send(self._deal.share())
                case "reveal":
                    self._deal.reveal = message
                case "state" if message["revision"] > self._revision:
                    self._revision, self.view = message["revision"], message["view"]
                    assert self.view["seat"] == self.seat
                    self._check()
                case "ack":
                    assert self._waiting is not None and message["id"] == self._waiting["id"]
                    self._waiting = None
                case "nack" | "bye":
                    raise Ended(message)
            if message["t"] in ("state", "ack") and self._waiting is None:
                if until(self.view):
                    return self.view
                self.answer()

    def share_of(self, deal: int) -> bytes:
        """What this seat adds to a deal."""
        return os.urandom(16)

    def choose(self, view: Message) -> Message:
        """A command for the seat of this view."""
        return choose(view)

    def answer(self) -> None:
        """Do something, if it is this seat's turn and nothing was done yet."""
        view = self.view
        moment = view["deal"], view["phase"], view["turn"]
        if self.seat in view["to_act"] and moment != self._answered:
            self._answered = moment
            self.command("do", turn=view["turn"], body=self.choose(view))

    def _check(self) -> None:
        """A deal that has ended, once."""
        view = self.view
        if view["phase"] not in ("score", "over") or view["deal"] in self.proved:
            return
        if view["sheet"][-1][4] is not None:
            check_points(view)
            if view["rules"].get("open_hands", True):
                self._deal.check(view)
                self.proved.append(view["deal"])


def has_scored(deals: int) -> Callable[[Message], bool]:
    """Whether so many deals were scored and the sheet of the last one is open."""

    def scored(view: Message) -> bool:
        records = [record for record in view["sheet"] if record[4] is not None]
        return view["phase"] in ("score", "over") and len(records) >= deals

    return scored


async def _greet(port: int) -> Line:
    line = await Line.open(port)
    line.send({"t": "hello", "pv": 1, "app": "another", "language": "nl"})
    await line.receive_a("welcome")
    return line


def choose(view: Message) -> Message:
    """A command for the seat of this view."""
    said = {choice["act"] for choice in view["choices"]}
    if view["cut_range"]:
        low, high = view["cut_range"]
        return {"act": "cut", "position": low + (high - low) // 3}
    if "ask-count" in said:
        return {"act": "ask-count", "suit": "♥"}
    if view["legal"]:
        signals = {"signal": "knock"} if "play" in said else {}
        return {"act": "play", "card": write_card(choose_card(view)), **signals}
    suits = [read_card(text).suit for text in view["hand"] or ()]
    longest = max(SUITS, key=suits.count)
    if view["bid_range"] and view["bid"] is None:
        return {"act": "bid", "points": view["bid_range"][0], "suit": longest}
    if "trump" in said:
        return {"act": "trump", "suit": longest}
    act = next(act for act in ("pass", "pick-up", "next") if act in said)
    return {"act": act}


def choose_card(view: Message) -> Card:
    """The cheapest of those that may be played, from what lies before this seat."""
    stacks = view["stacks"][view["seat"]] if view["stacks"] else []
    held = [*view["hand"], *(text for text, _closed in stacks if text is not None)]
    legal = {read_card(text) for text in view["legal"]}
    mine = [card for card in map(read_card, held) if card in legal]
    assert set(mine) == legal
    return min(mine, key=lambda card: worth(view["rules"], write_card(card)))


def check_points(view: Message) -> None:
    """What was captured, and what it counts, from the events of a deal."""
    rules, (*_, record) = view["rules"], view["sheet"]
    sides = 2 if rules.get("partners", True) else len(view["counts"])
    points, lying = [0] * sides, 0
    for name, *fields in view["events"]:
        if name == "card":
            lying += worth(rules, fields[1])
        if name == "trick":
            number, seat, captured = fields
            last = number == sum(view["tricks"])
            lying += rules.get("trick_points", 0)
            lying += rules.get("last_trick_bonus", 0) if last else 0
            assert captured == lying
            points[seat % sides], lying = points[seat % sides] + captured, 0
    score = record[4]
    assert view["points"] == score[0] == points
    par = sum(points) // sides
    assert score[2] == [max(0, captured - par) for captured in points]
    factor = score[5] * score[6] * score[7] * score[8]
    if not any(score[10:12]):
        assert score[9] == [over * factor for over in score[2]]
    assert ["scored", score] in view["events"]
