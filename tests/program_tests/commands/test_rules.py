"""`manillen rules`, and rules given by name and field on the command line."""

import json

import pytest
from msgspec.structs import replace

from manillen_tui.commands.rules import WIDTH, page_lines
from manillen_tui.config.house_rules import save_house
from manillen_tui.config.rule_options import (
    changed,
    find_rules,
    rules_from_json,
    rules_to_json,
    typed,
)
from manillen_tui.engine.fields import FIELDS
from manillen_tui.engine.presets import PRESETS
from manillen_tui.guest.client import Client
from manillen_tui.host.process import HostOptions
from manillen_tui.trouble import Trouble
from manillen_tui.wire import rules_from_body
from net.address import Address
from support.program import hosting, run


def test_the_rule_sets_are_listed_one_per_line(env: dict[str, str]) -> None:
    listed = run("rules", env=env)
    assert listed.returncode == 0
    lines = listed.stdout.splitlines()
    listed_sets = lines[: len(PRESETS)]
    assert [line.split()[0] for line in listed_sets] == list(PRESETS)
    assert all(len(line.split()) > 2 and len(line) < 80 for line in listed_sets)


def test_the_page_of_a_preset_is_what_the_screen_shows(env: dict[str, str]) -> None:
    page = run("rules", "encheres", env=env)
    assert page.returncode == 0
    assert page.stdout.splitlines() == list(page_lines(PRESETS["encheres"]))
    for part in ("Set-up", "Trump", "Play", "Scoring", "Examples", "Differences from Malilla"):
        assert f"\n{part}\n" in page.stdout


@pytest.mark.parametrize("name", PRESETS)
def test_every_page_fits_a_terminal(name: str) -> None:
    lines = list(page_lines(PRESETS[name]))
    assert len(lines) > 40
    assert max(map(len, lines)) <= WIDTH


def test_a_page_follows_the_settings_and_a_spanish_one_its_pack(env: dict[str, str]) -> None:
    settings = ("--set", "pack=spanish-48", "--set", "packets=4-4-4")
    page = " ".join(run("rules", "espanola", *settings, env=env).stdout.split())
    assert page.startswith("Española to 101, 2 changes ")
    assert "9 A R C S 8 7 6 5 4 3 2" in page
    assert "● are coins (oros)" in page
    assert "Española with changes: Pack: 48 Spanish; Packets: 4-4-4" in page
    assert "of which the 7 is the highest" not in page  # true of the preset only


def test_every_field_is_listed_as_it_is_typed(env: dict[str, str]) -> None:
    listed = run("rules", "--fields", env=env).stdout
    for field in FIELDS:
        assert f"\n{field.name}={typed(field.default)}   (" in f"\n{listed}"


WRONG = [
    (["host", "--rules", "poker"], "poker"),
    (["host", "--rules", "belgain"], "Did you mean belgian?"),
    (["host", "--set", "trumps=yes"], "trumps"),
    (["host", "--set", "targe=51"], "Did you mean target?"),
    (["host", "--set", "target"], "target cannot be “”"),
    (["host", "--set", "target=1000"], "1 … 999"),
    (["host", "--set", "target=٣"], "target"),
    (["host", "--set", "packets=3-two"], "3-2-3"),
    (["host", "--set", "no_trump=perhaps"], "no or yes"),
    (["host", "--set", "tie=never"], "same-dealer"),
    (["host", "--rules", "three", "--set", "calls=yes"], "--set calls=no"),
    (["host", "--rules", "belgian", "--set", "players=3"], "“Partners: yes”"),
    (["host", "--rules", "two", "--seats", "3"], "2 chairs"),
    (["host", "--rules-json", "{}"], "same version"),
    (["host", "--rules-json", '{"name": "x", "players": 3}'], "“Players: 3”"),
    (["demo", "--rules", "whist"], "whist"),
    (["rules", "whist"], "`manillen rules`"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_invalid_rules_get_one_line_and_exit_code_2(
    arguments: list[str], said: str, env: dict[str, str]
) -> None:
    wrong = run(*arguments, env=env)
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.startswith("manillen: ") and wrong.stderr.count("\n") == 1
    assert said in wrong.stderr


def test_every_field_can_be_typed_as_it_is_listed() -> None:
    for rules in PRESETS.values():
        settings = [f"{field.name}={typed(getattr(rules, field.name))}" for field in FIELDS]
        again = changed(PRESETS["west-flanders"], settings)
        assert again == replace(rules, name="west-flanders", base="west-flanders")


def test_rules_are_handed_over_unchanged() -> None:
    for rules in PRESETS.values():
        assert rules_from_json(rules_to_json(rules)) == rules
    for bad in ("", "[]", '{"name": 3}', '{"name": "x", "jokers": 2}'):
        with pytest.raises(Trouble, match="rules-unreadable"):
            rules_from_json(bad)


def test_a_rule_set_of_the_house_is_found_by_its_name(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str]
) -> None:
    monkeypatch.setenv("HOME", env["HOME"])
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    zwaan = replace(PRESETS["malilla"], name="De Zwaan", zero_sum=True)
    save_house(zwaan)
    assert find_rules("De Zwaan") == zwaan
    listed = run("rules", env=env).stdout
    assert "De Zwaan        Malilla with changes: Losers lose points: yes" in listed
    assert run("rules", "De Zwaan", env=env).stdout.startswith("De Zwaan to 101\n")


async def test_a_table_is_opened_with_any_rules_and_as_many_chairs(env: dict[str, str]) -> None:
    options = ("--rules", "three", "--set", "turn_up_bonus=yes", "--target", "51", "--seats", "1")
    with hosting(*options, env=env) as host:
        client = await Client.join(
            [Address("127.0.0.1", host.port)], "Noor", code=host.ready["code"]
        )
        agreed = replace(PRESETS["three"], turn_up_bonus=True, target=51)
        assert rules_from_body(client.room.info) == agreed
        assert [chair.holder for chair in client.room.chairs] == ["person", "computer", "computer"]
        await client.leave()


def test_the_list_of_tables_shows_their_rules(env: dict[str, str]) -> None:
    with hosting("--name", "De Zwaan", "--rules", "two", "--player", "Wim", env=env):
        listed = run("tables", "--seconds", "2.5", env=env)
    assert "De Zwaan  Wim  Two players to 101  0 of 2 seated  open  " in listed.stdout


async def test_a_table_takes_the_rules_of_another_program(env: dict[str, str]) -> None:
    rules = replace(PRESETS["encheres"], name="De Zwaan", deals=4)
    with hosting("--rules-json", rules_to_json(rules), env=env) as host:
        client = await Client.join(
            [Address("127.0.0.1", host.port)], "Noor", code=host.ready["code"]
        )
        assert rules_from_body(client.room.info) == rules
        await client.leave()


def test_by_default_a_table_plays_west_flanders() -> None:
    assert HostOptions().rules == PRESETS["west-flanders"]


@pytest.mark.parametrize("name", ["three", "two", "espanola"])
def test_a_demo_plays_any_rules_to_their_end(name: str, env: dict[str, str]) -> None:
    match = run("demo", "--rules", name, "--target", "5", "--seed", "2", env=env)
    assert match.returncode == 0
    won = match.stdout.rstrip().splitlines()[-1]
    assert won.endswith("win the match" if name == "espanola" else "wins the match")


def test_rules_as_json_are_one_line() -> None:
    text = rules_to_json(PRESETS["two"])
    assert "\n" not in text
    assert json.loads(text)["name"] == "two"
