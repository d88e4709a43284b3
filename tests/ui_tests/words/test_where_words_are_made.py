"""Every sentence that a person meets is made in words/, and looked up when it is shown."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

import pytest

from support.places import ROOT


PROGRAM: Final = ROOT / "manillen_tui"


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MAKERS: Final = {"_", "gettext", "ngettext", "pgettext", "npgettext", "Sentence"}


TREES: Final = {
    name_of(path): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PROGRAM.rglob("*.py"))
}


# Where they are made ------------------------------------------------------------------------------


def called(function: ast.expr) -> str:
    """The last part of the called function's name."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@pytest.mark.parametrize("module", [name for name in TREES if ".words" not in name])
def test_no_other_module_makes_sentences(module: str) -> None:
    calls = [node for node in ast.walk(TREES[module]) if isinstance(node, ast.Call)]
    assert [f"line {call.lineno}" for call in calls if called(call.func) in MAKERS] == []


LOADING: Final = """
import gettext, importlib, pkgutil

asked = []

class Recorder(gettext.NullTranslations):
    def gettext(self, message):
        asked.append(message)
        return message

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1)

    def pgettext(self, context, message):
        return self.gettext(message)

others = gettext.translation
gettext.translation = lambda domain, *args, **kwargs: (
    Recorder() if domain == "manillen" else others(domain, *args, **kwargs)
)

import manillen_tui

for module in pkgutil.walk_packages(manillen_tui.__path__, "manillen_tui."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)

from manillen_tui.words.catalogue import Sentence

Sentence("the one that is shown")()
print(*asked, sep="; ")
"""


def test_nothing_is_looked_up_before_it_is_shown() -> None:
    program = [sys.executable, "-P", "-c", LOADING]
    loaded = subprocess.run(program, capture_output=True, text=True, timeout=120)
    assert (loaded.stdout, loaded.stderr) == ("the one that is shown\n", "")


# Their gaps ---------------------------------------------------------------------------------------


class Spoken(NamedTuple):
    """A call of something that may be a sentence, in this module."""

    module: str
    call: ast.Call

    @property
    def gaps(self) -> set[str]:
        return {keyword.arg or "**" for keyword in self.call.keywords}

    def __str__(self) -> str:
        return f"{self.module}, line {self.call.lineno}"


def sentence_text(node: ast.AST | None) -> str | None:
    """The text of `Sentence("…")`."""
    match node:
        case ast.Call(func=function, args=[ast.Constant(value=str(text))]):
            return text if called(function) == "Sentence" else None
        case _:
            return None


def gaps_in(text: str) -> set[str]:
    return {gap for _text, gap, _spec, _conversion in Formatter().parse(text) if gap is not None}


def named_sentences() -> dict[str, str]:
    """The texts of named sentences, by module and name."""
    found = {}
    for module, tree in TREES.items():
        for node in tree.body:
            if isinstance(node, ast.AnnAssign | ast.Assign):
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                text = sentence_text(node.value)
                if text is not None and isinstance(target, ast.Name):
                    found[f"{module}.{target.id}"] = text
    return found


NAMED: Final = named_sentences()


def full_names(module: str) -> dict[str, str]:
    """What each name defined or imported at the top of a module refers to."""
    names = {full.rpartition(".")[2]: full for full in NAMED if full.rpartition(".")[0] == module}
    for node in TREES[module].body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def sentences_in(node: ast.expr, names: dict[str, str], local: dict[str, set[str]]) -> set[str]:
    """The full names of the sentences that an expression may evaluate to."""
    match node:
        case ast.Name(id=name) if name in local:
            return local[name]
        case ast.Name(id=name):
            return {names.get(name, "")} & NAMED.keys()
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return {f"{names.get(module, '')}.{name}"} & NAMED.keys()
        case ast.IfExp(body=one, orelse=other):
            return sentences_in(one, names, local) | sentences_in(other, names, local)
        case _:
            return set()


def local_sentences(function: ast.AST, names: dict[str, str]) -> dict[str, set[str]]:
    """Sentences that a function chooses from and holds in a variable."""
    local: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        target, value = node.targets[0], node.value
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=True))
        for variable, chosen in pairs:
            if isinstance(variable, ast.Name) and (found := sentences_in(chosen, names, {})):
                local[variable.id] = local.get(variable.id, set()) | found
    return local


def spoken_by_name() -> Iterator[tuple[str, Spoken]]:
    """Every call of a named sentence."""
    for module, tree in TREES.items():
        names = full_names(module)
        functions = [
            n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        for place in (*functions, tree):
            local = local_sentences(place, names) if place is not tree else {}
            for node in ast.walk(place):
                if isinstance(node, ast.Call):
                    for sentence in sentences_in(node.func, names, local):
                        yield sentence, Spoken(module, node)


SPOKEN: Final = list(spoken_by_name())


def mentioned() -> Iterator[str]:
    """Every named sentence that is used at all."""
    for module, tree in TREES.items():
        names = full_names(module)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                yield from sentences_in(node, names, {})


def test_every_sentence_with_a_name_is_spoken_with_exactly_its_gaps() -> None:
    wrong = [
        f"{spoken}: {sentence} has {gaps_in(NAMED[sentence])}, not {spoken.gaps}"
        for sentence, spoken in SPOKEN
        if spoken.gaps != gaps_in(NAMED[sentence]) or spoken.call.args
    ]
    assert wrong == []
    kept_in_lists = {name for name in mentioned() if not gaps_in(NAMED[name])}
    assert NAMED.keys() - {sentence for sentence, _spoken in SPOKEN} - kept_in_lists == set()


@pytest.mark.parametrize("module", [name for name in TREES if ".words." in name])
def test_sentences_in_a_list_are_spoken_with_their_gaps_where_the_list_is(module: str) -> None:
    calls = [node for node in ast.walk(TREES[module]) if isinstance(node, ast.Call)]
    texts = [text for call in calls if (text := sentence_text(call)) is not None]
    in_lists = set(texts) - {text for name, text in NAMED.items() if name.startswith(module)}
    given = [Spoken(module, c).gaps for c in calls if isinstance(c.func, ast.Subscript)]
    assert [text for text in in_lists if gaps_in(text) and gaps_in(text) not in given] == []
