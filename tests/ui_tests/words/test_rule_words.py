"""Every rule set, field, value and clash has its words, and what they say is true."""

import re
from typing import Any, Final

import pytest
from msgspec.structs import replace

from manillen_tui.engine.check import Clash, ClashCode, check
from manillen_tui.engine.fields import FIELDS, Field, Group, Kind
from manillen_tui.engine.presets import PRESETS, differences
from manillen_tui.engine.rules import Duty, Rules, Tie, TrumpChoice
from manillen_tui.words.catalogue import in_spanish
from manillen_tui.words.clashes import clash_line, clash_offer
from manillen_tui.words.examples import play_examples, score_examples
from manillen_tui.words.fields import field_meaning, field_name, group_name, value_text
from manillen_tui.words.presets import (
    difference_line,
    difference_lines,
    rules_hint,
    rules_line,
    rules_name,
    rules_summary,
)
from manillen_tui.words.rules_page import rules_page
from support.naive import may_play


#: Any clash of rules has to be resolved by at most this many presses of one key.
MENDS: Final = 12
NARROW: Final = 58  # cells of a line in the smallest window


def values(field: Field) -> list[Any]:
    """All values of a field; for a number its limits, its default and one in between."""
    if field.kind is not Kind.NUMBER:
        return list(field.values)
    assert field.low is not None and field.high is not None
    return sorted({field.low, min(field.low + 1, field.high), field.default, field.high})


def mended(rules: Rules) -> Rules:
    """The rules after resolving their clashes by the offered changes."""
    for _press in range(MENDS):
        clashes = check(rules)
        if not clashes:
            return rules
        rules = replace(rules, **{clashes[0].change: clashes[0].to})
    raise AssertionError(f"never mended: {check(rules)}")


def one_change(rules: Rules) -> list[Rules]:
    return [replace(rules, **{field.name: value}) for field in FIELDS for value in values(field)]


def text(rules: Rules) -> str:
    return "\n".join(line for section in rules_page(rules) for line in section.lines)


# Fields and clashes -------------------------------------------------------------------------------


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_field_has_a_name_a_meaning_and_words_for_each_value(field: Field) -> None:
    assert field_name(field.name) != field.name
    assert len(field_name(field.name)) <= 21
    assert 0 < len(field_meaning(field.name)) <= 2 * NARROW - 12
    said = [value_text(field.name, value) for value in values(field)]
    assert len(set(said)) == len(said)
    assert all(0 < len(value) <= 24 for value in said)


def test_a_value_is_not_taken_for_the_same_value_of_another_field() -> None:
    assert str(TrumpChoice.NEVER) == str(Duty.NEVER)
    assert value_text("trump_choice", TrumpChoice.NEVER) == "always no trump"
    assert value_text("ruff", Duty.NEVER) == "never"


def test_no_two_fields_have_the_same_name() -> None:
    assert len({field_name(field.name) for field in FIELDS}) == len(FIELDS)
    assert {group_name(field.group) for field in FIELDS} == set(map(group_name, Group))


@pytest.mark.parametrize("code", ClashCode)
def test_every_clash_names_both_fields_and_what_to_change(code: ClashCode) -> None:
    rules = PRESETS["belgian"]
    clash = Clash(code, "partners", None if code == "out-of-range" else "pack", "players", 3)
    line = clash_line(clash, rules)
    assert "“Partners: yes”" in line
    assert ("“Pack: 32 French”" in line) == (clash.other is not None)
    assert clash_offer(clash) == "Press f to set “Players: 3”."
    assert len(f"{line} {clash_offer(clash)}") <= 3 * NARROW - 10


@pytest.mark.parametrize("name", PRESETS)
def test_every_clash_is_resolved_by_a_few_of_the_offered_changes(name: str) -> None:
    clashing = 0
    for rules in one_change(PRESETS[name]):
        for clash in check(rules):
            clashing += 1
            line = clash_line(clash, rules)
            assert f"“{field_name(clash.field)}: " in line
            assert clash.other is None or f"“{field_name(clash.other)}: " in line
        assert check(mended(rules)) == ()
    assert clashing > 0


def test_an_unknown_value_is_shown_as_it_is() -> None:
    rules = replace(PRESETS["belgian"], target=0, pack="tarot")
    (first, *_more) = [clash for clash in check(rules) if clash.field == "pack"]
    assert "“Pack: tarot”" in clash_line(first, rules)


# Rule sets ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_name_a_line_and_a_paragraph(name: str) -> None:
    rules = PRESETS[name]
    assert rules_name(name)[0].isupper()
    assert 0 < len(rules_hint(name)) <= 62
    assert 60 <= len(rules_summary(rules)) <= 260
    assert len(rules_line(rules)) <= NARROW // 2


def test_rules_are_described_by_their_changes() -> None:
    rules = PRESETS["west-flanders"]
    assert rules_line(rules) == "West-Flanders to 101"
    assert rules_line(replace(rules, target=51)) == "West-Flanders to 51"
    assert rules_line(replace(rules, deals=1, best_of=3)) == ("West-Flanders, 1 deal, best of 3")
    assert rules_line(replace(rules, zero_sum=True)) == "West-Flanders to 101, 1 change"
    assert rules_line(replace(rules, name="De Zwaan", zero_sum=True)) == "De Zwaan to 101"


@pytest.mark.parametrize("name", PRESETS)
def test_differences_from_the_base_profile_are_listed_and_summed_up(name: str) -> None:
    rules = PRESETS[name]
    changed = differences(rules)
    assert len(difference_lines(rules)) == len(changed)
    line, short = difference_line(rules), difference_line(rules, 20)
    assert all(field_name(field) in line for field in changed)
    assert len(short) <= len(line)
    assert bool(line) == bool(changed) == bool(short)


def test_changes_without_room_are_counted() -> None:
    line = difference_line(PRESETS["two"], 30)
    assert line == "West-Flanders with changes: Players: 2; Partners: no; 3 more"


# Pages --------------------------------------------------------------------------------------------

PARTS: Final = ("In short", "Set-up", "Trump", "Talk", "Play", "Scoring", "The match", "Examples")


@pytest.mark.parametrize("name", PRESETS)
def test_every_page_has_all_its_parts_and_no_unfilled_gap(name: str) -> None:
    for rules in (PRESETS[name], *map(mended, one_change(PRESETS[name]))):
        sections = rules_page(rules)
        assert tuple(section.title for section in sections[: len(PARTS)]) == PARTS
        page = text(rules)
        assert not re.search(r"[{}]|None|  ", page)
        for section in sections:
            assert all(line[0].isupper() or not line[0].islower() for line in section.lines)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"blind_no_trump": True}, "A deal at blind no trump counts × 4."),
        ({"partner_choice": True}, "may leave the choice to their partner"),
        ({"calls": True}, "may go along, in turn from the leader"),
        ({"free_chat": True}, "Players may talk during a deal."),
        ({"partner_exemption": True}, "if your partner is winning and you cannot follow suit"),
        ({"trick_points": 1}, "A deal has 68 card points. The side with more than 34"),
        ({"tie": Tie.SAME_DEALER}, "the same player deals again"),
        ({"ties_accumulate": True}, "Each further tie multiplies again"),
        ({"zero_sum": True}, "the other side loses as much"),
        ({"cumulative": True}, "Each side scores all that it captures."),
        ({"deals": 12}, "A game lasts 12 deals"),
        ({"best_of": 5}, "The first to win 3 of 5 games wins the match."),
        ({"best_of": 3, "rotate_seats": True}, "everybody moves on by one seat"),
        ({"target": 33}, "The first to reach 33 points"),
        (
            {"head_plain": Duty.ALWAYS},
            "When you follow a plain suit, you must beat the winning card",
        ),
        ({"ruff": Duty.NEVER}, "If you cannot follow suit, you need not trump."),
        ({"sweep_factor": 3}, "the deal counts × 3."),
        ({"cut_automatic": True}, "The pack is cut automatically."),
    ],
    ids=str,
)
def test_a_page_follows_every_change(change: dict[str, Any], said: str) -> None:
    before = PRESETS["west-flanders"]
    after = replace(before, **change)
    assert check(after) == ()
    assert said in text(after)
    assert said not in text(before)


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("encheres", "the order of the bids"),
        ("three", "which two cards are left out"),
        ("two", "the whole game for two"),
        ("parlante", "what the three signals mean"),
        ("parlee", "one question before each lead"),
        ("ascolana", "no more than the name is known"),
        ("verplicht", "when everybody passes"),
        ("espanola", "the packets in which"),
    ],
)
def test_rules_missing_from_all_guides_are_marked_as_interpretation(
    name: str, reading: str
) -> None:
    lines = [line for line in text(PRESETS[name]).splitlines() if reading in line]
    assert any(line.startswith(("This program's own rule", "Of this variant")) for line in lines)


def test_a_spanish_page_is_written_with_its_own_ranks_and_suits() -> None:
    page = in_spanish(text(PRESETS["espanola"]))
    assert "7 A R C S 6 5 4 3 2" in page
    assert "● are coins (oros), ∪ cups (copas), † swords (espadas), ♣ clubs (bastos)" in page
    assert "An opponent leads S♣. You hold C♣, 3♣ and R●: play C♣ or 3♣." in page


# Examples -----------------------------------------------------------------------------------------

CARD: Final = re.compile(r"(?:10|[AKQJ2-9])[♣♦♥♠]")
#: The scores stated in the examples, worked out by hand from the rules.
SCORES: Final = {
    "west-flanders": ["8 : 0", "16 : 0", "16 : 0", "60 : 0", "0 : 0"],
    "belgian": ["8 : 0", "16 : 0"],
    "malilla": ["8 : 0", "0 : 0"],
    "manillen-troef": ["8 : 0"],
    "zonder-troef": ["16 : 0"],
    "verplicht": ["8 : 0", "16 : 0"],
    "parlante": ["8 : 0", "16 : 0"],
    "ascolana": ["8 : 0", "16 : 0"],
    "parlee": ["8 : 0", "0 : 0"],
    "muette": ["8 : 0", "0 : 0"],
    "encheres": ["8 : 0", "0 : 10"],
    "three": ["5 : 0 : 0", "0 : 0 : 0"],
    "two": ["8 : 0", "16 : 0", "16 : 0", "60 : 0", "0 : 0"],
    "espanola": ["8 : 0", "0 : 0"],
    "mexicana": ["8 : 0", "0 : 0"],
}


@pytest.mark.parametrize("name", PRESETS)
def test_the_numbers_of_every_example_are_right(name: str) -> None:
    rules = PRESETS[name]
    examples = score_examples(rules)
    assert [line.split(" → score ")[1] for line in examples] == SCORES[name]
    for line in examples:
        if captured := re.search(r"Captured (\d+(?: : \d+)+)", line):
            assert sum(map(int, captured[1].split(" : "))) == rules.total
    assert all(line in text(rules) for line in examples)


@pytest.mark.parametrize(
    ("change", "scores"),
    [
        ({"calls": True}, ["8 : 0", "16 : 0", "16 : 0", "16 : 0", "32 : 0", "60 : 0", "0 : 0"]),
        ({"blind_no_trump": True}, ["8 : 0", "16 : 0", "32 : 0", "16 : 0", "60 : 0", "0 : 0"]),
        ({"zero_sum": True}, ["8 : -8", "16 : -16", "16 : -16", "60 : -60", "0 : 0"]),
        ({"cumulative": True}, ["38 : 22", "76 : 44", "76 : 44", "120 : 0", "0 : 0"]),
        ({"trick_points": 1}, ["8 : 0", "16 : 0", "16 : 0", "68 : 0", "0 : 0"]),
    ],
    ids=str,
)
def test_examples_follow_the_options(change: dict[str, Any], scores: list[str]) -> None:
    examples = score_examples(replace(PRESETS["west-flanders"], **change))
    assert [line.split(" → score ")[1] for line in examples] == scores


def test_the_bonus_for_the_turned_card_is_in_the_examples() -> None:
    examples = score_examples(replace(PRESETS["malilla"], turn_up_bonus=True))
    assert examples[1].endswith("turned up an ace → score 12 : 0")


@pytest.mark.parametrize("name", PRESETS)
def test_the_legal_cards_in_an_example_are_right(name: str) -> None:
    for rules in (PRESETS[name], *map(mended, one_change(PRESETS[name]))):
        trump = None if rules.trump_choice is TrumpChoice.NEVER else "♦"
        for line in play_examples(rules):
            situation, told = line.split(". You hold ")
            trick, cards = CARD.findall(situation), CARD.findall(told)
            if "trumped" in situation and rules.players == 4:
                trick.insert(1, f"{rules.cards.order[-2]}♣")  # partner's, who could follow
            elif "partner" in situation:
                trick.append("J♣")
            any_card = "play any card" in told
            held = cards if any_card else CARD.findall(told.split(": play ")[0])
            said = set(cards if any_card else CARD.findall(told.split(": play ")[1]))
            assert said == {card for card in held if may_play(rules, trump, trick, held, card)}
