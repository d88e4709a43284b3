"""A guest's part in the shuffles of a match, and the evidence kept to check each deal."""

import secrets
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine.commands import Command
from manillen_tui.engine.events import AllPassed, LookedEarly
from manillen_tui.engine.match import Match
from manillen_tui.engine.records import DealRecord, Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.shuffle import SHARE_BYTES
from manillen_tui.engine.view import View
from manillen_tui.guest.deal_check import Doubt, Told, Verdict, judge
from manillen_tui.guest.replay import Part, Showing, after, after_void, difference, told_before
from net.protocol.guest_messages import Seal, Share
from net.protocol.host_messages import Commit, Contribution, Promise, Reveal, Sealed
from net.security.sealing import seal_of


#: How many deals are remembered: more than a score sheet shows.
DEALS: Final = 512
#: How many views of a deal, and of one's own commands in it, are kept: more than any deal has.
SHOWINGS: Final = 1024


class _Deal(Struct, frozen=True):
    """What is known of one deal so far; once it is over only the verdict."""

    told: Told | None = None
    reveal: Reveal | None = None
    verdict: Verdict | None = None
    dealt: bool = False  # this guest was shown cards of it, or that it is void


class Proofs:
    """The deals of a match, as one guest can prove them.

    Must be given every `Commit`, `Sealed`, `Reveal` and view in the order received, over all
    connections of this guest, and each command before it is sent. Forgets them when a new match
    begins.
    """

    def __init__(self, new_share: Callable[[], bytes] | None = None) -> None:
        self._new_share = new_share or (lambda: secrets.token_bytes(SHARE_BYTES))
        self._deals: dict[int, _Deal] = {}
        self._latest = 0  # the deal that was seen last
        self._over = False
        self._room: Rules | None = None  # as the room tells them
        self._pin: Rules | None = None  # the rules that this match began with
        self._fresh = True  # nothing was shown on this connection yet
        # Of the deal seen last:
        self._shown: list[Showing] = []
        self._sent: list[tuple[int, Command]] = []
        self._seat: int | None = None  # where this guest sat at the end of the deal before
        self._before: Match | None = None  # as far as this program has replayed it
        self._ended: Match | None = None
        self._sheet: tuple[DealRecord, ...] = ()  # the deals that came out

    def rules(self, rules: Rules) -> None:
        """The rules that the room tells of: those of the next match are pinned when it begins."""
        self._room = rules

    def connected(self) -> None:
        """A connection began. The host may have moved for this guest before it."""
        self._fresh = True

    def sent(self, turn: int, command: Command) -> None:
        """This guest is about to send a command."""
        self._sent = [*self._sent[1 - SHOWINGS :], (turn, command)]

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
        if view.deal < self._latest or (self._over and not over and not self._goes_on(view)):
            self._forget()
        if view.deal != self._latest:
            self._go_on(view.deal)
        self._latest, self._over = view.deal, over
        if self._pin is None:
            self._pin = self._room or view.rules
        if view.phase is Phase.SHUFFLE:
            return
        deal = self._deals.get(view.deal, _Deal())
        if not deal.dealt and (view.playable or _is_void(view)):
            self._keep(view.deal, replace(deal, dealt=True))
        if self._ended is not None:
            self._compare(view)
        else:
            self._show(view)
            self._settle(view.deal)
        self._fresh = False

    def reveal(self, reveal: Reveal) -> None:
        """Only the first reveal of a deal counts."""
        deal = self._deals.get(reveal.deal)
        if deal is not None and deal.reveal is None and deal.verdict is None:
            self._keep(reveal.deal, replace(deal, reveal=reveal))
            if reveal.deal == self._latest:
                self._settle(reveal.deal)

    def of(self, number: int) -> Verdict | None:
        """The verdict on a deal of this match; None while it is not over or not yet revealed."""
        deal = self._deals.get(number)
        verdict = None if deal is None else deal.verdict
        return Verdict(Doubt.ABSENT) if verdict is None and number < self._latest else verdict

    def _goes_on(self, view: View) -> bool:
        """Whether this is of the match that was shown to be over: the host contradicts itself."""
        last = self._shown[-1].view if self._shown else None
        if last is None or view.deal < last.deal:
            return False
        if view.deal == last.deal and last.events:
            return view.events[: len(last.events)] == last.events
        return bool(last.sheet) and view.sheet[: len(last.sheet)] == last.sheet

    def _show(self, view: View) -> None:
        """Keep a view of the deal being played, with what it has in common with the last one."""
        if self._shown:
            last = self._shown[-1].view
            if view == last:
                return
            if view.sheet == last.sheet:
                view = replace(view, sheet=last.sheet)
            if view.rules == last.rules:
                view = replace(view, rules=last.rules)
        if len(self._shown) < SHOWINGS:
            self._shown.append(Showing(view, self._fresh))

    def _compare(self, view: View) -> None:
        """Compare a view of a deal that is judged already."""
        deal = self._deals[view.deal]
        part = None if self._ended is None else difference(self._ended, view)
        if view.seat != self._shown[-1].view.seat:
            part = Part.SEAT
        doubt = None if deal.verdict is None else deal.verdict.doubt
        if part is not None and doubt is not Doubt.DIFFERS:
            self._keep(view.deal, replace(deal, verdict=Verdict(Doubt.DIFFERS, part)))

    def _go_on(self, number: int) -> None:
        """Another deal begins: judge the last one by what is known, and let its evidence go."""
        if self._shown:
            self._settle(self._latest, gone=True)
        if self._ended is not None:
            self._before = after(self._ended)
            self._sheet = self._before.sheet
        elif self._before is not None and self._shown and _is_void(self._shown[-1].view):
            self._before = after_void(self._before, self._shown[-1].view)
        else:
            self._before = None
        if number > 1 and (self._before is None or len(self._before.sheet) != number - 1):
            self._before = None
        self._seat = self._shown[-1].view.seat if self._shown else None
        self._shown, self._sent, self._ended = [], [], None

    def _settle(self, number: int, *, gone: bool = False) -> None:
        """Judge a deal if it is over and revealed; if `gone`, a later one has begun."""
        deal = self._deals.get(number, _Deal())
        if deal.verdict is not None or not self._shown:
            return
        view = self._shown[-1].view
        if not (gone or view.phase in (Phase.SCORE, Phase.OVER)):
            return
        assert self._pin is not None
        as_told = self._before is None and number > 1
        before = self._before or told_before(self._shown[0].view, self._pin)
        verdict: Verdict | None = None
        if any(showing.view.rules != self._pin for showing in self._shown):
            verdict = Verdict(Doubt.DIFFERS, Part.RULES)
        elif not self._pin.open_hands:
            verdict = Verdict(Doubt.CLOSED)
        elif _is_void(view):
            verdict, self._before = Verdict(Doubt.VOID), before
        elif deal.told is None:
            verdict = Verdict(Doubt.ABSENT)
        elif deal.reveal is None:
            verdict = Verdict(Doubt.NOT_SHOWN) if gone else None
        elif before.phase is not Phase.SHUFFLE:
            verdict = Verdict(Doubt.DIFFERS, Part.WINNER)
        elif as_told and not self._fits(view):
            verdict = Verdict(Doubt.DIFFERS, Part.SCORE)
        elif self._seat not in (None, deal.told.mine.seat):
            verdict = Verdict(Doubt.DIFFERS, Part.SEAT)
        if verdict is None and deal.told is not None and deal.reveal is not None:
            verdict, self._ended = judge(
                before, self._shown, self._sent, deal.told, deal.reveal, as_told=as_told
            )
        if verdict is not None:
            self._keep(number, _Deal(verdict=verdict, dealt=True))
            self._shown = self._shown[-1:]

    def _fits(self, view: View) -> bool:
        """Whether the sheet still shows the deals that came out as they did."""
        known = {record.number: record for record in self._sheet[-len(view.sheet) - 1 :]}
        return all(known.get(record.number, record) == record for record in view.sheet)

    def _keep(self, number: int, deal: _Deal) -> None:
        self._deals[number] = deal
        if len(self._deals) > DEALS:
            del self._deals[min(self._deals)]

    def _forget(self) -> None:
        """Forget all but undealt deals: a host that has seen their shares could start them anew."""
        self._deals = {
            number: _Deal(replace(deal.told, again=True))
            for number, deal in self._deals.items()
            if deal.told is not None and not deal.dealt
        }
        self._latest, self._over, self._pin = 0, False, None
        self._shown, self._sent, self._before, self._ended = [], [], None, None
        self._seat = None
        self._sheet = ()


def _is_void(view: View) -> bool:
    return any(isinstance(event, LookedEarly | AllPassed) for event in view.events)
