"""What a player does at the table, and what the screen tells them."""

import msgspec
from textual.keys import _character_to_key

from manillen_tui.engine.cards import Card
from manillen_tui.engine.commands import Play
from manillen_tui.engine.events import TrickTaken
from manillen_tui.trouble import Trouble
from manillen_tui.ui.keys.action import DIGITS
from manillen_tui.ui.widgets.hand import Hand
from manillen_tui.ui.widgets.mat import Mat
from manillen_tui.ui.widgets.record import Log
from net.protocol.host_messages import RoomState
from support.fake_client import (
    COMPUTER,
    HAND,
    LOBBY,
    PLAYING,
    VIEW,
    FakeClient,
    FakeWorld,
    cards,
    last_trick,
    person,
    plays,
    view_with,
)
from support.screens import COMPACT, WIDE, notice_of, running, text_of, turn_of, until
from support.seated import SLOW, TAKEN


def play(text: str) -> tuple[str, object]:
    return ("command", Play(Card.parse(text)))


async def test_a_digit_plays_that_card_and_so_does_its_key_on_an_azerty_keyboard() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (_app, pilot):
        for number, card in enumerate(HAND, 1):
            names = DIGITS[number - 1].split(",")
            await pilot.press(*names)
            assert client.requests == [play(str(card))] * len(names)
            client.requests.clear()


def test_belgian_and_french_keys_are_known() -> None:
    row = [set(names.split(",")) for names in DIGITS]
    for typed in ("&é\"'(§è!", "&é\"'(-è_"):
        assert all(
            _character_to_key(letter) in names for letter, names in zip(typed, row[:8], strict=True)
        )


async def test_arrows_lift_a_card_and_enter_plays_it() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "right", "right", "right", "left") as (app, pilot):
        assert app.screen.query_one(Hand).lifted == Card.parse("A♦")
        assert client.requests == []
        await pilot.press("enter")
        assert client.requests == [play("A♦")]


async def test_a_refused_card_stays_and_the_reason_is_said_until_the_next_key() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.refusal = Trouble(
        "must-head", {"suit": "♣", "card": "8♣", "winning": "K♣", "by": 3, "cards": ["10♣"]}
    )
    async with running(FakeWorld(client), "2") as (app, pilot):
        await until(pilot, lambda: notice_of(app) != "")
        assert notice_of(app) == (
            "Not 8♣: clubs were led and Els is winning with K♣, so you must beat it. Play 10♣."
        )
        assert app.screen.query_one(Hand).cards == HAND
        await pilot.press("left")
        assert notice_of(app) == ""


async def test_out_of_turn_the_screen_says_whom_the_table_waits_for() -> None:
    client = FakeClient(PLAYING, view_with(to_act=(2,), legal=()))
    async with running(FakeWorld(client), "1") as (app, _pilot):
        assert notice_of(app) == "Waiting for Noor to play"
        assert turn_of(app) == "Waiting for Noor to play"
        assert client.requests == []


async def test_on_their_turn_a_player_sees_which_cards_may_be_played() -> None:
    async with running(FakeWorld(FakeClient(PLAYING, VIEW))) as (app, _pilot):
        assert turn_of(app) == "► YOUR TURN · clubs were led: beat Els's K♣"
        assert "[1]" in text_of(app)
        assert "[2]" not in text_of(app)


async def test_the_trick_is_laid_out_from_the_players_point_of_view() -> None:
    """The left-hand neighbour is the next seat; everybody sees their own seat at the bottom."""
    view = view_with(seat=3, to_act=(0,), legal=())
    async with running(FakeWorld(FakeClient(PLAYING, view, seat=3))) as (app, _pilot):
        places = app.screen.query_one(Mat).places
        assert [place.label.sitter.name for place in places] == ["Els", "Maria", "Wim", "Noor"]
        south, _west, _north, east = (place.face for place in places)
        assert (south.card, east.card) == cards("K♣ 7♣")
        assert south.marked  # the winning card has a double border


async def test_focus_and_the_lifted_card_survive_every_view() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "right", "right") as (app, pilot):
        hand = app.screen.query_one(Hand)
        for turn, trick in enumerate((plays(2, "7♣ K♣"), plays(2, "7♣"), ())):
            client.push(view=view_with(turn=50 + turn, trick=trick, legal=HAND))
            await pilot.pause()
            assert hand.lifted == Card.parse("A♦")
            assert hand.has_focus
        client.push(view=view_with(turn=60, hand=tuple(c for c in HAND if str(c) != "A♦")))
        await pilot.pause()
        assert hand.lifted == Card.parse("J♦")  # the next card took its place


async def test_a_question_is_shown_in_full_in_a_small_window() -> None:
    view = view_with(trick=plays(2, "7♥ K♥"), hand=HAND[:4], legal=cards("A♦ J♦"))
    room = chairs_of("Maria", "Wim", "Noor", "Maximiliaan")
    async with running(FakeWorld(FakeClient(room, view)), size=COMPACT) as (app, _pilot):
        assert "► no hearts and Maximiliaan is winning: trump it" in text_of(app)


async def test_a_turn_begins_on_a_card_that_may_be_played() -> None:
    waiting = view_with(to_act=(3,), legal=(), trick=plays(2, "7♣"))
    client = FakeClient(PLAYING, waiting)
    async with running(FakeWorld(client), "end") as (app, pilot):
        hand = app.screen.query_one(Hand)
        assert hand.lifted == HAND[-1]
        client.push(view=view_with(legal=HAND[:2]))
        await until(pilot, lambda: hand.lifted == HAND[1])
        await pilot.press("right")
        assert hand.lifted == HAND[2]
        client.push(view=view_with(legal=HAND[:2]))
        await pilot.pause()
        assert hand.lifted == HAND[2]


async def test_the_log_begins_with_the_beginning_of_an_event() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (app, pilot):
        shown = app.screen.query_one(Log)
        for _round in range(8):
            shown.add(["Maria names ♦ diamonds trump, and it takes two lines"])
            await pilot.pause()
            assert not shown.render().plain.startswith("│")
        shown.add(["Noor leads 7♣"])
        assert not shown.render().plain.startswith("│")


async def test_a_refused_card_is_sent_once_per_turn_but_always_explained() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.law = Trouble("must-follow", {"suit": "♣", "card": "A♦", "cards": ["10♣"]})
    async with running(FakeWorld(client)) as (app, pilot):
        for _repeat in range(30):
            await pilot.press("3")
        assert client.requests == [play("A♦")]
        assert notice_of(app).startswith("Not A♦: clubs were led")
        await pilot.press("4", "3")
        assert client.requests == [play("A♦"), play("J♦")]
        client.push(view=view_with(turn=44))
        await pilot.pause()
        await pilot.press("3")
        assert client.requests == [play("A♦"), play("J♦"), play("A♦")]


async def test_while_a_card_is_being_sent_nothing_else_is() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.answering.clear()
    async with running(FakeWorld(client), "1", "1", "2", "1") as (_app, pilot):
        assert client.requests == [play("10♣")]
        client.answering.set()
        await pilot.pause()
        await pilot.press("2")
        assert client.requests == [play("10♣"), play("8♣")]


async def test_what_is_said_about_a_turn_disappears_with_it() -> None:
    client = FakeClient(PLAYING, view_with(to_act=(2,), legal=()))
    async with running(FakeWorld(client), "1") as (app, pilot):
        assert notice_of(app) == "Waiting for Noor to play"
        client.push(view=view_with(turn=41))
        await until(pilot, lambda: "YOUR TURN" in turn_of(app))
        assert notice_of(app) == ""


async def test_a_waiting_player_is_not_offered_to_play_a_card() -> None:
    client = FakeClient(PLAYING, view_with(to_act=(2,), legal=()))
    async with running(FakeWorld(client)) as (app, pilot):
        assert "↵ play" not in text_of(app)
        assert "1-8 card" not in text_of(app)
        client.push(view=VIEW)
        await until(pilot, lambda: "↵ play  1-8 card" in text_of(app))


async def test_in_a_narrow_window_tricks_do_not_read_as_part_of_a_name() -> None:
    view = view_with(tricks=(0, 2, 0, 1))
    async with running(FakeWorld(FakeClient(PLAYING, view)), size=COMPACT) as (app, _pilot):
        assert "Wim · D · 2 tr." in text_of(app)
        assert "Els · 1 tr." in text_of(app)


async def test_names_are_never_read_as_markup() -> None:
    chairs = (person("[red]Jo[/]"), *PLAYING.chairs[1:])
    room = msgspec.structs.replace(PLAYING, name="[b]ours[/b]", chairs=chairs)
    async with running(FakeWorld(FakeClient(room, VIEW))) as (app, _pilot):
        assert "[b]ours[/b]" in text_of(app)
        assert "► [red]Jo[/]" in text_of(app)


# Chairs that change hands -------------------------------------------------------------------------


def chairs_of(*names: str) -> RoomState:
    held = tuple(person(name) if name else COMPUTER for name in names)
    return msgspec.structs.replace(PLAYING, chairs=held)


async def test_past_moves_keep_their_name_when_another_takes_the_chair() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client), size=WIDE, settings=SLOW) as (app, pilot):
        client.push(room=PLAYING, view=VIEW)
        await until(pilot, lambda: "Els plays K♣" in text_of(app))
        client.push(view=TAKEN)
        await until(pilot, lambda: "You take the trick" in turn_of(app))
        client.push(room=chairs_of("Maria", "", "Noor", "Els"))
        await until(pilot, lambda: "Wim left; a computer player" in text_of(app))
        await pilot.press("enter")
        assert "♦ diamonds by Wim" in text_of(app)
        taken = TrickTaken(2, 1, 5)
        client.push(
            view=view_with(
                TAKEN,
                turn=48,
                last_trick=last_trick(0, "9♥ K♥ 8♥ 7♥", 1, 5),
                events=(*TAKEN.events, taken),
            )
        )
        await until(pilot, lambda: "Robot 2 takes the trick, +5" in turn_of(app))
        client.push(room=chairs_of("Maria", "Mieke", "Noor", "Els"))
        await until(pilot, lambda: "Mieke sits down" in text_of(app))
        await pilot.press("enter")
        text = text_of(app)
        assert "last trick: Robot 2 +5" in text
        assert "Wim names ♦ diamonds as trump" in text
        assert "Wim plays 9♣" in text
        assert "Robot 2 takes the trick, 5 points" in text


async def test_a_newcomer_in_mid_deal_is_not_credited_with_earlier_moves() -> None:
    view = view_with(seat=1, to_act=(0,), hand=HAND, legal=())
    async with running(FakeWorld(FakeClient(PLAYING, view, seat=1))) as (app, _pilot):
        assert "diamonds by Robot 2" in text_of(app)
