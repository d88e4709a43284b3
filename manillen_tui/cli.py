"""The command line. Answers what it can before anything slow is imported."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from manillen_tui import __version__


if TYPE_CHECKING:
    import argparse


def main(argv: Sequence[str] | None = None) -> int:
    """Run `manillen` with the given arguments and return its exit code."""
    try:
        try:
            return _run(list(sys.argv[1:] if argv is None else argv))
        finally:
            sys.stdout.flush()  # here, where a full disk can still be told
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `manillen demo | head`: the reader has seen enough
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        print(f"manillen: the output cannot be written: {error.strerror}.", file=sys.stderr)
        return 1


def _run(arguments: Sequence[str]) -> int:
    # argparse costs as much as Python's own start: not for the one thing that scripts ask often.
    if arguments == ["--version"]:
        print(f"manillen {__version__}")
        return 0
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    for stream in (sys.stdout, sys.stderr):
        # An old terminal gets a question mark for what its encoding lacks, and the game goes on.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return run(options)


def _parser() -> argparse.ArgumentParser:
    import argparse

    class OneLine(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            print(f"manillen: {message}. `manillen --help` shows what there is.", file=sys.stderr)
            raise SystemExit(2)

    parser = OneLine(
        prog="manillen",
        description="Manillen at a card table in your terminal, with everybody on the local "
        "network. Without a command: the home screen.",
    )
    parser.add_argument("--version", action="version", version=f"manillen {__version__}")
    parser.set_defaults(run=_play, address=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    host = commands.add_parser("host", help="open a table without a screen of your own")
    host.add_argument("--headless", action="store_true", help="for programs: say where by JSON")
    host.add_argument("--name", help="what the table is called")
    host.add_argument("--port", type=_port, default=None, help="7842, or the next free one")
    host.add_argument(
        "--seats",
        type=_whole(1, 4),
        default=4,
        metavar="N",
        help="chairs for people, 1 to 4; computer players take the others (default 4)",
    )
    host.add_argument(
        "--target", type=_whole(1, 1000), default=101, metavar="POINTS", help="default 101"
    )
    host.add_argument("--automatic-cut", action="store_true", help="nobody is asked to cut")
    host.add_argument("--player", default=None, metavar="NAME", help="whose table it is")
    host.add_argument(
        "--pace", type=_seconds, default=None, metavar="S", help="of computer players (default 0.7)"
    )
    host.add_argument("--seed", type=int, default=None, help="the same deals each time: for tests")
    host.set_defaults(run=_host)

    join = commands.add_parser("join", help="sit down at a table")
    join.add_argument("address", nargs="?", help="such as 192.168.1.20 or 192.168.1.20:7842")
    join.set_defaults(run=_join)

    tables = commands.add_parser("tables", help="print the tables found on this network")
    tables.add_argument("--seconds", type=_seconds, default=3.0, help="look this long (default 3)")
    tables.set_defaults(run=_tables)

    demo = commands.add_parser("demo", help="watch four computer players: needs no terminal")
    demo.add_argument("--seed", type=int, default=None, help="the same match each time")
    demo.set_defaults(run=_demo)
    return parser


def _play(options: argparse.Namespace) -> int:
    from manillen_tui.play import play

    return play()


def _join(options: argparse.Namespace) -> int:
    from manillen_tui.play import play

    return play(joining=True, address=options.address)


def _host(options: argparse.Namespace) -> int:
    from manillen_tui.host import HostOptions, run

    return run(
        HostOptions(
            name=options.name,
            player=options.player,
            port=options.port,
            computers=4 - options.seats,
            target=options.target,
            cut_automatic=options.automatic_cut,
            pace_s=options.pace,
            seed=options.seed,
            headless=options.headless,
        )
    )


def _tables(options: argparse.Namespace) -> int:
    from manillen_tui.tables import print_tables

    return print_tables(options.seconds)


def _demo(options: argparse.Namespace) -> int:
    from manillen_tui.demo import run_demo

    return run_demo(options.seed)


def _whole(low: int, high: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    whole.__name__ = f"number from {low} to {high}"  # argparse names it in its message
    return whole


def _port(text: str) -> int:
    return _whole(1, 65535)(text)


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 3600:
        raise ValueError
    return value


_port.__name__ = "port"
_seconds.__name__ = "number of seconds"


def _forget_output() -> None:
    """Python flushes standard output once more when it ends: into nothing now."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
