"""A changed host shuffles honestly but shows another deal, over the network. Everybody lied to is
told what differs; nobody else is troubled.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules
from manillen_tui.engine.commands import Command
from manillen_tui.engine.events import CardPlayed, DealBegan, DealScored, PackCut, TrickTaken
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Client
from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.guest.replay import Part
from manillen_tui.host.table import random_secrets
from manillen_tui.wire import view_from_body, view_to_body
from net.room.game import Body
from support.guests import PROVED, Guests
from support.playing import Playing, play, playing


RULES = replace(PRESETS["malilla"], target=999, cut_automatic=True)
GAMES = replace(PRESETS["west-flanders"], target=5, best_of=3, cut_automatic=True)
Lie = Callable[[View], View]


def swap(pair: tuple[Any, ...]) -> tuple[Any, ...]:
    return pair[::-1]


def in_events(kind: type, **changes: Any) -> Lie:
    """Every event of this kind is told with these fields changed."""

    def told(view: View) -> View:
        events = tuple(
            replace(event, **{name: change(event) for name, change in changes.items()})
            if isinstance(event, kind)
            else event
            for event in view.events
        )
        return replace(view, events=events)

    return told


def other_line(view: View) -> View:
    line = view.sheet[-1]
    assert line.score is not None
    score = replace(line.score, excess=longer(line.score.excess))  # a tie has nothing to swap
    return replace(view, sheet=(*view.sheet[:-1], replace(line, score=score)))


def other_past(view: View) -> View:
    first = view.sheet[0]
    return replace(view, sheet=(replace(first, totals=(90, 0)), *view.sheet[1:]))


def consistent(view: View) -> View:
    """The whole score is another one, wherever it is shown."""
    line = view.sheet[-1]
    assert line.score is not None
    score = replace(line.score, scores=(30, 0), winner=0)
    events = tuple(
        replace(event, score=score) if isinstance(event, DealScored) else event
        for event in view.events
    )
    totals = (view.totals[0] + 30, view.totals[1])
    line = replace(line, score=score, totals=totals)
    return replace(view, sheet=(*view.sheet[:-1], line), totals=totals, events=events)


def other_hands(view: View) -> View:
    return replace(view, hands=view.hands and swap(view.hands))


def longer(tricks: tuple[int, ...]) -> tuple[int, ...]:
    return (tricks[0] + 1, *tricks[1:])


LIES: dict[str, tuple[Part, Rules, Lie]] = {
    "the winner of the match": (Part.WINNER, RULES, lambda v: replace(v, winner=0)),
    "the match is over": (Part.WINNER, RULES, lambda v: replace(v, winner=1, phase=Phase.OVER)),
    "the match is over, without a winner": (
        Part.TURN,
        RULES,
        lambda v: replace(v, phase=Phase.OVER),
    ),
    "points": (Part.POINTS, RULES, lambda v: replace(v, points=v.points and (70, 2))),
    "totals": (Part.TOTALS, RULES, lambda v: replace(v, totals=(500, 3))),
    "the dealer": (Part.DEALER, RULES, lambda v: replace(v, dealer=(v.dealer + 1) % 4)),
    "the cutter": (Part.DEALER, RULES, in_events(DealBegan, cutter=lambda e: (e.cutter + 1) % 4)),
    "the cut": (Part.CUT, RULES, in_events(PackCut, position=lambda e: e.position % 31 + 1)),
    "who played": (Part.PLAY, RULES, in_events(CardPlayed, seat=lambda e: (e.seat + 1) % 4)),
    "who took a trick": (Part.TRICK, RULES, in_events(TrickTaken, seat=lambda e: (e.seat + 1) % 4)),
    "what a trick was worth": (Part.TRICK, RULES, in_events(TrickTaken, points=lambda _: 20)),
    "tricks": (Part.TRICK, RULES, lambda v: replace(v, tricks=longer(v.tricks))),
    "the factor": (Part.FACTOR, RULES, lambda v: replace(v, factor=v.factor * 2)),
    "trump": (Part.TRUMP, RULES, lambda v: replace(v, namer=((v.namer or 0) + 1) % 4)),
    "excess on the sheet": (Part.SCORE, RULES, other_line),
    "an earlier deal on the sheet": (Part.SCORE, RULES, other_past),
    "the whole score": (Part.SCORE, RULES, consistent),
    "the hands laid open": (Part.HANDS, RULES, other_hands),
    "games won": (Part.GAMES, GAMES, lambda v: replace(v, games=longer(v.games))),
    "the next dealer": (
        Part.DEALER,
        RULES,
        in_events(DealBegan, dealer=lambda e: (e.dealer + 2) % 4),
    ),
    "whose turn it was": (Part.TURN, RULES, lambda v: replace(v, turn=v.turn + 1)),
    "a hidden deal": (Part.SCORE, RULES, lambda v: replace(v, sheet=v.sheet[1:])),
}


def tell(at: Playing, lie: Lie, to: tuple[int, ...], deal: int = 2) -> None:
    """From the end of this deal on, the host shows these seats something else."""
    honest = at.table.view

    def view(seat: int | None) -> Body:
        true = view_from_body(honest(seat))
        over = true.deal == deal and true.phase in (Phase.SCORE, Phase.OVER)
        return view_to_body(lie(true)) if over and seat in to else view_to_body(true)

    at.table.view = view  # type: ignore[method-assign]


async def judged(client: Client, deal: int) -> Verdict | None:
    """Play on until this deal is judged."""
    await play(client, lambda _view: client.proofs.of(deal) is not None)
    return client.proofs.of(deal)


def three_at_once() -> list[list[str]]:
    """The lies, three to a table, where each is told to another guest and the last hears none."""
    games = [name for name in LIES if LIES[name][1] is GAMES]
    names = [name for name in LIES if name not in games]
    return [games, *(names[first : first + 3] for first in range(0, len(names), 3))]


@pytest.mark.parametrize("names", three_at_once(), ids=", ".join)
async def test_whoever_is_lied_to_is_told_what_differs(names: list[str]) -> None:
    async with playing(LIES[names[0]][1], secrets=random_secrets) as at:
        for seat, name in enumerate(names):
            tell(at, LIES[name][2], (seat,))
        await at.begin()
        told = await asyncio.gather(*(judged(client, 2) for client in at.people))
    lies = [Verdict(Doubt.DIFFERS, LIES[name][0]) for name in names]
    assert told == [*lies, *[PROVED] * (4 - len(lies))]
    assert all(client.proofs.of(1) == PROVED for client in at.people)


def test_every_lie_is_told() -> None:
    assert sorted(name for names in three_at_once() for name in names) == sorted(LIES)


@pytest.mark.deep
@pytest.mark.parametrize("name", LIES)
async def test_a_lie_told_to_all_is_found_by_all(name: str) -> None:
    part, rules, lie = LIES[name]
    async with playing(rules, secrets=random_secrets) as at:
        tell(at, lie, (0, 1, 2, 3))
        await at.begin()
        told = await asyncio.gather(*(judged(client, 2) for client in at.people))
    assert told == [Verdict(Doubt.DIFFERS, part)] * 4


@pytest.mark.parametrize("from_deal", [1, 2])
async def test_a_guest_moved_to_another_seat_is_told_so(from_deal: int) -> None:
    """The host shows a guest, from the end of a deal on, all that another seat may see."""
    async with playing(RULES, secrets=random_secrets) as at:
        honest = at.table.view

        def view(seat: int | None) -> Body:
            true = view_from_body(honest(seat))
            over = true.phase is Phase.SCORE and true.deal == from_deal
            return honest(3) if over and seat == 1 else view_to_body(true)

        at.table.view = view  # type: ignore[method-assign]
        await at.begin()
        told = await asyncio.gather(*(judged(client, from_deal) for client in at.people))
    moved = Verdict(Doubt.DIFFERS, Part.SEAT)
    assert told == [PROVED, moved, PROVED, PROVED]


async def test_a_score_changed_after_it_was_proved_loses_its_tick() -> None:
    async with playing(RULES, secrets=random_secrets) as at:
        await at.begin()
        told = await asyncio.gather(*(judged(client, 1) for client in at.people))
        assert told == [PROVED] * 4
        tell(at, lambda view: replace(view, totals=(500, 3)), (2,), deal=1)
        await asyncio.gather(*(judged(client, 2) for client in at.people))
        ends = [client.proofs.of(1) for client in at.people]
    assert ends == [PROVED, PROVED, Verdict(Doubt.DIFFERS, Part.TOTALS), PROVED]


async def test_a_false_score_is_found_in_the_deals_after_it_too() -> None:
    async with playing(RULES, secrets=random_secrets) as at:
        honest = at.table.view

        def view(seat: int | None) -> Body:
            true = view_from_body(honest(seat))
            if not true.sheet or seat != 0:
                return view_to_body(true)
            sheet = tuple(replace(line, totals=(300, 0)) for line in true.sheet)
            return view_to_body(replace(true, sheet=sheet, totals=(300, 0)))

        at.table.view = view  # type: ignore[method-assign]
        await at.begin()
        await asyncio.gather(*(judged(client, 2) for client in at.people))
        told = [at.people[0].proofs.of(deal) for deal in (1, 2)]
    assert [verdict and verdict.doubt for verdict in told] == [Doubt.DIFFERS] * 2


async def test_a_move_made_in_the_name_of_somebody_present_is_found_by_them() -> None:
    """A legal move: everybody else sees nothing wrong."""
    async with playing(RULES, secrets=random_secrets) as at:
        victim, others = at.people[3], [at.people[seat] for seat in (0, 1, 2)]
        await at.begin()

        async def be_played() -> None:
            """The host plays whatever it likes for somebody who never sends a card."""
            while victim.proofs.of(1) is None:
                view = victim.view
                if view is not None and 3 in view.to_act:
                    sends = victim.proofs.sent
                    victim.proofs.sent = _unheard  # type: ignore[method-assign]
                    await play(victim, lambda now, turn=view.turn: now.turn != turn)  # type: ignore[misc]
                    victim.proofs.sent = sends  # type: ignore[method-assign]
                else:
                    await victim.changed()

        told = await asyncio.gather(*(judged(client, 1) for client in others), be_played())
        assert told[:3] == [PROVED] * 3
        assert victim.proofs.of(1) == Verdict(Doubt.DIFFERS, Part.OWN)


def _unheard(turn: int, command: Command) -> None:
    pass


# How much is kept ---------------------------------------------------------------------------------


def kept_after(deals: int) -> tuple[int, int]:
    """How many views, and own commands, are kept after so many deals; all of them proved."""
    at = Guests(replace(RULES, target=999, cut_automatic=False), "long")
    at.start()
    at.play(deals)
    assert all(at.verdicts(deal) == [PROVED] * 4 for deal in range(1, deals + 1))
    guest = at.guests[0]
    assert all(deal.told is None and deal.reveal is None for deal in guest._deals.values())
    return len(guest._shown), len(guest._sent)


def test_nothing_but_the_last_deal_is_kept() -> None:
    assert kept_after(12)[0] == 1 and kept_after(12)[1] <= 9


@pytest.mark.deep
def test_nothing_but_the_last_deal_is_kept_of_a_hundred() -> None:
    assert kept_after(100)[0] == 1 and kept_after(100)[1] <= 9
