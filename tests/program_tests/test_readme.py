"""The program does what the README shows."""

import re
from pathlib import Path

from support.program import run


README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_demo_prints_what_the_readme_shows(env: dict[str, str]) -> None:
    block = re.search(r"\$ \.venv/bin/manillen (demo .*)\n((?:.+\n)+)```", README)
    assert block is not None
    match = run(*block[1].split(), env=env)
    printed = iter((match.stderr + match.stdout).splitlines())
    for line in block[2].splitlines():
        if line.strip() != "...":
            assert line in printed, f"not printed, or not there: {line!r}"


def test_every_command_in_the_readme_exists(env: dict[str, str]) -> None:
    commands = set(re.findall(r"^\| `manillen (\w+)", README, re.MULTILINE))
    assert commands == {"host", "join", "tables", "rules", "verify", "doctor", "demo"}
    for command in commands:
        assert run(command, "--help", env=env).returncode == 0
