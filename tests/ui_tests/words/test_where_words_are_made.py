"""Every sentence that a person meets is made in words/, and looked up when it is shown."""

import ast
import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Final, Literal, NamedTuple

import pytest
from msgspec.structs import replace

from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.records import Phase
from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens import join as join_screen
from net.address import Address
from net.discovery.listing import Status
from net.protocol.host_messages import Claim, Said
from support.engine_client import EngineClient
from support.fake_client import (
    LOBBY,
    PEOPLE,
    PLAYING,
    FakeBrowser,
    FakeClient,
    FakeRunning,
    FakeSaved,
    FakeWorld,
    found,
    last_trick,
    person,
    view_with,
)
from support.places import ROOT
from support.pseudo_language import pseudo_language, untranslated
from support.screens import BASE, COMPACT, TABLE, WIDE, running, said_on, text_of
from support.variants import QUICK, at, leading, naming


PROGRAM: Final = ROOT / "manillen_tui"


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


#: Of others' halves, until they are here.
PENDING: Final = {
    name_of(PROGRAM / path)
    for path in (
        *("commands/demo.py", "commands/plain_text.py", "commands/rules.py", "commands/tables.py"),
        *("host/opening.py", "host/output.py"),
        *(f"ui/screens/{name}.py" for name in ("all_hands", "ask_partner", "deal_talk")),
        *(f"ui/screens/{name}.py" for name in ("last_trick", "score", "seat", "table", "watch")),
        *(f"ui/widgets/{name}.py" for name in ("bidding", "mat", "record")),
    )
}
MAKERS: Final = {"_", "gettext", "ngettext", "pgettext", "npgettext", "Sentence"}


TREES: Final = {
    name_of(path): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PROGRAM.rglob("*.py"))
}


# Where they are made ------------------------------------------------------------------------------


def called(function: ast.expr) -> str:
    """The last part of the name of what is called."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@pytest.mark.parametrize("module", [n for n in TREES if ".words" not in n and n not in PENDING])
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
    """The texts of those that have a name, by the module and the name."""
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
    """What each name in a module stands for that is defined or imported at its head."""
    names = {full.rpartition(".")[2]: full for full in NAMED if full.rpartition(".")[0] == module}
    for node in TREES[module].body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def sentences_in(node: ast.expr, names: dict[str, str], local: dict[str, set[str]]) -> set[str]:
    """Which sentences, by their full names, an expression may stand for."""
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
    """Those that a function chooses among and holds in a variable."""
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
    """Every call of a sentence that has a name."""
    for module, tree in TREES.items():
        names = full_names(module)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for place in (*functions, tree):
            local = local_sentences(place, names) if place is not tree else {}
            for node in ast.walk(place):
                if isinstance(node, ast.Call):
                    for sentence in sentences_in(node.func, names, local):
                        yield sentence, Spoken(module, node)


SPOKEN: Final = list(spoken_by_name())


def test_every_sentence_with_a_name_is_spoken_with_exactly_its_gaps() -> None:
    wrong = [
        f"{spoken}: {sentence} has {gaps_in(NAMED[sentence])}, not {spoken.gaps}"
        for sentence, spoken in SPOKEN
        if spoken.gaps != gaps_in(NAMED[sentence]) or spoken.call.args
    ]
    assert wrong == []
    assert NAMED.keys() - {sentence for sentence, _spoken in SPOKEN} == set()


@pytest.mark.parametrize("module", [name for name in TREES if ".words." in name])
def test_sentences_in_a_list_are_spoken_with_their_gaps_where_the_list_is(module: str) -> None:
    calls = [node for node in ast.walk(TREES[module]) if isinstance(node, ast.Call)]
    texts = [text for call in calls if (text := sentence_text(call)) is not None]
    in_lists = set(texts) - {text for name, text in NAMED.items() if name.startswith(module)}
    given = [Spoken(module, c).gaps for c in calls if isinstance(c.func, ast.Subscript)]
    assert [text for text in in_lists if gaps_in(text) and gaps_in(text) not in given] == []


# In another language ------------------------------------------------------------------------------


CLUB: Final = Keepsake(
    table="c0ffee",
    name="Clubhouse",
    addresses=(Address("192.168.1.9", 7842),),
    fingerprint="00" * 32,
    token="secret",
    player="Maria",
    seat=1,
)
ROWS: Final = (
    found("a", "Kitchen table", "Wim", people=4, info={"name": "malilla", "target": 51}),
    found("b", "Clubhouse", "Bea", state="playing", round_trip_ms=None, code=False),
    found("c", "Sunday table", "Noor", status=Status.SILENT),
    found("d", "Old", "Jan", status=Status.OTHER_VERSION),
    found("e", "New", "Els", status=Status.SEARCHING),
)
#: What people chose themselves, and keys.
AS_TYPED: Final = {
    *PEOPLE,
    *("Bea", "Jan", "Kitchen", "Clubhouse", "Sunday", "Old", "New", "table"),
    *("good", "evening", "amber", "banjo"),
    *("Esc", "Del", "PgDn", "PgUp", "Ctrl", "Space", "Home", "End"),
}


class Scene(NamedTuple):
    """A screen, and how to come to it: by these keys, from the table or else from home."""

    world: Callable[[], FakeWorld]
    keys: Sequence[str] = ()
    home: bool = False


def world_of_ways() -> FakeWorld:
    saved = [FakeSaved(), FakeSaved("ab", "Old table", trouble="table-damaged")]
    return FakeWorld(left_running=FakeRunning(), kept=[CLUB], saved=saved)


def lobby_of(seat: int = 0, *, watches: bool = False, code: bool = True) -> FakeWorld:
    room = replace(LOBBY, chat=(Said(1, "Wim", "good evening"),))
    client = FakeClient(room, seat=seat)
    client.watches = watches
    if not code:
        client.code = None
    return FakeWorld(client, left_running=FakeRunning(code=client.code))


def table_of(*, watches: bool = False, claimed: bool = False) -> FakeWorld:
    away = replace(person("Wim"), away=True, played=True)
    room = replace(PLAYING, chairs=(person("Maria"), away, person("Noor"), person("Els")))
    if claimed:
        room = replace(room, claims=(Claim(1, "Bea"),))
    view = view_with(last_trick=last_trick(1, "9♠ 7♠ K♠ Q♠", 3, 5))
    client = FakeClient(room, view, seat=2 if watches else 0)
    client.watches = watches
    return FakeWorld(client)


def match_of(name: str, moment: str) -> FakeWorld:
    """A match by this preset, when it first comes to one of these moments."""
    moments = {
        "cut": lambda view: view.cut_range is not None and 0 in view.to_act,
        "naming": naming,
        "leading": leading,
        "scored": lambda view: view.phase is Phase.SCORE,
        "over": lambda view: view.phase is Phase.OVER,
    }
    rules = replace(PRESETS[name], target=11 if moment == "over" else 999)
    client: EngineClient = at(rules, moments[moment])
    return FakeWorld(client)


class OneAnswer(asyncio.Event):
    """Whoever waits first is answered, and nobody after that."""

    async def wait(self) -> Literal[True]:
        if not self.is_set():
            return await super().wait()
        self.clear()
        return True


FULL: Final = Trouble("full", {"watch": True, "away": [[1, "Noor"]]})

ON_THE_WAY: Final = {
    "home": Scene(world_of_ways, home=True),
    "home, another table": Scene(world_of_ways, ("o",), home=True),
    "home, forget which": Scene(world_of_ways, ("delete",), home=True),
    "home, forget this": Scene(world_of_ways, ("delete", "1"), home=True),
    "home, keys": Scene(world_of_ways, ("question_mark",), home=True),
    "home, name": Scene(world_of_ways, ("n",), home=True),
    "host": Scene(FakeWorld, ("h",), home=True),
    "rules editor": Scene(FakeWorld, ("h", "r", "down", "down", "down", "right"), home=True),
    "rules editor, clash": Scene(FakeWorld, ("h", "r", "left"), home=True),
    "rules editor, name": Scene(FakeWorld, ("h", "r", "s"), home=True),
    "rules pages": Scene(FakeWorld, ("r",), home=True),
    "join": Scene(lambda: FakeWorld(browser=FakeBrowser(ROWS)), ("j",), home=True),
    "join, nothing there": Scene(FakeWorld, ("j",), home=True),
    "join, address": Scene(FakeWorld, ("j", "a", "x", "enter"), home=True),
    "code asked": Scene(lambda: FakeWorld(code="tango kiwi")),
    "code refused": Scene(lambda: FakeWorld(code="tango kiwi"), (*"amber", "enter")),
    "full": Scene(lambda: FakeWorld(refusal=FULL)),
    "claim pending": Scene(lambda: FakeWorld(refusal=FULL, answering=OneAnswer()), ("2",)),
    "lobby": Scene(lobby_of, ("b",), home=True),
    "lobby, open": Scene(lambda: lobby_of(code=False), ("b",), home=True),
    "lobby, guest": Scene(lambda: lobby_of(1)),
    "lobby, spectator": Scene(lambda: lobby_of(2, watches=True)),
    "lobby, keys": Scene(lobby_of, ("question_mark",)),
    "lobby, people": Scene(lobby_of, ("x",)),
    "lobby, left by host": Scene(lobby_of, ("b", "q"), home=True),
    "lobby, left by guest": Scene(lambda: lobby_of(1), ("q",)),
    "code shown": Scene(lobby_of, ("f4",)),
    "no code": Scene(lambda: lobby_of(code=False), ("f4",)),
    "chat": Scene(lobby_of, ("m",)),
    "people": Scene(table_of, ("x",)),
    "people, send away": Scene(table_of, ("x", "down", "down", "r")),
    "people, pass rights": Scene(table_of, ("x", "down", "down", "p")),
    "people, claim": Scene(lambda: table_of(claimed=True), ("x",)),
    "people, spectator": Scene(lambda: table_of(watches=True), ("x",)),
    "table, left by host": Scene(table_of, ("q",)),
    "table, left by spectator": Scene(lambda: table_of(watches=True), ("q",)),
}
AT_THE_TABLE: Final = {
    "table": Scene(table_of),
    "table, refused card": Scene(table_of, ("2",)),
    "table, spectator": Scene(lambda: table_of(watches=True)),
    "table, keys": Scene(table_of, ("question_mark",)),
    "last trick": Scene(table_of, ("l",)),
    "score during a deal": Scene(table_of, ("s",)),
    "hands during a deal": Scene(table_of, ("h",)),
    "cut": Scene(lambda: match_of("west-flanders", "cut")),
    "naming": Scene(lambda: match_of("west-flanders", "naming")),
    "choice round": Scene(lambda: match_of("belgian", "naming")),
    "bidding": Scene(lambda: match_of("encheres", "naming")),
    "ask partner": Scene(lambda: match_of("parlee", "leading"), ("a",)),
    "what was said": Scene(lambda: match_of("parlee", "leading"), ("w",)),
    "signals": Scene(lambda: match_of("parlante", "leading")),
    "two players": Scene(lambda: match_of("two", "leading")),
    "score": Scene(lambda: match_of("west-flanders", "scored")),
    "score, hands": Scene(lambda: match_of("west-flanders", "scored"), ("h",)),
    "final": Scene(lambda: match_of("west-flanders", "over")),
}
SCENES: Final = ON_THE_WAY | AT_THE_TABLE


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_every_word_on_a_screen_comes_from_the_language(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_screen, "EXPLAIN_S", 0.0)
    address = None if scene.home else TABLE
    with pseudo_language():
        async with running(scene.world(), *scene.keys, at=address, settings=QUICK) as (app, pilot):
            for size in (BASE, COMPACT, WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert untranslated(said_on(app)) - AS_TYPED == set(), text_of(app)


async def test_another_language_is_spoken_while_the_program_runs() -> None:
    async with running(FakeWorld(), "h", at=None) as (app, pilot):
        assert {"Table", "Rules", "Spectators"} < untranslated(text_of(app))
        await pilot.press("escape")
        with pseudo_language():
            await pilot.press("h")
            assert untranslated(said_on(app)) <= AS_TYPED, text_of(app)
        await pilot.press("escape", "h")
        assert {"Table", "Rules", "Spectators"} < untranslated(text_of(app))
