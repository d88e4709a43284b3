"""The score sheet says how each line came about."""

from typing import Any

import msgspec
import pytest

from manillen_tui.engine import PRESETS
from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.events import (
    MatchWon,
)
from manillen_tui.engine.records import DealRecord
from manillen_tui.engine.rules import WEST_FLANDERS
from manillen_tui.engine.scoring import DealScore, score_deal
from manillen_tui.words.events import event_line
from manillen_tui.words.score_sheet import deal_line, sheet_rows, sheet_title, trump_line
from support.fake_client import view_with


NAMES = ("Maria", "Wim", "Noor", "Els")
# Seed case of the rules: 38 captured at no trump after a tie, all tricks: 8 x 2 x 2 x 2.
SCORE = DealScore((22, 38), (0, 8), (-8, 8), 1, False, 2, 2, 2, 1, (0, 64))


def test_a_failed_bid_shows_what_the_others_score() -> None:
    rules = PRESETS["encheres"]
    score = score_deal(rules, (38, 22), (5, 3), no_trump=False, doubled=False, bid=(0, 45))
    record = DealRecord(6, 1, 0, Suit.HEARTS, score, (0, 15))
    assert sheet_title(record, NAMES, rules) == "Deal 6 · ♥ hearts by Maria, bid 45"
    rows = [(row.label.strip(), *row.cells) for row in sheet_rows(record, rules)]
    assert rows[2:5] == [
        ("bid", "45 failed", ""),
        ("or bid minus 30, if more", "", "15"),
        ("this deal", "0", "+15"),
    ]
    assert deal_line(score, NAMES, rules) == ("The bid of 45 fails: Wim and Els +15")


def test_the_turned_card_has_its_own_row() -> None:
    rules = msgspec.structs.replace(PRESETS["malilla"], turn_up_bonus=True)
    score = score_deal(rules, (38, 22), (5, 3), no_trump=False, doubled=False, turned=(1, 4))
    rows = sheet_rows(DealRecord(1, 1, 1, Suit.HEARTS, score, (8, 4)), rules)
    assert [row.cells for row in rows if row.label in ("turned card", "this deal")] == [
        ("0", "+4"),
        ("+8", "+4"),
    ]
    assert deal_line(score, NAMES, rules) == "Maria and Noor +8, Wim and Els +4"


def test_three_players_each_score_for_themselves() -> None:
    rules = PRESETS["three"]
    score = score_deal(rules, (25, 24, 11), (5, 4, 1), no_trump=False, doubled=False)
    record = DealRecord(1, 1, 1, Suit.HEARTS, score, (5, 4, 0))
    rows = [(row.label, *row.cells) for row in sheet_rows(record, rules)]
    assert rows[1:] == [
        ("excess over 20", "5", "4", "–"),
        ("this deal", "+5", "+4", "0"),
        ("match", "5", "4", "0"),
    ]
    assert event_line(MatchWon(2), NAMES[:3], rules) == "Noor wins the match"


def test_the_score_sheet_shows_how_its_last_line_is_derived() -> None:
    record = DealRecord(6, 2, 2, None, SCORE, (54, 101))
    assert sheet_title(record, NAMES, WEST_FLANDERS) == "Deal 6 · no trump by Noor · after a tie"
    assert [(row.label.strip(), *row.cells) for row in sheet_rows(record, WEST_FLANDERS)] == [
        ("captured points", "22", "38"),
        ("excess over 30", "–", "8"),
        ("no trump", "", "× 2"),
        ("after a tie", "", "× 2"),
        ("all 8 tricks", "", "× 2"),
        ("this deal", "0", "+64"),
        ("match", "54", "101"),
    ]


def test_a_void_deal_has_no_score() -> None:
    record = DealRecord(2, 0, None, None, None, (8, 0))
    assert sheet_title(record, NAMES, WEST_FLANDERS) == "Deal 2 · void: no score"
    assert sheet_rows(record, WEST_FLANDERS)[-1].cells == ("8", "0")


def test_a_turned_trump_has_no_namer() -> None:
    rules = PRESETS["malilla"]
    score = score_deal(rules, (38, 22), (5, 3), no_trump=False, doubled=False)
    record = DealRecord(1, 2, 2, Suit.HEARTS, score, (8, 0))
    assert sheet_title(record, NAMES, rules) == "Deal 1 · ♥ hearts turned by Noor"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "♦ diamonds by Wim"),
        ({"factor": 4}, "♦ diamonds by Wim ×4"),
        ({"trump": None, "factor": 2}, "no trump by Wim ×2"),
        ({"trump": None, "blind": True, "factor": 4}, "no trump by Wim · blind ×4"),
        ({"turned": Card.parse("K♦")}, "K♦ turned by Wim"),
        ({"namer": None, "trump": None}, ""),
        ({"namer": None, "trump": None, "factor": 8}, "counts ×8"),
    ],
)
def test_the_title_shows_trump_and_the_deals_factor(changes: dict[str, Any], line: str) -> None:
    assert trump_line(view_with(**changes), NAMES) == line
