"""The keys where rules are read and changed."""

from typing import Final

from manillen_tui.ui.keys.action import COMMON, DIGITS, Action


EDITOR: Final = (
    Action("edit-use", "enter", "use", "↵", True),
    Action("edit-move", "", "", "↑↓"),
    Action("edit-change", "", "", "← →", True),
    Action("edit-fix", "f", "fix", "f", True),
    Action("edit-save", "s", "save", "s", True),
    Action("edit-undo", "u", "undo", "u"),
    Action("edit-page", "r,f3", "page", "r"),
    Action("edit-back", "escape,b,f10", "back", "Esc b", True),
    *COMMON,
)

FIELD_KEYS: Final = (
    Action("field-up", "up", "move(-1)", "↑"),
    Action("field-down", "down", "move(1)", "↓"),
    Action("field-part", "pagedown", "group(1)", "PgDn"),
    Action("field-part-back", "pageup", "group(-1)", "PgUp"),
    Action("field-less", "left,minus", "step(-1)", "←"),
    Action("field-more", "right,plus,space", "step(1)", "→"),
    *(
        Action(f"field-{n % 10}", keys, f"digit({n % 10})", str(n % 10))
        for n, keys in enumerate((keys.replace(",minus", "") for keys in DIGITS), 1)
    ),
)

PAGE: Final = (
    Action("page-other", "left", "turn(-1)", "← →", True),
    Action("page-next", "right", "turn(1)", "→"),
    Action("page-scroll", "", "", "↑↓", True),
    Action("page-down", "space,pagedown", "scroll(1)", "Space", True),
    Action("page-up", "pageup", "scroll(-1)", "PgUp"),
    Action("page-back", "escape,b,q,f3,f10,enter", "back", "Esc b", True),
    *COMMON,
)

NAME: Final = (
    Action("name-keep", "", "", "↵", True),
    Action("name-close", "escape,f10", "close", "Esc", True),
)
