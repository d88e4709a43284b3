"""Everything is readable, whatever a terminal does with the colours."""

import pytest
from rich.color import Color, ColorSystem

from manillen_tui.engine.cards import SUITS
from manillen_tui.ui.theme import BRIGHT, FELT


THEME = {
    **{name: getattr(FELT, name) for name in ("primary", "background", "surface", "panel")},
    **{name: getattr(FELT, name) for name in ("foreground", "secondary", "error")},
    **FELT.variables,
}
DARK = ("background", "surface", "panel", "cloth")
INKS = tuple(f"ink-{suit.name.lower()}" for suit in SUITS)
SYSTEMS = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD)
PAIRS = [
    *((ink, "card") for ink in INKS),
    *((ink, "card-dim") for ink in ("ink-clubs-dim", *INKS[1:])),
    *((ink, ground) for ink in ("foreground", "muted", "primary") for ground in DARK),
    *(("secondary", ground) for ground in DARK[:3]),
    ("error", "background"),
    ("background", "primary"),
    ("back-ink", "back"),
]


def luminance(color: str, system: ColorSystem) -> float:
    """The relative luminance (as in WCAG) of the colour that a terminal shows for this one."""
    shown = Color.parse(color).downgrade(system).get_truecolor()

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in shown)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, system: ColorSystem) -> float:
    low, high = sorted((luminance(one, system), luminance(other, system)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_text_colour_stands_out_from_its_background(system: ColorSystem) -> None:
    poor = {
        (ink, ground): round(value, 1)
        for ink, ground in PAIRS
        if (value := contrast(THEME[ink], THEME[ground], system)) < 4.5
    }
    assert poor == {}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("suit", SUITS, ids=lambda suit: suit.name)
def test_suits_in_a_line_of_text_stand_out_too(suit: str, system: ColorSystem) -> None:
    for ground in DARK:
        assert contrast(BRIGHT[suit], THEME[ground], system) >= 4.5  # type: ignore[index]


def test_the_four_suits_have_four_colours() -> None:
    assert len({THEME[ink] for ink in INKS}) == 4
    assert len(set(BRIGHT.values())) == 4
