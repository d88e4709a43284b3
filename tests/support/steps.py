"""Which of the program's functions were called, and in which order. The architecture page describes
paths through the program, and a test follows them.

    python -m support.steps FILE PATH:NAME ...

runs the computer players' worker and writes the steps it takes to a file.
"""

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from support.places import TESTS


class Step(NamedTuple):
    """A function, by its file's path from the project root and its qualified name."""

    path: str
    name: str


class Walk:
    """The `wanted` steps that were taken, each with the clock's time in seconds."""

    def __init__(self, wanted: Sequence[Step]) -> None:
        self.taken: list[tuple[float, Step]] = []
        # A module's path as the interpreter knows it, wherever the package is installed.
        self._wanted = {(Path(step.path).parts[-2:], step.name): step for step in wanted}

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            code = frame.f_code
            step = self._wanted.get((Path(code.co_filename).parts[-2:], code.co_qualname))
            if step is not None:
                self.taken.append((time.monotonic(), step))


@contextmanager
def walking(wanted: Sequence[Step]) -> Iterator[Walk]:
    walk = Walk(wanted)
    threading.setprofile(walk.note)
    sys.setprofile(walk.note)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def worker_command(file: Path, steps: Sequence[Step]) -> tuple[str, ...]:
    """The command for a computer players' worker that writes its steps to a file."""
    path = f"import sys; sys.path.insert(0, {str(TESTS)!r})"
    program = f"{path}; from support.steps import main; main()"
    named = (f"{step.path}:{step.name}" for step in steps)
    return (sys.executable, "-P", "-c", program, str(file), *named)


def steps_of(file: Path) -> list[tuple[float, Step]]:
    """The steps that such a worker has written."""
    lines = (line.split(" ", 2) for line in file.read_text(encoding="utf-8").splitlines())
    return [(float(at), Step(path, name)) for at, path, name in lines]


def main() -> None:
    from manillen_tui.players.worker import serve

    file = Path(sys.argv[1])
    wanted = [Step(*argument.split(":")) for argument in sys.argv[2:]]
    with walking(wanted) as walk, open(0, "rb", buffering=0, closefd=False) as requests:
        serve(requests, sys.stdout.buffer)
    lines = (f"{at} {step.path} {step.name}\n" for at, step in walk.taken)
    file.write_text("".join(lines), encoding="utf-8")
