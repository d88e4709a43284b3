"""docs/protocol.md says which messages a client may send when: a host takes these and no others."""

from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from net.limits import Limits
from net.protocol.framing import to_frame
from net.protocol.host_messages import Pending, Proof, Seated, Welcome
from net.protocol.host_session import HostSession
from net.protocol.messages import MAGIC
from support.protocol_page import coded, section, table, values


Message = dict[str, Any]

EXAMPLES: list[Message] = values("guest")
FIRST_PROOF = next(one for one in EXAMPLES if one["t"] == "prove" and "seen" not in one)
SECOND_PROOF = next(one for one in EXAMPLES if one["t"] == "prove" and "seen" in one)
#: One of each kind, and both rounds of the proof.
KINDS = {
    **{one["t"]: one for one in EXAMPLES if one["t"] != "prove"},
    "prove, empty": FIRST_PROOF,
    "prove, of 32 bytes": SECOND_PROOF,
}


def say(session: HostSession, kind: str) -> HostSession:
    session.receive(to_frame(msgpack.packb(KINDS[kind])), 0.0)
    return session


def connected(*, code: bool) -> HostSession:
    session = HostSession(Welcome(1, "host", "id", "Table", code), Limits(), 0.0)
    session.receive(MAGIC, 0.0)
    return session


def welcomed(*, code: bool) -> HostSession:
    return say(connected(code=code), "hello")


def half_proved() -> HostSession:
    session = say(welcomed(code=True), "prove, empty")
    session.send(Proof(bytes(33)), 0.0)
    return session


def proved() -> HostSession:
    session = say(half_proved(), "prove, of 32 bytes")
    session.send(Proof(bytes(32), bytes(32)), 0.0)
    return session


def joined(answer: Seated | Pending) -> HostSession:
    session = say(welcomed(code=False), "join")
    session.send(answer, 0.0)
    return session


def told(*rows: str) -> set[str]:
    """What may be sent by these rows of the table; a row without a name belongs to the last one."""
    found, name = set(), ""
    for row in table(section("The order of messages"), "may send"):
        name = row["the client"] or name
        if name in rows:
            kinds = set(coded(row["may send"])) & {*KINDS, "prove"}
            if "prove" in kinds:
                of = "of 32 bytes" if "32 bytes" in row["may send"] else "empty"
                kinds = {f"prove, {of}"}
            found |= kinds
    return found


OPEN, CLOSED = "... where `welcome.code` is false", "... where `welcome.code` is true"
MOMENTS: dict[str, tuple[Callable[[], HostSession], tuple[str, ...]]] = {
    "connected": (lambda: connected(code=True), ("has just connected",)),
    "welcomed": (lambda: welcomed(code=False), ("was welcomed", OPEN)),
    "asked for the code": (lambda: welcomed(code=True), ("was welcomed", CLOSED)),
    "half proved": (half_proved, ("has had one `proof`",)),
    "proved": (proved, ("has had two",)),
    "pending": (lambda: joined(Pending(2)), ("is pending",)),
    "seated": (lambda: joined(Seated(0, "Noor")), ("is seated, or watches",)),
    "watching": (lambda: joined(Seated(None, "Els")), ("is seated, or watches",)),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_host_takes_what_the_page_says_and_nothing_else(moment: str) -> None:
    reach, rows = MOMENTS[moment]
    taken = {kind for kind in KINDS if not is_bad(say(reach(), kind))}
    assert taken == told(*rows) | ({"ping", "pong"} if moment != "connected" else set())


def is_bad(session: HostSession) -> bool:
    return session.ended is not None and session.ended.code == "badframe"


def test_every_row_of_the_table_is_tried() -> None:
    rows = {row["the client"] for row in table(section("The order of messages"), "may send")}
    assert rows - {""} == {name for _, names in MOMENTS.values() for name in names}
