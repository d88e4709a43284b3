"""Rule sets of the house: saved by name in the user's configuration folder, as one JSON list.

A file that cannot be read is never overwritten: it stays unchanged until somebody repairs it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from manillen_tui.config.files import plain_file, write_whole
from manillen_tui.engine.check import check
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.rules import Rules
from manillen_tui.trouble import Trouble


NAME_LENGTH: Final = 24


def house_file() -> Path:
    return platformdirs.user_config_path("manillen") / "rules.json"


def house_name(text: str) -> str:
    """A name to save rules under. Raises `Trouble` if it is empty, or a preset's name."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text).split())[:NAME_LENGTH]
    if not name:
        raise Trouble("house-nameless")
    if name.casefold() in PRESETS:
        raise Trouble("house-preset", {"name": name})
    return name


def load_house(path: Path | None = None) -> dict[str, Rules]:
    """The saved rule sets, by name. Raises `Trouble` if there is a file but it is unusable."""
    path = path or house_file()
    try:
        kept = msgspec.json.decode(plain_file(path).read_bytes(), type=list[Rules])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Trouble("house-broken", {"path": str(path)}) from error
    if any(check(rules) or rules.base not in PRESETS or rules.name in PRESETS for rules in kept):
        raise Trouble("house-broken", {"path": str(path)})
    return {rules.name: rules for rules in kept}


def save_house(rules: Rules, path: Path | None = None) -> None:
    """Save these rules under their name, replacing any others of that name.

    Raises `Trouble` if they cannot be saved; nothing is lost then.
    """
    path = path or house_file()
    _write({**load_house(path), rules.name: rules}, path)


def forget_house(name: str, path: Path | None = None) -> None:
    """Delete the rules of this name. Raises `Trouble` if the file cannot be changed."""
    path = path or house_file()
    kept = load_house(path)
    if kept.pop(name, None) is not None:
        _write(kept, path)


def _write(kept: Mapping[str, Rules], path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.format(msgspec.json.encode(list(kept.values()))) + b"\n")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Trouble("settings-unwritable", {"path": str(path), "reason": reason}) from error
