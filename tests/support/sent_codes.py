"""The codes that a host can send, as its source has them: so that none is left untold."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from support.places import ROOT


class Sent(NamedTuple):
    """A code in a message of this kind; `args` None: they are not to be seen where it is made."""

    kind: str
    code: str
    args: frozenset[str] | None


#: A guest's own end: what is called a code there never leaves that program.
_GUESTS: Final = {"guest_session.py", "guest_line.py", "connection.py", "unreachable.py"}
#: Where a code is given: the kind of message, and the place of the code among what is given.
_MADE_BY: Final = {
    "Refused": ("refused", 0),
    "Nack": ("nack", 1),
    "CommandRefused": ("nack", 0),
    "Rejected": ("nack", 0),
    "Notice": ("notice", 0),
    "notice": ("notice", 0),
    "_on_notice": ("notice", 0),
    "Bye": ("bye", 0),
    "end": ("bye", 0),
    "_end": ("bye", 0),
    "server.stop": ("bye", 0),
    "see_out": ("bye", 0),
    "_say_goodbye": ("bye", 1),
}
#: Codes that were made elsewhere and are handed on here.
_HANDED_ON: Final = {
    "code",
    "outcome.bye",
    "refusal.code",
    "result.code",
    "details.pop('reason')",
    "reason",  # of the end of a host: one of its constants, or one of the next two
    "ended.result()",
    "stopped.result()",
}
#: Ends of a session that no `bye` tells the other side.
UNTOLD: Final = {"slow", "informed"}


def sent_codes() -> set[Sent]:
    """All but the engine's reasons. An assertion fails for a code that cannot be followed."""
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in _sources()}
    constants = dict(pair for module in modules.values() for pair in _constants(module))
    return {
        sent
        for path, module in modules.items()
        for node in ast.walk(module)
        for sent in _of(node, constants, path)
    }


def _sources() -> list[Path]:
    ours = [*(ROOT / "net").rglob("*.py"), *(ROOT / "manillen_tui/host").glob("*.py")]
    return [path for path in ours if path.name not in _GUESTS]


def _constants(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in module.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(value))):
                yield name, value


def _of(node: ast.AST, constants: dict[str, str], path: Path) -> Iterator[Sent]:
    match node:
        case ast.Call(func=func, args=args) if made_by := _made_by(func):
            kind, place = made_by
            if len(args) > place:
                told = _keys(kind, args[place + 1 :])
                for code in _codes(args[place], constants, path):
                    yield Sent(kind, code, told)
        case ast.Call(
            func=ast.Attribute(attr="call_later"),
            args=[_, ast.Attribute(attr="_end"), ast.Constant(value=str(code))],
        ):
            yield Sent("bye", code, frozenset())
        case ast.keyword(arg="bye", value=ast.Constant(value=str(code))):
            yield Sent("bye", code, frozenset())
        case ast.Assign(targets=[ast.Name(id="byes")], value=value):
            for one in ast.walk(value):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield Sent("bye", one.value, frozenset())
        case ast.Assign(targets=[ast.Name(id="reason")], value=ast.IfExp() as value):
            for code in _codes(value, constants, path):
                yield Sent("bye", code, frozenset())
        case ast.AsyncFunctionDef(name="stop", args=ast.arguments(defaults=[ast.Constant(value)])):
            yield Sent("bye", str(value), frozenset())


def _made_by(func: ast.expr) -> tuple[str, int] | None:
    """By the name of a function or method, or by that with what it is asked of."""
    whole = ast.unparse(func)
    return _MADE_BY.get(whole) or _MADE_BY.get(whole.rpartition(".")[2])


def _codes(value: ast.expr, constants: dict[str, str], path: Path) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(code)):
            yield code
        case ast.Name(id=name) if name in constants:
            yield constants[name]
        case ast.IfExp(body=body, orelse=orelse):
            yield from _codes(body, constants, path)
            yield from _codes(orelse, constants, path)
        case ast.Attribute(value=ast.Name(id="Reason")):
            pass
        case _:
            text = ast.unparse(value)
            assert text in _HANDED_ON, f"{path.name}: which codes can {text} be?"


def _keys(kind: str, after: list[ast.expr]) -> frozenset[str] | None:
    """Of the arguments, which stand behind the code; an end may have its time there too."""
    for details in after:
        if isinstance(details, ast.Dict):
            keys = (key.value for key in details.keys if isinstance(key, ast.Constant))
            return frozenset(map(str, keys))
    return frozenset() if kind == "bye" or not after else None
