"""Unplayable rules are refused with a way to resolve it; all others can be played to the end."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from manillen_tui.engine import (
    FIELDS,
    PRESETS,
    Clash,
    ClashCode,
    Phase,
    Rules,
    Unplayable,
    check,
    differences,
    start,
)
from manillen_tui.engine.cards import PACKS
from manillen_tui.engine.fields import Group, Kind
from manillen_tui.engine.rules import TrumpChoice
from support import naive
from support.matches import by_chance, whole_match


def test_every_preset_can_be_played() -> None:
    assert list(PRESETS) == [
        "west-flanders",
        "belgian",
        "malilla",
        "manillen-troef",
        "zonder-troef",
        "verplicht",
        "parlante",
        "ascolana",
        "parlee",
        "muette",
        "encheres",
        "three",
        "two",
        "espanola",
        "mexicana",
    ]
    assert not [name for name, rules in PRESETS.items() if check(rules) or rules.name != name]


#: Base rules, the changes to them, and the clash: code, field, other, change, to.
CLASHES: list[tuple[str, dict[str, Any], tuple[str, str, str, str, Any]]] = [
    ("west-flanders", {"players": 3}, ("needs-four", "partners", "players", "partners", False)),
    ("malilla", {"pack": "french-40"}, ("pack-not-dealt", "packets", "pack", "packets", (3, 4, 3))),
    ("malilla", {"packets": (4, 3)}, ("pack-not-dealt", "packets", "pack", "packets", (3, 2, 3))),
    ("three", {"pack": "french-32"}, ("pack-not-dealt", "packets", "pack", "pack", "french-30")),
    ("malilla", {"pack": "french-30"}, ("pack-not-dealt", "packets", "pack", "pack", "french-32")),
    ("two", {"packets": (4, 3)}, ("pack-not-dealt", "packets", "pack", "packets", (3, 2, 3))),
    (
        "two",
        {"pack": "spanish-40"},
        ("pack-not-dealt", "packets", "pack", "packets", (4, 4, 4)),
    ),
    (
        "two",
        {"pack": "french-40", "stacks": 0},
        ("pack-not-dealt", "packets", "pack", "packets", (4, 4, 4, 4, 4)),
    ),
    (
        "two",
        {"pack": "french-30", "stacks": 0},
        ("pack-not-dealt", "packets", "pack", "packets", (4, 4, 4, 3)),
    ),
    (
        "two",
        {"pack": "french-30", "stacks": 7},
        ("pack-not-dealt", "packets", "pack", "packets", (1,)),
    ),
    ("two", {"stacks": 8, "packets": (4,)}, ("pack-not-dealt", "packets", "pack", "stacks", 0)),
    ("malilla", {"stacks": 2, "packets": (4,)}, ("only-two", "stacks", "players", "stacks", 0)),
    (
        "three",
        {"partner_exemption": True},
        ("needs-partners", "partner_exemption", "partners", "partner_exemption", False),
    ),
    ("three", {"zero_sum": True}, ("needs-two-sides", "zero_sum", "players", "zero_sum", False)),
    ("three", {"calls": True}, ("needs-two-sides", "calls", "players", "calls", False)),
    (
        "three",
        {"trick_points": 1},
        ("needs-two-sides", "trick_points", "players", "trick_points", 0),
    ),
    (
        "three",
        {"fixed_close_win": True},
        ("needs-two-sides", "fixed_close_win", "players", "fixed_close_win", False),
    ),
    (
        "three",
        {"trump_choice": TrumpChoice.AUCTION},
        ("needs-two-sides", "trump_choice", "players", "trump_choice", TrumpChoice.TURNED),
    ),
    (
        "two",
        {"partner_choice": True, "partner_waits": True},
        ("needs-partners", "partner_waits", "partners", "partner_waits", False),
    ),
    ("two", {"questions": True}, ("needs-partners", "questions", "partners", "questions", False)),
    ("two", {"signals": True}, ("needs-partners", "signals", "partners", "signals", False)),
    (
        "two",
        {"all_trumps_are_free": True},
        ("needs-partners", "all_trumps_are_free", "partners", "all_trumps_are_free", False),
    ),
    (
        "west-flanders",
        {"trump_choice": TrumpChoice.CHOICE_ROUND},
        ("not-this-choice", "partner_waits", "trump_choice", "partner_waits", False),
    ),
    (
        "belgian",
        {"blind_no_trump": True},
        ("not-this-choice", "blind_no_trump", "trump_choice", "blind_no_trump", False),
    ),
    (
        "belgian",
        {"partner_choice": True},
        ("not-this-choice", "partner_choice", "trump_choice", "partner_choice", False),
    ),
    (
        "west-flanders",
        {"dealer_may_pass": True},
        ("not-this-choice", "dealer_may_pass", "trump_choice", "dealer_may_pass", False),
    ),
    (
        "belgian",
        {"turn_up_bonus": True},
        ("not-this-choice", "turn_up_bonus", "trump_choice", "turn_up_bonus", False),
    ),
    (
        "malilla",
        {"no_trump": True},
        ("never-no-trump", "no_trump", "trump_choice", "no_trump", False),
    ),
    (
        "encheres",
        {"no_trump": True},
        ("never-no-trump", "no_trump", "trump_choice", "no_trump", False),
    ),
    (
        "zonder-troef",
        {"no_trump": False},
        ("needs-no-trump", "trump_choice", "no_trump", "no_trump", True),
    ),
    (
        "verplicht",
        {"no_trump": False},
        ("needs-no-trump", "dealer_may_pass", "no_trump", "dealer_may_pass", False),
    ),
    (
        "west-flanders",
        {"blind_no_trump": True, "no_trump": False},
        ("needs-no-trump", "blind_no_trump", "no_trump", "blind_no_trump", False),
    ),
    (
        "west-flanders",
        {"partner_choice": True, "partner_waits": False},
        ("needs-waiting", "partner_choice", "partner_waits", "partner_waits", True),
    ),
    (
        "malilla",
        {"all_trumps_are_free": True},
        ("no-undertrump-ban", "all_trumps_are_free", "undertrump", "all_trumps_are_free", False),
    ),
    (
        "belgian",
        {"ties_accumulate": True},
        ("nothing-to-pile", "ties_accumulate", "tie", "ties_accumulate", False),
    ),
    (
        "belgian",
        {"cumulative": True, "zero_sum": True},
        ("not-by-excess", "zero_sum", "cumulative", "zero_sum", False),
    ),
    (
        "belgian",
        {"cumulative": True, "fixed_close_win": True},
        ("not-by-excess", "fixed_close_win", "cumulative", "fixed_close_win", False),
    ),
    (
        "encheres",
        {"cumulative": True},
        ("not-by-excess", "cumulative", "trump_choice", "cumulative", False),
    ),
    (
        "malilla",
        {"rotate_seats": True},
        ("one-game", "rotate_seats", "best_of", "rotate_seats", False),
    ),
]


@pytest.mark.parametrize(("name", "changes", "expected"), CLASHES)
def test_every_clash_is_found_with_a_way_to_resolve_it(
    name: str, changes: dict[str, Any], expected: tuple[str, str, str, str, Any]
) -> None:
    code, field, other, change, to = expected
    rules = replace(PRESETS[name], **changes)
    clash = Clash(ClashCode(code), field, other, change, to)
    assert clash in check(rules)
    assert clash not in check(replace(rules, **{change: to}))
    with pytest.raises(Unplayable) as caught:
        start(rules)
    assert caught.value.clashes == check(rules)
    assert field in str(caught.value) and other in str(caught.value)


def test_every_kind_of_clash_is_covered_above() -> None:
    told = {expected[0] for _, _, expected in CLASHES}
    assert told | {ClashCode.OUT_OF_RANGE} == set(ClashCode)


def test_resolving_a_single_clash_leaves_none() -> None:
    alone = [
        (name, changes, expected)
        for name, changes, expected in CLASHES
        if len(changes) == len(check(replace(PRESETS[name], **changes))) == 1
    ]
    for name, changes, (_, _, _, change, to) in alone:
        assert not check(replace(PRESETS[name], **{**changes, change: to}))
    assert len(alone) > 20


@pytest.mark.parametrize(
    ("changes", "to"),
    [
        ({"players": 5}, 4),
        ({"players": 0}, 4),
        ({"target": 0}, 1),
        ({"target": 1_000}, 999),
        ({"best_of": 2}, 1),
        ({"pack": "tarot"}, "french-32"),
        ({"packets": (3, 0, 5)}, (3, 2, 3)),
        ({"packets": ()}, (3, 2, 3)),
        ({"deals": -1}, 0),
        ({"no_trump_factor": 9}, 4),
    ],
)
def test_a_value_out_of_range_is_reported_alone(changes: dict[str, Any], to: Any) -> None:
    (field,) = changes
    clash = Clash(ClashCode.OUT_OF_RANGE, field, None, field, to)
    assert check(replace(PRESETS["malilla"], **changes)) == (clash,)


def test_unplayable_rules_are_refused_with_a_helpful_message() -> None:
    for changes, text in (
        ({"target": 0}, "target: out-of-range (set target to 1)"),
        (
            {"no_trump": True, "rotate_seats": True},
            "no_trump beside trump_choice: never-no-trump (set no_trump to False);"
            " rotate_seats beside best_of: one-game (set rotate_seats to False)",
        ),
    ):
        with pytest.raises(Unplayable) as caught:
            start(replace(PRESETS["malilla"], **changes))
        assert str(caught.value) == text


# --- fields


def test_every_field_of_the_rules_is_described_once() -> None:
    described = [field.name for field in FIELDS]
    names = [field.name for field in msgspec.structs.fields(Rules)]
    assert sorted(described) == sorted(set(names) - {"name", "base"})
    assert {field.group for field in FIELDS} == set(Group)
    for field in FIELDS:
        assert field.allows(field.default)
        assert all(field.allows(value) for value in field.values)
        assert (field.kind is Kind.NUMBER) == (field.low is not None)
        assert (field.kind is Kind.NUMBER) != bool(field.values)


def test_a_field_allows_the_values_of_all_presets_but_no_nonsense() -> None:
    for field in FIELDS:
        for rules in PRESETS.values():
            assert field.allows(getattr(rules, field.name)), (field.name, rules.name)
        for senseless in (None, "x", -7, 3.5, (0,), ()):
            assert not field.allows(senseless), (field.name, senseless)


def test_every_pack_has_its_order_and_sixty_points() -> None:
    for name, pack in PACKS.items():
        assert sorted(map(str, pack.cards)) == sorted(naive.pack(name))
        assert list(pack.order) == naive.ORDERS[name]
        assert pack.total == 60 == sum(naive.worth(name, str(card)) for card in pack.cards)
        assert len(pack.cards) == int(name.split("-")[1])
        assert pack.spanish == name.startswith("spanish")
        for card in pack.cards:
            assert pack.worth[card] == naive.worth(name, str(card))


# --- differences


def test_what_a_preset_changes_in_its_base() -> None:
    changed = {name: set(differences(rules)) for name, rules in PRESETS.items()}
    assert changed == {
        "west-flanders": set(),
        "belgian": set(),
        "malilla": set(),
        "manillen-troef": {"trump_choice", "no_trump"},
        "zonder-troef": {"trump_choice"},
        "verplicht": {"dealer_may_pass"},
        "parlante": {"signals"},
        "ascolana": set(),
        "parlee": {"questions", "free_chat"},
        "muette": {"free_chat"},
        "encheres": {"trump_choice"},
        "three": {"players", "partners", "pack", "packets"},
        "two": {"players", "partners", "packets", "stacks", "partner_waits"},
        "espanola": {"pack", "packets"},
        "mexicana": {"pack", "packets"},
    }
    house = replace(PRESETS["verplicht"], name="ours", target=31)
    assert differences(house) == {"dealer_may_pass": (True, False), "target": (31, 21)}
    assert differences(house, PRESETS["verplicht"]) == {"target": (31, 21)}
    assert differences(replace(house, base="malilla"), PRESETS["verplicht"]) == {"target": (31, 21)}
    # Rules from a newer program, with a base unknown here.
    stranger = replace(PRESETS["west-flanders"], base="east-flanders", deals=6)
    assert differences(stranger) == {"deals": (6, 0)}


# --- anything an editor can make


def edited(rng: Random) -> Rules:
    """A preset with some fields set to values the editor offers."""
    rules = rng.choice(list(PRESETS.values()))
    for field in rng.sample(FIELDS, rng.randint(1, 12)):
        if field.kind is Kind.NUMBER:
            assert field.low is not None and field.high is not None
            value: Any = rng.randint(field.low, min(field.high, 120))
        else:
            value = rng.choice(field.values)
        rules = replace(rules, **{field.name: value})
    return replace(rules, deals=min(rules.deals, 5))


def resolved(rules: Rules, seen: Counter[str]) -> Rules:
    """Resolve clashes as they suggest until there is none."""
    for _ in range(40):
        clashes = check(rules)
        if not clashes:
            return rules
        seen.update(clash.code for clash in clashes)
        rules = replace(rules, **{clashes[0].change: clashes[0].to})
    raise AssertionError(f"no way out of {check(rules)}")


@pytest.mark.parametrize("number", [40, pytest.param(5_000, marks=pytest.mark.deep)])
def test_rules_without_clashes_can_be_played_to_the_end(number: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(number):
        rng = Random(f"edited {seed}")
        rules = resolved(edited(rng), seen)
        if rules.zero_sum and not rules.deals:
            rules = replace(rules, target=20)  # random play takes long to reach it
        *_, (_, match) = whole_match(rules, by_chance(rng, looks=0.05))
        assert match.phase is Phase.OVER
        assert match.winner is not None
    assert len(seen) > 8
