"""The engine stays pure and light, and its documented examples are true."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import manillen_tui.engine


def test_importing_the_engine_loads_no_screen_socket_or_loop() -> None:
    program = "import sys, manillen_tui.engine; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert "manillen_tui.engine.match" in loaded
    assert not loaded & {"textual", "asyncio", "zeroconf", "socket", "sqlite3", "net"}


MODULES = ["manillen_tui.engine"] + [
    module.name
    for module in pkgutil.walk_packages(manillen_tui.engine.__path__, "manillen_tui.engine.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_documentation_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert result.failed == 0


def test_every_promised_function_has_an_example() -> None:
    finder = doctest.DocTestFinder(recurse=False)
    for name in ("legal_cards", "why_not", "trick_winner", "score_deal"):
        (found,) = finder.find(getattr(manillen_tui.engine, name), name)
        assert found.examples, name
        assert name in manillen_tui.engine.__all__
