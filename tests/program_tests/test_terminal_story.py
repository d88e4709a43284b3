"""The real program in a real terminal of 80 by 23 cells, using only keys."""

import os
import re
import shlex
import shutil
import signal
from functools import partial
from pathlib import Path

import msgspec
import pytest

from manillen_tui.host.ready_line import ReadyLine
from support.comeback import table_files
from support.program import COMMAND, ends, home_env, hosting
from support.terminal import Terminal


TITLE = "M A N I L L E N"
LEGAL = re.compile(r"\[(\d)\]")


@pytest.fixture
def home(env: dict[str, str]) -> Path:
    return Path(env["HOME"])


def running_table(home: Path) -> ReadyLine:
    (kept,) = home.rglob("tables/*.json")
    assert kept.stat().st_mode & 0o777 == 0o600
    return msgspec.json.decode(kept.read_bytes(), type=ReadyLine)


def host_with_computer_players(terminal: Terminal) -> None:
    """From the home screen to a lobby with three computer players."""
    terminal.see("Host a table")
    terminal.press("h")
    terminal.see("Computer players")
    terminal.press("enter")
    terminal.see("Robot 4")


def play_a_deal(terminal: Terminal) -> int:
    """Do what the screen asks until the score sheet opens; returns how many cards were played."""
    played = 0
    while "captured points" not in terminal.see(_something_to_do):
        screen = terminal.text
        if "cut the pack" in screen:
            terminal.press("enter")
            terminal.see(lambda text: "cut the pack" not in text)
        elif "name trump" in screen:
            terminal.press("h")
            terminal.see(lambda text: "♥ hearts by" in text)
        else:
            (place, *_) = LEGAL.findall(screen)
            terminal.press(place)
            terminal.see(lambda text: "YOUR TURN" not in text)
            played += 1
    return played


def _something_to_do(text: str) -> bool:
    asked = "cut the pack" in text or "name trump" in text or LEGAL.search(text)
    return ("YOUR TURN" in text and bool(asked)) or "captured points" in text


def test_a_person_hosts_plays_a_deal_sees_the_score_and_closes_the_table(
    env: dict[str, str], home: Path
) -> None:
    with Terminal(env=env) as terminal:
        host_with_computer_players(terminal)
        table = running_table(home)
        terminal.press("s")
        assert play_a_deal(terminal) == 8
        for line in ("excess over 30", "this deal", "match"):
            terminal.see(line)
        terminal.press("q")
        terminal.see("Close the table")
        terminal.press("c")
        terminal.see("Host a table")
        terminal.press("q")
        assert terminal.ended() == 0
    assert ends(table.pid)


def test_a_table_left_running_can_be_resumed_with_the_same_cards(
    env: dict[str, str], home: Path
) -> None:
    with Terminal(env=env) as terminal:
        host_with_computer_players(terminal)
        terminal.press("s")
        terminal.see(_something_to_do)
        terminal.press("q")
        terminal.see("Leave it running")
        terminal.press("r")
        terminal.see("Host a table")
        terminal.press("q")
        assert terminal.ended() == 0
    table = running_table(home)
    try:
        with Terminal(env=env) as terminal:
            terminal.see("b Back to")
            terminal.press("b")
            terminal.see("deal 1")
            terminal.press("q")
            terminal.see("Close the table")
            terminal.press("c")
            terminal.see(lambda text: "Host a table" in text and "b Back to" not in text)
            terminal.press("q")
            assert terminal.ended() == 0
    finally:
        assert ends(table.pid)


def test_a_table_killed_in_its_lobby_is_continued_here_and_elsewhere(
    env: dict[str, str], home: Path, tmp_path: Path
) -> None:
    other = home_env(tmp_path / "other laptop")
    with Terminal(env=env) as terminal:
        host_with_computer_players(terminal)
        table = running_table(home)
        os.kill(table.pid, signal.SIGKILL)
        terminal.see("q, then b continues it")
        terminal.press("q")
        terminal.see("Leave")
        terminal.press("y")
        terminal.see("b Back to")
        (kept,) = table_files(env)
        carried = Path(other["HOME"], kept.relative_to(env["HOME"]))
        shutil.copytree(kept.parent, carried.parent)
        terminal.press("b")
        close_from_the_lobby(terminal)
    with Terminal(env=other) as terminal:
        terminal.see("b Back to")
        terminal.press("b")
        close_from_the_lobby(terminal)


def close_from_the_lobby(terminal: Terminal) -> None:
    """Close the table as its host, who sits on the first chair."""
    terminal.see(lambda text: "1 Wim" in text and "you · host" in text)
    terminal.press("q")
    terminal.see("Close the table")
    terminal.press("c")
    terminal.see(lambda text: "Host a table" in text and "b Back to" not in text)
    terminal.press("q")
    assert terminal.ended() == 0


def test_a_second_window_of_the_host_does_not_disturb_the_first(
    env: dict[str, str], home: Path
) -> None:
    with Terminal(env=env) as first:
        host_with_computer_players(first)
        first.press("s")
        first.see(_something_to_do)
        with Terminal(env=env) as second:
            second.see("b Back to")
            second.press("b")
            second.see("You are already on that seat in another window")
            second.press("q")
            assert second.ended() == 0
        first.press("q")
        first.see("Close the table")  # only for the holder of the rights
        first.press("c")
        first.see("Host a table")
        first.press("q")
        assert first.ended() == 0


def test_a_second_person_joins_by_address_with_the_code_and_sees_the_host_die(
    env: dict[str, str],
) -> None:
    with (
        hosting("--name", "Kroon", env=env) as host,
        Terminal("join", f"127.0.0.1:{host.port}", env=env) as terminal,
    ):
        terminal.see("Code for Kroon")
        terminal.press(*"no such code", "enter")
        terminal.see("Wrong code. Check the two words")
        terminal.press(*["backspace"] * 12, *str(host.ready["code"]).upper().replace(" ", "-"))
        terminal.press("enter")
        terminal.see("empty chair")
        host.process.kill()
        terminal.see("The connection to the host was lost")
        terminal.press("q")
        terminal.see("Leave Kroon?")
        terminal.press("y")
        terminal.see("Host a table")
        terminal.press("q")
        assert terminal.ended() == 0


def test_a_guest_waits_for_a_killed_host_and_plays_on_when_the_table_is_continued(
    env: dict[str, str],
) -> None:
    with hosting("--name", "Kroon", "--seats", "1", "--automatic-cut", env=env) as host:
        port, code = host.port, str(host.ready["code"])
        with Terminal("join", f"127.0.0.1:{port}", env=env) as terminal:
            terminal.see("Code for Kroon")
            terminal.press(*code, "enter")
            terminal.see("acting host")
            terminal.press("s")
            hand = terminal.see(_something_to_do).splitlines()[-7:-1]
            host.process.kill()
            terminal.see("The connection to the host was lost")
            with hosting("--continue", str(host.ready["table"]), env=env):
                terminal.see(lambda text: "The connection" not in text)
                terminal.see(lambda text: text.splitlines()[-7:-1] == hand)
                terminal.see(_something_to_do)
                terminal.press("q")
                terminal.see("Leave Kroon?")
                terminal.press("y")
                terminal.see("Host a table")


def test_an_address_without_a_host_gets_one_line_on_the_home_screen(
    env: dict[str, str],
) -> None:
    with Terminal("join", "127.0.0.1:9", env=env) as terminal:
        terminal.see("127.0.0.1:9")
        terminal.see("Host a table")
        terminal.press("q")
        assert terminal.ended() == 0


def test_a_dumb_terminal_gets_one_line_that_names_the_demo(env: dict[str, str]) -> None:
    with Terminal(env={**env, "TERM": "dumb"}) as terminal:
        terminal.see("manillen demo")
        assert terminal.ended() == 1
        assert "\x1b" not in terminal.text


@pytest.mark.parametrize(
    ("narrow", "advice", "followed"),
    [
        ({"PYTHONIOENCODING": "latin-1"}, "unset it", {}),
        ({"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "1"}, "unset it", {"PYTHONUTF8": "1"}),
        (
            {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
            "set PYTHONUTF8=1",
            {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "1"},
        ),
    ],
)
def test_an_encoding_without_suit_signs_gets_one_line_with_a_remedy(
    narrow: dict[str, str], advice: str, followed: dict[str, str], env: dict[str, str]
) -> None:
    with Terminal(env={**env, **narrow}) as terminal:
        terminal.see(advice)
        assert terminal.ended() == 1
    with Terminal(env={**env, **followed}) as terminal:
        terminal.see(TITLE)
        terminal.press("q")
        assert terminal.ended() == 0


@pytest.mark.parametrize("exported", [{"LINES": "24"}, {"COLUMNS": "100"}])
def test_the_screen_fits_its_window_whatever_size_was_exported(
    exported: dict[str, str], env: dict[str, str]
) -> None:
    with Terminal(env={**env, **exported}) as terminal:
        terminal.see(partial(fills, 80, 23))
        for columns, rows in ((60, 18), (120, 40)):
            terminal.resize(columns, rows)
            terminal.see(partial(fills, columns, rows))
        terminal.press("q")
        assert terminal.ended() == 0


def fills(columns: int, rows: int, text: str) -> bool:
    """Whether the home screen has its title in the middle and its keys only on the last row."""
    lines = text.splitlines()
    keys = [at for at, line in enumerate(lines, 1) if "? keys" in line]
    titles = [line.index(TITLE) for line in lines if TITLE in line]
    return keys == [rows] and titles == [(columns - len(TITLE)) // 2]


def test_output_into_a_pipe_gets_one_line_instead_of_a_screen_of_a_guessed_size(
    env: dict[str, str],
) -> None:
    piped = f"{shlex.join(COMMAND)} | cat"
    with Terminal(env=env, command=("sh", "-c", piped)) as terminal:
        terminal.see("manillen demo")
        assert terminal.ended() == 0
        assert b"\x1b" not in terminal.sent


def test_the_terminal_is_restored_at_the_end(env: dict[str, str]) -> None:
    with Terminal(env=env) as terminal:
        terminal.see("Host a table")
        assert b"\x1b[?1000h" not in terminal.sent  # the mouse was never captured
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.sent.rindex(b"\x1b[?1049l") > terminal.sent.rindex(b"\x1b[?1049h")
        assert terminal.sent.rindex(b"\x1b[?25h") > terminal.sent.rindex(b"\x1b[?25l")
