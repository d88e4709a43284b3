"""docs/protocol.md as its readers' programs could take it in: its examples, sections and tables."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from support.places import DOCS


PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
#: With every run of white space as one blank.
WORDS = " ".join(PAGE.split())

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """`kind` is what the first line of its block says."""

    kind: str
    value: Any


def examples(text: str, *kinds: str) -> list[Example]:
    """All of these kinds in a part of the page, in their order."""
    found = []
    for kind, block in _FENCE.findall(text):
        if kind in kinds:
            found += [Example(kind, value) for value in _values(block)]
    return found


def values(kind: str, text: str = PAGE) -> list[Any]:
    return [example.value for example in examples(text, kind)]


def section(heading: str) -> str:
    """What stands under a heading, with its subsections; the heading without its signs."""
    found = re.search(rf"^(#+) {re.escape(heading)}$", PAGE, re.MULTILINE)
    assert found, f"no heading: {heading}"
    rest = PAGE[found.end() :]
    return re.split(rf"^#{{1,{len(found[1])}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def headings(text: str, level: int) -> list[str]:
    return re.findall(rf"^{'#' * level} (.*)$", text, re.MULTILINE)


def message_section(name: str) -> str:
    return section(f"`{name}`")


def tables(text: str) -> list[list[dict[str, str]]]:
    """Every table of a text, each row by its column titles."""
    found: list[list[dict[str, str]]] = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _rule, *rows = [_cells(line) for line in block.splitlines()]
        assert all(len(row) == len(head) for row in rows), rows
        found.append([dict(zip(head, row, strict=True)) for row in rows])
    return found


def table(text: str, title: str) -> list[dict[str, str]]:
    """The first table with this column title."""
    return next(rows for rows in tables(text) if title in rows[0])


def part(name: str) -> list[dict[str, str]]:
    """The fields of a part of a message, which the page calls by its name in italics."""
    _, found, rest = PAGE.partition(f" *{name}*:\n\n")
    assert found, f"no such part: {name}"
    return tables(rest)[0]


def coded(cell: str) -> list[str]:
    """What is set in code in a cell, such as the names of fields; a question mark belongs to it."""
    return [name + mark for name, mark in re.findall(r"`([^`]+)`(\??)", cell)]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _values(block: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(object_pairs_hook=_pairs), 0
    while rest := block[at:].lstrip():
        at = len(block) - len(rest)
        value, at = decoder.raw_decode(block, at)
        yield value


def _pairs(pairs: list[tuple[str, Any]]) -> Any:
    fields = dict(pairs)
    assert len(fields) == len(pairs), f"a key comes twice: {pairs}"
    return bytes.fromhex(fields["$hex"]) if set(fields) == {"$hex"} else fields
