"""Every way of choosing trump, as a player sees and does it."""

from msgspec.structs import replace

from manillen_tui.engine import (
    PRESETS,
    Bid,
    Call,
    CallKind,
    HandOver,
    NameBlind,
    Pass,
    Phase,
    PickUp,
    Suit,
    View,
)
from manillen_tui.engine.events import CallMade
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.widgets.bidding import Offer
from manillen_tui.ui.widgets.mat import Mat
from support.fake_client import FakeWorld
from support.screens import (
    clipped,
    notice_of,
    running,
    text_of,
    turn_of,
    until,
)
from support.variants import BELGIAN, QUICK, at, leading, naming, said


def naming_last(view: View) -> bool:
    return naming(view) and view.dealer == view.seat


async def test_in_a_choice_round_one_key_names_and_another_passes() -> None:
    client = at(BELGIAN, lambda view: naming(view) and len(view.events) > 3)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        assert turn_of(app) == "► YOUR TURN · name trump, or pass"
        assert "p pass" in text_of(app)
        others = [place.label.sitter.said for place in app.screen.query_one(Mat).places[1:]]
        assert "passes" in others  # stays next to the name of whoever said it
        await pilot.press("p")
        assert said(client) == [Pass()]


async def test_a_player_who_must_name_is_not_offered_passing_and_told_why() -> None:
    client = at(BELGIAN, lambda view: naming(view) and Pass() not in view.choices, passing=True)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        assert turn_of(app) == "► YOUR TURN · everybody passed: name trump"
        assert "p pass" not in text_of(app)
        await pilot.press("p")
        await until(pilot, lambda: "you must name trump" in text_of(app))
        assert clipped(app) == []
        await pilot.press("right")
        await until(pilot, lambda: "you must name trump" not in text_of(app))


async def test_the_dealer_may_pass_too_if_the_rules_say_so() -> None:
    client = at(PRESETS["verplicht"], naming_last, passing=True)
    async with running(FakeWorld(client), "p", settings=QUICK) as (app, pilot):
        await until(pilot, lambda: "no trump by Maria" in text_of(app))
        assert said(client) == [Pass()]


async def test_points_are_bid_with_digits_or_arrows_and_a_suit() -> None:
    rules = PRESETS["encheres"]
    client = at(rules, lambda view: naming(view) and view.bid is None)
    async with running(FakeWorld(client), "4", "0", "up", "up", "down", settings=QUICK) as (
        app,
        pilot,
    ):
        assert turn_of(app) == "► YOUR TURN · bid from 31 to 60, or pass"
        assert app.screen.query_one(Offer).points == 41
        assert "41" in text_of(app)
        await pilot.press("h")
        assert said(client) == [Bid(41, Suit.HEARTS)]
        client.until(lambda view: view.phase is Phase.PLAY)
        await until(pilot, lambda: f"bid {client.view.bid.points}" in text_of(app))  # type: ignore[union-attr]


async def test_the_number_typed_is_bid_or_refused_never_another() -> None:
    client = at(PRESETS["encheres"], lambda view: naming(view) and view.bid is None)
    async with running(FakeWorld(client), "2", settings=QUICK) as (app, pilot):
        assert "!2 " in text_of(app)
        await pilot.press("5")
        assert "!25 " in text_of(app)
        await pilot.press("h")
        await until(
            pilot,
            lambda: notice_of(app) == "Bid from 31 to 60 points, or pass: each bid must be higher.",
        )
        assert said(client) == [Bid(25, Suit.HEARTS)]
        assert client.view is not None and client.view.bid is None
        await pilot.press("4", "5")
        assert "▼45▲" in text_of(app)
        await pilot.press("9", "9", "up")
        assert "▼60 " in text_of(app)


async def test_a_later_bidder_sees_the_bid_to_beat() -> None:
    client = at(PRESETS["encheres"], lambda view: naming(view) and view.bid is not None)
    assert client.view is not None and client.view.bid is not None
    standing, low = client.view.bid, client.view.bid.points + 1
    async with running(FakeWorld(client), settings=QUICK) as (app, _pilot):
        assert f"bids {standing.points}" in turn_of(app)
        assert app.screen.query_one(Offer).points in (low, 0)
        assert f"bid {standing.points} {standing.suit}" in text_of(app)


async def test_a_failed_bid_is_on_the_sheet() -> None:
    rules = PRESETS["encheres"]

    def failed(view: View) -> bool:
        score = view.sheet[-1].score if view.sheet else None
        return view.phase is Phase.SCORE and score is not None and score.winner != score.bidder

    async with running(FakeWorld(at(rules, failed)), settings=QUICK) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await until(pilot, lambda: " failed" in text_of(app))
        assert "or bid minus 30, if more" in text_of(app)


async def test_if_all_pass_the_sheet_says_so() -> None:
    def nobody(view: View) -> bool:
        return view.phase is Phase.SCORE and view.sheet[-1].score is None

    client = at(PRESETS["encheres"], nobody, passing=True)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await until(pilot, lambda: "everybody passed" in text_of(app))


async def test_the_dealer_may_name_blind_look_or_leave_it_to_their_partner() -> None:
    rules = replace(PRESETS["west-flanders"], blind_no_trump=True, partner_choice=True)
    for key, command in (("n", NameBlind()), ("v", PickUp()), ("g", HandOver())):
        client = at(rules, naming_last)
        async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
            assert turn_of(app) == "► YOUR TURN · name no trump blind, or look first"
            assert "░░░░░" in text_of(app)
            for offered in ("v look at your cards", "n no trump, blind", "g leave it to partner"):
                assert offered in text_of(app)
            await pilot.press(key)
            assert said(client) == [command]
            if key == "v":
                await until(pilot, lambda: "░░░░░" not in text_of(app))


async def test_going_along_and_against_is_asked_and_stays_visible() -> None:
    rules = replace(BELGIAN, calls=True)
    for kind, what in (
        (CallKind.ALONG, "a go along, × 2"),
        (CallKind.AGAINST, "a go against, × 4"),
    ):
        client = at(
            rules,
            lambda view: view.seat in view.to_act and Call(kind) in view.choices,  # noqa: B023
        )
        async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
            assert what in text_of(app)
            await pilot.press("a")
            assert said(client) == [Call(kind)]
            assert any(event == CallMade(0, kind) for event in client.match.events)
            factor = 2 ** len(client.match.deal.calls) if client.match.deal else 0
            await until(pilot, lambda: f" ×{factor}" in text_of(app))  # noqa: B023


async def test_the_turned_card_is_named_with_its_holder() -> None:
    client = at(PRESETS["malilla"], leading)
    assert client.view is not None
    dealer = client.room.chairs[client.view.dealer].name
    async with running(FakeWorld(client), settings=QUICK) as (app, _pilot):
        assert f"{client.view.turned} turned by {dealer}" in text_of(app)


async def test_if_trump_is_never_named_the_title_says_no_trump() -> None:
    async with running(FakeWorld(at(PRESETS["zonder-troef"], leading)), settings=QUICK) as (
        app,
        _pilot,
    ):
        title = text_of(app).splitlines()[0]
        assert "no trump" in title and "no trump by" not in title
