"""A screen may lag behind the table, but misses nothing."""

from manillen_tui.engine.cards import Card
from manillen_tui.engine.events import CardPlayed, DealBegan, Event, Manner, TrickTaken
from manillen_tui.engine.records import Phase, Trick
from manillen_tui.ui.playback import Playback
from support.fake_client import EVENTS, VIEW, plays, view_with


def trick(first: int, text: str, winner: int, points: int, number: int = 1) -> list[Event]:
    played = [CardPlayed(p.seat, p.card, Manner.FOLLOW) for p in plays(first, text)]
    return [*played, TrickTaken(number, winner, points)]


FIRST = trick(2, "7♣ K♣ 10♣ 9♣", 0, 8)
SECOND = trick(0, "A♦ 7♦ 8♦ 9♦", 0, 4, number=2)
LEAD = CardPlayed(0, Card.parse("K♥"), Manner.LEAD)


def test_a_late_viewer_sees_what_happened_without_waiting() -> None:
    playback = Playback()
    assert playback.take(view_with(events=(*EVENTS, *FIRST))) == [*EVENTS, *FIRST]
    assert playback.held is None


def test_events_are_shown_once_however_many_views_come() -> None:
    playback = Playback()
    playback.take(view_with(events=EVENTS))
    longer = view_with(events=(*EVENTS, FIRST[0]))
    assert playback.take(longer) == [FIRST[0]]
    assert playback.take(longer) == []


def test_a_finished_trick_stays_and_later_events_wait() -> None:
    playback = Playback()
    playback.take(view_with(events=EVENTS))
    after = view_with(events=(*EVENTS, *FIRST, LEAD), trick=plays(0, "K♥"), winning=0)
    assert playback.take(after) == FIRST
    assert playback.held == Trick(plays(2, "7♣ K♣ 10♣ 9♣"), 0, 8)
    assert playback.trick == plays(2, "7♣ K♣ 10♣ 9♣")
    assert playback.winning == 0
    assert playback.release() == [LEAD]
    assert playback.trick == plays(0, "K♥")


def test_two_tricks_behind_are_shown_one_after_the_other() -> None:
    playback = Playback()
    playback.take(view_with(events=EVENTS))
    assert playback.take(view_with(events=(*EVENTS, *FIRST, *SECOND))) == FIRST
    assert playback.release() == SECOND
    assert playback.held is not None
    assert playback.held.plays == plays(0, "A♦ 7♦ 8♦ 9♦")
    assert playback.release() == []


def test_event_numbers_continue_in_the_next_deal() -> None:
    playback = Playback()
    playback.take(VIEW)
    began = DealBegan(4, 2, 1, False)
    number = VIEW.first_event + len(VIEW.events)
    assert playback.take(view_with(deal=4, first_event=number, events=(began,))) == [began]


def test_event_numbers_restart_in_a_rematch() -> None:
    playback = Playback()
    playback.take(view_with(phase=Phase.OVER))
    began = DealBegan(1, 2, 1, True)
    rematch = view_with(phase=Phase.CUT, first_event=0, events=(began,))
    assert playback.take(rematch) == [began]
