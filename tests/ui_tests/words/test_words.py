"""Codes become sentences that say what happened and what to do."""

import re
from pathlib import Path

import msgspec
import pytest

import manillen_tui
import net
from manillen_tui.engine import PRESETS, check
from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import CallKind, Reason, Signal
from manillen_tui.engine.events import (
    AllPassed,
    Asked,
    BidMade,
    CallMade,
    CardOpened,
    CardPlayed,
    CardTurned,
    CutForDeal,
    DealBegan,
    DealScored,
    Event,
    GameWon,
    HandedOver,
    LookedEarly,
    Manner,
    MatchWon,
    PackCut,
    Passed,
    PickedUp,
    SeatsMoved,
    Signalled,
    TrickTaken,
    TrumpNamed,
)
from manillen_tui.engine.rules import WEST_FLANDERS
from manillen_tui.engine.scoring import DealScore
from manillen_tui.words.catalogue import in_letters, in_spanish
from manillen_tui.words.connection import lost_in_brief, lost_line, notice_line
from manillen_tui.words.events import event_line
from manillen_tui.words.refusals import trouble_line
from manillen_tui.words.turns import duty_line
from support.fake_client import plays, view_with


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
        (PackCut(0, 7, True), "Pack cut automatically at 7"),
        (LookedEarly(3), "Els looked at their cards too early: the deal is void"),
        (TrumpNamed(1, Suit.DIAMONDS), "Wim names ♦ diamonds as trump"),
        (TrumpNamed(1, None), "Wim names no trump"),
        (CardPlayed(2, CARD, Manner.LEAD), "Noor leads 10♣"),
        (CardPlayed(2, CARD, Manner.FOLLOW), "Noor plays 10♣"),
        (CardPlayed(2, CARD, Manner.RUFF), "Noor trumps with 10♣"),
        (CardPlayed(2, CARD, Manner.DISCARD), "Noor discards 10♣"),
        (TrickTaken(1, 3, 1), "Els takes the trick, 1 point"),
        (TrickTaken(1, 3, 8), "Els takes the trick, 8 points"),
        (DealScored(SCORE), "Wim and Els score 64 points"),
        (DealScored(TIE), "A tie at 30 each: nobody scores"),
        (MatchWon(0), "Maria and Noor win the match"),
        (
            CutForDeal(((0, CARD), (1, Card.parse("7♦")))),
            "Cut for the deal: Maria 10♣, Wim 7♦",
        ),
        (CardTurned(1, CARD), "Wim turns 10♣: clubs are trump"),
        (PickedUp(1), "Wim looks at their cards first"),
        (HandedOver(1, 3), "Wim leaves the choice to Els"),
        (Passed(2), "Noor passes"),
        (BidMade(2, 35, Suit.HEARTS), "Noor bids 35 with ♥ hearts"),
        (AllPassed(), "Everybody passed: no card is played, nobody scores"),
        (TrumpNamed(1, None, True), "Wim names no trump, blind"),
        (CallMade(0, CallKind.ALONG), "Maria goes along: the deal counts × 2"),
        (CallMade(1, CallKind.AGAINST), "Wim goes against: the deal counts × 4"),
        (Asked(0, Suit.CLUBS, None, 3), "Maria asks how many clubs: Noor has 3"),
        (Asked(0, None, CARD, 1), "Maria asks for 10♣: Noor has it"),
        (Asked(0, None, CARD, 0), "Maria asks for 10♣: Noor doesn't have it"),
        (Signalled(0, Signal.KNOCK), "Maria knocks: play your best of this suit, and return it"),
        (Signalled(0, Signal.SLIDE), "Maria slides: more of this suit"),
        (Signalled(0, Signal.FLY), "Maria flies: the last of this suit"),
        (CardOpened(1, CARD), "Wim turns up 10♣"),
        (GameWon(1, (0, 1)), "Wim and Els won a game, 1 - 0"),
        (SeatsMoved(1), "New game: everybody moves on by one seat"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_event_is_one_line_that_makes_sense_on_its_own(event: Event, line: str) -> None:
    assert event_line(event, NAMES, WEST_FLANDERS) == line


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_of_a_card_or_a_command_is_explained(reason: Reason) -> None:
    details = {"suit": "♣", "card": "8♣", "winning": "J♣", "by": 1, "cards": ["Q♣", "K♣"]}
    details |= {"signal": "slide"}
    sentence = trouble_line(reason, {**details, "low": 1, "high": 31}, NAMES)
    assert sentence.endswith(".")
    assert not re.search(r"None|[{}]|\(" + reason, sentence)


@pytest.mark.parametrize(
    ("code", "details", "sentence"),
    [
        ("bid-range", {}, "No higher bid is possible: pass."),
        (
            "bid-range",
            {"low": 36, "high": 60},
            "Bid from 36 to 60 points, or pass: each bid must be higher.",
        ),
        (
            "untrue-signal",
            {"suit": "♣", "card": "8♣", "signal": "slide"},
            "A slide says that you hold more clubs, but 8♣ is your last.",
        ),
        (
            "untrue-signal",
            {"suit": "♣", "card": "8♣", "signal": "fly"},
            "A fly says that 8♣ is your last of the suit, but you hold more clubs.",
        ),
    ],
)
def test_refusals_of_talk_are_explained_too(
    code: str, details: dict[str, object], sentence: str
) -> None:
    assert trouble_line(code, details, NAMES) == sentence


def test_suits_are_named_after_their_pack() -> None:
    details = {"suit": "♥", "card": "2♣", "cards": ["Q♥"]}
    view = view_with(rules=PRESETS["espanola"])
    sentence = trouble_line("must-follow", details, NAMES, view)
    assert in_spanish(sentence) == ("Not 2♣: cups were led, so you must follow suit. Play C∪.")
    line = event_line(CardTurned(1, Card.parse("J♠")), NAMES, PRESETS["espanola"])
    assert in_letters(line, spanish=True) == "Wim turns SE: swords are trump"


@pytest.mark.parametrize(
    ("code", "details", "sentence"),
    [
        (
            "must-follow",
            {"suit": "♣", "card": "8♥", "cards": ["Q♣", "K♣"]},
            "Not 8♥: clubs were led, so you must follow suit. Play Q♣ or K♣.",
        ),
        (
            "must-follow",
            {"suit": "♦", "card": "8♥", "cards": ["Q♦"]},
            "Not 8♥: trump was led, so you must follow with a trump. Play Q♦.",
        ),
        (
            "must-head",
            {"suit": "♣", "card": "8♣", "winning": "J♣", "by": 1, "cards": ["Q♣"]},
            "Not 8♣: clubs were led and Wim is winning with J♣, so you must beat it. Play Q♣.",
        ),
        (
            "must-head",
            {"suit": "♦", "card": "8♦", "winning": "J♦", "by": 1, "cards": ["Q♦"]},
            "Not 8♦: trump was led and Wim is winning with J♦, so you must beat it. Play Q♦.",
        ),
        (
            "must-head",
            {"suit": "♣", "card": "8♣", "winning": "J♣", "by": 2, "cards": ["Q♣"]},
            "Not 8♣: you must beat even your partner's J♣. Play Q♣.",
        ),
        (
            "must-ruff",
            {"suit": "♦", "card": "8♥", "winning": "J♣", "by": 3, "cards": ["7♦", "8♦"]},
            "Not 8♥: you have no clubs and Els is winning with J♣, so you must trump."
            " Play 7♦ or 8♦.",
        ),
        (
            "must-ruff",
            {"suit": "♦", "card": "8♥", "winning": "J♣", "by": 2, "cards": ["7♦"]},
            "Not 8♥: you have no clubs, so you must trump even your partner's J♣. Play 7♦.",
        ),
        (
            "must-ruff",
            {"suit": "♦", "card": "8♥", "winning": "9♦", "by": 1, "cards": ["7♦", "8♦"]},
            "Not 8♥: you cannot follow suit and hold no trump above 9♦, so you must undertrump."
            " Play 7♦ or 8♦.",
        ),
        (
            "must-ruff",
            {"suit": "♦", "card": "8♥", "winning": "9♦", "by": 1, "cards": ["7♦", "A♦"]},
            "Not 8♥: you cannot follow suit, so you must trump. Play 7♦ or A♦.",
        ),
        (
            "must-overtrump",
            {"suit": "♦", "card": "8♥", "winning": "9♦", "by": 1, "cards": ["A♦"]},
            "Not 8♥: Wim is winning with the trump 9♦, so you must overtrump. Play A♦.",
        ),
        (
            "must-overtrump",
            {"suit": "♦", "card": "8♥", "winning": "9♦", "by": 2, "cards": ["A♦"]},
            "Not 8♥: you must overtrump even your partner's 9♦. Play A♦.",
        ),
        (
            "no-undertrump",
            {"suit": "♦", "card": "7♦", "winning": "9♦", "by": 1, "cards": ["8♥", "A♦"]},
            "Not 7♦: you may not undertrump 9♦ unless you hold nothing else. Play 8♥ or A♦.",
        ),
    ],
)
def test_a_card_is_refused_with_the_rule_and_its_reason(
    code: str, details: dict[str, object], sentence: str
) -> None:
    view = view_with(seat=0, trump=Suit.DIAMONDS)
    assert trouble_line(code, details, NAMES, view) == sentence


@pytest.mark.parametrize(
    ("trick", "winning", "hand", "legal", "line"),
    [
        ("", None, "8♣ 8♥", "8♣ 8♥", "lead any card"),
        ("J♣", 3, "8♣ 8♥", "8♣", "follow with any of your clubs"),
        ("J♦", 3, "8♦ 8♥", "8♦", "follow with any of your trumps"),
        ("J♣", 3, "8♣ Q♣", "Q♣", "clubs were led: beat Els's J♣"),
        ("J♦", 3, "8♦ Q♦", "Q♦", "trump was led: beat Els's J♦"),
        ("J♣ 9♣", 2, "8♣ Q♣", "Q♣", "beat even your partner's J♣"),
        ("J♣", 3, "8♥ 8♦", "8♥ 8♦", "no clubs: play any card"),
        ("J♣", 3, "8♥ 8♦", "8♦", "no clubs and Els is winning: trump it"),
        ("J♣ 9♣", 2, "8♥ 8♦", "8♦", "no clubs: trump even your partner's J♣"),
        ("J♣ 9♦", 3, "8♥ 8♦ A♦", "A♦", "no clubs: overtrump Els's 9♦"),
        ("9♦ 9♣", 2, "8♥ A♠", "8♥ A♠", "no diamonds: play any card"),
        ("J♣ 9♦", 3, "8♥ 8♦ A♦", "8♥ A♦", "no clubs: play anything but a lower trump"),
        ("J♣ 9♦", 3, "8♥ 8♦", "8♦", "no clubs and no trump above 9♦: undertrump"),
        ("J♣ 9♦", 3, "8♥ 8♦ A♦", "8♦ A♦", "no clubs: play any trump"),
    ],
)
def test_a_turn_says_which_cards_may_be_played_by_which_rule(
    trick: str, winning: int | None, hand: str, legal: str, line: str
) -> None:
    view = view_with(
        seat=0,
        trump=Suit.DIAMONDS,
        trick=plays(4 - len(trick.split()), trick),
        winning=winning,
        hand=tuple(map(Card.parse, hand.split())),
        legal=tuple(map(Card.parse, legal.split())),
    )
    assert duty_line(view, NAMES) == line


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
def test_nonsense_arguments_from_a_host_give_a_less_exact_sentence(
    details: dict[str, object],
) -> None:
    for code in ("must-head", "not-ready", "refused"):
        assert trouble_line(code, details, NAMES).endswith((".", "?"))


def test_a_code_from_a_newer_host_is_named() -> None:
    assert trouble_line("chair-on-fire", {}) == (
        "That did not work (chair-on-fire). The log file says more."
    )


@pytest.mark.parametrize(
    ("code", "details", "sentence"),
    [
        (
            "badcode",
            {"seconds": 4},
            "Wrong code. Check both words; you can try again in 4 s.",
        ),
        (
            "badcode",
            {"seconds": 0},
            "Wrong code. Check the two words on the host's screen.",
        ),
        (
            "relay",
            {},
            "Somebody may be intercepting the connection; they learned nothing."
            " Tell the host, and try another network.",
        ),
        (
            "full",
            {"watch": True},
            "That table is full. You can watch, or ask for a chair.",
        ),
        (
            "full",
            {"watch": False},
            "That table is full. Ask somebody for a chair, or host a table yourself.",
        ),
    ],
)
def test_why_joining_failed_and_what_to_do(
    code: str, details: dict[str, object], sentence: str
) -> None:
    assert trouble_line(code, details) == sentence


@pytest.mark.parametrize(
    "code", ["gone", "silent", "slept", "closing", "no-route", "other-certificate", "busy", "wait"]
)
def test_a_lost_connection_says_that_nothing_needs_to_be_done(code: str) -> None:
    for line in (lost_line(code, {"seconds": 4}), lost_in_brief(code, {"seconds": 4})):
        assert line.endswith("…") and "Join again" not in line


def test_a_notice_to_the_host_is_one_line() -> None:
    address = {"address": "192.168.1.77"}
    assert notice_line("badcode", {**address, "count": 1}) == (
        "Somebody at 192.168.1.77 typed a wrong code."
    )
    assert notice_line("badcode", {**address, "count": 3}) == (
        "Somebody at 192.168.1.77 typed 3 wrong codes. You can make a new code."
    )
    assert notice_line("relay", address) == (
        "Somebody at 192.168.1.77 tried to intercept a guest's connection and was not let in."
    )
    assert notice_line("from-a-newer-host", {}) is None


def test_a_host_cannot_put_nonsense_into_these_lines() -> None:
    strange: dict[str, object] = {"seconds": [[]], "count": "x", "address": None}
    for code in ("badcode", "wait", "relay", "badtoken", "unkept"):
        assert trouble_line(code, strange)
        assert lost_line(code, strange) and lost_in_brief(code, strange)
        assert notice_line(code, strange) or code == "wait"


def test_everybody_who_is_not_ready_is_named() -> None:
    assert trouble_line("not-ready", {"seats": [1, 3]}, NAMES) == (
        "Not everybody is ready: waiting for Wim and Els."
    )


@pytest.mark.parametrize("code", ["refused", "timeout", "no-route", "not-a-table", "hung-up"])
def test_a_wrong_or_missing_answer_is_named_by_its_address(code: str) -> None:
    line = trouble_line(code, {"address": "192.168.1.20:7842"})
    assert "192.168.1.20:7842" in line
    assert "the connection to the table" not in line.lower()


def test_every_code_in_the_program_has_a_sentence() -> None:
    raised = re.compile(
        r'(?:Refused|_Refusal|Unreachable|Trouble|Failed|Rejected|Bye|\.end|_complain)\(\s*"([a-z-]+)"'
    )
    given = set()
    for package in (net, manillen_tui):
        for source in Path(package.__path__[0]).rglob("*.py"):
            given |= set(raised.findall(source.read_text(encoding="utf-8")))
    assert {"full", "stale", "gone", "port-taken"} <= given
    # Goodbyes to somebody who only wanted to ask, or to leave.
    quiet = {"left", "informed"}
    unknown = [code for code in given - quiet if f"({code})." in trouble_line(code, _DETAILS)]
    assert unknown == []


_MUTE = msgspec.structs.replace(PRESETS["three"], calls=True)
#: Arguments of codes about rules, without which there is nothing to say.
_DETAILS = {
    "name": "casa",
    "near": [],
    "field": "target",
    "value": "none",
    "known": ["101"],
    "n": 3,
    "path": "house.toml",
    "rules": _MUTE,
    "clash": check(_MUTE)[0],
    "to": "off",
}


def test_letters_replace_suits_one_for_one() -> None:
    line = event_line(CardPlayed(2, CARD, Manner.LEAD), NAMES, WEST_FLANDERS)
    assert in_letters(line) == "Noor leads 10C"
