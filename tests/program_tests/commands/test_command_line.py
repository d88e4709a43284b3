"""The command line, before there is any table."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from manillen_tui import __version__
from support.program import COMMAND, run


def test_version_and_help_answer(env: dict[str, str]) -> None:
    version = run("--version", env=env)
    assert (version.returncode, version.stdout) == (0, f"manillen {__version__}\n")
    shown = run("--help", env=env)
    assert shown.returncode == 0
    for command in ("host", "join", "tables", "rules", "demo"):
        assert command in shown.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["deal"],
        ["--colour"],
        ["host", "--port", "0"],
        ["host", "--port", "65536"],
        ["host", "--port", "seven"],
        ["host", "--seats", "5"],
        ["host", "--target", "-1"],
        ["host", "--pace", "nan"],
        ["tables", "--seconds", "inf"],
        ["demo", "--seed", "x"],
        ["join", "one", "two"],
        ["join", "192.168.1.20:99999"],
        ["join", ""],
    ],
)
def test_wrong_use_gets_one_line_and_exit_code_2(arguments: list[str], env: dict[str, str]) -> None:
    wrong = run(*arguments, env=env)
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.startswith("manillen: ") and wrong.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["deal"],
        ["join", "x:99999"],
        ["host", "--port", "0"],
        ["host", "--rules", "poker"],
        ["host", "--set", "players=3"],
        ["rules"],
        ["rules", "two"],
    ],
)
def test_commands_without_a_screen_never_load_textual(
    arguments: list[str], env: dict[str, str]
) -> None:
    script = (
        "import sys\n"
        "from manillen_tui.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "print([name for name in ('textual', 'zeroconf') if name in sys.modules])\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", script], env=env, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.splitlines()[-1] == "[]"


def test_the_version_takes_at_most_four_bare_starts_of_python(env: dict[str, str]) -> None:
    def seconds(command: list[str]) -> float:
        before = time.perf_counter()
        subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - before

    ours, bare = [*COMMAND, "--version"], [sys.executable, "-c", "pass"]
    pairs = [(seconds(ours), seconds(bare)) for _ in range(7)]
    # The fastest run of each: other load can only make a run slower.
    assert min(our for our, _ in pairs) <= 4 * min(other for _, other in pairs)


@pytest.mark.parametrize("arguments", [[], ["join"], ["join", "127.0.0.1"]])
def test_without_a_terminal_one_line_names_the_demo(
    arguments: list[str], env: dict[str, str]
) -> None:
    refused = run(*arguments, env=env)
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "manillen demo" in refused.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["demo", "--seed", "3"]])
def test_a_full_disk_is_reported_in_one_line(arguments: list[str], env: dict[str, str]) -> None:
    with open("/dev/full", "w") as full:
        failed = subprocess.run(
            [*COMMAND, *arguments], env=env, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert failed.returncode == 1
    assert "No space left" in failed.stderr.splitlines()[-1]
    assert "Traceback" not in failed.stderr


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ("junk", "junk, which is not an address such as 192.168.1.20."),
        ("192.0.2.77", "192.0.2.77, which is not an address of this machine."),
        ("127.0.0.1, 300.1.1.1", "300.1.1.1, which is not an address such as 192.168.1.20."),
        ("127.0.0.1,2001:db8::77", "2001:db8::77, which is not an address of this machine."),
    ],
)
def test_impossible_interfaces_are_not_reported_as_network_trouble(
    chosen: str, said: str, env: dict[str, str]
) -> None:
    line = f"MANILLEN_INTERFACES contains {said} Change or unset it."
    env = {**env, "MANILLEN_INTERFACES": chosen}
    for command, code in {"host": 1, "tables": 2, "join": 2, "demo": 2}.items():
        refused = run(command, env=env)
        assert (refused.returncode, refused.stdout) == (code, ""), command
        assert refused.stderr == f"manillen: {line}\n", command
    looked = run("doctor", env=env)
    assert looked.returncode == 1
    assert f"failed   {line}\n" in looked.stdout
    assert "not on a network" not in looked.stdout


CLOSED = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--version"], 0),
        (["--help"], 0),
        (["rules", "two"], 0),
        (["rules"], 0),
        (["verify", "nowhere"], 1),
        (["join"], 1),
        (["deal"], 2),
        (["host", "--rules", "poker"], 2),
    ],
)
def test_closed_streams_change_nothing_but_the_output(
    arguments: list[str], code: int, env: dict[str, str]
) -> None:
    for closed in CLOSED:
        ended = with_closed(closed, *arguments, env=env)
        assert ended.returncode == code, closed
        assert "Traceback" not in ended.stderr, closed


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
def test_a_whole_match_is_played_where_every_stream_is_closed(env: dict[str, str]) -> None:
    played = with_closed("<&- >&- 2>&-", "demo", "--target", "1", "--seed", "9", env=env)
    assert (played.returncode, played.stdout, played.stderr) == (0, "", "")


def with_closed(
    streams: str, *arguments: str, env: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    shell = ["sh", "-c", f'exec "$@" {streams}', "sh"]
    return subprocess.run([*shell, *COMMAND, *arguments], env=env, capture_output=True, text=True)


def test_closing_the_pipe_ends_the_demo_quietly(env: dict[str, str]) -> None:
    demo = subprocess.Popen(
        [*COMMAND, "demo", "--seed", "1"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with demo:
        assert demo.stdout is not None and demo.stderr is not None
        assert demo.stdout.readline().startswith(b"Deal 1")
        demo.stdout.close()
        told = demo.stderr.read()
    assert demo.returncode == 0
    assert told.count(b"\n") == 1  # that the table was found


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_encoding_without_suits_gets_letters(encoding: str, env: dict[str, str]) -> None:
    env = {**env, "PYTHONIOENCODING": encoding}
    match = run("demo", "--target", "1", "--seed", "21", env=env)
    assert match.returncode == 0
    assert "Els names D diamonds as trump" in match.stdout
    assert "10D" in match.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_an_encoding_without_spanish_suits_gets_their_letters(
    encoding: str, env: dict[str, str]
) -> None:
    env = {**env, "PYTHONIOENCODING": encoding}
    match = run("demo", "--rules", "espanola", "--target", "1", "--seed", "3", env=env)
    assert "Wim turns 5E: swords are trump" in match.stdout
    page = run("rules", "espanola", env=env)
    assert "O are coins (oros), C cups (copas), E swords (espadas)" in page.stdout
    assert "An opponent leads SB. You hold CB, 3B and RO: play CB or 3B." in page.stdout
