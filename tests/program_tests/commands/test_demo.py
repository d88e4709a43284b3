"""A whole match without a terminal: a host process, discovery, four players over TCP."""

import re
import signal
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from support.program import COMMAND, children, ends, home_env, run, that_ignores


#: Seeds of matches that end after five deals.
SEED, OTHER = "9", "14"
#: One worker runs all that look at the same match.
watches = pytest.mark.xdist_group("a demo")
TRICK = re.compile(r"^ [1-8]  (?:\w+ (?:10|[AKQJ987])[♣♦♥♠] +){4}(\w+) \+(\d+)$")


class Played(NamedTuple):
    """A match that was watched to its end, in a home of its own."""

    env: dict[str, str]
    ended: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    env = home_env(tmp_path_factory.mktemp("demo") / "home")
    return Played(env, run("demo", "--seed", SEED, env=env))


@watches
def test_the_same_seed_prints_the_same_match_and_another_seed_another(
    played: Played, env: dict[str, str]
) -> None:
    once, again, other = (played.ended, *(run("demo", "--seed", s, env=env) for s in (SEED, OTHER)))
    assert (once.returncode, again.returncode, other.returncode) == (0, 0, 0)
    assert once.stdout == again.stdout != other.stdout
    assert "found on the network" in once.stderr


@watches
def test_every_deal_is_told_trick_by_trick_and_adds_up(played: Played) -> None:
    lines = played.ended.stdout.splitlines()
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


@watches
def test_where_the_network_cannot_be_searched_it_says_so_and_plays(
    played: Played, env: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_MULTICAST)
    match = run("demo", "--seed", SEED, env={**env, "PYTHONPATH": str(tmp_path)})
    assert match.returncode == 0
    assert "join by address" in match.stderr
    assert match.stdout == played.ended.stdout


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
        (signal.SIGHUP, -signal.SIGHUP),  # the terminal was closed
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_however_the_demo_ends_it_leaves_no_table_behind(
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


def test_the_demos_table_ends_with_it_whatever_signals_are_ignored(
    env: dict[str, str],
) -> None:
    ignored = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    demo = subprocess.Popen(
        that_ignores(ignored, *COMMAND, "demo"), env=env, stdout=subprocess.PIPE, bufsize=0
    )
    with demo:
        assert demo.stdout is not None
        demo.stdout.readline()
        (host,) = children(demo.pid)
        for number in ignored:
            demo.send_signal(number)
        demo.stdout.readline()  # it goes on playing
        demo.kill()
        demo.stdout.read()
    assert ends(host)
    assert saved_tables(env) == []


@watches
def test_a_match_that_was_watched_to_its_end_is_not_among_the_own_tables(played: Played) -> None:
    assert played.ended.returncode == 0
    assert saved_tables(played.env) == []


def saved_tables(env: dict[str, str]) -> list[Path]:
    return list(Path(env["HOME"]).rglob("*.manillen*"))
