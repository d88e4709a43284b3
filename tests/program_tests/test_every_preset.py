"""Whole matches over TCP under every rule set: seats, chat, games, and sizes guests accept."""

from typing import Any

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Phase, Rules, View
from manillen_tui.host.table import SHEET_DEALS, SeededSecrets, Table
from manillen_tui.trouble import Trouble
from manillen_tui.wire import rules_from_body, view_from_body
from net.limits import Limits
from net.protocol.codec import decode_from_host, encode
from net.protocol.host_messages import State
from support.playing import Moment, Playing, Sensible, playing, sees
from support.secrecy import truth


def short(rules: Rules, **options: Any) -> Rules:
    """The same rules, but a match of only a few deals."""
    return replace(rules, target=5, **options)


def in_phase(phase: Phase) -> Moment:
    return lambda view: view.phase is phase


def check_sheet(view: View) -> None:
    """Check that every deal's points add up to the rules' total, and every total to its deals."""
    rules = view.rules
    totals, game = [0] * rules.sides, 1
    for record in view.sheet:
        if record.game != game:
            totals, game = [0] * rules.sides, record.game
        if record.score is not None:
            assert sum(record.score.points) == rules.total
            totals = [a + b for a, b in zip(totals, record.score.scores, strict=True)]
        assert list(record.totals) == totals


@pytest.mark.parametrize("name", PRESETS)
async def test_a_match_of_people_and_a_rematch(name: str) -> None:
    """Every view on the way is searched for hidden cards: see `WatchedTable`."""
    rules = short(PRESETS[name])
    async with playing(rules) as at:
        assert rules_from_body(at.people[0].room.info) == rules
        assert len(at.people[0].room.chairs) == rules.players
        await at.begin()
        ends = await at.play()
        assert [view.seat for view in ends] == list(range(rules.players))
        for view in ends:
            assert view.winner is not None
            assert view.totals[view.winner] == max(view.totals) >= rules.target
            assert view.sheet == ends[0].sheet
            check_sheet(view)
        assert at.table.views > rules.players * rules.tricks * rules.players
        for client in at.people:
            await client.ready(True)
        for client in at.people:
            view = await sees(client, in_phase(Phase.CUT))
            assert (view.sheet, view.totals) == ((), (0,) * rules.sides)


@pytest.mark.deep
@pytest.mark.parametrize("name", PRESETS)
async def test_a_match_of_the_presets_full_length(name: str) -> None:
    async with playing(PRESETS[name], within_s=600) as at:
        await at.begin()
        ends = await at.play()
        print(f"{name}: {len(ends[0].sheet)} deals, {at.table.views} views searched")
        for view in ends:
            assert view.totals[view.winner or 0] >= view.rules.target
            check_sheet(view)


@pytest.mark.parametrize("name", PRESETS)
async def test_one_person_among_computer_players(name: str) -> None:
    rules = short(PRESETS[name], cut_automatic=True)
    async with playing(rules, ["Wim"]) as at:
        await at.begin()
        (end,) = await at.play()
        assert end.winner is not None
        assert at.people[0].room.state == "over"
        holders = [chair.holder for chair in at.people[0].room.chairs]
        assert holders == ["person"] + ["computer"] * (rules.players - 1)


@pytest.mark.parametrize("name", ["two", "three", "parlee"])
async def test_a_computer_player_takes_over_for_somebody_who_leaves(name: str) -> None:
    async with playing(short(PRESETS[name], cut_automatic=True)) as at:
        await at.begin()
        leaver = at.people.pop()
        seat = leaver.seat
        await leaver.leave()
        await at.play()
        assert at.people[0].room.chairs[seat].holder == "computer"


# Talk ---------------------------------------------------------------------------------------------


async def answer(at: Playing, text: str) -> str:
    try:
        await at.people[-1].say(text)
    except Trouble as trouble:
        return trouble.code
    return "said"


@pytest.mark.parametrize("name", PRESETS)
async def test_chat_is_free_between_deals_and_during_a_deal_by_the_rules(name: str) -> None:
    rules = replace(PRESETS[name], target=999)
    async with playing(rules) as at:
        assert await answer(at, "shall we?") == "said"
        await at.begin()
        for client in at.people:
            await sees(client, in_phase(Phase.CUT))
        assert await answer(at, "cut well") == "said"
        await at.play(in_phase(Phase.PLAY))
        silent = name in ("west-flanders", "two", "muette", "parlee")
        assert at.people[0].view is not None
        assert at.people[0].view.may_chat is not silent
        assert await answer(at, "I have no trumps") == ("silence" if silent else "said")
        await at.play(in_phase(Phase.SCORE))
        assert await answer(at, "well played") == "said"
        first = at.people[0]
        while first.room.chat[-1].text != "well played":
            await first.changed()
        heard = [line.text for line in first.room.chat]
        assert ("I have no trumps" in heard) is not silent
        assert {line.name for line in first.room.chat} == {at.people[-1].name}


# Games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["west-flanders", "belgian", "three"])
async def test_people_move_on_between_games_until_the_match_is_over(name: str) -> None:
    rules = short(PRESETS[name], best_of=3, rotate_seats=True, cut_automatic=True)
    async with playing(rules) as at:
        await at.begin()
        ends = await at.play()
        last = ends[0].sheet[-1].game
        assert last >= 2
        for start, (client, view) in enumerate(zip(at.people, ends, strict=True)):
            assert client.seat == view.seat == (start + rules.step * (last - 1)) % rules.players
            assert client.room.chairs[client.seat].name == client.name
            assert sum(view.games) == last
            assert view.winner is not None
            assert view.games[view.winner] == max(view.games)
            check_sheet(view)
        assert at.people[0].room.host == at.people[0].seat
        assert at.people[0].room.state == "over"


async def test_computer_players_move_on_too_and_people_find_their_own_seat() -> None:
    rules = short(PRESETS["west-flanders"], best_of=3, rotate_seats=True, cut_automatic=True)
    async with playing(rules, ["Wim", "Noor"]) as at:
        await at.begin()
        leaver = at.people.pop()
        await leaver.leave()
        await at.play(lambda view: view.game == 2)
        back = await at.sit_down("Noor")
        assert (at.people[0].seat, back.seat) == (1, 2)
        ends = await at.play()
        assert ends[0].winner is not None


# What guests can take -----------------------------------------------------------------------------


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list | tuple):
        return 1 + max(map(depth, value), default=0)
    return 0


async def longest_frame(rules: Rules, deals: int, limits: Limits) -> int:
    """Play this many deals; every view on the way has to be one that guests accept."""
    table = Table(rules, SeededSecrets(3), Sensible())
    table.start()
    longest = 0
    while table.due() or table.to_move():
        if table.due():
            table.deal({})
        seats = table.to_move()
        view = table.view(seats[0])
        if len(view["sheet"]) >= deals:
            break
        state = State(2**31 - 1, dict(view))
        frame = encode(state)[4:]
        assert depth({"view": view}) <= limits.depth
        assert len(frame) < limits.host_frame_bytes
        if not view["trick"]:
            arrived = decode_from_host(frame, limits)
            assert isinstance(arrived, State)
            assert view_from_body(arrived.view) == view_from_body(view)
        longest = max(longest, len(frame))
        move = await table.move_for(seats[0])
        table.apply(seats[0], move.turn, move.body)
    return longest


@pytest.mark.parametrize("name", PRESETS)
async def test_guests_accept_every_view(name: str) -> None:
    longest = await longest_frame(replace(PRESETS[name], target=999), 3, Limits())
    assert 1000 < longest < 8 * 1024


async def test_guests_accept_the_views_of_an_endless_match() -> None:
    rules = replace(PRESETS["three"], target=999, best_of=5)
    table = Table(rules, SeededSecrets(3), Sensible())
    table.start()
    table.deal({})
    while truth(table).phase is not Phase.SCORE:
        move = await table.move_for(table.to_move()[0])
        table.apply(table.to_move()[0], move.turn, move.body)
    match = truth(table)
    record = match.sheet[-1]
    sheet = tuple(replace(record, number=number) for number in range(1, 3001))
    table._history = replace(table._history, match=replace(match, sheet=sheet))
    view = table.view(0)
    assert [line[0] for line in view["sheet"]] == list(range(3001 - SHEET_DEALS, 3001))
    frame = encode(State(2**31 - 1, dict(view)))[4:]
    assert len(frame) < Limits().host_frame_bytes // 2
    decode_from_host(frame, Limits())
