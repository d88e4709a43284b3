"""What `manillen verify` says of a saved match."""

from collections import Counter

from manillen_tui.engine.records import DealRecord
from manillen_tui.history import Fault
from manillen_tui.words.catalogue import _, ngettext
from manillen_tui.words.nouns import trump_text


def finished_line(match: int, record: DealRecord, shares: int) -> str:
    """A deal that was replayed, how many players added to its shuffle, and the totals after it."""
    return ngettext(
        "Match {match}, deal {deal}: {trump}, {n} player added to the shuffle, {totals}",
        "Match {match}, deal {deal}: {trump}, {n} players added to the shuffle, {totals}",
        shares,
    ).format(
        match=match,
        deal=record.number,
        trump=_("void") if record.score is None else trump_text(record.trump),
        n=shares,
        totals=" - ".join(map(str, record.totals)),
    )


def verified_line(deals: Counter[bool]) -> str:
    """The verdict on a sound file; deals are counted by whether anybody added to the shuffle."""
    n = deals.total()
    sound = ngettext(
        "The deal checks out: shuffle, play and score.",
        "All {n} deals check out: shuffle, play and score.",
        n,
    ).format(n=n)
    if not deals[False]:
        return sound
    return f"{sound} {_alone(deals[False], n)}"


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
    """The verdict on a file that is not sound, and where it fails."""
    return _wrong(fault).format(match=match, deal=deal)


def _wrong(fault: Fault) -> str:
    match fault:
        case Fault.UNREADABLE | Fault.ORDER:
            return _("Match {match}, deal {deal}: a step is missing or makes no sense.")
        case Fault.DIGEST:
            return _(
                "Match {match}, deal {deal}: the host's secret is not the one it committed to."
            )
        case Fault.SHARES:
            return _("Match {match}, deal {deal}: the shuffle is not made from what players added.")
        case Fault.COMMAND:
            return _("Match {match}, deal {deal}: a step is against the rules with these cards.")
        case Fault.SCORES:
            return _("Match {match}, deal {deal}: the scores do not follow from the cards played.")
