"""A match as plain lines of text, for output other than a screen."""

from collections.abc import Iterator, Sequence
from typing import TextIO

from manillen_tui.commands.terminal import shows
from manillen_tui.engine.events import CardPlayed, DealScored, MatchWon, TrickTaken
from manillen_tui.engine.records import DealRecord
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
from manillen_tui.words.catalogue import in_letters, in_spanish
from manillen_tui.words.commands import TAKES_TRICK
from manillen_tui.words.events import event_line
from manillen_tui.words.score_sheet import sheet_rows, side_name, win_line


def as_shown(text: str, stream: TextIO, *, spanish: bool, letters: bool = False) -> str:
    """The text with its pack's suit signs, or with letters if the stream cannot encode them."""
    signs = in_spanish("♣♦♥♠") if spanish else "♣♦♥♠"
    if letters or not shows(stream, signs):
        return in_letters(text, spanish=spanish)
    return in_spanish(text) if spanish else text


def deal_lines(view: View, names: Sequence[str]) -> Iterator[str]:
    """A finished deal: what was said, a line for each trick, and the score sheet."""
    played: list[str] = []
    for event in view.events:
        match event:
            case CardPlayed(seat, card, _manner):
                played.append(f"{names[seat]} {card}")
            case TrickTaken(number, seat, points):
                cards = "  ".join(f"{play:<12}" for play in played)
                taken = TAKES_TRICK(name=names[seat], points=points)
                yield f"{number:>2}  {cards}  {taken}"
                played.clear()
            case DealScored() | MatchWon():
                pass  # shown by the sheet
            case _:
                yield event_line(event, names, view.rules)
    yield from sheet_lines(view.sheet[-1], view.rules, names)
    if view.winner is not None:
        yield win_line(view.winner, names, view.rules)


def sheet_lines(record: DealRecord, rules: Rules, names: Sequence[str]) -> Iterator[str]:
    """How a deal counts, with a line for each factor."""
    sides = [side_name(side, names, rules) for side in range(rules.sides)]
    rows = sheet_rows(record, rules)
    label_width = max(20, *(len(row.label) for row in rows))
    yield " " * label_width + "".join(f"  {side:>16}" for side in sides)
    for row in rows:
        cells = "".join(f"  {cell:>16}" for cell in row.cells)
        yield f"{row.label:<{label_width}}{cells}".rstrip()
