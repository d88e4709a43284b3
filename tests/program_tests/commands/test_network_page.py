"""The page for network administrators describes what the program does."""

import re
from pathlib import Path

import pytest

from manillen_tui.commands.doctor import doctor
from manillen_tui.commands.doctor.multicast_check import MDNS_PORT, MulticastStep
from manillen_tui.words.doctor import checkup_line
from net.address import DEFAULT_PORT
from net.discovery.announcement import SERVICE
from net.limits import Limits
from net.transport.port import TRIES
from support.places import DOCS


PAGE = (DOCS / "network.md").read_text(encoding="utf-8")
FLAT = " ".join(PAGE.split())


class Dots(dict[str, str]):
    """Stands for any value in a line."""

    def __missing__(self, key: str) -> str:
        return "…"


def codes() -> set[str]:
    source = Path(doctor.__file__).read_text(encoding="utf-8")
    named = set(re.findall(r'_(?:ok|warning|failed)\(\s*"([a-z-]+)"', source))
    named |= {"interface-no-address", "interface-elsewhere"}  # worded as in every command
    return named | {f"echo-{step}" for step in MulticastStep} | {"interface", "interface-virtual"}


def test_every_line_of_the_doctor_is_on_the_page_and_no_other() -> None:
    # The version is the program's own; broken settings are worded as in every command.
    told = codes() - {"programs", "settings-broken"}
    lines = {
        checkup_line(code, Dots(n="2", address="…")).replace("2 other", "… other") for code in told
    }
    table = PAGE.split("| line | what was tried |\n|---|---|\n")[1]
    assert {row.split("|")[1].strip() for row in table.splitlines()} == lines


@pytest.mark.parametrize(
    "fact",
    [
        f"TCP port {DEFAULT_PORT}, or the next free one of {TRIES}",
        f"UDP port {MDNS_PORT}",
        f"`{SERVICE}`",
        f"takes {Limits().connections} connections; of one address {Limits().unknown_of_one} may",
        f"a ping every {Limits().ping_s:.0f} s, and one that is silent for {Limits().dead_s:.0f} s",
        f"at once, every {Limits().probe_every_s:.0f} s",
        f"Every {Limits().interfaces_s:.0f} s a host looks at its addresses",
    ],
)
def test_numbers_on_the_page_are_those_of_the_program(fact: str) -> None:
    assert fact in FLAT
