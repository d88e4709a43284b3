"""Somebody reads docs/protocol.md and writes a client of his own: nothing of ours is imported."""

import hmac
import re
import socket
import ssl
import struct
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from typing import Any, get_args

import msgpack
import msgspec
from spake2 import SPAKE2_A

from manillen_tui.engine import commands
from support.places import DOCS
from support.program import hosting


PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")

Message = dict[str, Any]

SHARE = b"sixteen bytes..."


class OwnClient:
    """Blocking sockets, msgpack, and what the page says."""

    def __init__(self, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        tcp = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._line = context.wrap_socket(tcp)
        certificate = self._line.getpeercert(binary_form=True)
        assert certificate is not None
        self.fingerprint = sha256(certificate).digest()
        self._line.sendall(b"MANILLEN")

    def close(self) -> None:
        self._line.close()

    def send(self, kind: str, **fields: object) -> None:
        payload = msgpack.packb({"t": kind, **fields})
        self._line.sendall(struct.pack(">I", len(payload)) + payload)

    def messages(self) -> Iterator[Message]:
        while True:
            (length,) = struct.unpack(">I", self._read(4))
            message: Message = msgpack.unpackb(self._read(length))
            if message["t"] == "ping":
                self.send("pong")
            else:
                yield message

    def wait_for(self, *kinds: str) -> Message:
        message = next(m for m in self.messages() if m["t"] in (*kinds, "bye"))
        assert message["t"] in kinds, message
        return message

    def prove(self, code: str) -> None:
        exchange = SPAKE2_A(code.encode(), b"manillen guest", b"manillen host")
        self.send("prove", message=exchange.start())
        key = exchange.finish(self.wait_for("proof")["message"])
        mine = hmac.digest(key, b"manillen guest" + self.fingerprint, "sha256")
        self.send("prove", message=mine, seen=self.fingerprint)
        proof = self.wait_for("proof")
        assert proof["seen"] == self.fingerprint
        assert proof["message"] == hmac.digest(key, b"manillen host" + proof["seen"], "sha256")

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            piece = self._line.recv(size - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data


def play_a_deal(client: OwnClient, seat: int, last_id: int) -> Message:
    """Do whatever the views offer first, until a line is on the sheet; gives the last view."""
    number, seal, revealed = last_id, b"", False
    for message in client.messages():
        if message["t"] == "commit":
            deal, added = message["deal"], struct.pack(">IB", message["deal"], seat) + SHARE
            seal = sha256(b"manillen seal\0" + added).digest()
            client.send("seal", deal=deal, digest=seal)
        if message["t"] == "sealed":
            assert {"seat": seat, "digest": seal} in message["seals"]
            client.send("share", deal=message["deal"], share=SHARE)
        if message["t"] == "reveal":
            assert {"seat": seat, "share": SHARE} in message["shares"]
            revealed = True
        if message["t"] in ("nack", "bye"):
            raise AssertionError(message)
        if message["t"] != "state":
            continue
        view = message["view"]
        if view["sheet"]:
            assert revealed
            return dict(view)
        if view["seat"] not in view["to_act"]:
            continue
        if view["legal"]:
            body = {"act": "play", "card": view["legal"][0]}
        elif view["cut_range"]:
            body = {"act": "cut", "position": view["cut_range"][0]}
        else:
            body = view["choices"][0]
        number += 1
        client.send("do", id=number, turn=view["turn"], body=body)
    raise AssertionError("the host closed")


def test_the_page_is_enough_to_sit_down_play_a_deal_and_come_back(env: dict[str, str]) -> None:
    with hosting("--seats", "1", "--pace", "0", env=env) as host:
        sit_down_play_and_come_back(host.port, host.ready["table"], host.ready["code"])


def sit_down_play_and_come_back(port: int, table: str, code: str) -> None:
    with closing(OwnClient(port)) as asking:
        asking.send("probe", pv=1)
        info = asking.wait_for("info")
        assert (info["table"], info["code"]) == (table, True)
    with closing(OwnClient(port)) as client:
        client.send("hello", pv=1, app="another", language="nl")
        assert client.wait_for("welcome")["code"]
        client.prove(re.sub("[^a-z]", "", code.lower()))
        client.send("join", name="Ann", seat=None)
        seated = client.wait_for("seated")
        client.send("manage", id=1, what="start", seat=None)
        view = play_a_deal(client, seated["seat"], 1)
        assert sum(view["tricks"]) == 8
        assert view["sheet"][0][0] == 1  # the number of the deal that it tells of
    with closing(OwnClient(port)) as back:
        assert back.fingerprint == client.fingerprint
        back.send("hello", pv=1, app="another", language="nl")
        back.wait_for("welcome")
        back.send("resume", token=seated["token"], revision=0)
        again = back.wait_for("seated", "refused")
        assert (again["seat"], again["name"]) == (seated["seat"], "Ann")
        assert again["token"] != seated["token"]


def test_the_page_has_every_command_of_the_game_and_no_other() -> None:
    section = PAGE.split("## From a client\n", 1)[1].split("\n## ", 1)[0]
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| ([^|]*)\|", section.split("| act |", 1)[1], re.M))
    kinds: tuple[type[msgspec.Struct], ...] = get_args(commands.Command)
    told = {
        str(kind.__struct_config__.tag): ", ".join(
            f.encode_name + ("" if f.required else "?") for f in msgspec.structs.fields(kind)
        )
        for kind in kinds
    }
    assert {act: fields.strip() for act, fields in rows.items()} == told
