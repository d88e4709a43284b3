"""What the commands print: hosts without the interface, the demo, lists of tables and rules."""

from typing import Final

from manillen_tui.words.catalogue import Sentence, _


# A host without the interface ---------------------------------------------------------------------

OPEN: Final = Sentence("{name} is open. The others start `manillen` and choose Join.")
BY_ADDRESS: Final = Sentence("They can also join by address: {addresses}")
NO_CODE: Final = Sentence("Anybody on this network can sit down: there is no code.")
CODE: Final = Sentence("They need this code:")
HOW_TO_STOP: Final = Sentence("Press Ctrl+C to stop hosting.")
NOBODY_HERE: Final = Sentence("Nobody has been here for a while.")
CLOSED: Final = Sentence("The table is closed.")
SAVED: Final = Sentence("The table has been saved.")
HOW_TO_CONTINUE: Final = Sentence("`manillen host --continue {table}` continues it.")


def seated_line(state: str, people: int, seats: int) -> str:
    """How many people sit at a table, and whether they are playing."""
    match state:
        case "playing":
            line = _("Playing, {people} of {seats} seated.")
        case "over":
            line = _("Match over, {people} of {seats} seated.")
        case _:
            line = _("Not started yet, {people} of {seats} seated.")
    return line.format(people=people, seats=seats)


# The demo -----------------------------------------------------------------------------------------

DEMO_TABLE: Final = Sentence("Demo table")
FOUND: Final = Sentence("The table was found on the network.")
NOT_FOUND: Final = Sentence("This network cannot be searched: the players join by address.")
TAKES_TRICK: Final = Sentence("{name} +{points}")

# The lists ----------------------------------------------------------------------------------------

SEATED: Final = Sentence("{people} of {seats} seated")
MORE_ABOUT_RULES: Final = Sentence(
    "`manillen rules NAME` explains one; `manillen rules --fields` lists all options."
)

# What was typed -----------------------------------------------------------------------------------


def must_be(wanted: str, low: int | None = None, high: int | None = None) -> str:
    """What an option takes, to stand after its name."""
    match wanted:
        case "absence":
            line = _("must be now, wait, or a number of seconds up to {high}")
        case "seconds":
            line = _("must be a number of seconds up to {high}")
        case _ if high is not None:
            line = _("must be a whole number from {low} to {high}")
        case _:
            line = _("must be a whole number")
    return line.format(low=low, high=high)
