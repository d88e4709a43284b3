"""The real program in a real terminal of 80 by 23 cells, by keys alone."""

import re
import signal
from pathlib import Path

import msgspec
import pytest

from manillen_tui.launch import Ready
from support.program import home_env
from support.terminal import Terminal


LEGAL = re.compile(r"\[(\d)\]")


@pytest.fixture
def home(env: dict[str, str]) -> Path:
    return Path(env["HOME"])


def running_table(home: Path) -> Ready:
    (kept,) = home.rglob("running-table.json")
    assert kept.stat().st_mode & 0o777 == 0o600
    return msgspec.json.decode(kept.read_bytes(), type=Ready)


def host_with_computer_players(terminal: Terminal) -> None:
    """From the home screen to a lobby with three computer players."""
    terminal.see("Host a table")
    terminal.press("h")
    terminal.see("Computer players")
    terminal.press("enter")
    terminal.see("Computer 4")


def play_a_deal(terminal: Terminal) -> int:
    """Do what the screen asks for until the score sheet opens; gives how many cards were played."""
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
            held = len(LEGAL.findall(screen))
            terminal.press(place)
            terminal.see(lambda text, held=held: len(LEGAL.findall(text)) != held)  # type: ignore[misc]
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
        sheet = terminal.text
        assert "excess over 30" in sheet and "this deal" in sheet and "match" in sheet
        terminal.press("q")
        terminal.see("Close the table")
        terminal.press("c")
        terminal.see("Host a table")
        terminal.press("q")
        assert terminal.ended() == 0
    assert not _alive(table.pid)


def _alive(pid: int) -> bool:
    import os

    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
