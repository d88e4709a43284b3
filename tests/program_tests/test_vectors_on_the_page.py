"""What docs/protocol.md computes comes out here too: its shuffle, and its proof of the code."""

from typing import Any

import msgpack

from manillen_tui.engine import Phase
from manillen_tui.guest.deal_check import Told, Verdict, judge
from manillen_tui.guest.replay import Showing, told_before
from manillen_tui.wire import view_from_body
from net.limits import Limits
from net.protocol.codec import decode_from_host
from net.protocol.host_messages import Commit, Reveal, Sealed
from net.security import spoken_code
from net.security.sealing import seal_of
from support.another_shuffle import dealt, entropy_of, shuffle
from support.another_spake2 import GuestProof, guest_mac, host_mac, scalar_of
from support.protocol_page import examples, section, values


def test_the_deal_on_the_page_comes_out_of_its_shuffle() -> None:
    (vector,) = values("vector", section("The shuffle"))
    shares = {added["seat"]: added["share"] for added in vector["shares"]}
    entropy = entropy_of(vector["secret"], shares)
    assert entropy == vector["entropy"]
    rules = {"name": "west-flanders"}
    assert shuffle(rules, entropy) == (vector["pack"], vector["lot"], vector["automatic_cut"])
    assert dealt(rules, vector["pack"], vector["cut"], vector["lot"]) == vector["hands"]


def test_the_deal_on_the_page_is_proved_by_our_own_check() -> None:
    def the(kind: str) -> Any:
        found = [
            decode_from_host(msgpack.packb(value), Limits())
            for value in values("host", section("A conversation"))
            if value["t"] == kind
        ]
        assert len(found) == 1
        return found[0]

    commit, sealed, reveal = the("commit"), the("sealed"), the("reveal")
    assert isinstance(commit, Commit) and isinstance(sealed, Sealed) and isinstance(reveal, Reveal)
    (mine,) = (added for added in reveal.shares if added.seat == 0)
    assert seal_of(commit.deal, 0, mine.share) == sealed.seals[0].digest
    (ended,) = values("view")
    shown = [view_from_body(the("state").view), view_from_body(ended)]
    assert shown[-1].phase is Phase.SCORE
    before = told_before(shown[0], shown[0].rules)
    showings = [Showing(view, fresh=True) for view in shown]
    judged = judge(before, showings, [], Told(commit, mine, sealed), reveal)
    assert judged.verdict == Verdict()


def test_the_code_on_the_page_is_proved_as_it_says() -> None:
    (vector,) = values("vector", section("SPAKE2, byte for byte"))
    password, x = vector["password"].encode(), int.from_bytes(vector["x"], "big")
    assert spoken_code.normal("Amigo-Tángo") == vector["password"]
    assert scalar_of(password) == int.from_bytes(vector["w"], "big")
    proof = GuestProof(password, x)
    assert proof.element == vector["guest"]
    key = proof.key(vector["host"])
    assert key == vector["key"]
    assert guest_mac(key, vector["fingerprint"]) == vector["guest_mac"]
    assert host_mac(key, vector["fingerprint"]) == vector["host_mac"]
    told = [
        (example.kind, example.value["message"])
        for example in examples(section("A conversation"), "guest", "host")
        if example.value["t"] in ("prove", "proof")
    ]
    assert told == [
        ("guest", vector["guest"]),
        ("host", vector["host"]),
        ("guest", vector["guest_mac"]),
        ("host", vector["host_mac"]),
    ]


def test_our_own_host_agrees_with_what_the_page_computes() -> None:
    (vector,) = values("vector", section("SPAKE2, byte for byte"))
    proof = GuestProof(vector["password"].encode(), int.from_bytes(vector["x"], "big"))
    verifier = spoken_code.Verifier("amigo tango", proof.element)
    key, seen = proof.key(verifier.element), vector["fingerprint"]
    assert verifier.proves(guest_mac(key, seen), seen)
    assert verifier.confirm(seen) == host_mac(key, seen)
