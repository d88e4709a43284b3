"""Whole random matches of every preset: no dead ends, and every line of the sheet is right."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import pytest
from msgspec.structs import replace

from manillen_tui.engine import Card, Phase, Rules, view_of
from manillen_tui.engine.cards import cards_in
from manillen_tui.engine.commands import AskCard, AskCount
from manillen_tui.engine.events import Asked, CutForDeal, Event
from manillen_tui.engine.match import Match, start
from manillen_tui.wire import view_from_body, view_to_body
from support.matches import by_chance, take, whole_match
from support.retelling import check_deal
from support.tables import TABLES


EVERY_TABLE = pytest.mark.parametrize("name", TABLES)


def check_match(rules: Rules, steps: list[tuple[Any, Match]]) -> None:
    """Reconstruct every deal, and the games they make up."""
    totals, pending, game = (0,) * rules.sides, 0, 1
    *_, (_, last) = steps
    by_deal: dict[int, tuple[Event, ...]] = {}
    for _, match in steps:
        if match.deal is not None:
            by_deal[match.deal.number] = match.events
    for number, record in enumerate(last.sheet, start=1):
        assert record.number == number
        if record.game != game:
            totals, pending, game = (0,) * rules.sides, 0, game + 1
        assert record.game == game
        pending = check_deal(rules, record, by_deal[number], pending)
        if record.score is not None:
            totals = tuple(map(int.__add__, totals, record.score.scores))
        assert record.totals == totals
    assert last.totals == totals
    assert last.winner is not None
    assert max(last.games) == last.games[last.winner]


@EVERY_TABLE
@pytest.mark.parametrize("matches", [5, pytest.param(2_000, marks=pytest.mark.deep)])
def test_random_matches_end_score_correctly_and_replay_the_same(name: str, matches: int) -> None:
    rules = TABLES[name]
    for seed in range(matches):
        rng = Random(f"{rules.name} {seed}")
        steps = list(whole_match(rules, by_chance(rng, looks=0.02)))
        *_, (_, match) = steps
        check_match(rules, steps)
        replayed = start(rules)
        for step, _ in steps:
            replayed = replayed if step is None else take(replayed, step)
        assert replayed == match


# --- secrecy


def states(rules: Rules, deals: int) -> Iterator[Match]:
    """All states of this many random deals."""
    for seed in range(1_000_000):
        for step, match in whole_match(rules, by_chance(Random(f"secret {seed}"), looks=0.02)):
            deals -= isinstance(step, bytes)
            if deals < 0:
                return
            if match.deal is not None:
                yield match


def hidden(match: Match, seat: int | None) -> set[Card]:
    """The cards whose place this seat must not know, worked out from what was shown."""
    deal = match.deal
    assert deal is not None
    secret = set(match.rules.cards.cards)
    if not deal.hands:
        return secret
    secret -= {play.card for trick in deal.tricks for play in trick.plays}
    secret -= {play.card for play in deal.trick}
    secret -= {stack.open for own in deal.stacks for stack in own if stack.open is not None}
    secret.discard(deal.turned) if deal.turned is not None else None
    if seat is not None and seat not in deal.covered:
        secret -= set(cards_in(deal.hands[seat]))
    return secret


def said_aloud(event: Event) -> bool:
    """Whether an event names cards without telling who holds them, or from before the shuffle."""
    return isinstance(event, CutForDeal | Asked)


@EVERY_TABLE
@pytest.mark.parametrize("deals", [2, pytest.param(100, marks=pytest.mark.deep)])
def test_no_view_names_a_hidden_card(name: str, deals: int) -> None:
    rules = TABLES[name]
    for match in states(rules, deals):
        assert match.deal is not None
        for seat in (*range(rules.players), None):
            view = view_of(match, seat)
            body = view_to_body(view)
            assert view_to_body(view_from_body(msgpack.unpackb(msgpack.packb(body)))) == body
            if match.phase is Phase.OVER or view.hands is not None:
                continue
            silent = replace(
                view,
                events=tuple(event for event in view.events if not said_aloud(event)),
                choices=tuple(c for c in view.choices if not isinstance(c, AskCard | AskCount)),
            )
            packed = msgpack.packb(view_to_body(silent))
            shown = [card for card in hidden(match, seat) if str(card).encode() in packed]
            assert not shown, (match.phase, seat, shown)


@EVERY_TABLE
@pytest.mark.parametrize("deals", [3, pytest.param(200, marks=pytest.mark.deep)])
def test_a_view_does_not_depend_on_hidden_cards(name: str, deals: int) -> None:
    """If all cards that a seat cannot know are exchanged, it sees the same."""
    rng, rules, compared = Random("swap"), TABLES[name], 0
    for match in states(rules, deals):
        deal = match.deal
        assert deal is not None
        if match.phase in (Phase.SCORE, Phase.OVER):
            continue
        seat = rng.choice((*range(rules.players), None))
        unknown = sorted(hidden(match, seat))
        elsewhere = dict(zip(unknown, rng.sample(unknown, len(unknown)), strict=True))
        moved = with_cards_moved(match, elsewhere)
        assert view_of(moved, seat) == view_of(match, seat)
        compared += moved != match
    assert compared > 10 * deals


def with_cards_moved(match: Match, elsewhere: dict[Card, Card]) -> Match:
    deal = match.deal
    assert deal is not None

    def moved(mask: int) -> int:
        return sum(1 << elsewhere.get(card, card) for card in cards_in(mask))

    def below(card: Card | None) -> Card | None:
        return None if card is None else elsewhere.get(card, card)

    stacks = tuple(
        tuple(replace(stack, closed=below(stack.closed)) for stack in own) for own in deal.stacks
    )
    other = replace(
        deal,
        pack=tuple(elsewhere.get(card, card) for card in deal.pack),
        hands=tuple(map(moved, deal.hands)),
        dealt=tuple(map(moved, deal.dealt)),
        stacks=stacks,
    )
    return replace(match, deal=other)
