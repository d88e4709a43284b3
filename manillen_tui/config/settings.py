"""A person's settings.

They are one JSON object in the user's configuration folder. A file that cannot be read is never
lost: the defaults are used, and the first save moves it aside.
"""

import getpass
import os
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from manillen_tui.config.files import plain_file, write_whole
from manillen_tui.config.paths import settings_file
from net.limits import Limits
from net.names import NAMELESS, clean_name


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every field has a default, so that older files stay valid."""

    name: Annotated[str, Meta(max_length=200)] = ""  # empty: the system user's
    letters: bool = False  # C D H S instead of suit signs
    trick_pause_s: Annotated[float, Meta(ge=0, le=10)] = 1.5  # how long a finished trick stays
    keys: dict[str, str] = {}  # changed keys for actions, by the ids of `ui.keys`

    @property
    def player(self) -> str:
        """The name to sit down with."""
        name = clean_name(self.name, Limits().name_cells)
        return system_name() if name == NAMELESS else name


def system_name() -> str:
    """The system user's name, capitalized; never empty."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # there may be no such user in a container
        name = ""
    name = clean_name(name, Limits().name_cells)
    return "Player" if name == NAMELESS else name.capitalize()


def load_settings(path: Path | None = None) -> tuple[Settings, Path | None]:
    """The saved settings; with the path of the file if there is one but it is unusable."""
    path = path or settings_file()
    try:
        return msgspec.json.decode(plain_file(path).read_bytes(), type=Settings), None
    except FileNotFoundError:
        return Settings(), None
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return Settings(), path


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Save the settings, completely or not at all. Raises `OSError` if that is impossible.

    An unusable file is kept beside the new one, as ``settings.json.broken``.
    """
    path = path or settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    _unused, broken = load_settings(path)
    if broken:
        os.replace(path, path.with_name(path.name + ".broken"))
    write_whole(path, msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
