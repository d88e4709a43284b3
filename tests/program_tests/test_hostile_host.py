"""What a guest takes from a host that is broken or means ill: sense, or nothing."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from manillen_tui import words
from manillen_tui.client import check_room
from manillen_tui.engine import PRESETS
from manillen_tui.engine import match as matches
from manillen_tui.engine.view import View, view_of
from manillen_tui.players.policy import choose
from manillen_tui.table import seeded_entropy
from manillen_tui.wire import rules_to_body, view_from_body, view_to_body
from net.messages import Chair, Room


NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    4,
    42,
    10**9,
    "",
    "x",
    b"",
    [],
    {},
    [99],
    [[0, "7♣"]] * 40,
)
NAMES = ("Wim", "Noor", "Els", "Bea")


def bodies() -> list[dict[str, Any]]:
    """Views of a dealer and of a guest from every moment of two deals."""
    entropy = seeded_entropy(2)
    match, _ = matches.shuffle(matches.start(PRESETS["west-flanders"]), entropy())
    seen = []
    while len(match.sheet) < 2:
        seen += [view_to_body(view_of(match, seat)) for seat in (0, match.to_act[0])]
        seat = match.to_act[0]
        step = matches.apply(match, seat, choose(view_of(match, seat)))
        assert isinstance(step, tuple)
        match = step[0]
        if match.deal is None:
            match, _ = matches.shuffle(match, entropy())
    return seen


def spoiled(value: Any) -> Iterator[Any]:
    """The value with one thing in it replaced by each kind of nonsense."""
    yield from NONSENSE
    if isinstance(value, dict):
        for key, item in value.items():
            yield {other: value[other] for other in value if other != key}
            for bad in spoiled(item):
                yield {**value, key: bad}
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            for bad in spoiled(item):
                yield [*value[:place], bad, *value[place + 1 :]]


def say_everything(view: View) -> None:
    """What a screen asks of a view in words."""
    words.turn_line(view, NAMES)
    words.waiting_line(view, NAMES)
    for event in view.events:
        words.event_line(event, NAMES)
    for record in view.sheet:
        words.sheet_title(record, NAMES)
        words.sheet_rows(record, view.rules)


def test_a_spoiled_view_is_refused_or_can_be_shown() -> None:
    refused = shown = 0
    for body in bodies()[::23]:
        for bad in spoiled(body):
            try:
                view = view_from_body(bad)
            except ValueError:
                refused += 1
            else:
                say_everything(view)
                shown += 1
    assert refused > 10 * shown > 0


def test_a_room_that_does_not_fit_the_rules_is_refused() -> None:
    chairs = tuple(Chair("person", name, False) for name in NAMES)
    info = rules_to_body(PRESETS["west-flanders"])
    good = Room(1, "Kroon", "lobby", chairs, 0, (), None, info)
    check_room(good)
    check_room(replace(good, host=None))
    for bad in (
        replace(good, chairs=chairs[:3]),
        replace(good, chairs=()),
        replace(good, host=4),
        replace(good, waiting_for=(0, 7)),
        replace(good, info={}),
        replace(good, info={"name": "x", "players": 9}),
        replace(good, info={"name": "x", "pack": "french-33"}),
    ):
        try:
            check_room(bad)
        except ValueError:
            continue
        raise AssertionError(f"taken: {bad}")
