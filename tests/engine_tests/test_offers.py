"""A view offers exactly what will be accepted: screens and computer players need no rules."""

from itertools import product
from random import Random

import pytest

from manillen_tui.engine import Phase, Reason, Refusal, Rules, View, apply, view_of
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
    Signal,
)
from support.matches import by_chance, whole_match
from support.tables import TABLES


#: Every command that anybody could ever send.
EVERYTHING: list[Command] = [
    *map(Cut, range(-1, 54)),
    Look(),
    *map(NameTrump, (*SUITS, None)),
    NameBlind(),
    PickUp(),
    HandOver(),
    Pass(),
    *(Bid(points, suit) for points, suit in product(range(28, 80), SUITS)),
    *map(Call, CallKind),
    *map(AskCount, SUITS),
    *map(AskCard, CARDS),
    *(Play(card, signal) for card, signal in product(CARDS, (None, *Signal))),
    Next(),
]


def offered(view: View) -> set[Command]:
    """All commands that the view offers its seat."""
    commands = {*view.choices, *map(Play, view.legal)}
    if view.may_look:
        commands.add(Look())
    if view.cut_range is not None:
        low, high = view.cut_range
        commands |= set(map(Cut, range(low, high + 1)))
    if view.bid_range is not None:
        low, high = view.bid_range
        commands |= {Bid(points, suit) for points in range(low, high + 1) for suit in SUITS}
    return commands


def check_offers(rules: Rules, states: int) -> set[Reason]:
    """Try every command in some states of every phase; returns the reasons for refusals."""
    rng, reasons = Random(f"offers {rules.name}"), set[Reason]()
    left = dict.fromkeys(Phase, states)
    while any(left[phase] == states for phase in (Phase.CUT, Phase.PLAY, Phase.SCORE, Phase.OVER)):
        for _, match in whole_match(rules, by_chance(rng)):
            if match.deal is None or not left[match.phase] or rng.random() < 0.5:
                continue
            left[match.phase] -= 1
            for seat in range(rules.players):
                may = offered(view_of(match, seat))
                for command in EVERYTHING:
                    result = apply(match, seat, command)
                    assert isinstance(result, Refusal) != (command in may), (seat, command, result)
                    if isinstance(result, Refusal):
                        reasons.add(result.reason)
    return reasons


@pytest.mark.parametrize("states", [2, pytest.param(60, marks=pytest.mark.deep)])
def test_exactly_what_is_offered_is_accepted(states: int) -> None:
    reasons = set[Reason]()
    for rules in TABLES.values():
        reasons |= check_offers(rules, states)
    playing = {reason for reason in Reason if reason.startswith(("must", "no-undertrump"))}
    assert reasons | playing == set(Reason)  # every reason occurs in some match
