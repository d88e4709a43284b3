"""The command line. Answers what it can before anything slow is imported."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from manillen_tui import __version__
from manillen_tui.trouble import Trouble, complain


if TYPE_CHECKING:
    import argparse

    from manillen_tui.engine.rules import Rules


def main(argv: Sequence[str] | None = None) -> int:
    """Run `manillen` with the given arguments and return its exit code."""
    _open_what_is_closed()
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
        complain(f"the output cannot be written: {error.strerror}.")
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
    try:
        return run(options)
    except Trouble as trouble:  # what was typed names no rules
        from manillen_tui import words

        line = words.trouble(trouble.code, trouble.details)
        complain(line)
        return 2


def _parser() -> argparse.ArgumentParser:
    import argparse

    class OneLine(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            complain(f"{message}. `manillen --help` shows what there is.")
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
    host.add_argument(
        "--continue",
        dest="kept",
        nargs="?",
        const="",
        default=None,
        metavar="ID",
        help="go on with a table that was kept: the newest, the one of this id, or of this file",
    )
    host.add_argument("--open", action="store_true", help="ask nobody for the spoken code")
    host.add_argument(
        "--absence",
        type=_absence,
        default=argparse.SUPPRESS,
        metavar="WHEN",
        help="until a computer player moves for somebody away: now, wait (for ever) or seconds",
    )
    host.add_argument(
        "--watch",
        choices=("none", "cards-after"),
        default=None,
        help="the cards that watchers see: none, or those of a deal when the next has begun",
    )
    host.add_argument("--headless", action="store_true", help="for programs: say where by JSON")
    host.add_argument("--errand", action="store_true", help=argparse.SUPPRESS)  # for programs
    host.add_argument("--name", help="what the table is called")
    host.add_argument("--port", type=_port, default=None, help="7842, or the next free one")
    _add_rules(host)
    host.add_argument(
        "--seats",
        type=_whole(1, 4),
        default=None,
        metavar="N",
        help="chairs for people; computer players take the others (default: all)",
    )
    host.add_argument("--automatic-cut", action="store_true", help="nobody is asked to cut")
    host.add_argument("--player", default=None, metavar="NAME", help="whose table it is")
    host.add_argument(
        "--pace", type=_seconds, default=None, metavar="S", help="of computer players (default 0.7)"
    )
    host.add_argument("--seed", type=int, default=None, help="the same deals each time: for tests")
    host.set_defaults(run=_host)

    join = commands.add_parser("join", help="sit down at a table")
    join.add_argument(
        "address",
        nargs="?",
        help="such as 192.168.1.20:7842; or a table where you still have a seat",
    )
    join.set_defaults(run=_join)

    tables = commands.add_parser("tables", help="print the tables found on this network")
    tables.add_argument("--seconds", type=_seconds, default=3.0, help="look this long (default 3)")
    tables.set_defaults(run=_tables)

    rules = commands.add_parser("rules", help="the rule sets there are, and how one is played")
    rules.add_argument("name", nargs="?", help="such as belgian")
    _add_settings(rules)
    rules.add_argument("--fields", action="store_true", help="everything that --set can set")
    rules.set_defaults(run=_rules)

    verify = commands.add_parser("verify", help="check a saved match: how it was dealt and played")
    verify.add_argument("file", help="a table that this machine kept, or an exported match")
    verify.add_argument("--export", metavar="FILE", help="write its finished matches to a file")
    verify.set_defaults(run=_verify)

    doctor = commands.add_parser("doctor", help="what could keep this machine from a table")
    doctor.set_defaults(run=_doctor)

    demo = commands.add_parser("demo", help="watch computer players: needs no terminal")
    _add_rules(demo)
    demo.add_argument("--seed", type=int, default=None, help="the same match each time")
    demo.set_defaults(run=_demo)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    import argparse

    parser.add_argument(
        "--rules",
        default="west-flanders",
        metavar="NAME",
        help="`manillen rules` lists them (default west-flanders)",
    )
    parser.add_argument("--rules-json", default=None, help=argparse.SUPPRESS)  # for programs
    _add_settings(parser)
    parser.add_argument(
        "--target", type=_whole(1, 999), default=None, metavar="POINTS", help="what is played to"
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change one of the rules; `manillen rules --fields` lists them",
    )


def _chosen(options: argparse.Namespace) -> Rules:
    """The rules of a new table; `Trouble` when there are none such, or they cannot be played."""
    from manillen_tui.config.rule_options import agreed, changed, find_rules, rules_from_json

    settings: list[str] = list(options.set)
    if options.target is not None:
        settings.append(f"target={options.target}")
    if getattr(options, "automatic_cut", False):
        settings.append("cut_automatic=yes")
    if (watch := getattr(options, "watch", None)) is not None:
        settings.append(f"watch_open={'yes' if watch == 'cards-after' else 'no'}")
    if options.rules_json is not None:
        return agreed(changed(rules_from_json(options.rules_json), settings))
    return agreed(changed(find_rules(options.rules), settings))


def _play(options: argparse.Namespace) -> int:
    from manillen_tui.commands.play import play

    return play()


def _join(options: argparse.Namespace) -> int:
    from manillen_tui.commands.play import play

    return play(joining=True, address=options.address)


def _host(options: argparse.Namespace) -> int:
    rules = _chosen(options)
    seats = rules.players if options.seats is None else options.seats
    if seats > rules.players:
        raise Trouble("too-many-seats", {"n": rules.players})

    from manillen_tui.host.process import HostOptions, run

    absence = {"absence_ms": options.absence} if "absence" in options else {}
    return run(
        HostOptions(
            kept=options.kept,
            guarded=not options.open,
            **absence,
            rules=rules,
            name=options.name,
            player=options.player,
            port=options.port,
            computers=rules.players - seats,
            pace_s=options.pace,
            seed=options.seed,
            headless=options.headless,
            errand=options.errand,
        )
    )


def _tables(options: argparse.Namespace) -> int:
    from manillen_tui.commands.tables import print_tables

    return print_tables(options.seconds)


def _rules(options: argparse.Namespace) -> int:
    from manillen_tui.commands.rules import print_rules

    print_rules(options.name, options.set, fields=options.fields)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from pathlib import Path

    from manillen_tui.commands.verify import verify

    return verify(Path(options.file), Path(options.export) if options.export else None)


def _doctor(options: argparse.Namespace) -> int:
    from manillen_tui.commands.doctor.doctor import run

    return run()


def _demo(options: argparse.Namespace) -> int:
    from manillen_tui.commands.demo import run_demo

    return run_demo(_chosen(options), options.seed)


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


def _absence(text: str) -> int | None:
    """In milliseconds; None: for ever."""
    match text:
        case "wait":
            return None
        case "now":
            return 0
        case _:
            return round(_seconds(text) * 1000)


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 3600:
        raise ValueError
    return value


_port.__name__ = "port"
_seconds.__name__ = "number of seconds"
_absence.__name__ = "time of absence"


def _open_what_is_closed() -> None:
    """Standard streams that nobody gave this program lead nowhere, instead of being missing."""
    import os

    # A file or a connection that got one of their numbers would be taken for that stream.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        if getattr(sys, name) is None:
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays
            setattr(sys, name, stream)


def _forget_output() -> None:
    """Python flushes standard output once more when it ends: into nothing now."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
