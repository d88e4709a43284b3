"""The table of actions: what can be done on each screen, and by which key.

Every action has an id, by which the settings file can give it another key. What a screen binds,
its footer, the list of keys and the command palette are all made from these rows.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from textual.binding import Binding, BindingType

from manillen_tui.engine.commands import Call, HandOver, NameBlind, NameTrump, Pass, PickUp
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import View
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
        SUITS + SAY,
        SPANISH_SUITS + SAY,
        QUESTION,
        CUT,
        SCORE,
        EDITOR + FIELDS,
        PAGE,
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
LEAVE: Final = Action(
    "leave", "q,f10,escape", "leave", _("leave"), "q", True, _("Leave the table; Esc too")
)
COMMON: Final = (KEYS, LETTERS, PALETTE)
TALK: Final = Action(
    "talk", "m", "talk", _("talk"), "m", False, _("Say something to the others at the table")
)
RULES: Final = Action(
    "rules", "f3", "app.rules", _("rules"), "F3", False, _("The rules of this table")
)
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
    Action("home-rules", "r", "pick('rules')", _("rules"), "r", False, _("Read any of the rules")),
    Action("home-name", "n", "pick('name')", _("name"), "n", True, _("Change your name")),
    Action("home-cancel", "escape", "cancel", _("cancel"), "Esc"),
    Action("home-quit", "q,f10", "pick('quit')", _("quit"), "q", True, _("Quit")),
    *COMMON,
)

#: While letters go into a field of these screens.
_KEYS_TYPING: Final = Action("typing-keys", "", "", _("keys"), "F1", True)
NAMING: Final = (
    Action("naming-keep", "", "", _("keep"), "↵", True),
    Action("naming-cancel", "", "", _("cancel"), "Esc", True),
    _KEYS_TYPING,
)
ADDRESSING: Final = (
    Action("addressing-join", "", "", _("join"), "↵", True),
    Action("addressing-list", "", "", _("back to the list"), "Esc", True),
    _KEYS_TYPING,
)
TITLING: Final = (
    Action("titling-open", "", "", _("open"), "↵", True),
    Action("titling-line", "", "", _("line"), "↑↓", True),
    Action("titling-back", "", "", _("back"), "Esc", True),
    _KEYS_TYPING,
)

HOST: Final = (
    Action("host-open", "enter", "open", _("open"), "↵", True, _("Open the table")),
    Action("host-up", "up", "move(-1)", _("line"), "↑↓", True, _("Go to another line")),
    Action("host-down", "down", "move(1)", _("line"), "↓"),
    Action("host-less", "", "", _("change"), "← →", True, _("Change what the line says")),
    Action("host-rules", "r,f3", "rules", _("rules"), "r", True, _("Change any of the rules")),
    Action("host-forget", "x", "forget", _("forget"), "x", False, _("Forget rules of your own")),
    Action("host-back", "escape,b,f10", "back", _("back"), "Esc b", True, _("Back, open nothing")),
    *COMMON,
)

JOIN: Final = (
    Action("join-join", "enter", "join", _("join"), "↵", True, _("Sit down at the marked table")),
    Action("join-move", "", "", _("choose"), "↑↓", True, _("Mark another table")),
    Action("join-address", "a", "address", _("address"), "a", True, _("Type an address")),
    Action("join-rules", "r,f3", "rules", _("rules"), "r", True, _("Rules of the marked table")),
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
    Action("lobby-leave", "q,f10,escape", "leave", _("leave"), "q", True, _("Leave; Esc too")),
    RULES,
    TALK,
    *COMMON,
)

SAID: Final = Action(
    "said", "w", "said", _("what was said"), "w", False, _("All that was said in this deal")
)

TABLE: Final = (
    Action("play", "", "", _("play"), "↵", True, _("Play the lifted card")),
    Action("cards", "", "", _("card"), "1-8", True, _("Play that card; AZERTY keys too")),
    *(
        Action(f"card-{n}", keys, f"card({n})", _("card {n}").format(n=n), keys[0])
        for n, keys in enumerate((*DIGITS, "t", "y"), 1)
    ),
    *(
        Action(f"stack-{n}", key, f"stack({n})", _("stack {n}").format(n=n), key)
        for n, key in enumerate("uiop", 1)
    ),
    Action("stacks", "", "", _("stack"), "u i o p", False, _("Play that open card of your stacks")),
    Action("trump", "", "", _("trump"), "c d h s n", False, _("Name trump, when it is yours")),
    Action("ask", "a", "ask", _("ask"), "a", False, _("Ask your partner, before you lead")),
    Action("knock", "k", "signal('knock')", _("knock"), "k", False, _("Lead: best, and return it")),
    Action("slide", "g", "signal('slide')", _("slide"), "g", False, _("Lead: I hold more of it")),
    Action("fly", "f", "signal('fly')", _("fly"), "f", False, _("Lead: my last of this suit")),
    Action("lift", "", "", _("lift"), "← →", False, _("Lift another card")),
    Action("last", "l", "last", _("last trick"), "l", True, _("The last trick, and who took it")),
    Action("score", "s", "score", _("score"), "s", True, _("The score sheet")),
    SAID,
    Action("hands", "h", "hands", _("hands"), "h", False, _("All hands of the deal, after it")),
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
    RULES,
    TALK,
    *COMMON,
)


#: At the table when a deal, or the match, is over.
NEXT: Final = Action("next", "enter,space", "next", _("next deal"), "↵", True, _("Seen: next deal"))
FINAL: Final = Action(
    "final", "r", "final", _("final sheet"), "↵ r", True, _("The final sheet, and a rematch")
)


def sayable(view: View) -> tuple[Action, ...]:
    """What may be said about trump at this moment, and how it is marked."""
    suits = SPANISH_SUITS if view.rules.cards.spanish else SUITS
    said = {
        "trump-none": view.bid_range is None
        and any(isinstance(c, NameBlind) or c == NameTrump(None) for c in view.choices),
        "trump-pass": Pass() in view.choices,
        "trump-look": PickUp() in view.choices,
        "trump-give": HandOver() in view.choices,
        "trump-call": any(isinstance(c, Call) for c in view.choices),
        "trump-more": view.bid_range is not None,
        "trump-less": view.bid_range is not None,
    }
    naming = view.bid_range or any(isinstance(c, NameTrump) and c.suit for c in view.choices)
    listed = (*(suits if naming else ()), *SAY)
    return tuple(action for action in listed if said.get(action.id, True))


def at_table(rules: Rules) -> tuple[Action, ...]:
    """What can be done at a table with these rules."""
    unused = {"stacks"} if not rules.stacks else set()
    if not rules.questions:
        unused.add("ask")
    if not rules.signals:
        unused |= {"knock", "slide", "fly"}
    if not rules.partner_waits:
        unused.add("look")
    if not rules.open_hands:
        unused.add("hands")
    beyond = "ty"[: max(0, rules.hand_size - 10)]
    cards = "1-8" if rules.hand_size <= 8 else f"1-0{beyond}"
    return tuple(
        replace(action, shown=cards) if action.id == "cards" else action
        for action in TABLE
        if action.id not in unused
    )


HAND: Final = (
    Action("hand-left", "left", "lift(-1)", _("left"), "←"),
    Action("hand-right", "right", "lift(1)", _("right"), "→"),
    Action("hand-first", "home", "lift(-99)", _("first"), "Home"),
    Action("hand-last", "end", "lift(99)", _("last"), "End"),
    Action("hand-play", "enter,space", "play", _("play"), "↵"),
)

#: What may be said about trump, beside the suits: `SUITS` or `SPANISH_SUITS`.
SAY: Final = (
    Action("trump-arrows", "", "", _("choose"), "← → ↵", True, _("Mark what to say, and say it")),
    Action("trump-none", "n", "say('none')", _("no trump"), "n", False, _("Name no trump")),
    Action("trump-pass", "p", "say('pass')", _("pass"), "p", False, _("Pass")),
    Action("trump-look", "v", "say('look')", _("look"), "v", False, _("Look at your cards")),
    Action("trump-give", "g", "say('give')", _("leave it"), "g", False, _("Let partner choose")),
    Action("trump-call", "a", "say('call')", _("call"), "a", False, _("Go along, or against")),
    Action("trump-left", "left", "move(-1)", _("left"), "←"),
    Action("trump-right", "right", "move(1)", _("right"), "→"),
    Action("trump-more", "up,plus", "bid(1)", _("how much"), "↑↓ 0-9", True, _("Bid more or less")),
    Action("trump-less", "down", "bid(-1)", _("less"), "↓"),
    Action("trump-choose", "enter,space", "choose", _("say it"), "↵"),
    *(
        Action(f"bid-{n % 10}", keys, f"digit({n % 10})", "", str(n % 10))
        for n, keys in enumerate(DIGITS, 1)
    ),
)

SUITS: Final = (
    Action("trump-clubs", "c", "say('♣')", _("clubs"), "c", False, _("Name clubs")),
    Action("trump-diamonds", "d", "say('♦')", _("diamonds"), "d", False, _("Name diamonds")),
    Action("trump-hearts", "h", "say('♥')", _("hearts"), "h", False, _("Name hearts")),
    Action("trump-spades", "s", "say('♠')", _("spades"), "s", False, _("Name spades")),
)

#: By the letters of their Spanish names, as they stand on the cards.
SPANISH_SUITS: Final = (
    Action("trump-bastos", "b", "say('♣')", _("bastos"), "b", False, _("Name bastos")),
    Action("trump-oros", "o", "say('♦')", _("oros"), "o", False, _("Name oros")),
    Action("trump-copas", "c", "say('♥')", _("copas"), "c", False, _("Name copas")),
    Action("trump-espadas", "e", "say('♠')", _("espadas"), "e", False, _("Name espadas")),
)

QUESTION: Final = (
    Action("ask-up", "up", "move(-1,0)", _("up"), "↑"),
    Action("ask-down", "down", "move(1,0)", _("down"), "↓"),
    Action("ask-left", "left", "move(0,-1)", _("left"), "←"),
    Action("ask-right", "right", "move(0,1)", _("right"), "→"),
    Action("ask-it", "enter,space", "choose", _("ask"), "↵"),
)

CUT: Final = (
    Action("cut-left", "left,down", "move(-1)", _("left"), "←"),
    Action("cut-right", "right,up", "move(1)", _("right"), "→"),
    Action("cut-here", "enter,space", "cut", _("cut here"), "↵", True, _("Cut the pack here")),
    Action("cut-place", "", "", _("another place"), "← → 0-9", True, _("Cut it at another place")),
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
    Action("pick-first", "home", "step(-99)", _("first"), "Home"),
    Action("pick-last", "end", "step(99)", _("last"), "End"),
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
    Action("score-close", "escape,b", "close", _("table"), "Esc s", True, _("Back to the table")),
    Action("score-again", "s", "again", _("table"), "s"),
    Action("score-leave", "q,f10", "leave", _("leave"), "q", True, _("Leave the table")),
    Action("score-hands", "h", "hands", _("hands"), "h", False, _("All hands of this deal")),
    RULES,
    TALK,
    *COMMON,
)

CHAT: Final = (
    Action("chat-say", "", "", _("say it"), "↵", True, _("Say it to everybody")),
    Action("chat-close", "escape,f10", "close", _("close"), "Esc", True, _("Close")),
)

EDITOR: Final = (
    Action("edit-use", "enter", "use", _("use"), "↵", True, _("Play by these rules")),
    Action("edit-move", "", "", _("line"), "↑↓", False, _("Go to another line")),
    Action("edit-change", "", "", _("change"), "← →", True, _("Change it; numbers by digits too")),
    Action("edit-fix", "f", "fix", _("mend"), "f", True, _("Make the change that is offered")),
    Action("edit-save", "s", "save", _("save"), "s", True, _("Keep them under a name")),
    Action("edit-undo", "u", "undo", _("undo"), "u", False, _("This line as it was before")),
    Action("edit-page", "r,f3", "page", _("read"), "r", False, _("Read how they are played")),
    Action("edit-back", "escape,b,f10", "back", _("back"), "Esc b", True, _("As before")),
    *COMMON,
)

FIELDS: Final = (
    Action("field-up", "up", "move(-1)", _("up"), "↑"),
    Action("field-down", "down", "move(1)", _("down"), "↓"),
    Action("field-part", "pagedown", "group(1)", _("next part"), "PgDn"),
    Action("field-part-back", "pageup", "group(-1)", _("part before"), "PgUp"),
    Action("field-less", "left,minus", "step(-1)", _("less"), "←"),
    Action("field-more", "right,plus,space", "step(1)", _("more"), "→"),
    *(
        Action(f"field-{n % 10}", keys, f"digit({n % 10})", "", str(n % 10))
        for n, keys in enumerate((keys.replace(",minus", "") for keys in DIGITS), 1)
    ),
)

PAGE: Final = (
    Action("page-other", "left", "turn(-1)", _("other rules"), "← →", True, _("Other rules")),
    Action("page-next", "right", "turn(1)", _("next rules"), "→"),
    Action("page-scroll", "", "", _("read on"), "↑↓", True, _("Read on, by lines")),
    Action("page-down", "space,pagedown", "scroll(1)", _("page"), "Space", True, _("Page down")),
    Action("page-up", "pageup", "scroll(-1)", _("page"), "PgUp", False, _("Page up")),
    Action("page-back", "escape,b,q,f3,f10,enter", "back", _("back"), "Esc b", True, _("Back")),
    *COMMON,
)

NAME: Final = (
    Action("name-keep", "", "", _("keep"), "↵", True, _("Keep the rules under this name")),
    Action("name-close", "escape,f10", "close", _("close"), "Esc", True, _("Close")),
)

DIALOG: Final = (
    Action("dialog-close", "escape,b", "close", _("close"), "Esc b", True, _("Close")),
)
