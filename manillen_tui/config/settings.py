"""What a person chose once and keeps, and where this program's files belong.

The settings are one JSON object in the user's configuration folder. A file that cannot be read is
never lost: the defaults serve, and the first save moves it aside.
"""

import errno
import getpass
import os
import stat
from collections.abc import Collection
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Final

import msgspec
import platformdirs
from msgspec import Meta, Struct

from manillen_tui.trouble import Trouble
from net.discovery.interfaces import machine_interfaces
from net.limits import Limits
from net.names import NAMELESS, clean_name


_APP: Final = "manillen"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every field has a default, so that an older file stays good."""

    name: Annotated[str, Meta(max_length=200)] = ""  # empty: the system user's
    letters: bool = False  # C D H S instead of suit signs
    trick_pause_s: Annotated[float, Meta(ge=0, le=10)] = 1.5  # a finished trick stays this long
    keys: dict[str, str] = {}  # other keys for actions, by the ids of `ui.keys`

    @property
    def player(self) -> str:
        """The name to sit down with."""
        name = clean_name(self.name, Limits().name_cells)
        return system_name() if name == NAMELESS else name


def system_name() -> str:
    """The system user, as a person would write a name; never empty."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # no such user in a bare container
        name = ""
    name = clean_name(name, Limits().name_cells)
    return "Player" if name == NAMELESS else name.capitalize()


def interfaces() -> list[str] | None:
    """The addresses of this machine that tables are announced and searched on; None: all.

    From the environment: ``MANILLEN_INTERFACES=192.168.1.20,127.0.0.1``.
    """
    chosen = os.environ.get("MANILLEN_INTERFACES", "")
    return [host.strip() for host in chosen.split(",") if host.strip()] or None


def interface_troubles() -> list[Trouble]:
    """One for each of the `interfaces` that is no address of this machine."""
    chosen = interfaces() or []
    everything = machine_interfaces() if chosen else ()
    have = {local.host for interface in everything for local in interface.addresses}
    return [
        Trouble(code, {"address": host})
        for host in chosen
        if (code := _interface_trouble(host, have)) is not None
    ]


def check_interfaces() -> None:
    """Raise the first of `interface_troubles`, if there are any."""
    for trouble in interface_troubles():
        raise trouble


def _interface_trouble(host: str, have: Collection[str]) -> str | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "interface-no-address"
    # A system that tells none of its addresses may have this one; and all of loopback is here.
    known = not have or address.is_loopback or str(address) in have
    return None if known else "interface-elsewhere"


def data_dir() -> Path:
    """For what a person would miss: the tables that were played."""
    return platformdirs.user_data_path(_APP)


def settings_file() -> Path:
    return platformdirs.user_config_path(_APP) / "settings.json"


def state_dir() -> Path:
    """For what outlives a run but is no setting: the table left running, logs."""
    return platformdirs.user_state_path(_APP)


def log_dir() -> Path:
    return platformdirs.user_log_path(_APP)


def plain_file(path: Path) -> Path:
    """The same path; `OSError` when there is no plain file."""
    if not stat.S_ISREG(path.stat().st_mode):
        # A pipe would be waited for, and a device has no end.
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return path


def load_settings(path: Path | None = None) -> tuple[Settings, Path | None]:
    """The settings kept; with the path of the file if it is there but cannot be used."""
    path = path or settings_file()
    try:
        return msgspec.json.decode(plain_file(path).read_bytes(), type=Settings), None
    except FileNotFoundError:
        return Settings(), None
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return Settings(), path


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Keep the settings, whole or not at all. `OSError` when that is not possible here.

    A file that cannot be used is kept beside the new one, as ``settings.json.broken``.
    """
    path = path or settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    _unused, broken = load_settings(path)
    if broken:
        os.replace(path, path.with_name(path.name + ".broken"))
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    os.replace(draft, path)
