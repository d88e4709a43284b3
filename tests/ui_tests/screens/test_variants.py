"""Talk, packs, numbers of players and games, as a player sees and plays them."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from manillen_tui.engine import (
    PRESETS,
    AskCard,
    AskCount,
    NameTrump,
    Next,
    Phase,
    Play,
    Rules,
    Signal,
    Suit,
    View,
)
from manillen_tui.engine.cards import Card
from manillen_tui.engine.events import Asked, CardOpened
from manillen_tui.ui.keys.table import at_table
from manillen_tui.ui.rotated_sheet import sheet_now
from manillen_tui.ui.screens.deal_talk import SaidScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.hand import Hand
from manillen_tui.ui.widgets.mat import Mat
from manillen_tui.ui.widgets.stacks import Facing
from manillen_tui.words.events import said_lines
from support.engine_client import EngineClient
from support.fake_client import PEOPLE, FakeWorld
from support.screens import (
    BASE,
    COMPACT,
    WIDE,
    clipped,
    notice_of,
    running,
    text_of,
    until,
)
from support.variants import BELGIAN, QUICK, at, leading, naming, said


SPANISH_48 = replace(PRESETS["espanola"], pack="spanish-48", packets=(4, 4, 4))


SPANISH_NAMED = replace(BELGIAN, pack="spanish-40", packets=(3, 4, 3))


# Talk ---------------------------------------------------------------------------------------------


async def test_before_leading_a_player_asks_partner_and_all_see_the_answer() -> None:
    for pressed, question in (
        (("a", "enter"), AskCount),
        (("a", "right", "enter"), AskCard),
    ):
        client = at(PRESETS["parlee"], leading)
        async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
            assert notice_of(app) == "Before you lead:  a ask"
            await pilot.press(*pressed)
            (asked,) = said(client)
            assert isinstance(asked, question)
            assert isinstance(client.match.events[-1], Asked)
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            own, _west, partner, _east = app.screen.query_one(Mat).places
            await until(pilot, lambda: own.label.sitter.said.startswith("asks "))  # noqa: B023
            assert partner.label.sitter.said in ("has 4 ♣", "doesn't have it")
            assert notice_of(app) == ""
            await pilot.press("a")  # one question per lead
            assert notice_of(app) == "You have already asked your one question for this trick."


async def test_a_signal_goes_with_the_lifted_card_and_an_untrue_one_is_refused() -> None:
    def last_of_a_suit_first(view: View) -> bool:
        hand = view.hand or ()
        return leading(view) and sum(card.suit is hand[0].suit for card in hand) == 1

    client = at(PRESETS["parlante"], last_of_a_suit_first)
    assert client.view is not None and client.view.hand is not None
    card = client.view.hand[0]
    async with running(FakeWorld(client), settings=QUICK, size=WIDE) as (app, pilot):
        assert notice_of(app) == f"Lead {card} with a signal:  k knock  f fly"
        await pilot.press("g")
        await until(pilot, lambda: notice_of(app).startswith("A slide says that you hold more"))
        assert card in client.view.hand
        await pilot.press("f")
        assert said(client) == [Play(card, Signal.SLIDE), Play(card, Signal.FLY)]
        await until(pilot, lambda: "Maria flies" in text_of(app))


@pytest.mark.parametrize("size", [COMPACT, BASE])
async def test_one_key_shows_again_what_was_said(size: tuple[int, int]) -> None:
    def asked_often(view: View) -> bool:
        return leading(view) and sum(isinstance(event, Asked) for event in view.events) > 3

    client = at(PRESETS["parlee"], asked_often)
    asked = [event for event in client.match.events if isinstance(event, Asked)]
    async with running(FakeWorld(client), "w", settings=QUICK, size=size) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, SaidScreen))
        assert clipped(app) == []
        shown = app.screen.query("Static").results(Static)
        told = " ".join(str(part.visual) for part in shown)
        assert told.count(" asks ") == len(asked)
        assert "turns " in told
        assert " plays " not in told  # cards have to be remembered
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_a_signal_is_shown_with_its_card() -> None:
    client = at(PRESETS["parlante"], lambda view: leading(view) and len(view.choices) > 0)
    assert client.view is not None
    play = next(c for c in client.view.choices if isinstance(c, Play) and c.signal)
    await client.command(play)
    (line,) = [
        line
        for line in said_lines(client.view, lambda _number: PEOPLE)
        if "Maria " in line and f"({play.card})" in line
    ]
    assert str(play.signal)[:-1] in line


async def test_before_anything_was_said_the_key_says_so() -> None:
    client = at(PRESETS["zonder-troef"], leading)
    async with running(FakeWorld(client), "w", settings=QUICK) as (app, _pilot):
        assert notice_of(app) == "Nothing has been said in this deal yet."


async def test_no_other_table_offers_questions_or_signals() -> None:
    client = at(PRESETS["malilla"], leading)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        assert notice_of(app) == ""
        await pilot.press("question_mark")
        assert "signal" not in text_of(app)
        assert "Ask your partner" not in text_of(app)


# Seats and packs ----------------------------------------------------------------------------------


async def test_three_players_sit_around_the_table_and_score_alone() -> None:
    client = at(PRESETS["three"], leading)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        places = app.screen.query_one(Mat).places
        assert [place.label.sitter.name for place in places] == ["Maria", "Wim", "Noor"]
        assert all("partner" not in place.label.sitter.note for place in places)
        assert "You 0  Wim 0  Noor 0  to 101" in text_of(app)
        client.until(lambda view: view.phase is Phase.SCORE)
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await until(pilot, lambda: "excess over 20" in text_of(app))


async def test_two_players_see_both_stacks_and_play_open_cards_by_key() -> None:
    def may_play_from_a_stack(view: View) -> bool:
        return leading(view) and view.stacks[0][1].open in view.legal

    client = at(PRESETS["two"], may_play_from_a_stack)
    assert client.view is not None
    mine, theirs = client.view.stacks
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        lines = app.screen.query_one(Facing).lines
        for line, stacks in zip(lines, (mine, theirs), strict=True):
            assert [face.card for face in line.faces] == [stack.open for stack in stacks]
        assert "[i]" in text_of(app)
        await pilot.press("i")
        assert said(client) == [Play(mine[1].open or Card(0))]


async def test_a_card_that_is_turned_up_is_seen_by_both() -> None:
    def opened(view: View) -> bool:
        return leading(view) and any(isinstance(event, CardOpened) for event in view.events)

    client = at(PRESETS["two"], opened)
    card = next(e.card for e in reversed(client.match.events) if isinstance(e, CardOpened))
    seen = []
    for seat in (0, 1):
        other = EngineClient(PRESETS["two"], seat=seat)
        other.match = client.match
        other.show()
        async with running(FakeWorld(other), settings=QUICK) as (app, _pilot):
            faces = [face for line in app.screen.query_one(Facing).lines for face in line.faces]
            seen.append([face.card for face in faces])
            assert f"turns up {card}" in text_of(app)
    assert card in seen[0] and card in seen[1]


async def test_arrows_reach_the_stacks_after_the_hand() -> None:
    client = at(PRESETS["two"], leading)
    assert client.view is not None
    async with running(FakeWorld(client), "end", settings=QUICK) as (app, _pilot):
        hand = app.screen.query_one(Hand)
        opened = [stack.open for stack in client.view.stacks[0] if stack.open is not None]
        assert hand.lifted == opened[-1]
        assert [f.marked for f in app.screen.query_one(Facing).lines[0].faces][-1]


async def test_a_spanish_pack_has_its_own_signs_letters_and_names() -> None:
    client = at(SPANISH_NAMED, naming)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        for offered in ("b ♣ clubs", "o ● coins", "c ∪ cups", "e † swords"):
            assert offered in text_of(app)
        assert not any(f" {rank} {sign}" in text_of(app) for rank in "KQJ" for sign in "●∪†")
        await pilot.press("f2")
        for offered in ("b B clubs", "o O coins", "c C cups", "e E swords"):
            assert offered in text_of(app)
        await pilot.press("e")
        assert said(client) == [NameTrump(Suit.SPADES)]


async def test_the_eleventh_and_twelfth_card_have_keys_too() -> None:
    client = at(SPANISH_48, lambda view: leading(view) and len(view.hand or ()) == 12)
    assert client.view is not None and client.view.hand is not None
    hand = client.view.hand
    for key, card in (("0", hand[9]), ("t", hand[10]), ("y", hand[11])):
        client.requests.clear()
        async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
            assert f"[{key}]" in text_of(app)
            client.refusal = None
            match = client.match
            await pilot.press(key)
            assert said(client) == [Play(card)]
            client.match = match
            client.show()


async def test_every_card_of_the_largest_hand_has_a_key_and_the_footer_says_which() -> None:
    for rules, said_below in (
        (replace(PRESETS["three"], pack="spanish-48", packets=(4, 4, 4, 4)), "1-0 t-p card"),
        (PRESETS["two"], "1-8 u-p card"),
        (PRESETS["malilla"], "1-8 card"),
    ):
        client = at(rules, leading)
        assert client.view is not None and client.view.hand is not None
        hand = client.view.hand
        async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
            assert said_below in text_of(app)
            if len(hand) == 16:
                await pilot.press("p")
                assert said(client) == [Play(hand[15])]


async def test_the_list_of_keys_has_trump_only_if_somebody_names_it() -> None:
    for name, named in (("malilla", False), ("zonder-troef", False), ("west-flanders", True)):
        listed = {action.id for action in at_table(PRESETS[name])}
        assert ("trump" in listed) == named


# Sessions -----------------------------------------------------------------------------------------


async def test_the_footer_of_the_largest_hand_still_says_how_to_leave() -> None:
    client = at(SPANISH_48, leading)
    async with running(FakeWorld(client), settings=QUICK, size=COMPACT) as (app, _pilot):
        assert "1-0 t-y card  l last  s score  q leave  ? keys" in text_of(app)


async def test_games_won_are_shown_and_a_won_game_heads_the_sheet() -> None:
    rules = replace(BELGIAN, best_of=3, target=5)

    def won(view: View) -> bool:
        return view.phase is Phase.SCORE and sum(view.games) == 1

    client = at(rules, won)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        assert " won a game, " in text_of(app)
        assert "games won" in text_of(app)
        client.until(leading)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        ours, theirs = client.match.games
        assert f"We 0  They 0  games {ours}-{theirs}  to 5" in text_of(app)


async def test_a_deal_keeps_its_players_names_when_everybody_moves_on() -> None:
    rules = replace(BELGIAN, best_of=3, target=5, rotate_seats=True)
    client = at(rules, lambda view: view.phase is Phase.SCORE and sum(view.games) == 1)
    record = client.match.sheet[-1]
    assert record.score is not None and record.namer is not None
    ours, theirs = record.score.points
    client.seat = (client.seat + rules.step) % 4
    people = client.room.chairs
    moved = tuple(people[(seat - rules.step) % 4] for seat in range(4))
    for seat in range(4):
        client.do(seat, Next())
    client.room = replace(client.room, chairs=moved)
    client.others_move()
    view = client.until(leading)
    assert view.game == 2
    (now, *_more) = sheet_now(view)
    assert now.score is not None and now.namer is not None
    assert now.score.points == (theirs, ours)
    assert moved[now.namer] == people[record.namer]
    assert moved[now.dealer] == people[record.dealer]
    async with running(FakeWorld(client), "s", settings=QUICK) as (app, pilot):
        await until(pilot, lambda: "captured points" in text_of(app))
        (row,) = [line for line in text_of(app).splitlines() if "captured points" in line]
        assert re.findall(r"\d+", row)[:2] == [str(ours), str(theirs)]
        assert "game 1, to 5" in text_of(app)
        assert f"by {people[record.namer].name}" in text_of(app)


# Everything fits ----------------------------------------------------------------------------------


EVERY: dict[str, Rules] = {
    **PRESETS,
    "espanola of 48": SPANISH_48,
    "mexicana of 44": replace(PRESETS["mexicana"], pack="french-44", packets=(4, 3, 4)),
    "everything said": replace(
        PRESETS["west-flanders"], blind_no_trump=True, partner_choice=True, calls=True, best_of=3
    ),
    "two with all in hand": replace(PRESETS["two"], stacks=0, packets=(4, 4, 4, 4)),
}


MOMENTS: tuple[Callable[[View], bool], ...] = (
    naming,
    lambda view: view.phase is Phase.CALL and view.seat in view.to_act,
    lambda view: leading(view) and len(view.events) < 12,
    lambda view: bool(view.trick and view.last_trick) and view.seat in view.to_act,
    lambda view: view.phase is Phase.SCORE,
)


@pytest.mark.parametrize("name", EVERY)
async def test_every_rule_set_fits_the_screen(name: str) -> None:
    client = EngineClient(EVERY[name], seed=7)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        for moment in MOMENTS:
            try:
                client.until(lambda view: moment(view) and view.deal < 4)  # noqa: B023
            except LookupError:
                continue  # not in every rule set
            for size in (COMPACT, BASE, WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert clipped(app) == [], f"at {size}"
            if isinstance(app.screen, ScoreScreen):
                break
