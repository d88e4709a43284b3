"""The keys on the way to a table: at home, opening one, joining one, and before the match."""

from typing import Final

from manillen_tui.ui.keys.action import COMMON, DIGITS, PEOPLE, RULES, SPOKEN, TALK, Action


MENU: Final = (
    Action("menu-up", "up", "move(-1)", "↑"),
    Action("menu-down", "down", "move(1)", "↓"),
    Action("menu-choose", "enter,space", "choose", "↵"),
)

HOME: Final = (
    Action("home-choose", "", "", "↑↓ ↵", True),
    Action("home-host", "h", "pick('host')", "h", True),
    Action("home-join", "j", "pick('join')", "j", True),
    Action("home-back", "b", "pick('back')", "b"),
    Action("home-others", "o", "pick('others')", "o"),
    Action("home-forget", "delete,backspace", "pick('forget')", "Del"),
    Action("home-rules", "r", "pick('rules')", "r"),
    Action("home-name", "n", "pick('name')", "n", True),
    Action("home-cancel", "escape", "cancel", "Esc"),
    Action("home-quit", "q,f10", "pick('quit')", "q", True),
    *COMMON,
)

#: While letters go into a field of these screens.
_KEYS_TYPING: Final = Action("typing-keys", "", "", "F1", True)

NAMING: Final = (
    Action("naming-keep", "", "", "↵", True),
    Action("naming-cancel", "", "", "Esc", True),
    _KEYS_TYPING,
)

ADDRESSING: Final = (
    Action("addressing-join", "", "", "↵", True),
    Action("addressing-list", "", "", "Esc", True),
    _KEYS_TYPING,
)

PROVING: Final = (
    Action("proving-join", "", "", "↵", True),
    Action("proving-back", "escape,f10", "back", "Esc", True),
)
CODE: Final = (
    Action("code-new", "n", "new", "n", True),
    Action("code-close", "escape,b,q,f4,f10,enter", "close", "Esc", True),
)
#: Who is here, and what may be done about it.
PEOPLE_HERE: Final = (
    Action("here-admit", "y", "admit", "y"),
    Action("here-decline", "n", "decline", "n"),
    Action("here-remove", "r", "remove", "r"),
    Action("here-pass", "p", "pass", "p"),
    Action("here-shut", "s", "shut", "s"),
    Action("here-open", "o", "open", "o"),
    Action("here-computer", "c", "computer", "c"),
    Action("here-absence", "a", "absence", "a"),
    Action("here-mine", "m", "mine", "m"),
    Action("here-sit", "t", "sit", "t"),
    Action("here-close", "escape,b,q,x,f10", "close", "Esc", True),
)
PENDING: Final = (Action("pending-back", "escape,b,q,f10", "back", "Esc b", True),)
TITLING: Final = (
    Action("titling-open", "", "", "↵", True),
    Action("titling-line", "", "", "↑↓", True),
    Action("titling-back", "", "", "Esc", True),
    _KEYS_TYPING,
)

HOST: Final = (
    Action("host-open", "enter", "open", "↵", True),
    Action("host-up", "up", "move(-1)", "↑↓", True),
    Action("host-down", "down", "move(1)", "↓"),
    Action("host-less", "", "", "← →", True),
    Action("host-rules", "r,f3", "rules", "r", True),
    Action("host-forget", "x", "forget", "x"),
    Action("host-back", "escape,b,f10", "back", "Esc b", True),
    *COMMON,
)

JOIN: Final = (
    Action("join-join", "enter", "join", "↵", True),
    Action("join-move", "", "", "↑↓"),
    Action("join-watch", "w", "watch", "w", True),
    Action("join-address", "a", "address", "a", True),
    Action("join-rules", "r,f3", "rules", "r", True),
    Action("join-back", "escape,b,q,f10", "back", "Esc b", True),
    *COMMON,
)

LOBBY: Final = (
    Action("lobby-sit", "enter", "sit", "↵", True),
    Action("lobby-move", "", "", "↑↓←→"),
    Action("lobby-ready", "r", "ready", "r", True),
    Action("lobby-computer", "c", "computer", "c", True),
    Action("lobby-start", "s", "start", "s", True),
    Action("lobby-leave", "q,f10,escape", "leave", "q", True),
    PEOPLE,
    SPOKEN,
    RULES,
    TALK,
    *COMMON,
)

CHAIRS: Final = (
    Action("chair-up", "up", "move(-1)", "↑"),
    Action("chair-down", "down", "move(1)", "↓"),
    Action("chair-side", "left,right", "side", "← →"),
    *(Action(f"chair-{n}", keys, f"mark({n - 1})", str(n)) for n, keys in enumerate(DIGITS[:4], 1)),
)

TABLES: Final = (
    Action("tables-up", "up", "move(-1)", "↑"),
    Action("tables-down", "down", "move(1)", "↓"),
    Action("tables-join", "enter,space", "choose", "↵"),
)

PICKER: Final = (
    Action("pick-less", "left,minus", "step(-1)", "←"),
    Action("pick-more", "right,plus,space", "step(1)", "→"),
    Action("pick-first", "home", "step(-99)", "Home"),
    Action("pick-last", "end", "step(99)", "End"),
)

CHAT: Final = (
    Action("chat-say", "", "", "↵", True),
    Action("chat-close", "escape,f10", "close", "Esc", True),
)

DIALOG: Final = (Action("dialog-close", "escape,b", "close", "Esc b", True),)
