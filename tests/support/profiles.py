"""Rules beside West-Flanders, as far as the tests of obligations and scores need them."""

from typing import Any, Final

from msgspec.structs import replace

from manillen_tui.engine.rules import (
    PRESETS,
    Direction,
    Duty,
    FirstDealer,
    Neighbour,
    Rules,
    Tie,
    TrumpChoice,
    Undertrump,
)


WEST_FLANDERS: Final = PRESETS["west-flanders"]

BELGIAN: Final = Rules(
    name="belgian",
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

MALILLA: Final = replace(
    BELGIAN,
    name="malilla",
    packets=(3, 2, 3),
    first_dealer=FirstDealer.LOWEST_CUT,
    trump_choice=TrumpChoice.TURNED,
    no_trump=False,
    head_trump=Duty.NEVER,
    last_trick_bonus=0,
    tie=Tie.NEXT_DEALER,
    target=101,
)

PROFILES: Final = {rules.name: rules for rules in (WEST_FLANDERS, BELGIAN, MALILLA)}


def profile(name: str, options: dict[str, Any] | None = None) -> Rules:
    return replace(PROFILES[name], **(options or {}))
