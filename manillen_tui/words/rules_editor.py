"""Where the rules of a table are changed, and kept under a name."""

from typing import Final

from manillen_tui.engine.check import Clash
from manillen_tui.engine.rules import Rules
from manillen_tui.words.catalogue import Sentence, _, ngettext
from manillen_tui.words.clashes import clash_line, clash_offer
from manillen_tui.words.presets import base_of, difference_lines, rules_name


RULES_OF_TABLE: Final = Sentence("Rules of the table")
INSTEAD_OF: Final = Sentence("  instead of {value}")


def clash_to_mend(clash: Clash, rules: Rules) -> str:
    """Which two fields do not go together, and the change that a key makes."""
    return f"{clash_line(clash, rules)} {clash_offer(clash)}"


def distance(rules: Rules) -> str:
    """How far these rules are from their base profile."""
    base, changes = rules_name(base_of(rules).name), len(difference_lines(rules))
    if not changes:
        return _("The same as {base}.").format(base=base)
    return ngettext(
        "{n} line differs from {base} (*).", "{n} lines differ from {base} (*).", changes
    ).format(n=changes, base=base)


SAVE_AS: Final = Sentence("Save these rules as")
NAME: Final = Sentence("a name")
CHOOSE_BY_NAME: Final = Sentence("You can choose them again by this name.")
