"""Errors to be told to a person, as codes."""

import sys
from collections.abc import Mapping
from typing import Any


class Trouble(Exception):
    """A code with arguments; `manillen_tui.words` turns it into the line a person reads."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


def complain(line: str) -> None:
    """Print one line about what went wrong to standard error."""
    print(f"manillen: {line}", file=sys.stderr)
