"""Every preset, and tables with many rules changed at once."""

from typing import Final

from msgspec.structs import replace

from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules


TABLES: Final[dict[str, Rules]] = {
    **PRESETS,
    "spanish-48": replace(
        PRESETS["espanola"], pack="spanish-48", packets=(4, 4, 4), trick_points=1
    ),
    "french-44": replace(
        PRESETS["mexicana"], pack="french-44", packets=(4, 3, 4), zero_sum=True, target=21
    ),
    "all of west-flanders": replace(
        PRESETS["west-flanders"],
        blind_no_trump=True,
        partner_choice=True,
        calls=True,
        questions=True,
        signals=True,
        ties_accumulate=True,
        fixed_close_win=True,
        last_trick_bonus=2,
        best_of=3,
        rotate_seats=True,
    ),
    "suits alone": replace(
        PRESETS["west-flanders"], no_trump=False, running_points=False, open_hands=False
    ),
    "all of belgian": replace(
        PRESETS["verplicht"], cumulative=True, target=101, calls=True, trick_points=1, best_of=3
    ),
    "all of malilla": replace(
        PRESETS["malilla"], turn_up_bonus=True, calls=True, deals=6, best_of=5
    ),
    "a harder two": replace(PRESETS["two"], calls=True, blind_no_trump=True, last_trick_bonus=1),
}
