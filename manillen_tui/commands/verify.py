"""`manillen verify`: checks that a table's record of its matches is consistent and complete."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from manillen_tui import history as histories
from manillen_tui.config.files import plain_file, write_whole
from manillen_tui.engine.check import check
from manillen_tui.engine.match import Match
from manillen_tui.engine.records import DealRecord, Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.history import History, Record, Senseless, Shuffled, record_from_body
from manillen_tui.host.saved_tables import why_not
from manillen_tui.host.table_file import InUse, Newer, read
from manillen_tui.trouble import Trouble, complain
from manillen_tui.wire import from_json, rules_from_body, to_json
from manillen_tui.words import verification
from manillen_tui.words.presets import rules_line
from manillen_tui.words.refusals import trouble_line


#: The version of the export format.
VERSION: Final = 1
#: The longest exported file that is read: about a hundred thousand commands.
MOST_BYTES: Final = 64 * 1024 * 1024
_SQLITE: Final = b"SQLite format 3\0"


class Exported(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Finished matches of one table, without its keys, names or tokens."""

    manillen: int = VERSION
    rules: Rules
    records: tuple[Record, ...]


class Finished(Struct, frozen=True):
    """A deal that was replayed to its end, with the same outcome."""

    match: int  # of the table, from 1
    shares: int  # how many seats added to its shuffle
    record: DealRecord


class Wrong(Exception):
    """A recorded step is wrong; `match` and `deal` say where, counted from 1."""

    def __init__(self, match: int, deal: int, senseless: Senseless) -> None:
        super().__init__(f"match {match}, deal {deal}: {senseless}")
        self.match, self.deal, self.fault = match, deal, senseless.fault


def verify(path: Path, export: Path | None = None) -> int:
    """Check a file and print a line for each of its deals; returns the exit code.

    `export`: write its finished matches to this path, if all is well and there is no file yet.
    """
    try:
        saved = load(path)
        deals = _tell(saved)
        if not deals:
            raise Trouble("nothing-verified")
        print(verification.verified_line(deals))
        if export is not None:
            _write(finished(saved), export)
    except Trouble as trouble:
        complain(trouble_line(trouble.code, trouble.details))
        return 1
    except Wrong as wrong:
        print(verification.wrong_line(wrong.match, wrong.deal, wrong.fault))
        return 1
    return 0


def load(path: Path) -> Exported:
    """The content of a journal or an exported file. Raises `Trouble` for any other or a damaged
    one.
    """
    try:
        with plain_file(path).open("rb") as file:
            start = file.read(len(_SQLITE))
            if start != _SQLITE:
                return _exported(start + file.read(MOST_BYTES))
        saved = read(path)
        return Exported(
            rules=rules_from_body(saved.facts.rules),
            records=tuple(map(record_from_body, saved.records)),
        )
    except (InUse, OSError, ValueError) as error:
        raise why_not(path, error) from error


def finished(saved: Exported) -> Exported:
    """The same without a match still being played, whose hands nobody may see."""
    history, kept = History(saved.rules), 0
    for place, record in enumerate(saved.records, 1):
        history = histories.repeat(history, record)
        if history.match is not None and history.match.phase is Phase.OVER:
            kept = place
    return Exported(rules=saved.rules, records=saved.records[:kept])


def replayed(rules: Rules, records: Iterable[Record]) -> Iterator[Finished]:
    """Repeat every step, from secret to score. Raises `Wrong` at the first that fails."""
    history, match, shares = History(rules), 0, 0
    for record in records:
        before = history.match
        try:
            history = histories.repeat(history, record)
        except Senseless as error:
            raise Wrong(max(match, 1), _number(before), error) from error
        if isinstance(record, histories.Began):
            match += 1
        if isinstance(record, Shuffled):
            shares = len(record.shares)
        after = history.match
        if before is not None and after is not None and len(after.sheet) > len(before.sheet):
            yield Finished(match, shares, after.sheet[-1])


def _number(match: Match | None) -> int:
    """The number of the deal being played, or of the next one."""
    if match is None or match.phase is Phase.OVER:
        return 1
    return len(match.sheet) + (match.phase is not Phase.SCORE)


def _tell(saved: Exported) -> Counter[bool]:
    """Print a line for each deal. Returns how many there are, with and without shares."""
    print(rules_line(saved.rules))
    deals: Counter[bool] = Counter()
    for deal in replayed(saved.rules, saved.records):
        print(verification.finished_line(deal.match, deal.record, deal.shares))
        deals[deal.shares > 0] += 1
    return deals


def _write(saved: Exported, path: Path) -> None:
    """Write a new file, completely or not at all."""
    try:
        if os.path.lexists(path):
            raise FileExistsError
        write_whole(path, to_json(saved), replace=False)
    except FileExistsError as error:
        raise Trouble("file-exists", {"path": str(path)}) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Trouble("not-written", {"path": str(path), "reason": reason}) from error


def _exported(text: bytes) -> Exported:
    if len(text) > MOST_BYTES or not text.lstrip().startswith(b"{"):
        raise ValueError("no exported match")
    saved = from_json(text, Exported)
    if saved.manillen > VERSION:
        raise Newer
    if clashes := check(saved.rules):
        raise ValueError(clashes)
    return saved
