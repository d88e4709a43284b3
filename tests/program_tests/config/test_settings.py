"""Settings are saved, and a file that cannot be read is not lost."""

import os
from pathlib import Path

import pytest

from manillen_tui.config.paths import settings_file
from manillen_tui.config.settings import Settings, load_settings, save_settings, system_name


def test_without_a_file_the_defaults_are_used() -> None:
    settings, broken = load_settings()
    assert (settings, broken) == (Settings(), None)
    assert settings.player == system_name()
    assert settings.player


def test_settings_are_loaded_as_they_were_saved() -> None:
    chosen = Settings(name="Mia", letters=True, trick_pause_s=4.0, keys={"leave": "x"})
    save_settings(chosen)
    assert load_settings() == (chosen, None)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"name": 7}', '{"colour": "red"}', '{"trick_pause_s": -1}', "[" * 9000]
)
def test_a_broken_file_is_moved_aside_only_when_settings_are_saved(text: str) -> None:
    path = settings_file()
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert load_settings() == (Settings(), path)
    assert path.read_text() == text
    save_settings(Settings(name="Mia"))
    assert load_settings() == (Settings(name="Mia"), None)
    assert path.with_name("settings.json.broken").read_text() == text


def test_a_name_is_cleaned_as_every_table_cleans_it() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('{"name": "\\u001b[2J Mi\\u202ea\\n  of the long, long street"}')
    assert load_settings()[0].player == "Mia of the long, lon"
    assert Settings(name="\u200b\x07").player == system_name()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_only_a_plain_file_is_read() -> None:
    path = settings_file()
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    assert load_settings() == (Settings(), path)
    save_settings(Settings(name="Mia"))
    assert load_settings() == (Settings(name="Mia"), None)


def test_a_read_only_folder_is_an_os_error(own_home: Path) -> None:
    settings_file().parent.parent.mkdir(parents=True, exist_ok=True)
    settings_file().parent.write_text("a file where the folder should be")
    with pytest.raises(OSError):
        save_settings(Settings())


def test_a_field_of_an_older_file_may_be_missing() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('{"name": "Mia"}')
    assert load_settings() == (Settings(name="Mia"), None)
