"""A whole match without a terminal: a host process, discovery, four players over TCP."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from support.program import COMMAND, children, ends, run


#: Seeds of matches that end after five deals.
SHORT = ("9", "9", "14")
TRICK = re.compile(r"^ [1-8]  (?:\w+ (?:10|[AKQJ987])[♣♦♥♠] +){4}(\w+) \+(\d+)$")


def test_the_same_seed_prints_the_same_match_and_another_seed_another(env: dict[str, str]) -> None:
    once, again, other = (run("demo", "--seed", seed, env=env) for seed in SHORT)
    assert (once.returncode, again.returncode, other.returncode) == (0, 0, 0)
    assert once.stdout == again.stdout != other.stdout
    assert "found on the network" in once.stderr


def test_every_deal_is_told_trick_by_trick_and_adds_up(env: dict[str, str]) -> None:
    lines = run("demo", "--seed", SHORT[0], env=env).stdout.splitlines()
    deals = [number for number, line in enumerate(lines) if line.startswith("Deal ")]
    totals = [0, 0]
    for start, end in zip(deals, [*deals[1:], len(lines)], strict=True):
        deal = lines[start:end]
        tricks = [found for line in deal if (found := TRICK.match(line))]
        assert len(tricks) == 8
        cards = re.findall(r"(?:10|[AKQJ987])[♣♦♥♠]", "".join(found[0] for found in tricks))
        assert len(set(cards)) == 32
        taken = [sum(int(f[2]) for f in tricks if f[1] in side) for side in _SIDES]
        assert sum(taken) == 60
        assert _cells(deal, "captured points") == taken
        totals = [a + b for a, b in zip(totals, _cells(deal, "this deal"), strict=True)]
        assert _cells(deal, "match") == totals
    assert max(totals) >= 101 > min(totals)
    assert lines[-2] == f"{' and '.join(_SIDES[totals.index(max(totals))])} win the match"


NO_MULTICAST = """
import socket

class Alone(socket.socket):
    def setsockopt(self, level, option, *value):
        if (level, option) == (socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP):
            raise PermissionError(1, "Operation not permitted")
        super().setsockopt(level, option, *value)

socket.socket = Alone
"""


def test_where_the_network_cannot_be_searched_it_says_so_and_plays(
    env: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_MULTICAST)
    match = run("demo", "--seed", SHORT[0], env={**env, "PYTHONPATH": str(tmp_path)})
    assert match.returncode == 0
    assert "join by address" in match.stderr
    assert match.stdout == run("demo", "--seed", SHORT[0], env=env).stdout


_SIDES = (("Wim", "Els"), ("Noor", "Bea"))


def _cells(deal: list[str], label: str) -> list[int]:
    (line,) = [line for line in deal if line.startswith(label)]
    return [int(cell) for cell in line.removeprefix(label).split()]


@pytest.mark.parametrize("moment", ["at once", "while it plays"])
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, -signal.SIGTERM),
        (signal.SIGHUP, -signal.SIGHUP),  # its terminal was closed
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_however_it_ends_it_leaves_no_table_behind(
    moment: str, number: signal.Signals, code: int, env: dict[str, str]
) -> None:
    demo = subprocess.Popen([*COMMAND, "demo"], env=env, stdout=subprocess.PIPE, bufsize=0)
    with demo:
        assert demo.stdout is not None
        if moment == "at once":
            while not children(demo.pid):  # its host has only just been started
                assert demo.poll() is None
        else:
            demo.stdout.readline()
        (host,) = children(demo.pid)
        demo.send_signal(number)
        demo.stdout.read()
    assert demo.returncode == code
    assert ends(host)
    assert saved_tables(env) == []


def test_a_match_that_was_watched_to_its_end_is_not_among_the_own_tables(
    env: dict[str, str],
) -> None:
    assert run("demo", "--seed", SHORT[0], env=env).returncode == 0
    assert saved_tables(env) == []


def saved_tables(env: dict[str, str]) -> list[Path]:
    return list(Path(env["HOME"]).rglob("*.manillen*"))
