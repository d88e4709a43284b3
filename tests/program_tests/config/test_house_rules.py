"""Rules of the house: saved under a name, found again, and never lost."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from manillen_tui.config.house_rules import (
    forget_house,
    house_file,
    house_name,
    load_house,
    save_house,
)
from manillen_tui.engine.presets import PRESETS
from manillen_tui.trouble import Trouble


ZWAAN = replace(PRESETS["west-flanders"], name="De Zwaan", calls=True, target=51)


def test_a_rule_set_is_found_again_under_its_name(own_home: Path) -> None:
    assert load_house() == {}
    save_house(ZWAAN)
    save_house(replace(PRESETS["two"], name="Wij twee"))
    assert list(load_house()) == ["De Zwaan", "Wij twee"]
    assert load_house()["De Zwaan"] == ZWAAN
    assert house_file().is_relative_to(own_home)


def test_saving_under_the_same_name_replaces_the_rules() -> None:
    save_house(ZWAAN)
    save_house(replace(ZWAAN, target=201))
    assert [rules.target for rules in load_house().values()] == [201]


def test_a_rule_set_is_forgotten_and_the_others_stay() -> None:
    save_house(ZWAAN)
    save_house(replace(PRESETS["two"], name="Wij twee"))
    forget_house("De Zwaan")
    forget_house("never kept")
    assert list(load_house()) == ["Wij twee"]


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"name": "x"}',
        b'[{"name": "x", "target": "far"}]',
        b'[{"name": "x", "jokers": 2}]',  # from a newer version
        b'[{"name": "x", "players": 3}]',  # cannot be played
        b'[{"name": "belgian"}]',  # would hide a preset
        b'[{"name": "x", "base": "poker"}]',
    ],
)
def test_an_unusable_file_is_reported_and_never_overwritten(broken: bytes) -> None:
    house_file().parent.mkdir(parents=True)
    house_file().write_bytes(broken)
    with pytest.raises(Trouble, match="house-broken"):
        load_house()
    with pytest.raises(Trouble, match="house-broken"):
        save_house(ZWAAN)
    with pytest.raises(Trouble, match="house-broken"):
        forget_house("x")
    assert house_file().read_bytes() == broken
    assert list(house_file().parent.iterdir()) == [house_file()]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting() -> None:
    house_file().parent.mkdir(parents=True)
    os.mkfifo(house_file())
    with pytest.raises(Trouble, match="house-broken"):
        load_house()


def test_rules_that_cannot_be_saved_are_reported(own_home: Path) -> None:
    (own_home / "manillen" / f"rules.json.{os.getpid()}.new").mkdir(parents=True)
    with pytest.raises(Trouble, match="settings-unwritable") as told:
        save_house(ZWAAN)
    assert told.value.details["path"] == str(house_file())
    assert load_house() == {}


def test_a_name_is_cleaned_and_must_not_be_empty() -> None:
    assert house_name("  De \x1b\n Zwaan ") == "De Zwaan"
    assert len(house_name("x" * 200)) == 24
    for bad, code in (("", "house-nameless"), (" \t", "house-nameless"), ("Two", "house-preset")):
        with pytest.raises(Trouble, match=code):
            house_name(bad)
