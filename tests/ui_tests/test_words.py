"""Codes become sentences that say what happened and what to do."""

import re
from pathlib import Path

import pytest

import manillen_tui
import net
from manillen_tui import words
from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import Reason
from manillen_tui.engine.events import (
    CardPlayed,
    DealBegan,
    DealScored,
    Event,
    LookedEarly,
    Manner,
    MatchWon,
    PackCut,
    TrickTaken,
    TrumpNamed,
)
from manillen_tui.engine.rules import WEST_FLANDERS
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import DealRecord


NAMES = ("Maria", "Wim", "Noor", "Els")
CARD = Card.parse("10♣")
# Seed case of the rules: 38 captured at no trump after a tie, all tricks: 8 x 2 x 2 x 2.
SCORE = DealScore((22, 38), (0, 8), (-8, 8), 1, False, 2, 2, 2, 1, (0, 64))
TIE = DealScore((30, 30), (4, 4), (0, 0), None, True, 1, 1, 1, 1, (0, 0))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (DealBegan(1, 1, 0, True), "Deal 1: Wim deals, drawn by lot"),
        (DealBegan(2, 2, 1, False), "Deal 2: Noor deals"),
        (PackCut(0, 16, False), "Maria cuts the pack at 16"),
        (PackCut(0, 7, True), "The pack is cut by itself, at 7"),
        (LookedEarly(3), "Els looked before the announcement: the deal is void"),
        (TrumpNamed(1, Suit.DIAMONDS), "Wim names ♦ diamonds trump"),
        (TrumpNamed(1, None), "Wim names no trump"),
        (CardPlayed(2, CARD, Manner.LEAD), "Noor leads 10♣"),
        (CardPlayed(2, CARD, Manner.FOLLOW), "Noor plays 10♣"),
        (CardPlayed(2, CARD, Manner.RUFF), "Noor ruffs with 10♣"),
        (CardPlayed(2, CARD, Manner.DISCARD), "Noor discards 10♣"),
        (TrickTaken(1, 3, 1), "Els takes the trick, 1 point"),
        (TrickTaken(1, 3, 8), "Els takes the trick, 8 points"),
        (DealScored(SCORE), "Wim and Els score 64 points"),
        (DealScored(TIE), "A tie, 30 each: nobody scores"),
        (MatchWon(0), "Maria and Noor win the match"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_event_is_one_line_that_makes_sense_alone(event: Event, line: str) -> None:
    assert words.event_line(event, NAMES, WEST_FLANDERS) == line


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_of_a_card_or_a_command_is_explained(reason: Reason) -> None:
    details = {"suit": "♣", "card": "8♣", "winning": "J♣", "by": 1, "cards": ["Q♣", "K♣"]}
    sentence = words.trouble(reason, {**details, "low": 1, "high": 31}, NAMES)
    assert sentence.endswith(".")
    assert not re.search(r"None|[{}]|\(" + reason, sentence)


def test_the_reason_teaches_the_rule() -> None:
    details = {"suit": "♣", "card": "8♣", "winning": "J♣", "by": 1, "cards": ["Q♣"]}
    assert words.trouble("must-head", details, NAMES) == (
        "Not 8♣: clubs were led and Wim is winning with J♣: you hold Q♣, so you must head it."
    )


@pytest.mark.parametrize(
    "details",
    [
        {"card": "11♣"},
        {"cards": 7},
        {"by": 99},
        {"by": -1, "reason": "x"},
        {"unknown": [[[]]]},
        {"seats": ["a", 9, None]},
    ],
    ids=str,
)
def test_senseless_arguments_from_a_host_cost_a_less_exact_sentence(
    details: dict[str, object],
) -> None:
    for code in ("must-head", "not-ready", "refused"):
        assert words.trouble(code, details, NAMES).endswith((".", "?"))


def test_a_code_from_a_newer_host_is_named() -> None:
    assert words.trouble("chair-on-fire", {}) == (
        "That did not work (chair-on-fire). The log file tells more."
    )


def test_everybody_who_is_not_ready_is_named() -> None:
    assert words.trouble("not-ready", {"seats": [1, 3]}, NAMES) == (
        "Not everybody is ready yet: waiting for Wim and Els."
    )


def test_every_code_that_the_program_gives_has_its_sentence() -> None:
    raised = re.compile(
        r'(?:Refused|_Refusal|Unreachable|Trouble|Failed|Rejected|Bye|\.end)\(\s*"([a-z-]+)"'
    )
    given = set()
    for package in (net, manillen_tui):
        for source in Path(package.__path__[0]).rglob("*.py"):
            given |= set(raised.findall(source.read_text(encoding="utf-8")))
    assert {"full", "stale", "gone", "port-taken"} <= given
    # The last words to somebody who wanted no more than to ask, or to leave.
    quiet = {"left", "informed"}
    unknown = [code for code in given - quiet if f"({code})." in words.trouble(code, {})]
    assert [code for code in unknown if code not in _TECHNICAL] == []


#: Faults between programs, not between people: the sentence names the code on purpose.
_TECHNICAL = {"badframe", "garbage", "flood", "unknown"}


def test_the_score_sheet_shows_what_its_last_line_is_made_of() -> None:
    record = DealRecord(6, 2, 2, None, SCORE, (54, 101))
    assert (
        words.sheet_title(record, NAMES, WEST_FLANDERS) == "Deal 6 · no trump by Noor · after a tie"
    )
    assert [(row.label.strip(), *row.cells) for row in words.sheet_rows(record, WEST_FLANDERS)] == [
        ("captured points", "22", "38"),
        ("excess over 30", "–", "8"),
        ("no trump", "", "× 2"),
        ("previous deal tied", "", "× 2"),
        ("all 8 tricks", "", "× 2"),
        ("this deal", "0", "+64"),
        ("match", "54", "101"),
    ]


def test_a_void_deal_has_no_score() -> None:
    record = DealRecord(2, 0, None, None, None, (8, 0))
    assert words.sheet_title(record, NAMES, WEST_FLANDERS) == "Deal 2 · void: no score"
    assert words.sheet_rows(record, WEST_FLANDERS)[-1].cells == ("8", "0")


def test_letters_take_the_place_of_suits_one_for_one() -> None:
    line = words.event_line(CardPlayed(2, CARD, Manner.LEAD), NAMES, WEST_FLANDERS)
    assert words.in_letters(line) == "Noor leads 10C"
