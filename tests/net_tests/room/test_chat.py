"""Chat at a table: who sees it, how it is made safe, and when it is forbidden."""

import pytest

from net.ids import ConnectionId
from net.limits import Limits
from net.protocol import guest_messages, host_messages, messages
from net.protocol.guest_messages import Do, Say
from net.transport.unreachable import Nacked
from support.at_table import AtTable, code
from support.serving import SWIFT, Guest, serving
from support.toy_game import ToyGame


def talk(table: AtTable, who: int, text: str) -> str:
    return code(table.ask(who, Say, text))


def heard(table: AtTable) -> list[tuple[int, str, str]]:
    return [(line.number, line.name, line.text) for line in table.room.room(table.now).chat]


def test_a_line_is_heard_with_its_number_and_who_said_it() -> None:
    table = AtTable("Els", "Jan")
    assert talk(table, 1, "good evening") == "ok"
    assert talk(table, 2, "hello") == "ok"
    assert heard(table) == [(1, "Els", "good evening"), (2, "Jan", "hello")]


def test_a_line_stays_after_its_speaker_has_left() -> None:
    table = AtTable("Els", "Jan")
    talk(table, 1, "goodbye")
    table.room.lost(ConnectionId(1), table.now)
    assert heard(table) == [(1, "Els", "goodbye")]


def test_only_the_last_lines_are_kept() -> None:
    table = AtTable("Els")
    for number in range(1, 31):
        table.now += 10
        assert talk(table, 1, f"line {number}") == "ok"
    assert [number for number, _, _ in heard(table)] == list(range(19, 31))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  two   words ", "two words"),
        ("a\r\nb\tc\x00", "a b c"),
        ("\x1b[31mred\x1b[0m\x1b]0;title\x07", "red"),
        ("\u202egnineve doog\u202c", "gnineve doog"),
        ("ha\u200bl\u200dlo\ufeff", "hallo"),
        ("[red]not markup[/red]", "[red]not markup[/red]"),
        ("x" * 10_000, "x" * 160),
        ("漢" * 200, "漢" * 80),
        ("x" + "\u0301" * 500, "x\u0301"),
    ],
)
def test_a_line_is_made_safe_to_show(typed: str, shown: str) -> None:
    table = AtTable("Els")
    assert talk(table, 1, typed) == "ok"
    assert heard(table) == [(1, "Els", shown)]


@pytest.mark.parametrize("nothing", ["", "   ", "\u200b\u202e", "\x1b[2J"])
def test_an_empty_line_is_not_said(nothing: str) -> None:
    table = AtTable("Els")
    revision = table.room.revision
    assert talk(table, 1, nothing) == "ok"
    assert heard(table) == []
    assert table.room.revision == revision


def test_five_lines_at_once_and_one_every_two_seconds() -> None:
    table = AtTable("Els", "Jan")
    answers = [talk(table, 1, "more") for _ in range(6)]
    assert answers == ["ok"] * 5 + ["too-much"]
    assert talk(table, 2, "me too") == "ok"  # each seat has its own limit
    table.now += 1.9
    assert talk(table, 1, "more") == "too-much"
    table.now += 0.1
    assert talk(table, 1, "more") == "ok"
    assert talk(table, 1, "more") == "too-much"
    table.now += 10
    assert [talk(table, 1, "more") for _ in range(6)] == ["ok"] * 5 + ["too-much"]


def test_the_rate_limit_is_the_seats_whoever_sits_there() -> None:
    table = AtTable("Els", "Jan")
    for _ in range(5):
        talk(table, 1, "more")
    table.ask(1, guest_messages.Leave)
    table.join(3, "Els", seat=0)
    assert talk(table, 3, "and more") == "too-much"


def test_a_line_sent_twice_is_said_once() -> None:
    table = AtTable("Els")
    for _ in range(2):
        assert code(table.room.obey(ConnectionId(1), Say(1, "once"), table.now)) == "ok"
    assert len(heard(table)) == 1


def test_silence_holds_when_the_game_asks_for_it_during_a_match_only() -> None:
    table = AtTable("Els", "Jan")
    table.game.silent = True
    assert talk(table, 1, "shall we start?") == "ok"
    table.fill_and_start()
    assert talk(table, 1, "I have no trumps") == "silence"
    table.game.silent = False  # between two deals
    assert talk(table, 1, "well played") == "ok"
    table.game.silent = True
    table.play_to_the_end()
    assert talk(table, 2, "again?") == "ok"
    assert [text for _, _, text in heard(table)] == ["shall we start?", "well played", "again?"]


def test_trying_to_break_the_silence_counts_as_talk() -> None:
    table = AtTable("Els")
    table.game.silent = True
    table.fill_and_start()
    assert [talk(table, 1, "psst") for _ in range(6)] == ["silence"] * 5 + ["too-much"]


def test_chat_does_not_affect_countdowns() -> None:
    table = AtTable("Els", game=ToyGame(last=3))
    table.game.patience = 20.0
    table.fill_and_start()
    table.now = 15.0
    talk(table, 1, "one moment")
    assert table.room.room(table.now).patience_ms == 5000
    assert table.room.absent(table.now) == ()


# On the wire --------------------------------------------------------------------------------------


async def say(guest: Guest, text: str) -> str:
    try:
        await guest.connection.request(lambda number: Say(number, text))
    except Nacked as nack:
        return nack.code
    return "ok"


async def hears(guest: Guest, number: int) -> list[str]:
    """Look until this line is there."""
    while guest.room is None or not any(line.number == number for line in guest.room.chat):
        assert guest.bye is None, guest.bye
        await guest.look()
    return [line.text for line in guest.room.chat]


async def test_everybody_gets_a_line_and_newcomers_get_the_last_ones() -> None:
    async with serving() as table:
        els, jan = await table.guest("Els"), await table.guest("Jan")
        assert await say(els, "good evening") == "ok"
        assert await hears(jan, 1) == await hears(els, 1) == ["good evening"]
        wim = await table.guest("Wim")
        assert await hears(wim, 1) == ["good evening"]


async def test_a_flood_of_chat_is_refused_and_nobody_else_sees_it() -> None:
    limits = Limits(computer_move_s=0.0, chat_window_s=3600.0)
    async with serving(limits=limits) as table:
        els, jan, *_ = await table.table_of("Els", "Jan", "Wim", "Noor")
        raw_answers = [await say(jan, f"line {n}") for n in range(100)]
        assert raw_answers == ["ok"] * 5 + ["too-much"] * 95
        assert await say(els, "let us play") == "ok"
        assert len(await hears(els, 6)) == 6
        await els.say(1)  # the game goes on, and the talker keeps their seat
        await jan.sees(1)
        await jan.say(2)


async def test_a_talker_who_does_not_wait_for_answers_keeps_their_chair_too() -> None:
    async with serving(limits=SWIFT) as table:
        els = await table.guest("Els")
        raw = await table.raw()
        await raw.sit_down("Raw")
        raw.send(*(Say(number, "spam") for number in range(1, 201)))
        answers = [await raw.receive_a(host_messages.Nack) for _ in range(100)]
        assert {nack.code for nack in answers} == {"too-much"}
        assert await say(els, "still here") == "ok"


async def test_ten_thousand_bytes_of_chat_are_cut_short() -> None:
    async with serving() as table:
        raw = await table.raw()
        await raw.sit_down("Raw")
        raw.send(Say(1, "x" * 10_000))
        while not (room := await raw.receive_a(host_messages.RoomState)).chat:
            pass
        assert room.chat[0].text == "x" * 160


# Moving on ----------------------------------------------------------------------------------------


def test_everybody_moves_one_seat_on_when_the_game_says_so() -> None:
    game = ToyGame(last=12)
    game.moves_on_at = 4
    table = AtTable("Els", "Jan", game=game)
    table.fill_and_start()
    assert table.names() == ["Els", "Jan", "", ""]
    while game.said < 4:
        table.play_a_turn()
    assert table.names() == ["", "Els", "Jan", ""]
    assert table.holders() == ["computer", "person", "person", "computer"]
    assert table.room.seated() == {ConnectionId(1): 1, ConnectionId(2): 2}
    assert table.room.room(table.now).host == 1
    table.play_to_the_end()  # everybody moves from their new seat
    assert table.room.state == "over"


def test_somebody_away_finds_their_chair_where_it_has_moved() -> None:
    game = ToyGame(last=12)
    game.moves_on_at = 4
    table = AtTable("Els", "Jan", game=game, limits=Limits(absence_s=0.0))
    table.fill_and_start()
    table.lost(2)
    while game.said < 4:
        table.play_a_turn()
    answer = table.resume(3, table.tokens[2]).answer
    assert isinstance(answer, host_messages.Seated)
    assert answer.seat == 2


def test_from_the_last_seat_people_move_to_the_first() -> None:
    game = ToyGame(seats=3, last=9)
    game.moves_on_at = 1
    table = AtTable("A", "B", "C", game=game)
    table.fill_and_start()
    table.play_a_turn()
    assert table.names() == ["C", "A", "B"]
    assert table.room.seated() == {ConnectionId(3): 0, ConnectionId(1): 1, ConnectionId(2): 2}


# Two and three seats ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_table_of_any_number_of_seats_plays_and_plays_again(seats: int) -> None:
    game = ToyGame(seats=seats, last=2 * seats)
    async with serving(game, pace_s=0.0) as table:
        people = await table.table_of("Ann", "Bob")
        await people[0].sees_state("playing")
        assert people[0].room is not None
        assert len(people[0].room.chairs) == seats
        for _ in range(2):
            while game.to_move():
                (turn,) = game.to_move()
                if turn < len(people):
                    await people[turn].say(game.said + 1)
                else:
                    await people[0].sees(game.said + 1)
            for person in people:
                await person.sees_state("over")
            for person in people:
                await person.ready()
            await people[0].sees_state("playing")


@pytest.mark.parametrize("seats", [2, 3])
async def test_one_more_than_the_seats_is_refused(seats: int) -> None:
    async with serving(ToyGame(seats=seats)) as table:
        for number in range(seats):
            await table.guest(f"P{number}")
        raw = await table.raw()
        raw.send(messages.MAGIC, guest_messages.Hello(messages.PROTOCOL, "raw", "en"))
        raw.send(guest_messages.Join("late", None))
        assert (await raw.receive_a(host_messages.Refused)).code == "full"


# What guests can take -----------------------------------------------------------------------------


async def test_a_view_too_large_for_a_frame_is_logged_and_not_sent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = ToyGame()
    async with serving(game) as table:
        people = await table.table_of("Ann", "Bob", "Cas", "Dré")
        game.padding = SWIFT.host_frame_bytes
        await people[0].say(1)
        assert "State of" in caplog.text
        game.padding = 0
        await people[1].connection.request(lambda number: Do(number, 1, {"say": 2}))
        await people[2].sees(2)  # no connection was closed because of it
