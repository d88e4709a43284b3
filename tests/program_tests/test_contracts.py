"""Each import contract is broken once, by a module made for it, and is seen to report it."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from support.places import ROOT


class Breach(NamedTuple):
    """A module that imports something its place does not allow."""

    module: str
    imports: str

    @property
    def path(self) -> Path:
        return Path(*self.module.split(".")).with_suffix(".py")


BREACHES: Final = {
    "net knows no cards": Breach("net.breach_cards", "manillen_tui.engine.cards"),
    "the network is built in layers": Breach("net.room.breach_up", "net.transport.link"),
    "room, protocol and security know no sockets": Breach("net.room.breach_socket", "socket"),
    "the game is built in layers": Breach("manillen_tui.config.breach_up", "manillen_tui.words"),
    "the engine is pure": Breach("manillen_tui.engine.breach_net", "net.names"),
    "in the engine everything rests on what is below it": Breach(
        "manillen_tui.engine.trump.breach_up", "manillen_tui.engine.match"
    ),
    "a guest's side never imports the host's": Breach(
        "manillen_tui.guest.breach_host", "manillen_tui.host.table"
    ),
    "the interface is built in layers": Breach(
        "manillen_tui.ui.widgets.breach_up", "manillen_tui.ui.screens.base"
    ),
    "computer players know the rules and their view": Breach(
        "manillen_tui.players.breach_deal", "manillen_tui.engine.deal"
    ),
}


#: A module that no layer includes.
STRAYS: Final = {
    "the network is built in layers": Breach("net.stray", "net.names"),
    "the game is built in layers": Breach("manillen_tui.stray", "manillen_tui.trouble"),
    "in the engine everything rests on what is below it": Breach(
        "manillen_tui.engine.stray", "manillen_tui.engine.cards"
    ),
    "the interface is built in layers": Breach("manillen_tui.ui.stray", "manillen_tui.ui.theme"),
}


def contracts() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]


@pytest.fixture(scope="module")
def verdict(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter says about a copy of the program with all of the breaches."""
    copy = tmp_path_factory.mktemp("copy")
    for package in ("manillen_tui", "net"):
        shutil.copytree(ROOT / package, copy / package)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for breach in (*BREACHES.values(), *STRAYS.values()):
        (copy / breach.path).write_text(f'"""A breach."""\n\nimport {breach.imports}\n')
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    linted = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"], cwd=copy, capture_output=True, text=True
    )
    assert linted.returncode == 1, linted.stdout + linted.stderr
    return linted.stdout


def test_every_contract_is_broken_once() -> None:
    assert list(BREACHES) == contracts()


@pytest.mark.parametrize("contract", BREACHES)
def test_every_breach_is_refused_by_its_contract(contract: str, verdict: str) -> None:
    assert BREACHES[contract].module in told(contract, verdict)


@pytest.mark.parametrize("contract", STRAYS)
def test_a_module_without_a_layer_is_refused(contract: str, verdict: str) -> None:
    assert STRAYS[contract].module in told(contract, verdict)


def told(contract: str, verdict: str) -> str:
    """What the linter says about one broken contract."""
    assert f"{contract} BROKEN" in verdict
    _, _, broken = verdict.partition("Broken contracts")
    _, _, told = broken.partition(f"\n{contract}\n---")
    return told.partition("\n---")[0]
