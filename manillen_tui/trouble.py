"""What a person has to be told when something cannot be done."""

import sys
from collections.abc import Mapping
from typing import Any


class Trouble(Exception):
    """A code and its arguments; `manillen_tui.words` makes the one line that a person reads."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


def complain(line: str) -> None:
    """Tell the person at this terminal, in a line, what went wrong."""
    print(f"manillen: {line}", file=sys.stderr)
