"""The host's side of a match, as the network's room sees it."""

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from manillen_tui.engine import match as matches
from manillen_tui.engine.commands import Command, Cut, Look, NameTrump, Next, Play
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.players.policy import choose
from manillen_tui.table import SHEET_S, Table, seeded_entropy
from manillen_tui.wire import command_from_body, command_to_body, view_from_body
from net.game import Accepted, Malformed, Rejected


class Sensible:
    """A computer player that thinks in place."""

    async def move(self, view: View) -> Command:
        return choose(view)


def new_table(target: int = 21) -> Table:
    rules = replace(PRESETS["west-flanders"], target=target, cut_automatic=True)
    table = Table(rules, seeded_entropy(5), Sensible())
    table.start()
    return table


def view(table: Table, seat: int | None = 0) -> View:
    return view_from_body(table.view(seat))


def do(table: Table, seat: int, command: Command, turn: int | None = None) -> Accepted | Rejected:
    now = view(table).turn if turn is None else turn
    return table.apply(seat, now, command_to_body(command))


def test_a_command_for_a_turn_that_is_over_is_stale_and_changes_nothing() -> None:
    table = new_table()
    dealer = view(table).dealer
    before = view(table)
    assert isinstance(do(table, dealer, NameTrump(None)), Accepted)
    assert do(table, dealer, NameTrump(None), before.turn) == Rejected("stale")
    assert view(table).namer == dealer


def test_looking_belongs_to_no_turn() -> None:
    table = new_table()
    partner = (view(table).dealer + 2) % 4
    assert isinstance(do(table, partner, Look(), turn=10_000), Accepted)
    assert view(table).phase is Phase.SCORE
    assert view(table).sheet[-1].score is None


def test_a_refusal_travels_as_a_code_with_arguments() -> None:
    table = new_table()
    dealer = view(table).dealer
    other = (dealer + 1) % 4
    assert do(table, other, NameTrump(None)) == Rejected("not-your-turn")
    assert do(table, other, Cut(5)) == Rejected("not-now")


def test_a_body_that_is_no_command_is_refused() -> None:
    table = new_table()
    senseless: list[dict[str, object]] = [
        {},
        {"act": "win"},
        {"act": "play"},
        {"act": "play", "card": "11♦"},
        {"act": "play", "card": "10D"},
        {"act": "play", "card": 7},
        {"act": "trump", "suit": "D"},
        {"act": "trump", "suit": None, "seat": 2},
        {"act": "cut", "position": True},
    ]
    for body in senseless:
        with pytest.raises(Malformed):
            table.apply(view(table).dealer, view(table).turn, body)


async def test_the_records_and_the_rules_give_the_same_match_again() -> None:
    table = new_table()
    entropy = seeded_entropy(5)
    again, _ = matches.shuffle(matches.start(view(table).rules), entropy())
    while seats := table.to_move():
        move = await table.move_for(seats[-1])
        accepted = table.apply(seats[-1], move.turn, move.body)
        assert isinstance(accepted, Accepted)
        record = accepted.record
        step = matches.apply(again, record["seat"], command_from_body(record["command"]))
        assert isinstance(step, tuple)
        again, _ = step
        if "entropy" in record:
            assert record["entropy"] == entropy()
            again, _ = matches.shuffle(again, record["entropy"])
    assert again.phase is Phase.OVER
    assert again.sheet == view(table).sheet
    assert again.totals == view(table).totals


async def test_only_an_open_score_sheet_has_a_time_limit() -> None:
    table = new_table(target=101)
    while view(table).phase is not Phase.SCORE:
        assert table.patience_s() is None
        (seat,) = table.to_move()
        move = await table.move_for(seat)
        table.apply(seat, move.turn, move.body)
    assert table.patience_s() == SHEET_S == 20
    assert table.to_move() == (0, 1, 2, 3)
    for seat in (2, 0, 3, 1):
        assert isinstance(do(table, seat, Next()), Accepted)
    assert view(table).phase is Phase.TRUMP
    assert view(table).deal == 2


async def test_a_rematch_is_a_new_match_with_other_cards() -> None:
    table = new_table(target=1)
    first = view(table, None)
    while seats := table.to_move():
        move = await table.move_for(seats[0])
        table.apply(seats[0], move.turn, move.body)
    assert view(table).winner is not None
    table.start()
    assert view(table, None).totals == (0, 0)
    assert view(table, None).sheet == ()
    assert view(table, first.dealer).hand != view_from_body(new_table().view(first.dealer)).hand


def test_a_watcher_holds_no_cards_and_plays_none() -> None:
    table = new_table()
    seen = view(table, None)
    assert (seen.hand, seen.legal, seen.may_look) == (None, (), False)
    assert do(table, view(table).dealer, Play(PRESETS["west-flanders"].cards.cards[0])) == Rejected(
        "not-now"
    )
