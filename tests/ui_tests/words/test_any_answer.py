"""Whatever a host answers, a person reads one line: no code and no argument ends the program.

A host may be of another version, or changed. The wire has let its arguments through: they hold no
control character, no float, and are not nested too deep.
"""

import ast
import unicodedata
from typing import Any, Final

from hypothesis import example, given, settings
from hypothesis import strategies as st

from manillen_tui.engine import PRESETS
from manillen_tui.engine.commands import Reason
from manillen_tui.guest.joining import trouble_of
from manillen_tui.ui.joining import what_is_left
from manillen_tui.words.catalogue import LONGEST
from manillen_tui.words.connection import lost_in_brief, lost_line, notice_line
from manillen_tui.words.refusals import trouble_line
from net.transport.unreachable import Nacked, SeatRefused, Unreachable
from support.fake_client import VIEW, view_with
from support.places import ROOT


def known_codes() -> list[str]:
    """Every code that has words of its own."""
    sources = [*(ROOT / "manillen_tui/words").glob("*.py"), *(ROOT / "net").rglob("*.py")]
    codes = {
        node.value.value
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
    }
    return sorted(codes | set(Reason))


CODES = known_codes()
#: Characters that a terminal or a reader may take for something else than a letter.
COMMANDS: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
KEYS = (
    *("address", "away", "by", "card", "cards", "clash", "count", "details", "field", "high"),
    *("known", "low", "message", "n", "name", "names", "near", "path", "reason", "rules", "seat"),
    *("seats", "seconds", "signal", "suit", "table", "text", "to", "update", "value", "view"),
    *("wait_ms", "watch", "winning", "{0}", "{name}", "self"),
)
TEXTS = st.one_of(
    st.sampled_from(("", "{", "{0}", "{names.__class__}", "%s", "[red]", "7♣", "♣", "127.0.0.1:7")),
    st.text(st.characters(exclude_categories=COMMANDS), max_size=12),
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.integers(-2, 5),
    TEXTS,
    st.binary(max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=6,
)
DETAILS = st.dictionaries(st.sampled_from(KEYS) | TEXTS, VALUES, max_size=6)
NAMES = st.lists(st.sampled_from(("Wim", "Noor", "{name}", "[b]")), max_size=4)
VIEWS = st.sampled_from(
    (
        None,
        VIEW,
        view_with(seat=None),
        view_with(rules=PRESETS["espanola"]),
        view_with(trump=None),
    )
)


def one_line(text: str) -> None:
    assert text and not any(unicodedata.category(letter) in COMMANDS for letter in text)
    assert len(text) <= LONGEST + 200


@settings(max_examples=400)
@given(st.sampled_from(CODES) | TEXTS, DETAILS, NAMES, VIEWS)
@example("busy", {"seats": 1}, [], None)
@example("declined", {"seats": 1}, [], None)
@example("must-head", {"card": "7♣", "by": -1, "cards": ["8♣"], "winning": "8♣"}, ["Wim"], VIEW)
@example("no-such-value", {"field": "x", "value": "y", "known": ["long " * 12] * 512}, [], None)
@example("no-such-rules", {"name": "n" * 9999, "near": [["x" * 9999]]}, [], None)
@example("not-found", {"table": "t" * 60_000}, [], None)
@example("full", {"away": [[n % 3, "x"] for n in range(512)], "watch": True}, [], None)
@example("full", {"away": [[2**63, "x"]], "watch": 1}, [], None)
def test_every_answer_is_told_in_one_line(
    code: str, details: dict[str, Any], names: list[str], view: Any
) -> None:
    for error in (SeatRefused(code, details), Nacked(code, details), Unreachable(code, details)):
        trouble = trouble_of(error)
        one_line(trouble_line(trouble.code, trouble.details, names, view))
        one_line(lost_line(trouble.code, trouble.details))
        one_line(lost_in_brief(trouble.code, trouble.details))
        answers = [answer.value for answer in what_is_left(trouble)]
        assert len(answers) == len(set(answers)) <= 17
    if (line := notice_line(code, details)) is not None:
        one_line(line)
