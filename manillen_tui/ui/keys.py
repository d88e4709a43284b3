"""The table of actions: what can be done on each screen, and by which key.

Every action has an id, by which the settings file can give it another key. What a screen binds,
its footer, the list of keys and the command palette are all made from these rows.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from textual.binding import Binding, BindingType

from manillen_tui.words import _


class Action(Struct, frozen=True):
    """`label` names it in a footer and a list; `shown` is how its keys are written there."""

    id: str
    keys: str  # as Textual names them, the first one is the main one
    run: str
    label: str
    shown: str
    footer: bool = False
    help: str = ""


def bindings(actions: Iterable[Action]) -> list[BindingType]:
    return [
        Binding(action.keys, action.run, action.label, show=False, id=action.id)
        for action in actions
        if action.keys
    ]


def shown(action: Action, keymap: Mapping[str, str]) -> str:
    """How the keys of an action are written, with what the person has changed."""
    return keymap.get(action.id, action.shown)


def clashes(keymap: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Where changed keys get in one another's way: a key, and the two actions that want it."""
    found = []
    for rows in _together():
        owners: dict[str, str] = {}
        for action in (QUIT, *rows):
            for key in keymap.get(action.id, action.keys).split(","):
                first = owners.setdefault(key.strip(), action.id)
                if key.strip() and first != action.id and {first, action.id} & keymap.keys():
                    found.append((key.strip(), first, action.id))
    return list(dict.fromkeys(found))


def _together() -> list[tuple[Action, ...]]:
    """What is bound at the same time."""
    return [
        HOME + MENU,
        HOST + PICKER,
        JOIN + TABLES,
        LOBBY + CHAIRS,
        TABLE + HAND,
        TRUMP,
        CUT,
        SCORE,
        MENU + DIALOG,
    ]


def unknown(keymap: Mapping[str, str]) -> list[str]:
    """What changed keys are given to that no key can do."""
    known = {action.id for rows in _together() for action in (QUIT, *rows) if action.keys}
    return [name for name in keymap if name not in known]


#: The digit row, and what the same keys give on a Belgian and on a French AZERTY keyboard.
DIGITS: Final = (
    "1,ampersand",
    "2,é",
    "3,quotation_mark",
    "4,apostrophe",
    "5,left_parenthesis",
    "6,section_sign,minus",
    "7,è",
    "8,exclamation_mark,underscore",
    "9,ç",
    "0,à",
)

#: Everywhere, before all others.
QUIT: Final = Action("quit", "ctrl+q,ctrl+c", "quit", _("quit"), "Ctrl+Q")
KEYS: Final = Action(
    "keys", "question_mark,f1", "keys", _("keys"), "?", True, _("All keys of this screen")
)
LETTERS: Final = Action(
    "letters", "f2", "app.letters", _("letters"), "F2", False, _("Suits as letters, or as signs")
)
PALETTE: Final = Action("palette", "", "", _("commands"), "Ctrl+P", False, _("Everything by name"))
LEAVE: Final = Action("leave", "q,f10,escape", "leave", _("leave"), "q", True, _("Leave the table"))
COMMON: Final = (KEYS, LETTERS, PALETTE)
BACK: Final = Action("back", "escape,b", "back", _("back"), "Esc b", True, _("Back"))

MENU: Final = (
    Action("menu-up", "up", "move(-1)", _("up"), "↑"),
    Action("menu-down", "down", "move(1)", _("down"), "↓"),
    Action("menu-choose", "enter,space", "choose", _("choose"), "↵"),
)

HOME: Final = (
    Action("home-choose", "", "", _("choose"), "↑↓ ↵", True, _("Choose a line")),
    Action("home-host", "h", "pick('host')", _("host"), "h", True, _("Open a table of your own")),
    Action("home-join", "j", "pick('join')", _("join"), "j", True, _("Sit down at a table")),
    Action(
        "home-back", "b", "pick('back')", _("back"), "b", False, _("Back to your running table")
    ),
    Action("home-name", "n", "pick('name')", _("name"), "n", True, _("Change your name")),
    Action("home-quit", "q,f10", "pick('quit')", _("quit"), "q", True, _("Quit")),
    *COMMON,
)

HOST: Final = (
    Action("host-open", "enter", "open", _("open the table"), "↵", True, _("Open the table")),
    Action("host-up", "up", "move(-1)", _("line"), "↑↓", True, _("Go to another line")),
    Action("host-down", "down", "move(1)", _("line"), "↓"),
    Action("host-less", "", "", _("change"), "← →", True, _("Change what the line says")),
    Action("host-back", "escape,b,f10", "back", _("back"), "Esc b", True, _("Back, open nothing")),
    *COMMON,
)

JOIN: Final = (
    Action("join-join", "enter", "join", _("join"), "↵", True, _("Sit down at the marked table")),
    Action("join-move", "", "", _("choose"), "↑↓", True, _("Mark another table")),
    Action("join-address", "a", "address", _("address"), "a", True, _("Type an address")),
    Action("join-back", "escape,b,q,f10", "back", _("back"), "Esc b", True, _("Back")),
    *COMMON,
)

LOBBY: Final = (
    Action("lobby-sit", "enter", "sit", _("sit here"), "↵", True, _("Take the marked chair")),
    Action("lobby-move", "", "", _("chair"), "↑↓←→", False, _("Mark another chair; 1-4 too")),
    Action("lobby-ready", "r", "ready", _("ready"), "r", True, _("You are ready, or not yet")),
    Action(
        "lobby-computer",
        "c",
        "computer",
        _("computer"),
        "c",
        True,
        _("Put a computer player on the marked chair, or take it away (host)"),
    ),
    Action("lobby-start", "s", "start", _("start"), "s", True, _("Start the match (host)")),
    Action("lobby-leave", "q,f10,escape", "leave", _("leave"), "q", True, _("Leave the table")),
    *COMMON,
)

TABLE: Final = (
    Action("play", "", "", _("play"), "↵", True, _("Play the lifted card")),
    Action("cards", "", "", _("card"), "1-8", True, _("Play that card; AZERTY keys too")),
    *(
        Action(f"card-{n}", keys, f"card({n})", _("card {n}").format(n=n), str(n))
        for n, keys in enumerate(DIGITS[:8], 1)
    ),
    Action("trump", "", "", _("trump"), "c d h s n", False, _("Name trump, when it is yours")),
    Action("lift", "", "", _("lift"), "← →", False, _("Lift another card")),
    Action("last", "l", "last", _("last trick"), "l", True, _("The last trick, and who took it")),
    Action("score", "s", "score", _("score"), "s", True, _("The score sheet")),
    Action(
        "look",
        "v",
        "look",
        _("look"),
        "v",
        False,
        _("Dealer's partner: look early, void the deal"),
    ),
    LEAVE,
    *COMMON,
)

HAND: Final = (
    Action("hand-left", "left", "lift(-1)", _("left"), "←"),
    Action("hand-right", "right", "lift(1)", _("right"), "→"),
    Action("hand-first", "home", "lift(-99)", _("first"), "Home"),
    Action("hand-last", "end", "lift(99)", _("last"), "End"),
    Action("hand-play", "enter,space", "play", _("play"), "↵"),
)

TRUMP: Final = (
    Action("trump-keys", "", "", _("name trump"), "c d h s n", True),
    Action("trump-arrows", "", "", _("choose"), "← → ↵", True),
    Action("trump-clubs", "c", "name('♣')", _("clubs"), "c", False, _("Name clubs")),
    Action("trump-diamonds", "d", "name('♦')", _("diamonds"), "d", False, _("Name diamonds")),
    Action("trump-hearts", "h", "name('♥')", _("hearts"), "h", False, _("Name hearts")),
    Action("trump-spades", "s", "name('♠')", _("spades"), "s", False, _("Name spades")),
    Action("trump-none", "n", "name('')", _("no trump"), "n", False, _("Name no trump")),
    Action("trump-left", "left", "move(-1)", _("left"), "←"),
    Action("trump-right", "right", "move(1)", _("right"), "→"),
    Action("trump-choose", "enter,space", "choose", _("name it"), "↵"),
)

CUT: Final = (
    Action("cut-left", "left,down", "move(-1)", _("left"), "←"),
    Action("cut-right", "right,up", "move(1)", _("right"), "→"),
    Action("cut-here", "enter,space", "cut", _("cut here"), "↵", True),
    Action("cut-place", "", "", _("another place"), "← → 0-9", True),
    *(
        Action(f"cut-{n % 10}", keys, f"digit({n % 10})", "", str(n % 10))
        for n, keys in enumerate(DIGITS, 1)
    ),
)

CHAIRS: Final = (
    Action("chair-up", "up", "move(-1)", _("up"), "↑"),
    Action("chair-down", "down", "move(1)", _("down"), "↓"),
    Action("chair-side", "left,right", "side", _("partner"), "← →"),
    *(
        Action(f"chair-{n}", keys, f"mark({n - 1})", _("chair {n}").format(n=n), str(n))
        for n, keys in enumerate(DIGITS[:4], 1)
    ),
)

TABLES: Final = (
    Action("tables-up", "up", "move(-1)", _("up"), "↑"),
    Action("tables-down", "down", "move(1)", _("down"), "↓"),
    Action("tables-join", "enter,space", "choose", _("join"), "↵"),
)

PICKER: Final = (
    Action("pick-less", "left,minus", "step(-1)", _("less"), "←"),
    Action("pick-more", "right,plus,space", "step(1)", _("more"), "→"),
)

SCORE: Final = (
    Action("score-next", "enter,space", "next", _("next deal"), "↵", True, _("Seen: next deal")),
    Action("score-rematch", "r", "rematch", _("rematch"), "r", False, _("Play another match")),
    Action(
        "score-computer",
        "c",
        "computer",
        _("computer"),
        "c",
        False,
        _("Computer players for a rematch on the chairs that are empty (host)"),
    ),
    Action("score-close", "escape,s,b", "close", _("table"), "Esc s", True, _("Back to the table")),
    Action("score-leave", "q,f10", "leave", _("leave"), "q", True, _("Leave the table")),
    *COMMON,
)

DIALOG: Final = (
    Action("dialog-close", "escape,b", "close", _("close"), "Esc b", True, _("Close")),
)
