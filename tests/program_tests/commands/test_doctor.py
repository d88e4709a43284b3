"""`manillen doctor` on loopback only, and where little works. On real networks: tests/lan_tests."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from manillen_tui.commands.doctor import doctor
from manillen_tui.commands.doctor.doctor import Finding, Level
from manillen_tui.commands.doctor.firewalls import Firewall
from manillen_tui.commands.doctor.multicast_check import MulticastStep
from manillen_tui.config import paths
from manillen_tui.trouble import Trouble
from manillen_tui.words.doctor import checkup_advice, checkup_line
from support.places import TESTS
from support.program import run


def levels(printed: str) -> dict[str, str]:
    """The level of each line, without advice."""
    found = (re.match(r"(ok|warning|failed) +(\S.*)", line) for line in printed.splitlines())
    return {match[2]: match[1] for match in found if match}


def test_a_healthy_machine_opens_finds_and_joins_a_table_of_its_own(env: dict[str, str]) -> None:
    looked = subprocess.run(
        [sys.executable, "-m", "support.patient_doctor", "30"],
        env={**env, "PYTHONPATH": str(TESTS)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )

    assert looked.stderr == ""
    said = levels(looked.stdout)
    assert looked.returncode == 0, looked.stdout
    assert "failed" not in said.values()
    whole = "\n".join(line for line, level in said.items() if level == "ok")
    assert re.search(r"^A test table was opened on port \d+\.$", whole, re.MULTILINE)
    assert re.search(r"^The test table was found by multicast in \d+ ms\.$", whole, re.MULTILINE)
    joined = r"^The test table was joined with its code, encrypted, in \d+ ms\.$"
    assert re.search(joined, whole, re.MULTILINE)
    assert "lo: multicast from 127.0.0.1 works." in said

    # It leaves no table behind.
    assert list(Path(env["HOME"]).rglob("*.manillen*")) == []


SANDBOX = """
import socket

class Refused(socket.socket):
    def __init__(self, *_, **__):
        raise PermissionError(1, "Operation not permitted")

def refused(*_, **__):
    raise PermissionError(1, "Operation not permitted")

socket.socket = Refused
socket.socketpair = refused
"""


def test_in_a_sandbox_without_sockets_the_doctor_says_so_and_ends(
    env: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(SANDBOX)
    looked = run("doctor", env={**env, "PYTHONPATH": str(tmp_path)})

    assert looked.returncode == 1
    assert looked.stderr == ""
    said = levels(looked.stdout)
    refused = "(Operation not permitted)"
    port = f"UDP port 5353, for finding tables, may not be opened here {refused}."
    assert said[port] == "failed"
    assert said[f"This program may not open connections here {refused}."] == "failed"


def test_unreadable_and_unwritable_files_are_warnings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("{")
    monkeypatch.setattr(doctor, "tables_dir", lambda: in_the_way / "tables")
    monkeypatch.setattr(paths, "settings_file", lambda: in_the_way)

    tables = doctor.check_folders()[0]
    assert (tables.level, tables.code) == (Level.WARNING, "unwritable")
    (finding,) = doctor.check_settings()
    assert (finding.level, finding.code) == (Level.WARNING, "settings-broken")


def test_a_table_that_does_not_open_is_a_failure_with_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @asynccontextmanager
    async def no_table(*_: object, **__: object) -> AsyncIterator[None]:
        raise Trouble("port-taken", {"port": 7842})
        yield

    monkeypatch.setattr(doctor, "hosting", no_table)
    assert doctor.check_table() == [Finding(Level.FAILED, "port-taken", {"port": 7842})]


def test_a_table_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def hang(*_: object, **__: object) -> AsyncIterator[None]:
        await asyncio.get_running_loop().create_future()
        yield

    monkeypatch.setattr(doctor, "hosting", hang)
    monkeypatch.setattr(doctor, "TABLE_S", 0.05)
    (finding,) = doctor.check_table()
    assert (finding.level, finding.code) == (Level.FAILED, "table-slow")


def test_a_check_that_crashes_is_reported_like_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fall_over() -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(doctor, "machine_interfaces", fall_over)
    (finding,) = doctor._guarded("network", doctor.check_network)
    assert finding.level is Level.FAILED
    assert checkup_line(finding.code, finding.details) == (
        "Network: the check failed (no such thing)."
    )


@pytest.mark.parametrize("step", MulticastStep)
def test_every_step_of_multicast_has_words_and_advice(step: MulticastStep) -> None:
    details = {"interface": "eth0", "address": "10.0.0.5", "reason": "no"}
    assert "eth0" in checkup_line(f"echo-{step}", details)
    assert checkup_advice(f"echo-{step}", details)


@pytest.mark.parametrize("firewall", Firewall)
def test_every_firewall_has_advice(firewall: Firewall) -> None:
    assert checkup_advice("firewall", {"firewall": str(firewall), "port": 7842})
