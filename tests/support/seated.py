"""Views of one seat, at points of a deal."""

from manillen_tui.config.settings import Settings
from manillen_tui.engine.cards import Card
from manillen_tui.engine.events import CardPlayed, Manner, TrickTaken
from support.fake_client import (
    HAND,
    VIEW,
    last_trick,
    view_with,
)


SLOW = Settings(name="Maria", trick_pause_s=600.0)  # a finished trick lies until a key is pressed
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
