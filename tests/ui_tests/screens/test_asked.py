"""Cutting, naming trump and looking early, asked on screen and answered by keys."""

from manillen_tui.engine.cards import SUITS, Suit
from manillen_tui.engine.commands import Cut, Look, NameTrump
from manillen_tui.engine.records import Phase
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.widgets.bidding import Cutter, Offer
from manillen_tui.ui.widgets.hand import Hand
from support.fake_client import (
    EVENTS,
    HAND,
    PLAYING,
    VIEW,
    FakeClient,
    FakeWorld,
    view_with,
)
from support.screens import notice_of, running, text_of, until


NAMING = view_with(
    phase=Phase.TRUMP,
    choices=(*map(NameTrump, SUITS), NameTrump(None)),
    turn=35,
    dealer=0,
    trick=(),
    winning=None,
    namer=None,
    trump=None,
    legal=(),
    events=EVENTS[:2],
)


FACE_DOWN = view_with(
    NAMING, dealer=2, to_act=(2,), hand=None, counts=(8,) * 4, choices=(), may_look=True
)


CUTTING = view_with(NAMING, phase=Phase.CUT, hand=None, counts=(0,) * 4, cut_range=(1, 31))


async def test_one_key_names_trump() -> None:
    client = FakeClient(PLAYING, NAMING)
    async with running(FakeWorld(client), "c", "d", "h", "s", "n"):
        assert client.requests == [("command", NameTrump(suit)) for suit in (*SUITS, None)]


async def test_after_naming_trump_with_arrows_the_hand_has_the_keys_again() -> None:
    client = FakeClient(PLAYING, NAMING)
    async with running(FakeWorld(client), "right", "right", "enter") as (app, pilot):
        assert client.requests == [("command", NameTrump(Suit.HEARTS))]
        assert app.screen.query_one(Offer).has_focus
        client.push(view=view_with(turn=36, trick=(), legal=HAND))
        await until(pilot, lambda: app.screen.query_one(Hand).has_focus)
        assert not app.screen.query_one(Offer).display


async def test_enter_cuts_in_the_middle() -> None:
    client = FakeClient(PLAYING, CUTTING)
    async with running(FakeWorld(client), "enter"):
        assert client.requests == [("command", Cut(16))]


async def test_the_footer_has_the_keys_for_the_question() -> None:
    client = FakeClient(PLAYING, CUTTING)
    async with running(FakeWorld(client)) as (app, pilot):
        assert "↵ cut here" in text_of(app)
        client.push(view=NAMING)
        await until(pilot, lambda: "← → ↵ choose" in text_of(app))
        assert "s score" not in text_of(app)  # s now means spades
        client.push(view=VIEW)
        await until(pilot, lambda: "s score" in text_of(app))


async def test_the_cut_is_chosen_with_digits_or_arrows() -> None:
    client = FakeClient(PLAYING, CUTTING)
    async with running(FakeWorld(client), "2", "9", "right", "right", "right") as (app, pilot):
        assert app.screen.query_one(Cutter).position == 31  # the last possible position
        await pilot.press("é", "ampersand", "enter")
        assert client.requests == [("command", Cut(21))]


async def test_a_cut_beyond_the_pack_is_reported_and_refused() -> None:
    client = FakeClient(PLAYING, CUTTING)
    client.refusal = Trouble("cut-range", {"low": 1, "high": 31})
    async with running(FakeWorld(client), "4", "0") as (app, pilot):
        assert "! 40: cut from 1 to 31" in text_of(app)
        await pilot.press("enter")
        assert client.requests == [("command", Cut(40))]
        await until(pilot, lambda: notice_of(app) == "Cut anywhere from card 1 to card 31.")
        await pilot.press("7")
        assert "7 cards above, 25 below" in text_of(app)


async def test_the_dealers_partner_sees_backs_and_looks_only_after_confirming() -> None:
    client = FakeClient(PLAYING, FACE_DOWN)
    async with running(FakeWorld(client)) as (app, pilot):
        assert "░░░░░" in text_of(app)
        assert "v look" in notice_of(app)
        await pilot.press("v")
        assert isinstance(app.screen, Dialog)
        assert "That voids the deal" in " ".join(text_of(app).split())
        await pilot.press("v", "enter")  # the key that asked is not an answer, and Enter means no
        assert client.requests == []
        await pilot.press("v", "y")
        assert client.requests == [("command", Look())]


async def test_nobody_else_is_asked_whether_they_want_to_look() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "v") as (app, _pilot):
        assert notice_of(app) == "You may already look at your cards."
        assert not isinstance(app.screen, Dialog)
