"""How a saved match was found to be."""

from collections import Counter

from manillen_tui.engine.records import DealRecord
from manillen_tui.history import Fault
from manillen_tui.words.catalogue import _, ngettext
from manillen_tui.words.nouns import trump_text


def finished_line(match: int, record: DealRecord, shares: int) -> str:
    """A deal that was done again, and the totals after it."""
    deal = _("Match {match}, deal {deal}").format(match=match, deal=record.number)
    added = ngettext("{n} added to the shuffle", "{n} added to the shuffle", shares)
    how = _("void") if record.score is None else trump_text(record.trump)
    totals = " - ".join(map(str, record.totals))
    return f"{deal}: {how}, {added.format(n=shares)}, {totals}"


def verified_line(deals: Counter[bool]) -> str:
    """The verdict on a sound file; deals are counted by whether anybody added to the shuffle."""
    line = ngettext(
        "{n} deal is as it was shuffled, played and scored.",
        "All {n} deals are as they were shuffled, played and scored.",
        deals.total(),
    ).format(n=deals.total())
    if deals[False]:
        line += " " + _alone(deals[False], deals.total())
    return line


def _alone(alone: int, deals: int) -> str:
    if alone == deals:
        return ngettext(
            "It was shuffled by the host alone.",
            "All of them were shuffled by the host alone.",
            deals,
        )
    return ngettext(
        "{n} of them was shuffled by the host alone.",
        "{n} of them were shuffled by the host alone.",
        alone,
    ).format(n=alone)


def wrong_line(match: int, deal: int, fault: Fault) -> str:
    """The verdict on a file that is not."""
    where = _("Match {match}, deal {deal}").format(match=match, deal=deal)
    return f"{where}: {_fault(fault)}"


def _fault(fault: Fault) -> str:
    match fault:
        case Fault.UNREADABLE | Fault.ORDER:
            return _("a step is missing, or makes no sense.")
        case Fault.DIGEST:
            return _("the host's secret is not the one that was promised.")
        case Fault.SHARES:
            return _("the shuffle does not come from what was added to it.")
        case Fault.COMMAND:
            return _("something was done that the rules do not allow with these cards.")
        case Fault.SCORES:
            return _("the scores are not those of the cards that were played.")
