"""Whether a deal came out of the shuffle that it should: what a guest checks by himself.

Before a deal the host commits to a secret, and this program adds 16 bytes of its own. After the
deal the secret and everybody's bytes are shown. From these the deal is shuffled and dealt again,
and everything that was seen of it is done once more: it has to come out the same.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from manillen_tui.engine import match as matches
from manillen_tui.engine import turns
from manillen_tui.engine.cards import mask_of
from manillen_tui.engine.commands import (
    AskCard,
    AskCount,
    Bid,
    Call,
    Command,
    Cut,
    HandOver,
    Look,
    NameBlind,
    NameTrump,
    Pass,
    PickUp,
    Play,
    Refusal,
    Signal,
)
from manillen_tui.engine.events import (
    AllPassed,
    Asked,
    BidMade,
    CallMade,
    CardPlayed,
    DealBegan,
    DealScored,
    Event,
    GameWon,
    HandedOver,
    LookedEarly,
    MatchWon,
    PackCut,
    Passed,
    PickedUp,
    SeatsMoved,
    Signalled,
    TrumpNamed,
)
from manillen_tui.engine.match import Match
from manillen_tui.engine.records import Phase
from manillen_tui.engine.shuffle import SHARE_BYTES, digest_of, entropy_of
from manillen_tui.engine.view import View
from net.messages import Commit, Reveal, Share


class Doubt(StrEnum):
    """Why a deal is not proved."""

    CLOSED = "closed"  # this table lays no hands open
    VOID = "void"  # nor does anybody after a void deal
    ABSENT = "absent"  # this program had no part in the shuffle
    NOT_SHOWN = "not-shown"  # the host never told what it was shuffled from
    COMMITTED_TWICE = "committed-twice"
    OTHER_SECRET = "other-secret"  # not the one that the host committed to
    LEFT_OUT = "left-out"  # what this program added was not used: it came too late, or was changed
    OTHER_CARDS = "other-cards"  # those that were seen are not those of the shuffle


class Verdict(Struct, frozen=True):
    """Proved where there is no doubt."""

    doubt: Doubt | None = None

    @property
    def proved(self) -> bool:
        return self.doubt is None


class Seen(Struct, frozen=True):
    """What one guest has seen of a deal: his last view of it, and the hands he held, as masks."""

    view: View
    held: Mapping[int, int]  # by seat: his may move

    @classmethod
    def add(cls, view: View, before: "Seen | None") -> "Seen":
        held = dict(before.held) if before else {}
        if view.seat is not None:
            held[view.seat] = held.get(view.seat, 0) | mask_of(view.playable)
        return cls(view, held)


def judge(
    seen: Seen, digest: bytes, share: bytes, secret: bytes, shares: Mapping[int, bytes]
) -> Verdict:
    """A deal that was seen, by what the host committed to, this guest added, and was revealed.

    In which seat's name the share went in makes no difference: nobody else can know it before.
    """
    if digest_of(secret) != digest:
        return Verdict(Doubt.OTHER_SECRET)
    if share not in shares.values():
        return Verdict(Doubt.LEFT_OUT)
    if not comes_out(seen, entropy_of(secret, shares)):
        return Verdict(Doubt.OTHER_CARDS)
    return Verdict()


def comes_out(seen: Seen, entropy: bytes) -> bool:
    """Whether a deal shuffled from these bytes goes as it was seen to go."""
    view, rules = seen.view, seen.view.rules
    told = [event for event in view.events if not isinstance(event, _SCORED)]
    before = Match(
        rules,
        totals=(0,) * rules.sides,
        dealer=None if view.deal == 1 else view.dealer,
        moved=any(isinstance(event, SeatsMoved) for event in told),
    )
    match, events = matches.shuffle(before, entropy)
    deal = match.deal
    assert deal is not None
    done: list[Event] = [
        replace(event, number=view.deal) if isinstance(event, DealBegan) else event
        for event in events
    ]
    while len(done) < len(told):
        asked = _command(told, len(done))
        if asked is None:
            return False
        step = turns.apply(deal, *asked)
        if isinstance(step, Refusal):
            return False
        deal, more = step
        done += more
    if done != told or deal.dealer != view.dealer:
        return False
    if any(held & ~deal.dealt[seat] for seat, held in seen.held.items() if held):
        return False
    hands = None if view.seat is None else view.hands
    return hands is None or tuple(map(mask_of, hands)) == deal.dealt


# What follows from a whole match, of which a deal is not all.
_SCORED: Final = (DealScored, GameWon, MatchWon)


def _command(told: Sequence[Event], place: int) -> tuple[int, Command] | None:
    """Who did what, for this event to be the next; None if nobody's command leads to it."""
    match told[place]:
        case PackCut(seat=seat, position=position):
            return seat, Cut(position)
        case LookedEarly(seat=seat):
            return seat, Look()
        case PickedUp(seat=seat):
            return seat, PickUp()
        case HandedOver(seat=seat):
            return seat, HandOver()
        case Passed(seat=seat):
            return seat, Pass()
        case BidMade(seat=seat, points=points, suit=suit):
            return seat, Bid(points, suit)
        case TrumpNamed(seat=seat, suit=trump, blind=blind):
            return seat, NameBlind() if blind else NameTrump(trump)
        case CallMade(seat=seat, kind=kind):
            return seat, Call(kind)
        case Asked(seat=seat, suit=suit, card=card):
            if suit is not None:
                return seat, AskCount(suit)
            return None if card is None else (seat, AskCard(card))
        case Signalled(signal=signal):
            return _play(told[place + 1 : place + 2], signal)
        case CardPlayed():
            return _play(told[place : place + 1], None)
    return None


def _play(told: Sequence[Event], signal: Signal | None) -> tuple[int, Command] | None:
    for event in told:
        if isinstance(event, CardPlayed):
            return event.seat, Play(event.card, signal)
    return None


#: How many deals are remembered: as many as a sheet shows, and more.
DEALS: Final = 512


class _Deal(Struct, frozen=True):
    """What is known of one deal so far."""

    commit: Commit | None = None
    share: bytes = b""
    twice: bool = False
    seen: Seen | None = None
    reveal: Reveal | None = None
    verdict: Verdict | None = None


class Proofs:
    """The deals of a match, as one guest can prove them.

    It is told every `Commit`, `Reveal` and view in the order in which they come, over all
    connections of this guest, and forgets them when a new match begins.
    """

    def __init__(self, new_share: Callable[[], bytes] | None = None) -> None:
        self._new_share = new_share or (lambda: secrets.token_bytes(SHARE_BYTES))
        self._deals: dict[int, _Deal] = {}
        self._latest = 0  # the deal that was seen last
        self._over = False

    def commit(self, commit: Commit) -> Share:
        """What to answer.

        A host that was restarted commits again to the same, and gets the same share. Another
        secret for the same deal gets it too, so that nobody waits, and the deal is not proved.
        """
        if commit.deal == 1 and (self._over or self._latest > 1):
            self._forget()
        deal = self._deals.get(commit.deal, _Deal())
        if deal.commit is None:
            deal = replace(deal, commit=commit, share=self._new_share())
        elif deal.commit != commit:
            deal = replace(deal, twice=True)
        self._keep(commit.deal, deal)
        return Share(commit.deal, deal.share)

    def see(self, view: View) -> None:
        over = view.phase is Phase.OVER
        if view.deal < self._latest or (self._over and not over):
            self._forget()
        self._latest, self._over = view.deal, over
        if view.phase is not Phase.SHUFFLE:
            deal = self._deals.get(view.deal, _Deal())
            self._keep(view.deal, replace(deal, seen=Seen.add(view, deal.seen)))

    def reveal(self, reveal: Reveal) -> None:
        """The first one of a deal counts."""
        deal = self._deals.get(reveal.deal)
        if deal is not None and deal.reveal is None:
            self._keep(reveal.deal, replace(deal, reveal=reveal))

    def of(self, number: int) -> Verdict | None:
        """Of a deal of this match; None as long as it is not over, or not shown."""
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
        self._deals.clear()
        self._latest, self._over = 0, False


def _judged(deal: _Deal, *, gone: bool) -> Verdict | None:
    """None as long as the deal can still be proved; `gone` where another has begun."""
    if deal.seen is None:
        return Verdict(Doubt.ABSENT) if gone else None
    view = deal.seen.view
    if not (gone or view.phase in (Phase.SCORE, Phase.OVER)):
        return None
    if not view.rules.open_hands:
        return Verdict(Doubt.CLOSED)
    if any(isinstance(event, LookedEarly | AllPassed) for event in view.events):
        return Verdict(Doubt.VOID)
    if deal.commit is None:
        return Verdict(Doubt.ABSENT)
    if deal.twice:
        return Verdict(Doubt.COMMITTED_TWICE)
    if deal.reveal is None:
        return Verdict(Doubt.NOT_SHOWN) if gone else None
    shares = {added.seat: added.share for added in deal.reveal.shares}
    return judge(deal.seen, deal.commit.digest, deal.share, deal.reveal.secret, shares)
