"""The keys where rules are read and changed."""

from typing import Final

from manillen_tui.ui.keys.action import COMMON, DIGITS, Action
from manillen_tui.words import _


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
