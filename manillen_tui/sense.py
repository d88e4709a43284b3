"""Whether a view that came over the wire can be one of a table with its rules.

Its types are right when it gets here. A screen also relies on its numbers: that a seat has a name,
that a side has a column, that a card is in the pack.
"""

from collections.abc import Iterator, Sized

from manillen_tui.engine.cards import Card
from manillen_tui.engine.check import Unplayable, check
from manillen_tui.engine.events import CutForDeal, DealScored, Event
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import View


def check_view(view: View) -> None:
    """`ValueError` when no table can give this view."""
    rules = view.rules
    if clashes := check(rules):
        raise Unplayable(clashes)
    pack = rules.cards.cards
    low, high = view.cut_range or (1, 1)
    least, most = view.bid_range or (0, rules.total)
    if not (
        all(0 <= seat < rules.players for seat in _seats(view))
        and all(0 <= side < rules.sides for side in _sides(view))
        and all(len(row) == rules.players for row in _by_seat(view))
        and all(len(row) == rules.sides for row in _by_side(view))
        and all(len(row) == rules.stacks for row in view.stacks)
        and set(_cards(view)) <= set(pack)
        and set(view.legal) <= set(view.playable)
        and 0 < low <= high < len(pack)
        and view.factor > 0
        and 0 <= least <= most <= rules.total
    ):
        raise ValueError("a view of no table")


def _seats(view: View) -> Iterator[int]:
    for one in (view.seat, view.namer, view.winning):
        if one is not None:
            yield one
    yield view.dealer
    yield from view.to_act
    yield from view.seen
    yield from (call.seat for call in view.calls)
    yield from (play.seat for play in view.trick)
    if view.bid is not None:
        yield view.bid.seat
    if view.last_trick is not None:
        yield view.last_trick.winner
        yield from (play.seat for play in view.last_trick.plays)
    for record in view.sheet:
        yield record.dealer
        if record.namer is not None:
            yield record.namer
    for event in view.events:
        yield from _seats_of(event)


def _seats_of(event: Event) -> Iterator[int]:
    if isinstance(event, CutForDeal):
        yield from (seat for seat, _card in event.cards)
    for name in ("seat", "dealer", "cutter", "to"):
        if hasattr(event, name):
            yield getattr(event, name)


def _scores(view: View) -> Iterator[DealScore]:
    yield from (record.score for record in view.sheet if record.score is not None)
    yield from (event.score for event in view.events if isinstance(event, DealScored))


def _sides(view: View) -> Iterator[int]:
    if view.winner is not None:
        yield view.winner
    for score in _scores(view):
        yield from (side for side in (score.winner, score.bidder) if side is not None)
    yield from (event.side for event in view.events if hasattr(event, "side"))


def _by_seat(view: View) -> Iterator[Sized]:
    yield from (view.counts, view.tricks)
    yield from (rows for rows in (view.hands, view.stacks) if rows)


def _by_side(view: View) -> Iterator[Sized]:
    yield view.totals
    yield from (rows for rows in (view.points, view.games) if rows)
    yield from (record.totals for record in view.sheet)
    yield from (event.games for event in view.events if hasattr(event, "games"))
    for score in _scores(view):
        yield from (score.points, score.tricks, score.excess, score.scores)
        if score.bonus:
            yield score.bonus


def _cards(view: View) -> Iterator[Card]:
    yield from view.playable
    yield from (play.card for play in view.trick)
    if view.last_trick is not None:
        yield from (play.card for play in view.last_trick.plays)
    for stacks in view.stacks:
        yield from (stack.open for stack in stacks if stack.open is not None)
    for hand in view.hands or ():
        yield from hand
    if view.turned is not None:
        yield view.turned
