"""Keys that the settings file gives to other actions, and where they get in one another's way."""

from collections.abc import Mapping

from manillen_tui.ui.keys.action import QUIT, Action
from manillen_tui.ui.keys.menus import (
    CHAIRS,
    CODE,
    DIALOG,
    HOME,
    HOST,
    JOIN,
    LOBBY,
    MENU,
    PEOPLE_HERE,
    PICKER,
    TABLES,
)
from manillen_tui.ui.keys.rules import EDITOR, FIELD_KEYS, PAGE
from manillen_tui.ui.keys.table import (
    CUT,
    HAND,
    QUESTION,
    SAY,
    SCORE,
    SPANISH_SUIT_KEYS,
    SUIT_KEYS,
    TABLE,
    WATCH,
)


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
        SUIT_KEYS + SAY,
        SPANISH_SUIT_KEYS + SAY,
        QUESTION,
        CUT,
        SCORE,
        EDITOR + FIELD_KEYS,
        PAGE,
        CODE,
        MENU + PEOPLE_HERE,
        WATCH,
        MENU + DIALOG,
    ]


def unknown(keymap: Mapping[str, str]) -> list[str]:
    """What changed keys are given to that no key can do."""
    known = {action.id for rows in _together() for action in (QUIT, *rows) if action.keys}
    return [name for name in keymap if name not in known]
