"""docs/protocol.md has every reason for which the engine refuses a command, and its arguments."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest

from manillen_tui.engine import PRESETS, Phase
from manillen_tui.engine.cards import CARDS, SUITS
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
    Reason,
    Refusal,
    Signal,
)
from manillen_tui.engine.match import Match, apply
from manillen_tui.wire import refusal_from_body, refusal_to_body
from support.matches import by_chance, done, in_play, whole_match
from support.protocol_page import coded, section, table, values
from support.tables import TABLES


def told_reasons() -> dict[str, list[str]]:
    rows = table(section("Refusals of the game"), "code")
    return {coded(row["code"])[0]: coded(row["arguments"]) for row in rows}


REFUSALS = [
    example
    for example in values("host")
    if example["t"] == "nack" and example["code"] in set(Reason)
]


def test_the_page_has_every_reason_and_no_other() -> None:
    assert list(told_reasons()) == list(Reason)


@pytest.mark.parametrize("example", REFUSALS, ids=lambda nack: str(nack["code"]))
def test_a_refusal_on_the_page_is_one(example: dict[str, Any]) -> None:
    body = {"reason": example["code"], **example["args"]}
    refusal = refusal_from_body(body)
    assert msgpack.unpackb(msgpack.packb(refusal_to_body(refusal))) == body


def test_every_reason_is_shown_with_all_its_arguments() -> None:
    every = defaultdict(set)
    for example in values("host", section("Refusals of the game")):
        every[example["code"]].add(frozenset(example["args"]))
    for reason, arguments in told_reasons().items():
        assert {name.rstrip("?") for name in arguments} in every[reason], reason
    told = {name.rstrip("?") for arguments in told_reasons().values() for name in arguments}
    assert told == {field.name for field in msgspec.structs.fields(Refusal)} - {"reason"}


#: Tables at which every reason comes up.
_TRIED = {
    **{name: TABLES[name] for name in ("encheres", "verplicht", "suits alone")},
    "all": TABLES["all of west-flanders"],
    "plain": PRESETS["west-flanders"],
}


def attempts(rng: Random, match: Match) -> Iterator[Command]:
    """All kinds of commands, right and wrong, for any seat."""
    cards = rng.sample(CARDS, 6)
    if match.deal is not None and any(match.deal.hands):
        cards += [card for card in CARDS if any(hand >> card & 1 for hand in match.deal.hands)]
    yield from (Cut(0), Cut(99), Look(), NameTrump(None), NameTrump(SUITS[0]), NameBlind())
    yield from (PickUp(), HandOver(), Pass(), Next(), Bid(1, SUITS[1]), Bid(99, SUITS[1]))
    yield from (Call(CallKind.ALONG), Call(CallKind.AGAINST), AskCount(SUITS[2]))
    for card in cards:
        yield Play(card)
        yield Play(card, rng.choice(list(Signal)))
        yield AskCard(card)


def refusals_given() -> dict[str, set[frozenset[str]]]:
    """Every reason that the engine gave in some deals, with the arguments that came with it."""
    rng = Random(5)
    given: dict[str, set[frozenset[str]]] = defaultdict(set)
    for rules in _TRIED.values():
        for _step, match in whole_match(msgspec.structs.replace(rules, target=30), by_chance(rng)):
            for seat in range(rules.players):
                for command in attempts(rng, match):
                    note(given, apply(match, seat, command))
    note(given, nothing_left_to_bid())
    note(given, nothing_left_to_ask())
    return given


def note(given: dict[str, set[frozenset[str]]], outcome: object) -> None:
    if isinstance(outcome, Refusal):
        body = refusal_to_body(outcome)
        given[body.pop("reason")].add(frozenset(body))


def nothing_left_to_bid() -> object:
    """All that can be won was bid already."""
    rules = TABLES["encheres"]
    for _step, match in whole_match(rules, by_chance(Random(5))):
        if match.phase is Phase.TRUMP:
            (first,), bid = match.to_act, Bid(rules.total, SUITS[0])
            highest = done(apply(match, first, bid))
            (second,) = highest.to_act
            return apply(highest, second, bid)
    raise AssertionError("nobody was asked for a bid")


def nothing_left_to_ask() -> object:
    """The leader holds every high card."""
    rules = TABLES["parlee"]
    high = [card for card in rules.cards.cards if rules.cards.worth[card]]
    low = [card for card in rules.cards.cards if card not in high]
    hands = (high, low[0::3], low[1::3], low[2::3])
    text = "|".join(" ".join(map(str, hand)) for hand in hands)
    match = in_play(text, dealer=1, match=Match(rules, totals=(0, 0)))
    return apply(match, 0, AskCard(high[0]))


def test_the_engine_refuses_for_no_other_reason_and_with_these_arguments() -> None:
    given, told = refusals_given(), told_reasons()
    assert set(given) == set(told)
    for reason, arguments in told.items():
        required = frozenset(name for name in arguments if not name.endswith("?"))
        every = frozenset(name.rstrip("?") for name in arguments)
        assert given[reason] == {required, every}, reason
