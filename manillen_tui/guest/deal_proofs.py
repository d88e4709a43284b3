"""A guest's part in the shuffles of a match, and the evidence kept to check each deal."""

import secrets
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine.events import AllPassed, LookedEarly
from manillen_tui.engine.records import Phase
from manillen_tui.engine.shuffle import SHARE_BYTES
from manillen_tui.engine.view import View
from manillen_tui.guest.deal_check import Doubt, Seen, Told, Verdict, judge
from net.protocol.guest_messages import Seal, Share
from net.protocol.host_messages import Commit, Contribution, Promise, Reveal, Sealed
from net.security.sealing import seal_of


#: How many deals are remembered: more than a score sheet shows.
DEALS: Final = 512


class _Deal(Struct, frozen=True):
    """What is known of one deal so far."""

    told: Told | None = None
    seen: Seen | None = None
    reveal: Reveal | None = None
    verdict: Verdict | None = None


class Proofs:
    """The deals of a match, as one guest can prove them.

    Must be given every `Commit`, `Sealed`, `Reveal` and view in the order received, over all
    connections of this guest. Forgets them when a new match begins.
    """

    def __init__(self, new_share: Callable[[], bytes] | None = None) -> None:
        self._new_share = new_share or (lambda: secrets.token_bytes(SHARE_BYTES))
        self._deals: dict[int, _Deal] = {}
        self._latest = 0  # the deal that was seen last
        self._over = False

    def commit(self, commit: Commit, seat: int) -> Seal:
        """The answer to a commitment from this seat.

        A restarted host commits to the same secret again and gets the same share, which leads to
        the same shuffle. A different secret for the same deal gets the same share too, so that
        nobody has to wait, but then the deal is not proved.
        """
        if commit.deal == 1 and (self._over or self._latest > 1):
            self._forget()
        deal = self._deals.get(commit.deal, _Deal())
        told = deal.told or Told(commit, Contribution(seat, self._new_share()))
        if told.again:
            told = replace(told, commit=commit)
        mine = replace(told.mine, seat=seat)
        told = replace(told, mine=mine, twice=told.twice or told.commit != commit)
        self._keep(commit.deal, replace(deal, told=told))
        return Seal(commit.deal, seal_of(commit.deal, seat, mine.share))

    def sealed(self, sealed: Sealed) -> Share | None:
        """The answer to the seals, if this guest's own is among them.

        Only the first seals of a deal count: a host that shows others later may have seen shares by
        then and chosen accordingly.
        """
        deal = self._deals.get(sealed.deal, _Deal())
        if deal.told is None:
            return None
        told = replace(deal.told, sealed=deal.told.sealed or sealed)
        told = replace(told, again=told.again or told.sealed != sealed)
        self._keep(sealed.deal, replace(deal, told=told))
        seat, share = told.mine.seat, told.mine.share
        mine = Promise(seat, seal_of(sealed.deal, seat, share))
        return Share(sealed.deal, share) if sealed == told.sealed and mine in sealed.seals else None

    def see(self, view: View) -> None:
        over = view.phase is Phase.OVER
        if view.deal < self._latest or (self._over and not over):
            self._forget()
        self._latest, self._over = view.deal, over
        if view.phase is not Phase.SHUFFLE:
            deal = self._deals.get(view.deal, _Deal())
            self._keep(view.deal, replace(deal, seen=Seen.add(view, deal.seen)))

    def reveal(self, reveal: Reveal) -> None:
        """Only the first reveal of a deal counts."""
        deal = self._deals.get(reveal.deal)
        if deal is not None and deal.reveal is None:
            self._keep(reveal.deal, replace(deal, reveal=reveal))

    def of(self, number: int) -> Verdict | None:
        """The verdict on a deal of this match; None while it is not over or not yet revealed."""
        deal = self._deals.get(number)
        if deal is None:
            return Verdict(Doubt.ABSENT) if number < self._latest else None
        if deal.verdict is None:
            deal = replace(deal, verdict=_judged(deal, gone=number < self._latest))
            self._keep(number, deal)
        return deal.verdict

    def _keep(self, number: int, deal: _Deal) -> None:
        self._deals[number] = deal
        if len(self._deals) > DEALS:
            del self._deals[min(self._deals)]

    def _forget(self) -> None:
        """Forget all but undealt deals: a host that has seen their shares could start them anew."""
        self._deals = {
            number: _Deal(replace(deal.told, again=True))
            for number, deal in self._deals.items()
            if deal.told is not None and not _was_dealt(deal.seen)
        }
        self._latest, self._over = 0, False


def _was_dealt(seen: Seen | None) -> bool:
    """Whether this guest held cards, or was told that the deal is void."""
    return seen is not None and (any(seen.held.values()) or _is_void(seen.view))


def _is_void(view: View) -> bool:
    return any(isinstance(event, LookedEarly | AllPassed) for event in view.events)


def _judged(deal: _Deal, *, gone: bool) -> Verdict | None:
    """The verdict; None while the deal can still be proved. `gone`: a later deal has begun."""
    if deal.seen is None:
        return Verdict(Doubt.ABSENT) if gone else None
    view = deal.seen.view
    if not (gone or view.phase in (Phase.SCORE, Phase.OVER)):
        return None
    if not view.rules.open_hands:
        return Verdict(Doubt.CLOSED)
    if _is_void(view):
        return Verdict(Doubt.VOID)
    if deal.told is None:
        return Verdict(Doubt.ABSENT)
    if deal.reveal is None:
        return Verdict(Doubt.NOT_SHOWN) if gone else None
    return judge(deal.seen, deal.told, deal.reveal)
