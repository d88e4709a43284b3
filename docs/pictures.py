"""Make the pictures of this folder again: ``python docs/pictures.py``.

They are screens of the real interface, at a table that exists only in memory; the deal is played by
the engine, so that what is seen could have happened.
"""

import asyncio
import re
import sys
from pathlib import Path

import msgspec


HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from manillen_tui.engine import (  # noqa: E402
    PRESETS,
    Command,
    Cut,
    Match,
    NameTrump,
    Phase,
    Play,
    Refusal,
    Suit,
    View,
    apply,
    start,
    view_of,
)
from manillen_tui.engine.match import shuffle  # noqa: E402
from manillen_tui.wire import rules_to_body  # noqa: E402
from support.fake_client import (  # noqa: E402
    PLAYING,
    FakeBrowser,
    FakeClient,
    FakeWorld,
    table_row,
)
from support.screens import running  # noqa: E402


SIZE = (80, 23)
RULES = {name: rules_to_body(rules) for name, rules in PRESETS.items()}
TABLES = (
    table_row("a", "Kitchen table", "Wim", people=3, info=RULES["west-flanders"], round_trip_ms=2),
    table_row(
        "b",
        "Café De Zwaan",
        "Bea",
        people=4,
        state="playing",
        info=RULES["belgian"],
        round_trip_ms=8,
    ),
    table_row("c", "Sunday club", "Jozef", people=1, info=RULES["parlee"], round_trip_ms=3),
)


def a_view() -> View:
    """What a player sees who has to answer in the third trick."""
    match = start(PRESETS["west-flanders"])
    for number in range(100):
        tried = shuffle(match, number.to_bytes(32, "big"))[0]
        for _step in range(2 + 12):  # the cut, the trump, three tricks
            seat = next(iter(view_of(tried, None).to_act))
            view = view_of(tried, seat)
            answering = seat == 0 and len(view.trick) == 2 and sum(view.tricks) == 2
            if answering and 1 < len(view.legal) < len(view.hand or ()):
                return view
            tried = _move(tried, seat, view)
    raise LookupError("no such deal")


def _move(game: Match, seat: int, view: View) -> Match:
    command: Command
    match view.phase:
        case Phase.CUT:
            command = Cut(16)
        case Phase.TRUMP:
            command = NameTrump(Suit.HEARTS)
        case _:
            command = Play(view.legal[-1])
    result = apply(game, seat, command)
    assert not isinstance(result, Refusal)
    return result[0]


def keep(name: str, svg: str) -> None:
    """Without the web font that the export names: a picture needs nothing from elsewhere."""
    svg = re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", svg, flags=re.DOTALL)
    fonts = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
    svg = svg.replace("Fira Code, monospace", fonts).replace(
        "<text ", '<text xml:space="preserve" '
    )
    svg = re.sub(r"terminal-\d+-", "terminal-", svg)  # the same picture has the same text
    (HERE / name).write_text(re.sub(r"[ \t]+\n", "\n", svg), encoding="utf-8")


async def main() -> None:
    view = msgspec.structs.replace(a_view(), deal=6, totals=(54, 37))
    table = FakeWorld(FakeClient(PLAYING, view))
    async with running(table, "right", "right", size=SIZE) as (app, _pilot):
        keep("table.svg", app.export_screenshot())
    world = FakeWorld(browser=FakeBrowser(TABLES))
    async with running(world, "j", size=SIZE, at=None) as (app, _pilot):
        keep("tables.svg", app.export_screenshot())


if __name__ == "__main__":
    asyncio.run(main())
