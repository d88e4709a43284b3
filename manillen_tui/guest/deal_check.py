"""Checking, without trusting the host, that a deal was shuffled and played as it was shown.

Before a deal the host commits to a secret; each guest's program seals 16 bytes of its own and opens
them once all seals were shown. After the deal the secret and everybody's bytes are revealed. They
must match the commitments. Then the deal is shuffled, dealt and played again from them, and all
that this guest was shown, down to the score, must come out the same.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from manillen_tui.engine.commands import Command
from manillen_tui.engine.match import Match
from manillen_tui.engine.shuffle import digest_of, entropy_of
from manillen_tui.guest.replay import Part, Replayed, Showing, replay
from net.protocol.host_messages import Commit, Contribution, Reveal, Sealed
from net.security.sealing import seal_of


class Doubt(StrEnum):
    """Why a deal is not proved."""

    CLOSED = "closed"  # hands stay hidden at this table
    VOID = "void"  # the hands of a void deal are never shown
    ABSENT = "absent"  # this program took no part in the shuffle
    NOT_SEEN = "not-seen"  # this program was shown only a part of the deal
    NOT_SHOWN = "not-shown"  # the host never revealed what it was shuffled from
    BEGUN_AGAIN = "begun-again"  # with other seals: the host was restarted, or claims so
    MISSING = "missing"  # a seal that was shown was never opened
    LEFT_OUT = "left-out"  # this program's share was not used: it came too late, or was changed
    COMMITTED_TWICE = "committed-twice"
    OTHER_SECRET = "other-secret"  # not the one that the host committed to
    OTHER_SHARE = "other-share"  # a share was used that fits no seal
    DIFFERS = "differs"  # something was shown that does not come out of the shuffle and the moves


class Verdict(Struct, frozen=True):
    """A deal is proved if there is no doubt. `part`: what differs first, if something does."""

    doubt: Doubt | None = None
    part: Part | None = None

    @property
    def proved(self) -> bool:
        return self.doubt is None


class Told(Struct, frozen=True):
    """What one guest was told before a deal, and `mine`, their share.

    `sealed` are the first seals that they were shown.
    """

    commit: Commit
    mine: Contribution
    sealed: Sealed | None = None
    again: bool = False  # the host later showed other seals
    twice: bool = False  # the host later committed to another secret


class Judged(NamedTuple):
    """A verdict, and the match at the end of the deal as this program replayed it, if it could."""

    verdict: Verdict
    ended: Match | None = None


def judge(
    before: Match,
    shown: Sequence[Showing],
    sent: Collection[tuple[int, Command]],
    told: Told,
    reveal: Reveal,
    *,
    as_told: bool = False,
) -> Judged:
    """Judge a deal by what was told before and after it. The gravest doubt comes first.

    `before`, `shown`, `sent` and `as_told` as in `replay`.
    """
    shares = {added.seat: added.share for added in reveal.shares}
    entropy = entropy_of(reveal.secret, shares)
    replayed = replay(before, entropy, shown, sent, told.mine.seat, as_told=as_told)
    return Judged(_verdict(replayed, shares, told, reveal), replayed.ended)


def _verdict(replayed: Replayed, shares: dict[int, bytes], told: Told, reveal: Reveal) -> Verdict:
    if told.twice:
        return Verdict(Doubt.COMMITTED_TWICE)
    if digest_of(reveal.secret) != told.commit.digest:
        return Verdict(Doubt.OTHER_SECRET)
    promised = (
        {promise.seat: promise.digest for promise in told.sealed.seals} if told.sealed else {}
    )
    opened = {seat: seal_of(reveal.deal, seat, share) for seat, share in shares.items()}
    used = shares.get(told.mine.seat) == told.mine.share
    # If this share was not used, the guest was away and may have missed a second set of seals.
    if used and not told.again and not opened.items() <= promised.items():
        return Verdict(Doubt.OTHER_SHARE)
    if replayed.differs is not None:
        return Verdict(Doubt.DIFFERS, replayed.differs)
    if told.again:
        return Verdict(Doubt.BEGUN_AGAIN)
    if not used:
        return Verdict(Doubt.LEFT_OUT)
    if opened != promised:
        return Verdict(Doubt.MISSING)
    return Verdict(Doubt.NOT_SEEN if replayed.ended is None else None)
