"""Checking, without trusting the host, that a deal came from the agreed shuffle.

Before a deal the host commits to a secret; each guest's program seals 16 bytes of its own and opens
them once all seals were shown. After the deal the secret and everybody's bytes are revealed. They
must match the commitments. Then the deal is shuffled and dealt again from them, and everything that
this guest saw is replayed: it must come out the same.
"""

from collections.abc import Mapping, Sequence
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
from manillen_tui.engine.shuffle import digest_of, entropy_of
from manillen_tui.engine.view import View
from net.protocol.host_messages import Commit, Contribution, Reveal, Sealed
from net.security.sealing import seal_of


class Doubt(StrEnum):
    """Why a deal is not proved."""

    CLOSED = "closed"  # hands stay hidden at this table
    VOID = "void"  # the hands of a void deal are never shown
    ABSENT = "absent"  # this program took no part in the shuffle
    NOT_SHOWN = "not-shown"  # the host never revealed what it was shuffled from
    BEGUN_AGAIN = "begun-again"  # with other seals: the host was restarted, or claims so
    MISSING = "missing"  # a seal that was shown was never opened
    LEFT_OUT = "left-out"  # this program's share was not used: it came too late, or was changed
    COMMITTED_TWICE = "committed-twice"
    OTHER_SECRET = "other-secret"  # not the one that the host committed to
    OTHER_SHARE = "other-share"  # a share was used that fits no seal
    OTHER_CARDS = "other-cards"  # the cards seen are not those of the shuffle


class Verdict(Struct, frozen=True):
    """A deal is proved if there is no doubt."""

    doubt: Doubt | None = None

    @property
    def proved(self) -> bool:
        return self.doubt is None


class Seen(Struct, frozen=True):
    """What one guest has seen of a deal: its last view, and the hands they held, as masks."""

    view: View
    held: Mapping[int, int]  # by seat, since a guest may change seats

    @classmethod
    def add(cls, view: View, before: "Seen | None") -> "Seen":
        held = dict(before.held) if before else {}
        if view.seat is not None:
            held[view.seat] = held.get(view.seat, 0) | mask_of(view.playable)
        return cls(view, held)


class Told(Struct, frozen=True):
    """What one guest was told before a deal, and `mine`, their share.

    `sealed` are the first seals that they were shown.
    """

    commit: Commit
    mine: Contribution
    sealed: Sealed | None = None
    again: bool = False  # the host later showed other seals
    twice: bool = False  # the host later committed to another secret


def judge(seen: Seen, told: Told, reveal: Reveal) -> Verdict:
    """Judge a deal by what was told before and after it. The gravest doubt comes first."""
    if told.twice:
        return Verdict(Doubt.COMMITTED_TWICE)
    if digest_of(reveal.secret) != told.commit.digest:
        return Verdict(Doubt.OTHER_SECRET)
    promised = (
        {promise.seat: promise.digest for promise in told.sealed.seals} if told.sealed else {}
    )
    shares = {added.seat: added.share for added in reveal.shares}
    opened = {seat: seal_of(reveal.deal, seat, share) for seat, share in shares.items()}
    used = shares.get(told.mine.seat) == told.mine.share
    # If this share was not used, the guest was away and may have missed a second set of seals.
    if used and not told.again and not opened.items() <= promised.items():
        return Verdict(Doubt.OTHER_SHARE)
    if not comes_out(seen, entropy_of(reveal.secret, shares)):
        return Verdict(Doubt.OTHER_CARDS)
    if told.again:
        return Verdict(Doubt.BEGUN_AGAIN)
    if not used:
        return Verdict(Doubt.LEFT_OUT)
    return Verdict(None if opened == promised else Doubt.MISSING)


def comes_out(seen: Seen, entropy: bytes) -> bool:
    """Whether the deal shuffled from these bytes matches what was seen."""
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


# These depend on the whole match, not on a single deal.
_SCORED: Final = (DealScored, GameWon, MatchWon)


def _command(told: Sequence[Event], place: int) -> tuple[int, Command] | None:
    """Whose command leads to this event; None if none does."""
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
