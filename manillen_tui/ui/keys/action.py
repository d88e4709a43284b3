"""One thing that can be done, and its key."""

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
PAUSE: Final = Action(
    "pause", "z", "pause", _("pause"), "z", False, _("Pause the game for all, or go on with it")
)
PEOPLE: Final = Action(
    "people", "x", "people", _("people"), "x", False, _("Who is here; the host manages them here")
)
SPOKEN: Final = Action(
    "spoken", "f4", "spoken", _("code"), "F4", False, _("The two words that let people in (host)")
)
