"""From start to the first painted screen, compared to a bare Textual application in the same run.

python tests/benchmarks/bench_start.py
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path


sys.path.insert(0, str(Path(__file__).parents[1]))

from support.program import COMMAND, home_env
from support.terminal import Terminal


RUNS = 7
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("painted")
Bare().run(mouse=False)
"""


def first_paint_s(command: tuple[str, ...], text: str, env: dict[str, str]) -> float:
    before = time.perf_counter()
    with Terminal(env=env, command=command) as terminal:
        terminal.see(text)
        return time.perf_counter() - before


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        env = home_env(Path(home))
        bare = (sys.executable, "-c", BARE)
        first_paint_s(COMMAND, "Host a table", env)  # a first run compiles the modules
        pairs = [
            (first_paint_s(COMMAND, "Host a table", env), first_paint_s(bare, "painted", env))
            for _ in range(RUNS)
        ]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(our / their for our, their in pairs)
    print(f"start to first paint, median of {RUNS}: manillen {ours:.2f} s, bare {theirs:.2f} s")
    print(f"ratio, median of the pairs: {ratio:.2f}")


if __name__ == "__main__":
    main()
