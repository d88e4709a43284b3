"""From a key press to the painted card on all four screens, and a deal's traffic.

    python tests/benchmarks/bench_table.py

Four real terminals play deals at one real host on loopback. For comparison, in the same run, a bare
Textual application paints one character on a key press.
"""

import selectors
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path


sys.path.insert(0, str(Path(__file__).parents[1]))

from manillen_tui.engine import PRESETS
from manillen_tui.host.table import SeededSecrets, Table
from manillen_tui.players.crew import ComputerPlayers
from manillen_tui.players.policy import choose
from manillen_tui.wire import command_to_body, view_from_body
from net.ids import ConnectionId, SeatNumber
from net.limits import Limits
from net.protocol.codec import encode
from net.protocol.framing import to_frame
from net.protocol.guest_messages import Do, Join, Manage, Ready
from net.room.room import Room
from support.program import home_env, hosting
from support.terminal import Terminal


NAMES = ("Wim", "Noor", "Els", "Bea")
CARDS = 32
WIRE_DEALS = 50
PATIENCE_S = 30.0
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("painted 0", id="it")
    def on_key(self, event):
        self.query_one("#it").update("painted " + event.key)
Bare().run(mouse=False)
"""


def until(terminals: list[Terminal], shown: Callable[[], bool]) -> float:
    """Feed all screens until they show it; returns the time it took, in seconds."""
    before = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for terminal in terminals:
            selector.register(terminal.process.child_fd, selectors.EVENT_READ, terminal)
        while any(terminal.drawing for terminal in terminals) or not shown():
            ready = selector.select(PATIENCE_S)
            assert ready, "\n\n".join(terminal.text for terminal in terminals)
            for key, _ in ready:
                key.data.read()
    return time.perf_counter() - before


@contextmanager
def four_at_a_table(home: Path) -> Iterator[list[Terminal]]:
    env = home_env(home)
    options = ("--automatic-cut", "--seed", "3", "--name", "Kroon", "--open")
    with hosting(*options, env=env) as host, ExitStack() as stack:
        terminals = []
        for name in NAMES:
            seat = {**home_env(home / name), "USER": name}
            where = f"127.0.0.1:{host.port}"
            terminals.append(stack.enter_context(Terminal("join", where, env=seat)))
            terminals[-1].see(name)
        for terminal in terminals[1:]:
            terminal.press("r")
        until(terminals, lambda: "press s to start" in terminals[0].text)
        terminals[0].press("s")
        yield terminals


def key_to_paint(terminals: list[Terminal]) -> list[float]:
    """Play a deal, always with the first legal card."""
    seconds: list[float] = []

    def whose() -> list[Terminal]:
        return [terminal for terminal in terminals if "YOUR TURN" in terminal.text]

    while len(seconds) < CARDS:
        until(terminals, lambda: len(whose()) == 1)
        (mover,) = whose()
        if "name trump" in mover.text:
            mover.press("h")
            until(terminals, lambda: "name trump" not in "".join(t.text for t in terminals))
            continue
        legal = next(str(place) for place in range(1, 9) if f"[{place}]" in mover.text)
        before = [terminal.text for terminal in terminals]
        mover.press(legal)
        seconds.append(
            until(
                terminals,
                lambda before=before: all(  # type: ignore[misc]
                    terminal.text != text for terminal, text in zip(terminals, before, strict=True)
                ),
            )
        )
    return seconds


def bare_key_to_paint(home: Path) -> list[float]:
    with Terminal(env=home_env(home), command=(sys.executable, "-c", BARE)) as bare:
        bare.see("painted 0")
        seconds = []
        for key in "abcdefgh" * 4:
            bare.press(key)
            seconds.append(until([bare], lambda key=key: f"painted {key}" in bare.text))  # type: ignore[misc]
    return seconds


def wire_bytes() -> tuple[float, float]:
    """The bytes of frames to one seat for a deal, and the share of views in them."""
    rules = PRESETS["west-flanders"]
    table = Table(rules, SeededSecrets(1), ComputerPlayers())
    room = Room(table, table="t", name="Kroon", host="Wim", limits=Limits())
    ids = [0] * 4
    for seat, name in enumerate(NAMES):
        room.join(ConnectionId(seat), Join(name, seat), 0)
        ids[seat] += 1
        room.obey(ConnectionId(seat), Ready(1, True), 0)
    ids[0] += 1
    room.obey(ConnectionId(0), Manage(2, "start"), 0)
    deals, views, rooms = 0, 0, 0
    while deals < WIRE_DEALS:
        if room.commit(0) is not None:
            room.shuffle(0)
        if not table.to_move():
            for person in range(4):
                ids[person] += 1
                room.obey(ConnectionId(person), Ready(ids[person], True), 0)
            continue
        seat = SeatNumber(table.to_move()[0])
        state = room.view(seat)
        assert state is not None
        view = view_from_body(state.view)
        ids[seat] += 1
        room.obey(ConnectionId(seat), Do(ids[seat], view.turn, command_to_body(choose(view))), 0)
        after = room.view(SeatNumber(0))
        assert after is not None
        views += len(to_frame(encode(after)))
        rooms += len(to_frame(encode(room.room(0))))
        seen = view_from_body(after.view)
        deals += seen.phase.value in ("score", "over") and view.phase.value == "play"
    return (views + rooms) / deals, views / (views + rooms)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with four_at_a_table(home) as terminals:
            ours = key_to_paint(terminals)
        bare = bare_key_to_paint(home / "bare")
    our, their = statistics.median(ours), statistics.median(bare)
    p95 = statistics.quantiles(ours, n=20)[-1]
    print(f"key press to paint on all four screens: median {our * 1000:.0f} ms,", end=" ")
    print(f"p95 {p95 * 1000:.0f} ms ({len(ours)} cards)")
    print(f"key press to paint of a bare application: median {their * 1000:.0f} ms")
    print(f"ratio of the medians: {our / their:.2f}")
    total, share = wire_bytes()
    print(f"bytes a deal a seat: {total:,.0f} ({share:.0%} of them views; {WIRE_DEALS} deals)")


if __name__ == "__main__":
    main()
