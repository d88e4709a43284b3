"""The base profiles, and rules that differ from them in a few fields."""

from typing import Any, Final

from msgspec.structs import replace

from manillen_tui.engine.presets import BELGIAN, MALILLA, PRESETS
from manillen_tui.engine.rules import WEST_FLANDERS, Rules


__all__ = ["BELGIAN", "MALILLA", "PROFILES", "WEST_FLANDERS", "profile"]

PROFILES: Final = (WEST_FLANDERS, BELGIAN, MALILLA)


def profile(name: str, options: dict[str, Any] | None = None) -> Rules:
    return replace(PRESETS[name], **(options or {}))
