"""The preset rule sets, by name: three base profiles, and variants of them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from manillen_tui.engine.rules import (
    WEST_FLANDERS,
    Direction,
    Duty,
    FirstDealer,
    Neighbour,
    Rules,
    Tie,
    TrumpChoice,
    Undertrump,
)


BELGIAN: Final = Rules(
    name="belgian",
    base="belgian",
    packets=(4, 4),
    direction=Direction.COUNTER_CLOCKWISE,
    first_dealer=FirstDealer.HIGHEST_CUT,
    cut_by=Neighbour.LEFT,
    trump_choice=TrumpChoice.CHOICE_ROUND,
    partner_waits=False,
    free_chat=True,
    head_plain=Duty.NEVER,
    head_trump=Duty.ALWAYS,
    ruff=Duty.ALWAYS,
    overtrump=Duty.ALWAYS,
    undertrump=Undertrump.FORCED,
    last_trick_bonus=1,
    sweep_factor=1,
    tie=Tie.SAME_DEALER,
    target=21,
)

MALILLA: Final = Rules(
    name="malilla",
    base="malilla",
    direction=Direction.COUNTER_CLOCKWISE,
    first_dealer=FirstDealer.LOWEST_CUT,
    cut_by=Neighbour.LEFT,
    trump_choice=TrumpChoice.TURNED,
    no_trump=False,
    partner_waits=False,
    free_chat=True,
    head_plain=Duty.NEVER,
    head_trump=Duty.NEVER,
    ruff=Duty.ALWAYS,
    overtrump=Duty.ALWAYS,
    undertrump=Undertrump.FORCED,
    sweep_factor=1,
    tie=Tie.NEXT_DEALER,
)

_VARIANTS: Final = (
    replace(BELGIAN, name="manillen-troef", trump_choice=TrumpChoice.TURNED, no_trump=False),
    replace(BELGIAN, name="zonder-troef", trump_choice=TrumpChoice.NEVER),
    replace(BELGIAN, name="verplicht", dealer_may_pass=True),
    replace(BELGIAN, name="parlante", signals=True),
    replace(BELGIAN, name="ascolana"),
    replace(MALILLA, name="parlee", questions=True, free_chat=False),
    replace(MALILLA, name="muette", free_chat=False),
    replace(MALILLA, name="encheres", trump_choice=TrumpChoice.AUCTION),
    replace(MALILLA, name="three", players=3, partners=False, pack="french-30", packets=(3, 4, 3)),
    replace(
        WEST_FLANDERS,
        name="two",
        players=2,
        partners=False,
        packets=(4, 4),
        stacks=4,
        partner_waits=False,
    ),
    replace(MALILLA, name="espanola", pack="spanish-40", packets=(3, 4, 3)),
    replace(MALILLA, name="mexicana", pack="french-40", packets=(3, 4, 3)),
)

#: The preset rule sets, by name; the base profiles first.
PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {rules.name: rules for rules in (WEST_FLANDERS, BELGIAN, MALILLA, *_VARIANTS)}
)


def differences(rules: Rules, other: Rules | None = None) -> dict[str, tuple[Any, Any]]:
    """The fields in which two rule sets differ, each with its value in `rules` and in `other`.

    Without `other`, compares with the base profile. Ignores the names of the rule sets.

    >>> differences(PRESETS["verplicht"])
    {'dealer_may_pass': (True, False)}
    """
    other = other or PRESETS.get(rules.base, WEST_FLANDERS)
    pairs = {
        field.name: (getattr(rules, field.name), getattr(other, field.name))
        for field in msgspec.structs.fields(Rules)
        if field.name not in ("name", "base")
    }
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
