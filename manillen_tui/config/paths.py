"""Where this program's files belong, on each system."""

from pathlib import Path
from typing import Final

import platformdirs


_APP: Final = "manillen"


def data_dir() -> Path:
    """For data that a person would miss: the saved tables."""
    return platformdirs.user_data_path(_APP)


def settings_file() -> Path:
    return platformdirs.user_config_path(_APP) / "settings.json"


def state_dir() -> Path:
    """For data that outlives a run but is not a setting: seats, tables left running."""
    return platformdirs.user_state_path(_APP)


def log_dir() -> Path:
    return platformdirs.user_log_path(_APP)
