"""The keys on the way to a table: at home, opening one, joining one, and before the match."""

from typing import Final

from manillen_tui.ui.keys.action import COMMON, DIGITS, PEOPLE, RULES, SPOKEN, TALK, Action
from manillen_tui.words import _


MENU: Final = (
    Action("menu-up", "up", "move(-1)", _("up"), "↑"),
    Action("menu-down", "down", "move(1)", _("down"), "↓"),
    Action("menu-choose", "enter,space", "choose", _("choose"), "↵"),
)

HOME: Final = (
    Action("home-choose", "", "", _("choose"), "↑↓ ↵", True, _("Choose a line")),
    Action("home-host", "h", "pick('host')", _("host"), "h", True, _("Open a table of your own")),
    Action("home-join", "j", "pick('join')", _("join"), "j", True, _("Sit down at a table")),
    Action("home-back", "b", "pick('back')", _("back"), "b", False, _("Back to your table")),
    Action(
        "home-others", "o", "pick('others')", _("others"), "o", False, _("Back to another table")
    ),
    Action(
        "home-forget",
        "delete,backspace",
        "pick('forget')",
        _("forget"),
        "Del",
        False,
        _("Forget a table that you could go back to"),
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

PROVING: Final = (
    Action("proving-join", "", "", _("join"), "↵", True, _("Join with these two words")),
    Action("proving-back", "escape,f10", "back", _("back"), "Esc", True, _("Back, without it")),
)
CODE: Final = (
    Action("code-new", "n", "new", _("a new code"), "n", True, _("Make another code")),
    Action("code-close", "escape,b,q,f4,f10,enter", "close", _("close"), "Esc", True, _("Close")),
)
#: Who is here, and what may be done about it.
PEOPLE_HERE: Final = (
    Action("here-admit", "y", "admit", _("it is so"), "y", False, _("Give the seat that is asked")),
    Action("here-decline", "n", "decline", _("it is not"), "n", False, _("Give no seat")),
    Action("here-remove", "r", "remove", _("send away"), "r", False, _("Send a guest away")),
    Action("here-pass", "p", "pass", _("rights"), "p", False, _("Pass the host's rights on")),
    Action("here-shut", "s", "shut", _("shut"), "s", False, _("Let nobody sit on that chair")),
    Action("here-open", "o", "open", _("open"), "o", False, _("Let people sit there again")),
    Action(
        "here-computer", "c", "computer", _("computer"), "c", False, _("Let one play there now")
    ),
    Action(
        "here-absence", "a", "absence", _("absence"), "a", False, _("Change what absence means")
    ),
    Action("here-mine", "m", "mine", _("that is me"), "m", False, _("Ask for your own seat")),
    Action("here-sit", "t", "sit", _("take it"), "t", False, _("Sit down on that chair")),
    Action("here-close", "escape,b,q,x,f10", "close", _("close"), "Esc", True, _("Close")),
)
PENDING: Final = (
    Action("pending-back", "escape,b,q,f10", "back", _("give up"), "Esc b", True, _("Give it up")),
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
    Action("join-move", "", "", _("choose"), "↑↓", False, _("Mark another table")),
    Action("join-watch", "w", "watch", _("watch"), "w", True, _("Watch at the marked table")),
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
    PEOPLE,
    SPOKEN,
    RULES,
    TALK,
    *COMMON,
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

CHAT: Final = (
    Action("chat-say", "", "", _("say it"), "↵", True, _("Say it to everybody")),
    Action("chat-close", "escape,f10", "close", _("close"), "Esc", True, _("Close")),
)

DIALOG: Final = (
    Action("dialog-close", "escape,b", "close", _("close"), "Esc b", True, _("Close")),
)
