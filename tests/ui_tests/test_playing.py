"""What a player does at the table, and what the screen tells him."""

import msgspec
import pytest
from textual.keys import _character_to_key
from textual.screen import Screen

from manillen_tui.config import Settings
from manillen_tui.engine.cards import SUITS, Card, Suit
from manillen_tui.engine.commands import Cut, Look, NameTrump, Play
from manillen_tui.engine.events import CardPlayed, Manner, TrickTaken
from manillen_tui.engine.records import Phase
from manillen_tui.trouble import Trouble
from manillen_tui.ui import keys
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.keys import KeysScreen
from manillen_tui.ui.screens.last import LastTrickScreen
from manillen_tui.ui.screens.people import PeopleScreen
from manillen_tui.ui.screens.rules import RulesScreen
from manillen_tui.ui.screens.score import ScoreScreen
from manillen_tui.ui.screens.table import TableScreen
from manillen_tui.ui.widgets.asking import Cutter, Offer
from manillen_tui.ui.widgets.hand import Hand
from manillen_tui.ui.widgets.mat import Mat
from manillen_tui.ui.widgets.record import Log
from net.messages import Room
from support.fake_client import (
    COMPUTER,
    EVENTS,
    HAND,
    LOBBY,
    PLAYING,
    RECORD,
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


SLOW = Settings(name="Maria", trick_pause_s=600.0)  # a finished trick lies until a key is pressed
QUICK = Settings(name="Maria", trick_pause_s=0.0)

#: The trick of `VIEW` after the own 10♣ and Wim's answer; Maria leads to the next one.
TAKEN = view_with(
    turn=42,
    to_act=(0,),
    hand=HAND[1:],
    counts=(7, 7, 7, 7),
    legal=HAND[1:],
    trick=(),
    winning=None,
    last_trick=last_trick(2, "7♣ K♣ 10♣ 9♣", 0, 8),
    tricks=(1, 0, 0, 0),
    points=(8, 0),
    events=(
        *VIEW.events,
        CardPlayed(0, Card.parse("10♣"), Manner.FOLLOW),
        CardPlayed(1, Card.parse("9♣"), Manner.FOLLOW),
        TrickTaken(1, 0, 8),
    ),
)
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


def play(text: str) -> tuple[str, object]:
    return ("command", Play(Card.parse(text)))


async def test_a_digit_plays_that_card_and_so_does_its_key_on_an_azerty_keyboard() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client)) as (_app, pilot):
        for number, card in enumerate(HAND, 1):
            names = keys.DIGITS[number - 1].split(",")
            await pilot.press(*names)
            assert client.wishes == [play(str(card))] * len(names)
            client.wishes.clear()


def test_belgian_and_french_keys_are_known() -> None:
    row = [set(names.split(",")) for names in keys.DIGITS]
    for typed in ("&é\"'(§è!", "&é\"'(-è_"):
        assert all(
            _character_to_key(letter) in names for letter, names in zip(typed, row[:8], strict=True)
        )


async def test_arrows_lift_a_card_and_enter_plays_it() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "right", "right", "right", "left") as (app, pilot):
        assert app.screen.query_one(Hand).lifted == Card.parse("A♦")
        assert client.wishes == []
        await pilot.press("enter")
        assert client.wishes == [play("A♦")]


async def test_a_refused_card_stays_and_the_reason_is_said_until_the_next_key() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.refusal = Trouble(
        "must-head", {"suit": "♣", "card": "8♣", "winning": "K♣", "by": 3, "cards": ["10♣"]}
    )
    async with running(FakeWorld(client), "2") as (app, pilot):
        await until(pilot, lambda: notice_of(app) != "")
        assert notice_of(app) == (
            "Not 8♣: clubs were led and Els is winning with K♣: you hold 10♣, so you must head it."
        )
        assert app.screen.query_one(Hand).cards == HAND
        await pilot.press("left")
        assert notice_of(app) == ""


async def test_out_of_turn_he_reads_whom_the_table_waits_for() -> None:
    client = FakeClient(PLAYING, view_with(to_act=(2,), legal=()))
    async with running(FakeWorld(client), "1") as (app, _pilot):
        assert notice_of(app) == "Waiting for Noor to play."
        assert turn_of(app) == "Waiting for Noor to play"
        assert client.wishes == []


async def test_the_turn_says_which_cards_may_be_played_and_marks_them() -> None:
    async with running(FakeWorld(FakeClient(PLAYING, VIEW))) as (app, _pilot):
        assert turn_of(app) == "► YOUR TURN · clubs were led: go over K♣ of Els"
        assert "[1]" in text_of(app)
        assert "[2]" not in text_of(app)


async def test_the_trick_lies_as_the_player_sees_the_table() -> None:
    """The left-hand neighbour is the next seat; every seat sees itself below."""
    view = view_with(seat=3, to_act=(0,), legal=())
    async with running(FakeWorld(FakeClient(PLAYING, view, seat=3))) as (app, _pilot):
        places = app.screen.query_one(Mat).places
        assert [place.label.sitter.name for place in places] == ["Els", "Maria", "Wim", "Noor"]
        south, _west, _north, east = (place.face for place in places)
        assert (south.card, east.card) == cards("K♣ 7♣")
        assert south.marked  # the winner so far has a double edge


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
        assert hand.lifted == Card.parse("J♦")  # the next one took its place


async def test_what_is_asked_for_is_said_to_its_end_in_a_small_window() -> None:
    view = view_with(trick=plays(2, "7♥ K♥"), hand=HAND[:4], legal=cards("A♦ J♦"))
    room = chairs_of("Maria", "Wim", "Noor", "Maximiliaan")
    async with running(FakeWorld(FakeClient(room, view)), size=COMPACT) as (app, _pilot):
        assert "► you have no hearts and Maximiliaan is winning: ruff" in text_of(app)


async def test_a_turn_begins_with_a_card_that_may_be_played() -> None:
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
            assert not shown.render().plain.startswith(" ")
        shown.add(["Noor leads 7♣"])
        assert not shown.render().plain.startswith(" ")


async def test_a_finished_trick_stays_until_a_key_and_that_key_plays_nothing() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: turn_of(app) == "You take the trick, +8")
        south = app.screen.query_one(Mat).places[0]
        assert south.face.card == Card.parse("10♣")
        assert south.label.sitter.takes == 8
        await pilot.press("enter")
        await until(pilot, lambda: turn_of(app) == "► YOUR TURN · you lead: any card")
        assert south.face.card is None
        assert client.wishes == []


@pytest.mark.parametrize("key", ["1", "right", "enter", "end", "k", "t", "n", "y", "backspace"])
async def test_a_key_that_is_not_offered_then_takes_the_finished_trick_away_alone(key: str) -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        await pilot.press(key)
        await until(pilot, lambda: "you lead" in turn_of(app))
        assert isinstance(app.screen, TableScreen)
        assert app.screen.query_one(Hand).lifted == HAND[1]
        assert client.wishes == []


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("l", LastTrickScreen),
        ("s", ScoreScreen),
        ("q", Dialog),
        ("escape", Dialog),
        ("question_mark", KeysScreen),
        ("x", PeopleScreen),
        ("f3", RulesScreen),
    ],
)
async def test_a_key_offered_below_a_finished_trick_does_what_it_says(
    key: str, shown: type[Screen[object]]
) -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, shown))
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        assert turn_of(app) == "► YOUR TURN · you lead: any card"
        assert client.wishes == []


async def test_a_key_that_the_person_has_given_to_an_action_does_it_below_a_finished_trick() -> (
    None
):
    client = FakeClient(PLAYING, VIEW)
    settings = msgspec.structs.replace(SLOW, keys={"last": "p"})
    async with running(FakeWorld(client), settings=settings) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, LastTrickScreen))


async def test_the_sheet_of_a_deal_comes_once_when_its_key_is_pressed_on_the_last_trick() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        over = view_with(TAKEN, phase=Phase.SCORE, to_act=(0, 1), legal=(), sheet=(RECORD,))
        client.push(view=over)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_a_refused_card_is_asked_once_a_turn_and_its_reason_shown_every_time() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.law = Trouble("must-follow", {"suit": "♣", "card": "A♦", "cards": ["10♣"]})
    async with running(FakeWorld(client)) as (app, pilot):
        for _repeat in range(30):
            await pilot.press("3")
        assert client.wishes == [play("A♦")]
        assert notice_of(app).startswith("Not A♦: clubs were led")
        await pilot.press("4", "3")
        assert client.wishes == [play("A♦"), play("J♦")]
        client.push(view=view_with(turn=44))
        await pilot.pause()
        await pilot.press("3")
        assert client.wishes == [play("A♦"), play("J♦"), play("A♦")]


async def test_while_a_card_is_under_way_no_other_wish_is() -> None:
    client = FakeClient(PLAYING, VIEW)
    client.answering.clear()
    async with running(FakeWorld(client), "1", "1", "2", "1") as (_app, pilot):
        assert client.wishes == [play("10♣")]
        client.answering.set()
        await pilot.pause()
        await pilot.press("2")
        assert client.wishes == [play("10♣"), play("8♣")]


async def test_what_is_said_about_a_turn_goes_with_it() -> None:
    client = FakeClient(PLAYING, view_with(to_act=(2,), legal=()))
    async with running(FakeWorld(client), "1") as (app, pilot):
        assert notice_of(app) == "Waiting for Noor to play."
        client.push(view=view_with(turn=41))
        await until(pilot, lambda: "YOUR TURN" in turn_of(app))
        assert notice_of(app) == ""


async def test_who_only_waits_is_offered_no_card_to_play() -> None:
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


async def test_without_a_pause_the_trick_goes_by_itself() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), settings=QUICK) as (app, pilot):
        client.push(view=TAKEN)
        await until(pilot, lambda: "you lead" in turn_of(app))


async def test_the_sheet_waits_for_the_last_trick_to_be_seen() -> None:
    client = FakeClient(PLAYING, VIEW)
    scored = view_with(TAKEN, phase=Phase.SCORE, to_act=(0, 1, 2, 3), sheet=(RECORD,))
    async with running(FakeWorld(client), settings=SLOW) as (app, pilot):
        client.push(view=scored)
        await until(pilot, lambda: "the trick, +" in turn_of(app))
        assert isinstance(app.screen, TableScreen)
        await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))


async def test_one_key_names_trump() -> None:
    client = FakeClient(PLAYING, NAMING)
    async with running(FakeWorld(client), "c", "d", "h", "s", "n"):
        assert client.wishes == [("command", NameTrump(suit)) for suit in (*SUITS, None)]


async def test_arrows_and_enter_name_trump_and_the_hand_has_the_keys_again() -> None:
    client = FakeClient(PLAYING, NAMING)
    async with running(FakeWorld(client), "right", "right", "enter") as (app, pilot):
        assert client.wishes == [("command", NameTrump(Suit.HEARTS))]
        assert app.screen.query_one(Offer).has_focus
        client.push(view=view_with(turn=36, trick=(), legal=HAND))
        await until(pilot, lambda: app.screen.query_one(Hand).has_focus)
        assert not app.screen.query_one(Offer).display


async def test_enter_cuts_in_the_middle() -> None:
    client = FakeClient(PLAYING, CUTTING)
    async with running(FakeWorld(client), "enter"):
        assert client.wishes == [("command", Cut(16))]


async def test_the_footer_has_the_keys_of_what_is_asked() -> None:
    client = FakeClient(PLAYING, CUTTING)
    async with running(FakeWorld(client)) as (app, pilot):
        assert "↵ cut here" in text_of(app)
        client.push(view=NAMING)
        await until(pilot, lambda: "← → ↵ choose" in text_of(app))
        assert "s score" not in text_of(app)  # s is spades now
        client.push(view=VIEW)
        await until(pilot, lambda: "s score" in text_of(app))


async def test_the_cut_is_chosen_by_digits_or_arrows() -> None:
    client = FakeClient(PLAYING, CUTTING)
    async with running(FakeWorld(client), "2", "9", "right", "right", "right") as (app, pilot):
        assert app.screen.query_one(Cutter).position == 31  # there is no further place
        await pilot.press("é", "ampersand", "enter")
        assert client.wishes == [("command", Cut(21))]


async def test_a_cut_that_is_typed_beyond_the_pack_is_said_and_refused() -> None:
    client = FakeClient(PLAYING, CUTTING)
    client.refusal = Trouble("cut-range", {"low": 1, "high": 31})
    async with running(FakeWorld(client), "4", "0") as (app, pilot):
        assert "! 40: cut from 1 to 31" in text_of(app)
        await pilot.press("enter")
        assert client.wishes == [("command", Cut(40))]
        await until(pilot, lambda: notice_of(app) == "Cut somewhere from 1 to 31.")
        await pilot.press("7")
        assert "7 cards above, 25 below" in text_of(app)


async def test_the_dealers_partner_sees_backs_and_looks_only_after_a_second_thought() -> None:
    client = FakeClient(PLAYING, FACE_DOWN)
    async with running(FakeWorld(client)) as (app, pilot):
        assert "░░░░░" in text_of(app)
        assert "v look" in notice_of(app)
        await pilot.press("v")
        assert isinstance(app.screen, Dialog)
        assert "The deal is void if you do" in " ".join(text_of(app).split())
        await pilot.press("v", "enter")  # the key that asked does not answer, and Enter means no
        assert client.wishes == []
        await pilot.press("v", "y")
        assert client.wishes == [("command", Look())]


async def test_nobody_else_is_asked_whether_he_wants_to_look() -> None:
    client = FakeClient(PLAYING, VIEW)
    async with running(FakeWorld(client), "v") as (app, _pilot):
        assert notice_of(app) == "You may look at your cards anyway."
        assert not isinstance(app.screen, Dialog)


async def test_the_last_trick_is_one_key_away() -> None:
    client = FakeClient(PLAYING, view_with(last_trick=last_trick(1, "9♠ 7♠ K♠ Q♠", 3, 5)))
    async with running(FakeWorld(client), "l") as (app, pilot):
        assert "Last trick: Els takes it, +5" in text_of(app)
        await pilot.press("l")
        assert isinstance(app.screen, TableScreen)


async def test_names_are_never_read_as_markup() -> None:
    chairs = (person("[red]Jo[/]"), *PLAYING.chairs[1:])
    room = msgspec.structs.replace(PLAYING, name="[b]ours[/b]", chairs=chairs)
    async with running(FakeWorld(FakeClient(room, VIEW))) as (app, _pilot):
        assert "[b]ours[/b]" in text_of(app)
        assert "► [red]Jo[/]" in text_of(app)


# Chairs that change hands -------------------------------------------------------------------------


def chairs_of(*names: str) -> Room:
    held = tuple(person(name) if name else COMPUTER for name in names)
    return msgspec.structs.replace(PLAYING, chairs=held)


async def test_what_somebody_did_stays_his_when_another_takes_his_chair() -> None:
    client = FakeClient(LOBBY)
    async with running(FakeWorld(client), size=WIDE, settings=SLOW) as (app, pilot):
        client.push(room=PLAYING, view=VIEW)
        await until(pilot, lambda: "Els plays K♣" in text_of(app))
        client.push(view=TAKEN)
        await until(pilot, lambda: "You take the trick" in turn_of(app))
        client.push(room=chairs_of("Maria", "", "Noor", "Els"))
        await until(pilot, lambda: "Wim left: a computer player" in text_of(app))
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
        assert "Wim names ♦ diamonds trump" in text
        assert "Wim plays 9♣" in text
        assert "Robot 2 takes the trick, 5 points" in text


async def test_who_sits_down_in_mid_deal_did_not_do_what_was_done_before() -> None:
    view = view_with(seat=1, to_act=(0,), hand=HAND, legal=())
    async with running(FakeWorld(FakeClient(PLAYING, view, seat=1))) as (app, _pilot):
        assert "diamonds by Robot 2" in text_of(app)
