"""The provable deal: the host commits to a secret, guests add shares, and at last all is shown.

Shares come sealed and are opened once all seals were shown: nobody can choose by the others'.
"""

from collections.abc import Mapping
from hashlib import sha256

from net.ids import ConnectionId
from net.protocol.guest_messages import Seal, Share
from net.protocol.host_messages import Commit, Contribution, Promise, Reveal, Sealed
from net.room.game import Accepted, Game
from net.security.sealing import seal_of


class Dealing:
    """The deal that is being shuffled, and the one that was shown. Times are those of the table."""

    def __init__(self, game: Game, share_s: float) -> None:
        self.until: float | None = None  # when what is there has to do: the seals, then the shares
        self._game = game
        self._share_s = share_s
        self._committed: Commit | None = None
        self._sealed: Sealed | None = None
        self._seals: dict[ConnectionId, bytes] = {}  # by person
        self._shares: dict[int, bytes] = {}  # by seat
        self._shown: int | None = None

    def commit(self, at: float) -> Commit | None:
        """The word to be sent to all seated when a deal has to be shuffled, once."""
        if self._committed is not None:
            if self.until is None:
                self.until = at + self._share_s
            return None
        deal = self._game.due()
        if deal is None:
            return None
        self._seals, self._shares = {}, {}
        self.until = at + self._share_s
        self._committed = Commit(deal, sha256(self._game.secret()).digest())
        return self._committed

    def told(self) -> tuple[Commit | Sealed, ...]:
        """What was said of this deal so far, for whoever comes meanwhile."""
        return tuple(word for word in (self._committed, self._sealed) if word is not None)

    def seal(self, who: ConnectionId, seal: Seal) -> None:
        """The last one of each person counts, until the seals are shown; of this deal alone."""
        if self._committed is not None and seal.deal == self._committed.deal:
            self._seals[who] = seal.digest

    def show(self, here: Mapping[ConnectionId, int], at: float) -> Sealed | None:
        """The seals of these people with their seats, to be sent to all of them: once.

        As soon as each of them has sealed, or had the time to.
        """
        if self._committed is None or self._sealed is not None or self.until is None:
            return None
        if at < self.until and not self._seals.keys() >= here.keys():
            return None
        seals = sorted((seat, self._seals[who]) for who, seat in here.items() if who in self._seals)
        self.until = at + self._share_s
        self._sealed = Sealed(self._committed.deal, tuple(Promise(*seal) for seal in seals))
        return self._sealed

    def open(self, seat: int, share: Share) -> None:
        """It counts where it fits the seal that was shown for this seat."""
        if self._sealed is None or share.deal != self._sealed.deal:
            return
        if Promise(seat, seal_of(share.deal, seat, share.share)) in self._sealed.seals:
            self._shares[seat] = share.share

    def ready(self, at: float) -> bool:
        """Whether every seal that was shown is opened, or its seat had the time to."""
        if self._sealed is None or self.until is None:
            return False
        return at >= self.until or len(self._shares) == len(self._sealed.seals)

    def put_off(self) -> None:
        """Go on when somebody is back, who then has time for their part.

        Commit to them again, unless seals were shown: those hold, since some may be opened.
        """
        self.until = None
        if self._sealed is None:
            self._committed = None

    def shuffle(self) -> Accepted:
        """Of the shares that are there. The deal has to be committed to."""
        self._committed = self._sealed = self.until = None
        return self._game.deal(self._shares)

    def reveal(self) -> Reveal | None:
        """What the last deal was shuffled from, while it is the last and may be shown."""
        proven = self._game.proven()
        if proven is None:
            return None
        shares = sorted(proven.shares.items())
        return Reveal(
            proven.deal, proven.secret, tuple(Contribution(seat, share) for seat, share in shares)
        )

    def news(self) -> Reveal | None:
        """The same, once."""
        reveal = self.reveal()
        shown, self._shown = self._shown, None if reveal is None else reveal.deal
        return None if reveal is None or reveal.deal == shown else reveal
