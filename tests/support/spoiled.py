"""Views and rooms with one part replaced by nonsense."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.rules import Rules
from manillen_tui.wire import view_to_body
from support.matches import by_chance, whole_match


NONSENSE: Final[tuple[Any, ...]] = (
    *(None, True, -1, 4, 42, 10**9, "", "x", b"", [], {}, [99]),
    [[0, "7♣"]] * 40,
)
TABLES: Final = {
    **PRESETS,
    "blind": replace(PRESETS["west-flanders"], blind_no_trump=True, partner_choice=True),
    "calls": replace(PRESETS["belgian"], calls=True, best_of=3, rotate_seats=True),
    "bonus": replace(PRESETS["malilla"], turn_up_bonus=True, zero_sum=True),
}


def bodies(rules: Rules, count: int) -> list[dict[str, Any]]:
    """Views of somebody who is to act, from all stages of a match."""
    moments = [match for _, match in whole_match(rules, by_chance(Random(3))) if match.to_act]
    some = moments[:: len(moments) // count]
    return [view_to_body(view_of(match, match.to_act[0])) for match in some]


def spoiled(value: Any) -> Iterator[Any]:
    """The value with one part replaced by each kind of nonsense."""
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
