"""The list of tables on the network, and what is asked on the way to one of them."""

from typing import Final

from manillen_tui.engine.rules import Rules
from manillen_tui.words.catalogue import Sentence, _, ngettext
from manillen_tui.words.presets import difference_line, rules_line


TABLES_HERE: Final = Sentence("Tables on this network")
ADDRESS: Final = Sentence("Address")
NOTHING_HERE: Final = Sentence(
    "No tables? Both machines must be on the same network (“private” on Windows). The host's"
    " screen shows an address to type here; `manillen doctor` tests this machine."
)

# The columns of the list, and what stands in them -------------------------------------------------

TABLE: Final = Sentence("table")
HOST: Final = Sentence("host")
RULES: Final = Sentence("rules")
PEOPLE: Final = Sentence("people")
ENTRY: Final = Sentence("entry")
STATE: Final = Sentence("state")

PEOPLE_OF: Final = Sentence("{n} of {all}")
CODE: Final = Sentence("code")
NO_CODE: Final = Sentence("no code")
ROUND_TRIP: Final = Sentence("{n} ms")
NO_ANSWER: Final = Sentence("no answer")
OTHER_VERSION: Final = Sentence("outdated")
ASKING: Final = Sentence("asking…")


def found(n: int) -> str:
    return ngettext("{n} found", "{n} found", n).format(n=n)


def searching(n: int) -> str:
    """While more tables may still be found than these."""
    return ngettext("searching…  {n} found", "searching…  {n} found", n).format(n=n)


def table_hint(rules: Rules, *, full: bool) -> str:
    """What the marked table plays, and what may still be done there when it is `full`."""
    said, changes = rules_line(rules), difference_line(rules, 100)
    if changes:
        said = _("{rules}. {changes}").format(rules=said, changes=changes)
    return _("{rules}  Table full: press w to watch.").format(rules=said) if full else said


# At a table that asks for its code, is full, or keeps a seat for somebody -------------------------

TABLE_FULL: Final = Sentence("That table is full.")
MAY_WATCH: Final = Sentence("You can watch: you see the table, but nobody's cards.")
MAY_CLAIM: Final = Sentence(
    "If one of the seats is yours, you get it back once the host confirms it."
)
WATCH_KEY: Final = Sentence("w")
WATCH: Final = Sentence("Watch")
I_AM: Final = Sentence("I am {name}, who is away")
BACK: Final = Sentence("No, go back")

ASK_ALOUD: Final = Sentence("You can also ask aloud: one key there confirms it.  {seconds} s")


def waiting_to_confirm(host: str) -> str:
    """While this `host` is asked whether a seat is this person's; "" where they have no name."""
    if not host:
        return _("Waiting for the host to confirm that this seat is yours")
    return _("Waiting for {name} to confirm that this seat is yours").format(name=host)
