"""The command line. Imports slow modules only when they are needed."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

from manillen_tui import __version__
from manillen_tui.trouble import Trouble, complain


if TYPE_CHECKING:
    import argparse

    from manillen_tui.engine.rules import Rules

T = TypeVar("T")

#: The longest time that can be asked for, in seconds.
MOST_S: Final = 3600


def main(argv: Sequence[str] | None = None) -> int:
    """Run `manillen` with the given arguments and return its exit code."""
    _open_what_is_closed()
    try:
        try:
            return _run(list(sys.argv[1:] if argv is None else argv))
        finally:
            sys.stdout.flush()  # here, where a full disk can still be reported
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `manillen demo | head`: the reader has seen enough
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        _complain("output-unwritable", reason=error.strerror or type(error).__name__)
        return 1


def _run(arguments: Sequence[str]) -> int:
    # Importing argparse takes as long as starting Python: too long for what scripts ask often.
    if arguments == ["--version"]:
        print(f"manillen {__version__}")
        return 0
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    for stream in (sys.stdout, sys.stderr):
        # A terminal shows a question mark for what its encoding lacks, and the game goes on.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        return run(options)
    except Trouble as trouble:  # such as unknown rules
        _complain(trouble.code, **trouble.details)
        return 2


def _complain(code: str, **details: object) -> None:
    from manillen_tui.words.refusals import trouble_line

    complain(trouble_line(code, details))


def _parser() -> argparse.ArgumentParser:
    import argparse

    class OneLine(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            _complain("wrong-use", message=message, command=self.prog)
            raise SystemExit(2)

    seconds = _said(_seconds, "seconds", high=MOST_S)
    number = _said(int, "number")
    parser = OneLine(
        prog="manillen",
        description="Manillen at a card table in your terminal, with everybody on the local "
        "network. Without a command, the home screen opens.",
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
        help="continue a saved table: the latest, or the one with this id or in this file",
    )
    host.add_argument("--open", action="store_true", help="let people in without a code")
    host.add_argument(
        "--absence",
        type=_said(_absence, "absence", high=MOST_S),
        default=argparse.SUPPRESS,
        metavar="WHEN",
        help="when a computer player moves for somebody away: now, wait (never), or seconds",
    )
    host.add_argument(
        "--watch",
        choices=("none", "cards-after"),
        default=None,
        help="the cards that spectators see: none, or those of a deal once the next has begun",
    )
    host.add_argument(
        "--headless", action="store_true", help="for programs: print one line of JSON"
    )
    host.add_argument("--errand", action="store_true", help=argparse.SUPPRESS)  # for programs
    host.add_argument("--name", help="the name of the table")
    host.add_argument(
        "--port",
        type=_whole(1, 65535),
        default=None,
        help="the TCP port (default 7842, or the next free one)",
    )
    _add_rules(host)
    host.add_argument(
        "--seats",
        type=_whole(1, 4),
        default=None,
        metavar="N",
        help="chairs for people; computer players take the others (default: all)",
    )
    host.add_argument("--automatic-cut", action="store_true", help="cut the pack automatically")
    host.add_argument("--player", default=None, metavar="NAME", help="the name of the host")
    host.add_argument(
        "--pace",
        type=seconds,
        default=None,
        metavar="S",
        help="seconds between computer players' moves (default 0.7)",
    )
    host.add_argument(
        "--seed",
        type=number,
        default=None,
        help="deal the same cards each time, for tests",
    )
    host.set_defaults(run=_host)

    join = commands.add_parser("join", help="join a table")
    join.add_argument(
        "address",
        nargs="?",
        help="an address such as 192.168.1.20:7842, or a table where you still have a seat",
    )
    join.set_defaults(run=_join)

    tables = commands.add_parser("tables", help="list the tables on this network")
    tables.add_argument(
        "--seconds",
        type=seconds,
        default=3.0,
        help="how long to search (default 3)",
    )
    tables.set_defaults(run=_tables)

    rules = commands.add_parser("rules", help="list the rule sets, or explain one")
    rules.add_argument("name", nargs="?", help="the rule set to explain, such as belgian")
    _add_settings(rules)
    rules.add_argument(
        "--fields", action="store_true", help="list every option that --set can change"
    )
    rules.set_defaults(run=_rules)

    verify = commands.add_parser(
        "verify", help="check how a saved match was shuffled, played and scored"
    )
    verify.add_argument("file", help="a saved table, or an exported match")
    verify.add_argument("--export", metavar="FILE", help="write its finished matches to a new file")
    verify.set_defaults(run=_verify)

    doctor = commands.add_parser("doctor", help="find what could keep this machine from a table")
    doctor.set_defaults(run=_doctor)

    demo = commands.add_parser("demo", help="watch computer players; works without a terminal")
    _add_rules(demo)
    demo.add_argument("--seed", type=number, default=None, help="play the same match each time")
    demo.set_defaults(run=_demo)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    import argparse

    parser.add_argument(
        "--rules",
        default="west-flanders",
        metavar="NAME",
        help="the rule set (default west-flanders); `manillen rules` lists them",
    )
    parser.add_argument("--rules-json", default=None, help=argparse.SUPPRESS)  # for programs
    _add_settings(parser)
    parser.add_argument(
        "--target", type=_whole(1, 999), default=None, metavar="POINTS", help="the score to play to"
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change an option of the rules; `manillen rules --fields` lists them",
    )


def _chosen(options: argparse.Namespace) -> Rules:
    """The rules for a new table. Raises `Trouble` if unknown or unplayable."""
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


def _said(read: Callable[[str], T], wanted: str, **limits: int) -> Callable[[str], T]:
    """`read` for argparse; whoever types what it refuses is told what is `wanted`."""

    def reads(text: str) -> T:
        try:
            return read(text)
        except ValueError:
            import argparse

            from manillen_tui.words.commands import must_be

            raise argparse.ArgumentTypeError(must_be(wanted, **limits)) from None

    return reads


def _whole(low: int, high: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return _said(whole, "number", low=low, high=high)


def _absence(text: str) -> int | None:
    """An absence in milliseconds; None: wait forever."""
    match text:
        case "wait":
            return None
        case "now":
            return 0
        case _:
            return round(_seconds(text) * 1000)


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= MOST_S:
        raise ValueError
    return value


def _open_what_is_closed() -> None:
    """Open missing standard streams on the null device."""
    import os

    # A file or a connection that got one of their numbers would be used as that stream.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        if getattr(sys, name) is None:
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays
            setattr(sys, name, stream)


def _forget_output() -> None:
    """Discard what Python will flush to standard output when it exits."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
