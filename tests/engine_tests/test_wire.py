"""Bodies on the wire: exactly a command, a refusal, rules or a view; anything else is an error."""

from random import Random
from typing import Any

import msgpack
import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Card, Reason, Refusal, Suit, start, view_of
from manillen_tui.engine.commands import (
    AskCard,
    AskCount,
    Bid,
    Call,
    CallKind,
    Command,
    Cut,
    HandOver,
    Look,
    NameBlind,
    NameTrump,
    Next,
    Pass,
    PickUp,
    Play,
    Signal,
)
from manillen_tui.engine.match import shuffle
from manillen_tui.wire import (
    command_from_body,
    command_to_body,
    refusal_from_body,
    refusal_to_body,
    rules_from_body,
    rules_to_body,
    view_from_body,
    view_to_body,
)
from support.matches import by_chance, whole_match


CARD = Card.parse("10♦")
COMMANDS: list[tuple[Command, dict[str, Any]]] = [
    (Cut(7), {"act": "cut", "position": 7}),
    (Look(), {"act": "look"}),
    (NameTrump(Suit.HEARTS), {"act": "trump", "suit": "♥"}),
    (NameTrump(None), {"act": "trump", "suit": None}),
    (NameBlind(), {"act": "blind"}),
    (PickUp(), {"act": "pick-up"}),
    (HandOver(), {"act": "hand-over"}),
    (Pass(), {"act": "pass"}),
    (Bid(36, Suit.SPADES), {"act": "bid", "points": 36, "suit": "♠"}),
    (Call(CallKind.AGAINST), {"act": "call", "kind": "against"}),
    (AskCount(Suit.CLUBS), {"act": "ask-count", "suit": "♣"}),
    (AskCard(CARD), {"act": "ask-card", "card": "10♦"}),
    (Play(CARD), {"act": "play", "card": "10♦"}),
    (Play(CARD, Signal.FLY), {"act": "play", "card": "10♦", "signal": "fly"}),
    (Next(), {"act": "next"}),
]


@pytest.mark.parametrize(("command", "body"), COMMANDS)
def test_a_command_and_its_body(command: Command, body: dict[str, Any]) -> None:
    assert command_to_body(command) == body
    assert command_from_body(msgpack.unpackb(msgpack.packb(body))) == command


def test_every_command_is_covered_above() -> None:
    assert {type(command) for command, _ in COMMANDS} == set(Command.__args__)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"act": "cheat"},
        {"act": "pass", "more": 1},
        {"act": "trump"},
        {"act": "bid", "points": "36", "suit": "♠"},
        {"act": "bid", "points": 36, "suit": None},
        {"act": "call", "kind": "twice"},
        {"act": "ask-card", "card": 34},
        {"act": "ask-count", "suit": "hearts"},
        {"act": "play", "card": "T♦"},
        {"act": "play", "card": "10♦", "signal": "wink"},
    ],
)
def test_anything_but_a_command_is_an_error(body: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        command_from_body(body)


def test_a_refusal_survives_the_wire() -> None:
    refusal = Refusal(Reason.UNTRUE_SIGNAL, suit=Suit.CLUBS, card=CARD, signal=Signal.SLIDE)
    assert refusal_from_body(msgpack.unpackb(msgpack.packb(refusal_to_body(refusal)))) == refusal


@pytest.mark.parametrize("name", PRESETS)
def test_rules_and_views_of_every_preset_survive_the_wire(name: str) -> None:
    rules = PRESETS[name]
    assert rules_from_body(msgpack.unpackb(msgpack.packb(rules_to_body(rules)))) == rules
    for _, match in whole_match(replace(rules, deals=1), by_chance(Random(name))):
        for seat in (*range(rules.players), None) if match.deal else ():
            view = view_of(match, seat)
            body = msgpack.unpackb(msgpack.packb(view_to_body(view)))
            assert view_from_body(body) == view


def test_a_factor_of_zero_is_refused_in_a_view() -> None:
    match = shuffle(start(PRESETS["malilla"]), bytes(32))[0]
    with pytest.raises(ValueError, match="view of no table"):
        view_from_body({**view_to_body(view_of(match, 0)), "factor": 0})


@pytest.mark.parametrize(
    "changes",
    [{"pack": "tarot"}, {"players": 0}, {"packets": (99,)}, {"players": 3}],
)
def test_unplayable_rules_are_refused_from_anybody(changes: dict[str, Any]) -> None:
    rules = replace(PRESETS["belgian"], **changes)
    with pytest.raises(ValueError):
        rules_from_body(rules_to_body(rules))
