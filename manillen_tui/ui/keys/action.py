"""One thing that can be done, and its key."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from textual.binding import Binding, BindingType

from manillen_tui.words.keys import key_help, key_label


class Action(Struct, frozen=True):
    """`shown` is how its keys are written in a footer and a list; its words are in `words.keys`."""

    id: str
    keys: str  # as Textual names them, the first one is the main one
    run: str
    shown: str
    footer: bool = False
    says: str = ""  # the id whose words it has, where they are not its own

    @property
    def label(self) -> str:
        """Its name in a footer and a list."""
        return key_label(self.says or self.id)

    @property
    def help(self) -> str:
        """What it does, in a line."""
        return key_help(self.says or self.id)


def bindings(actions: Iterable[Action]) -> list[BindingType]:
    return [
        Binding(action.keys, action.run, show=False, id=action.id)
        for action in actions
        if action.keys
    ]


def key_shown(action: Action, keymap: Mapping[str, str]) -> str:
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
QUIT: Final = Action("quit", "ctrl+q,ctrl+c", "quit", "Ctrl+Q")

KEYS: Final = Action("keys", "question_mark,f1", "app.keys", "?", True)

LETTERS: Final = Action("letters", "f2", "app.letters", "F2")

PALETTE: Final = Action("palette", "", "", "Ctrl+P")

LEAVE: Final = Action("leave", "q,f10,escape", "leave", "q", True)

COMMON: Final = (KEYS, LETTERS, PALETTE)

TALK: Final = Action("talk", "m", "app.talk", "m")

RULES: Final = Action("rules", "f3", "app.rules", "F3")
PEOPLE: Final = Action("people", "x", "app.people", "x")
SPOKEN: Final = Action("spoken", "f4", "app.spoken", "F4")
