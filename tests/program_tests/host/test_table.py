"""The host's side of a match, as the network's room sees it."""

import msgpack
import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules
from manillen_tui.engine.cards import cards_in
from manillen_tui.engine.commands import Command, Cut, Look, NameTrump, Next, Play
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.history import Fault, Senseless, record_from_body, repeat
from manillen_tui.host.table import SHEET_S, SeededSecrets, Table, random_secrets
from manillen_tui.players.policy import choose
from manillen_tui.wire import command_to_body, view_from_body
from net.room.game import Accepted, Body, Malformed, Rejected
from support.guests import Guests
from support.tables import TABLES


class Sensible:
    """A computer player without a worker process."""

    async def move(self, view: View) -> Command:
        return choose(view)


def new_table(target: int = 21) -> Table:
    rules = replace(PRESETS["west-flanders"], target=target, cut_automatic=True)
    table = Table(rules, SeededSecrets(5), Sensible())
    table.start()
    table.deal({})
    return table


def view(table: Table, seat: int | None = 0) -> View:
    return view_from_body(table.view(seat))


def do(table: Table, seat: int, command: Command, turn: int | None = None) -> Accepted | Rejected:
    now = view(table).turn if turn is None else turn
    return table.apply(seat, now, command_to_body(command))


async def play_on(table: Table) -> list[Body]:
    """Play to the end of the match; returns its records."""
    records = []
    while table.due() or table.to_move():
        if table.due():
            records.append(table.deal({}).record)
            continue
        seat = table.to_move()[-1]
        move = await table.move_for(seat)
        accepted = table.apply(seat, move.turn, move.body)
        assert isinstance(accepted, Accepted)
        records.append(accepted.record)
    return records


def test_a_command_for_an_earlier_turn_is_stale_and_changes_nothing() -> None:
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


def test_a_refusal_is_sent_as_a_code_with_arguments() -> None:
    table = new_table()
    dealer = view(table).dealer
    other = (dealer + 1) % 4
    assert do(table, other, NameTrump(None)) == Rejected("not-your-turn")
    assert do(table, other, Cut(5)) == Rejected("not-now")


def test_a_body_that_is_not_a_command_is_refused() -> None:
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


async def test_only_an_open_score_sheet_has_a_time_limit() -> None:
    table = new_table(target=999)
    while view(table).phase is not Phase.SCORE:
        assert table.patience_s() is None
        (seat,) = table.to_move()
        move = await table.move_for(seat)
        table.apply(seat, move.turn, move.body)
    assert table.patience_s() == SHEET_S == 20
    assert table.to_move() == (0, 1, 2, 3)
    for seat in (2, 0, 3, 1):
        assert isinstance(do(table, seat, Next()), Accepted)
    table.deal({})
    assert view(table).phase is Phase.TRUMP
    assert view(table).deal == 2


async def test_a_rematch_is_a_new_match_with_other_cards() -> None:
    table = new_table(target=1)
    first = view(table, None)
    await play_on(table)
    assert view(table).winner is not None
    table.start()
    table.deal({})
    assert view(table, None).totals == (0, 0)
    assert view(table, None).sheet == ()
    assert view(table, first.dealer).hand != view_from_body(new_table().view(first.dealer)).hand


def test_a_spectator_holds_no_cards_and_plays_none() -> None:
    table = new_table()
    seen = view(table, None)
    assert (seen.hand, seen.legal, seen.may_look) == (None, (), False)
    assert do(table, view(table).dealer, Play(PRESETS["west-flanders"].cards.cards[0])) == Rejected(
        "not-now"
    )


# Before a deal is shuffled ------------------------------------------------------------------------


def test_a_match_begins_with_a_deal_waiting_to_be_shuffled() -> None:
    table = Table(PRESETS["west-flanders"], random_secrets, Sensible())
    assert (table.due(), table.to_move(), table.proven()) == (None, (), None)
    table.start()
    assert (table.due(), table.to_move()) == (1, ())
    assert table.secret() == table.secret()
    for seat in (*range(4), None):
        seen = view(table, seat)
        assert (seen.phase, seen.deal, seen.hand, seen.sheet) == (Phase.SHUFFLE, 1, None, ())
    assert table.apply(0, view(table).turn, {"act": "cut", "position": 3}) == Rejected("not-now")
    table.deal({0: bytes(16)})
    assert (table.due(), view(table).phase) == (None, Phase.CUT)
    with pytest.raises(ValueError, match="no deal is due"):
        table.secret()
    with pytest.raises(ValueError, match="no deal is due"):
        table.deal({})


async def test_while_the_next_deal_waits_everybody_still_sees_the_sheet_of_the_last() -> None:
    table = new_table(target=999)
    while view(table).phase is not Phase.SCORE:
        (seat,) = table.to_move()
        move = await table.move_for(seat)
        table.apply(seat, move.turn, move.body)
    proven = table.proven()
    assert proven is not None and proven.deal == 1
    for seat in range(4):
        assert isinstance(do(table, seat, Next()), Accepted)
    assert table.due() == 2
    assert table.proven() == proven
    seen = view(table)
    assert (seen.phase, seen.deal, seen.to_act, seen.seen) == (Phase.SCORE, 1, (), (0, 1, 2, 3))
    assert (table.to_move(), table.patience_s(), table.may_chat()) == ((), None, True)
    assert do(table, 0, Next()) == Rejected("not-now")
    table.deal({})
    assert table.proven() is None
    assert view(table).deal == 2


def test_shares_change_the_deal_unless_there_is_a_seed() -> None:
    def hands(table: Table, shares: dict[int, bytes]) -> list[object]:
        table.start()
        table.deal(shares)
        return [view(table, seat).hand for seat in range(4)]

    rules = replace(PRESETS["belgian"], cut_automatic=True)

    def always(_number: int) -> bytes:
        return bytes(32)

    alone = hands(Table(rules, always, Sensible()), {})
    assert alone == hands(Table(rules, always, Sensible()), {})
    assert alone != hands(Table(rules, always, Sensible()), {2: bytes(16)})
    seeded = hands(Table(rules, SeededSecrets(1), Sensible()), {})
    assert seeded == hands(Table(rules, SeededSecrets(1), Sensible()), {2: bytes(16)})
    assert seeded != hands(Table(rules, SeededSecrets(2), Sensible()), {})


# After the host's death ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_every_moment_of_two_matches_is_restored_from_its_records(name: str) -> None:
    rules = replace(TABLES[name], target=5, deals=0, best_of=1, rotate_seats=False)
    at = Guests(rules, name, looks=0.02)
    table = Table.restore(rules, [], random_secrets, Sensible())
    done = 0

    def follow() -> None:
        nonlocal done, table
        for record in at.records[done:]:
            table = _and_then(table, rules, record)
        done = len(at.records)
        assert table._history == at.table._history
        assert (table.due(), table.to_move()) == (at.table.due(), at.table.to_move())

    for _ in range(2):
        at.start()
        follow()
        while at.table.due() or at.table.to_move():
            at.deal() if at.table.due() else at.move()
            follow()
    whole = Table.restore(rules, decoded(at.records), random_secrets, Sensible())
    assert whole._history == at.table._history
    assert [whole.view(seat) for seat in (0, 1, None)] == [
        at.table.view(seat) for seat in (0, 1, None)
    ]


def _and_then(table: Table, rules: Rules, record: Body) -> Table:
    after = Table(rules, random_secrets, Sensible())
    after._history = repeat(table._history, record_from_body(record))
    return after


def decoded(records: list[Body]) -> list[Body]:
    """Records as they come back from a journal."""
    return [msgpack.unpackb(msgpack.packb(record)) for record in records]


async def test_a_restored_table_continues_with_the_next_deals_of_its_seed() -> None:
    rules = replace(PRESETS["zonder-troef"], cut_automatic=True, target=1)
    table = Table(rules, SeededSecrets(9), Sensible())
    records = [table.start().record, *await play_on(table)]
    again = Table.restore(rules, records, SeededSecrets(9), Sensible())
    assert again.start() == table.start()
    assert again.secret() == table.secret()


def changed(body: Body, **fields: object) -> Body:
    return {**body, **fields}


def test_impossible_records_are_refused_by_their_fault() -> None:
    at = Guests(replace(PRESETS["malilla"], target=999), "records")
    at.start()
    at.play(2)
    records = at.records
    ends = next(n for n, body in enumerate(records) if "totals" in body)
    due = next(n for n, body in enumerate(records) if body["step"] == "do" and "sealed" in body)
    plays = next(
        n for n, body in enumerate(records) if body.get("command", {}).get("act") == "play"
    )
    begin, shuffle = records[0], records[1]
    sealed = begin["sealed"]
    bad = [
        (0, changed(begin, sealed={**sealed, "secret": bytes(32)}), Fault.DIGEST),
        (0, changed(begin, sealed={**sealed, "digest": bytes(32)}), Fault.DIGEST),
        (0, changed(begin, more=1), Fault.UNREADABLE),
        (0, {"step": "win"}, Fault.UNREADABLE),
        (0, {}, Fault.UNREADABLE),
        (1, changed(shuffle, shares=[]), Fault.SHARES),
        (1, changed(shuffle, entropy=bytes(32)), Fault.SHARES),
        (1, changed(shuffle, shares=[[9, bytes(16)]]), Fault.ORDER),
        (1, changed(shuffle, shares=[[0, bytes(15)]]), Fault.ORDER),
        (plays, changed(records[plays], seat=9), Fault.COMMAND),
        (plays, changed(records[plays], command={"act": "look"}), Fault.COMMAND),
        (plays, changed(records[plays], totals=[1, 2]), Fault.SCORES),
        (plays, changed(records[plays], sealed=sealed), Fault.SCORES),
        (ends, changed(records[ends], totals=[900, 0]), Fault.SCORES),
        (
            due,
            {key: value for key, value in records[due].items() if key != "sealed"},
            Fault.UNREADABLE,
        ),
        (2, begin, Fault.ORDER),
        (2, shuffle, Fault.ORDER),
        (1, records[2], Fault.ORDER),
    ]
    for place, body, fault in bad:
        with pytest.raises(Senseless) as refused:
            Table.restore(at.rules, [*records[:place], body], random_secrets, Sensible())
        assert refused.value.fault is fault, (place, body)
    for place in range(len(records) - 1):
        with pytest.raises(ValueError):
            Table.restore(
                at.rules, [*records[:place], *records[place + 1 :]], random_secrets, Sensible()
            )


# Who watches --------------------------------------------------------------------------------------


@pytest.mark.parametrize("opened", [True, False])
def test_a_spectator_sees_the_previous_hands_if_the_rules_say_so(
    opened: bool,
) -> None:
    rules = replace(PRESETS["belgian"], target=999, watch_open=opened, open_hands=False)
    at = Guests(rules, "watched")
    at.start()
    assert at.view(None).hands is None
    at.play(1)
    assert at.view(None).hands is None
    match = at.table._history.match
    assert match is not None and match.deal is not None
    dealt = [set(cards_in(hand)) for hand in match.deal.dealt]
    at.play(2)
    hands = at.view(None).hands
    assert (hands is not None) is opened
    if hands is not None:
        assert list(map(set, hands)) == dealt
        assert len(set().union(*hands)) == 32
    assert at.view(0).hands is None


def test_the_previous_hands_follow_people_who_change_seats() -> None:
    rules = replace(
        PRESETS["west-flanders"], target=1, best_of=5, rotate_seats=True, watch_open=True
    )
    at = Guests(rules, "rotating")
    at.start()
    at.play(1)
    match = at.table._history.match
    assert match is not None and match.deal is not None
    dealt = [set(cards_in(hand)) for hand in match.deal.dealt]
    assert match.game_winner is not None
    while at.table.due() is None:
        at.move()
    at.deal()
    hands = at.view(None).hands
    assert hands is not None
    assert [set(hands[(seat + rules.step) % 4]) for seat in range(4)] == dealt


def test_hands_of_an_unplayed_deal_are_shown_to_nobody() -> None:
    at = Guests(replace(PRESETS["west-flanders"], target=999, watch_open=True), "void", looks=1.0)
    at.start()
    at.play(1)
    assert at.sheet[0].score is None
    assert at.table.proven() is None
    at.deal() if at.table.due() else at.play(2)
    assert at.view(None).hands is None
